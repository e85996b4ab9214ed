"""`SqliteStore`: duels in one SQLite file, which other processes may use, too. Knows no game and no Discord.

Each method is one statement, or one transaction.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import astuple, fields
from pathlib import Path

from storage import extension, statements
from storage.connection import Connection, Sql, Value
from storage.migrate import open_database
from storage.model import (
    Agenda,
    ContactRow,
    DeliveryRow,
    DuelRow,
    MessageRow,
    NewDuel,
    Result,
    StaleLog,
    Status,
)
from storage.rows import changed_challenge, contact_of, created, duel_and_log, duel_of
from storage.store import DuelAndLog

ALL = 2**63 - 1
MESSAGE_COLUMNS = len(fields(MessageRow))


class SqliteStore:
    """A `DuelStore` on a file: made by `connect`, ended by `aclose`."""

    @classmethod
    async def connect(cls, path: str | Path) -> SqliteStore:
        """The store on this file, which is made where there is none. Raises `UnusableDatabase`."""
        return cls(Connection(await open_database(path), path))

    def __init__(self, connection: Connection) -> None:
        self._db = connection

    async def aclose(self) -> None:
        """Finish the writes in progress, then close."""
        await self._db.aclose()

    async def examine(self) -> None:
        """Read the whole file, beside all else that is done: two seconds for 100 MB. Raises `Damaged`."""
        await self._db.examine()

    async def create(self, new: NewDuel) -> DuelRow:
        """Save a challenge."""
        return created(new, await self._db.statement(statements.CREATE, *astuple(new), new.rematch_of))

    async def duel(self, duel_id: int) -> DuelRow | None:
        """One duel, if it ever was."""
        rows = await self._db.read("SELECT * FROM duels WHERE id = ?", duel_id)
        return duel_of(rows[0]) if rows else None

    async def rematch_of(self, duel_id: int) -> DuelRow | None:
        """The rematch of this duel, or None."""
        rows = await self._db.read("SELECT * FROM duels WHERE rematch_of = ?", duel_id)
        return duel_of(rows[0]) if rows else None

    async def load(self, duel_id: int) -> DuelAndLog | None:
        """One duel and its log. One statement, so that both are read at one moment."""
        rows = await self._db.read(f"{statements.WITH_LOG} WHERE id = ?", duel_id)
        return duel_and_log(rows[0]) if rows else None

    async def duels_of(self, user_id: int, statuses: Collection[Status]) -> tuple[DuelRow, ...]:
        """A person's duels with one of the statuses, oldest first."""
        sql = f"SELECT * FROM duels WHERE id IN ({statements.OF_PERSON}) ORDER BY id"  # noqa: S608
        return tuple(map(duel_of, await self._db.read(sql, *2 * (user_id, json.dumps(list(statuses))))))

    async def logs_of(self, user_id: int, statuses: Collection[Status]) -> tuple[DuelAndLog, ...]:
        """The same duels, each with its log. One statement, so that all are read at one moment."""
        sql = f"{statements.WITH_LOG} WHERE id IN ({statements.OF_PERSON}) ORDER BY id"
        return tuple(map(duel_and_log, await self._db.read(sql, *2 * (user_id, json.dumps(list(statuses))))))

    async def under_way_in(self, guild_id: int) -> tuple[int, ...]:
        """The challenges and open duels of a server, oldest first."""
        return tuple(row["id"] for row in await self._db.statement(statements.UNDER_WAY_IN, guild_id))

    async def of_other_rules(self, versions: Mapping[str, int]) -> tuple[int, ...]:
        """The open duels of no such version of their game's rules, and those set aside."""
        return tuple(
            row["id"] for row in await self._db.statement(statements.OF_OTHER_RULES, json.dumps(dict(versions)))
        )

    async def open(
        self, duel_id: int, *, name_two: str, starter: int, seed: bytes, at: int, remind_before: int
    ) -> DuelRow:
        """`challenged → open`, or `StaleStatus`."""
        rows = await self._db.statement(statements.OPEN, name_two, starter, seed, at, at, at, remind_before, duel_id)
        return changed_challenge(duel_id, rows)

    async def begin(self, new: NewDuel, *, starter: int, seed: bytes, remind_before: int) -> DuelRow:
        """Save a duel that is open at once."""
        at = new.created_at

        def work(sql: Sql) -> list[sqlite3.Row]:
            duel_id = created(new, sql(statements.CREATE, *astuple(new), new.rematch_of)).id
            return sql(statements.OPEN, new.name_two, starter, seed, at, at, at, remind_before, duel_id)

        return duel_of((await self._db.transaction(work))[0])

    async def put_name(self, guild_id: int, user_id: int, name: str, username: str) -> None:
        """Save how a person is named in a server, for all their duels there."""
        each = user_id, name, user_id, username
        await self._db.statement(statements.PUT_NAME, *2 * each, guild_id, *2 * (user_id, name, username))

    async def close(self, duel_id: int, status: Status, at: int, *, unlink: bool = False) -> DuelRow:
        """`challenged → declined | cancelled | expired`, or `StaleStatus`."""
        rows = await self._db.statement(statements.CLOSE, status, at, unlink, duel_id)
        return changed_challenge(duel_id, rows)

    async def append(
        self,
        duel_id: int,
        ply: int,
        player: int | None,
        action: str,
        at: int,
        *,
        remind_before: int | None = None,
        result: Result | None = None,
    ) -> DuelRow:
        """Add the next entry, and with a `result` end the duel; or `StaleLog`."""

        def work(sql: Sql) -> list[sqlite3.Row]:
            if not sql(statements.ADD_MOVE, ply, player, action, at, duel_id, ply):
                raise StaleLog(f"Entry {ply} is not the next one of an open duel {duel_id}.")
            if remind_before is not None:
                sql(statements.NEW_DEADLINE, at, at, remind_before, duel_id)
            elif player is not None:
                sql("UPDATE duels SET unreached = unreached & ~? WHERE id = ?", player, duel_id)
            if result is not None:
                sql(statements.END, at, result.winner, result.ending, duel_id)
            return sql("UPDATE duels SET version = version + 1 WHERE id = ? RETURNING *", duel_id)

        return duel_of((await self._db.transaction(work))[0])

    async def agenda(self, now: int, *, grace: int = 0, after: int = 0, most: int = ALL) -> Agenda:
        """What is due. One statement, so that all is read at one moment."""
        rows = await self._db.statement(statements.AGENDA, now - grace, now, after, most)
        due, to_remind, behind, practice = (
            tuple(row["id"] for row in rows if row["list"] in names)
            for names in (("due",), ("to_remind",), ("behind", "practice"), ("practice",))
        )
        return Agenda(due, to_remind, behind, practice)

    async def with_later_deadline(self, after: tuple[int, int], most: int) -> tuple[tuple[int, int, int], ...]:
        """Duels of which only a later deadline is not shown."""
        return tuple(tuple(row) for row in await self._db.statement(statements.WITH_LATER_DEADLINE, *after, most))

    async def put_reminded(self, duel_id: int, remind_at: int) -> None:
        """Write down that this reminder is done."""
        await self._db.statement("UPDATE duels SET remind_at = NULL WHERE id = ? AND remind_at = ?", duel_id, remind_at)

    async def extend_deadlines(self, by: int, before: int, key: str, value: str) -> None:
        """Extend all current deadlines and their reminders, and write a note."""
        await extension.extend(self._db, by, before, key, value)

    async def finish_extension(self) -> None:
        """Finish an extension that was interrupted."""
        await extension.finish(self._db)

    async def hold(
        self,
        duel_id: int,
        due_at: int,
        *,
        unreached: int,
        may_call_off: bool,
        extend_by: int = 0,
        remind_before: int,
    ) -> DuelRow | None:
        """Save who could not be told, and extend the deadline."""
        await extension.finish(self._db)
        rows = await self._db.statement(
            statements.HOLD,
            unreached,
            may_call_off,
            *4 * (extend_by,),
            remind_before,
            *(duel_id, due_at, unreached, may_call_off, extend_by),
        )
        return duel_of(rows[0]) if rows else None

    async def spare(self, until: int) -> None:
        """Extend the deadlines before this time to it."""
        await self._db.statement(statements.SPARE, *4 * (until,))

    async def set_aside(self, duel_id: int, at: int) -> DuelRow | None:
        """Set an open duel aside."""
        await extension.finish(self._db)
        rows = await self._db.statement(statements.SET_ASIDE, at, duel_id)
        return duel_of(rows[0]) if rows else None

    async def take_back(self, duel_id: int, at: int) -> DuelRow | None:
        """Take a duel back that was set aside."""
        await extension.finish(self._db)

        def work(sql: Sql) -> list[sqlite3.Row]:
            if rows := sql(statements.TAKE_BACK, *3 * (at,), duel_id):
                sql("DELETE FROM messages WHERE duel_id = ? AND place LIKE 'panel-%'", duel_id)
            return rows

        rows = await self._db.transaction(work)
        return duel_of(rows[0]) if rows else None

    async def delivery(self, duel_id: int) -> DeliveryRow | None:
        """A duel's messages by place, and all else that delivery needs. One statement, so that all is read at one
        moment.
        """
        rows = await self._db.read(statements.DELIVERY, duel_id)
        if not rows:
            return None
        messages = tuple(MessageRow(*row[:MESSAGE_COLUMNS]) for row in rows if row["place"] is not None)
        return DeliveryRow(rows[0]["version"], messages, (contact_of(rows[0], 1), contact_of(rows[0], 2)))

    async def outdated_of(self, guild_id: int) -> tuple[int, ...]:
        """The duels of a server that are over and whose board was left as it was."""
        return tuple(row["id"] for row in await self._db.statement(statements.OUTDATED_OF, guild_id))

    async def put_message(self, *rows: MessageRow) -> None:
        """Save which message is at each of these places."""
        await self._db.statement(statements.put_messages(len(rows)), *_values(rows))

    async def drop_message(self, duel_id: int, place: str) -> None:
        """Forget what stands at a place."""
        await self._db.statement(statements.DROP_MESSAGE, duel_id, place)

    async def put_delivered(
        self, duel_id: int, version: int, put: Iterable[MessageRow] = (), gone: Iterable[str] = ()
    ) -> None:
        """Save which version of a duel its messages show, put some and forget others."""
        rows, places = tuple(put), tuple(gone)

        def work(sql: Sql) -> None:
            if rows:
                sql(statements.put_messages(len(rows)), *_values(rows))
            for place in places:
                sql(statements.DROP_MESSAGE, duel_id, place)
            sql(statements.PUT_DELIVERED, version, version, duel_id)

        await self._db.transaction(work)

    async def contact(self, user_id: int) -> ContactRow:
        """How a person is reached."""
        rows = await self._db.read("SELECT * FROM doors WHERE user_id = ?", user_id)
        if not rows:
            return ContactRow(user_id)
        row = rows[0]
        return ContactRow(user_id, row["channel_id"], row["closed_at"], bool(row["prompts"]), bool(row["reminders"]))

    async def put_contact(self, user_id: int, channel_id: int | None, closed_at: int | None) -> None:
        """Write down how a person is reached."""
        await self._db.statement(statements.PUT_CONTACT, user_id, channel_id, closed_at)

    async def put_notices(self, user_id: int, *, prompts: bool, reminders: bool) -> None:
        """Write down what a person wants to be told."""
        await self._db.statement(statements.PUT_NOTICES, user_id, prompts, reminders)

    async def note(self, key: str) -> str | None:
        """One of the bot's own values, by key; None if it is not set."""
        rows = await self._db.read("SELECT value FROM notes WHERE key = ?", key)
        return str(rows[0]["value"]) if rows else None

    async def put_note(self, key: str, value: str) -> None:
        """Set such a value."""
        await self._db.statement(statements.PUT_NOTE, key, value)

    async def emojis(self, application_id: int) -> dict[str, int]:
        """The ids of an application's emojis, by name."""
        rows = await self._db.statement("SELECT name, emoji_id FROM emojis WHERE application_id = ?", application_id)
        return {row["name"]: row["emoji_id"] for row in rows}

    async def put_emojis(self, application_id: int, ids: Mapping[str, int]) -> None:
        """Save the ids of an application's emojis, and no others."""

        def work(sql: Sql) -> None:
            sql("DELETE FROM emojis WHERE application_id = ?", application_id)
            sql(statements.PUT_EMOJIS, application_id, json.dumps(dict(ids)))

        await self._db.transaction(work)


def _values(rows: Iterable[MessageRow]) -> Iterator[Value]:
    return (value for row in rows for value in vars(row).values())
