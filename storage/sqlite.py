"""`SqliteStore`: duels in one SQLite file, which other processes may use too. Knows no game and no Discord.

Each method is one statement, or one transaction.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection
from dataclasses import astuple, fields
from pathlib import Path

from storage.connection import Connection
from storage.migrate import open_database
from storage.model import (
    DoorRow,
    DuelRow,
    MessageRow,
    MoveRow,
    NewDuel,
    Result,
    StaleLog,
    StaleStatus,
    Status,
)


class SqliteStore(Connection):
    """A `DuelStore` on a file: made by `connect`, ended by `aclose`."""

    @classmethod
    async def connect(cls, path: str | Path) -> SqliteStore:
        """The store on this file, which is made where there is none. Raises `UnusableDatabase`."""
        return cls(await open_database(path))

    async def create(self, new: NewDuel) -> DuelRow:
        """Write a challenge down."""
        rows = await self._statement(
            """
            INSERT INTO duels (game, rules_version, player_one, player_two, name_one, name_two, starter, guild_id,
                               channel_id, created_at, pace, due_at, rematch_of, delivered, status)
            SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'challenged'
            WHERE NOT EXISTS (SELECT 1 FROM duels WHERE rematch_of = ?) RETURNING *
            """,
            *astuple(new),
            # A challenge is posted by the answer to a command, a rematch by whoever looks after the messages.
            0 if new.rematch_of is None else -1,
            new.rematch_of,
        )
        if not rows:
            raise StaleStatus(f"Duel {new.rematch_of} has a rematch already.")
        return _duel(rows[0])

    async def duel(self, duel_id: int) -> DuelRow | None:
        """One duel, if it ever was."""
        rows = await self._statement("SELECT * FROM duels WHERE id = ?", duel_id)
        return _duel(rows[0]) if rows else None

    async def rematch_of(self, duel_id: int) -> DuelRow | None:
        """The duel that follows this one."""
        rows = await self._statement("SELECT * FROM duels WHERE rematch_of = ?", duel_id)
        return _duel(rows[0]) if rows else None

    async def unlink_rematch(self, duel_id: int) -> None:
        """This duel is no rematch any more."""
        await self._statement("UPDATE duels SET rematch_of = NULL WHERE id = ?", duel_id)

    async def load(self, duel_id: int) -> tuple[DuelRow, tuple[MoveRow, ...]] | None:
        """One duel and its log. One statement, so that both are of one moment."""
        rows = await self._statement(
            """
            SELECT duels.*, moves.ply, moves.player, moves.action, moves.at
            FROM duels LEFT JOIN moves ON moves.duel_id = duels.id WHERE duels.id = ? ORDER BY moves.ply
            """,
            duel_id,
        )
        if not rows:
            return None
        # A duel without moves is one row, with no move in it.
        moves = (MoveRow(row["ply"], row["player"], row["action"], row["at"]) for row in rows if row["ply"] is not None)
        return _duel(rows[0]), tuple(moves)

    async def duels_of(self, user_id: int, statuses: Collection[Status]) -> tuple[DuelRow, ...]:
        """A person's duels with one of the statuses, oldest first."""
        seat = user_id, json.dumps(list(statuses))
        rows = await self._statement(
            """
            SELECT * FROM duels WHERE id IN (
                SELECT id FROM duels WHERE player_one = ? AND status IN (SELECT value FROM json_each(?))
                UNION SELECT id FROM duels WHERE player_two = ? AND status IN (SELECT value FROM json_each(?))
            ) ORDER BY id
            """,
            *seat,
            *seat,
        )
        return tuple(map(_duel, rows))

    async def with_status(self, status: Status) -> tuple[DuelRow, ...]:
        """All duels with a status, oldest first."""
        rows = await self._statement("SELECT * FROM duels WHERE status = ? ORDER BY id", status)
        return tuple(map(_duel, rows))

    async def open(self, duel_id: int, *, name_two: str, starter: int, seed: bytes, at: int) -> DuelRow:
        """`challenged → open`, or `StaleStatus`."""
        rows = await self._statement(
            """
            UPDATE duels SET status = 'open', name_two = ?, starter = ?, seed = ?, opened_at = ?, due_at = ? + pace,
                             remind_at = ? + pace - pace / 4, moved_by = 0, version = version + 1
            WHERE id = ? AND status = 'challenged' RETURNING *
            """,
            name_two,
            starter,
            seed,
            at,
            at,
            at,
            duel_id,
        )
        return _challenged(duel_id, rows)

    async def close(self, duel_id: int, status: Status, at: int) -> DuelRow:
        """`challenged → declined | cancelled | expired`, or `StaleStatus`."""
        rows = await self._statement(
            """
            UPDATE duels SET status = ?, ended_at = ?, version = version + 1
            WHERE id = ? AND status = 'challenged' RETURNING *
            """,
            status,
            at,
            duel_id,
        )
        return _challenged(duel_id, rows)

    async def append(
        self,
        duel_id: int,
        ply: int,
        player: int | None,
        action: str,
        at: int,
        *,
        restarts_clock: bool = False,
        result: Result | None = None,
    ) -> DuelRow:
        """Add the next entry, and with a `result` end the duel; or `StaleLog`."""
        async with self._transaction():
            added = await self._sql(
                """
                INSERT INTO moves (duel_id, ply, player, action, at)
                SELECT id, ?, ?, ?, ? FROM duels WHERE id = ? AND status = 'open'
                AND ? = (SELECT coalesce(max(ply) + 1, 0) FROM moves WHERE duel_id = duels.id) RETURNING ply
                """,
                ply,
                player,
                action,
                at,
                duel_id,
                ply,
            )
            if not added:
                raise StaleLog(f"Entry {ply} is not the next one of an open duel {duel_id}.")
            if restarts_clock:
                await self._sql(
                    "UPDATE duels SET due_at = ? + pace, remind_at = ? + pace - pace / 4, moved_by = 0 WHERE id = ?",
                    at,
                    at,
                    duel_id,
                )
            if result is not None:
                await self._sql(
                    "UPDATE duels SET status = 'ended', ended_at = ?, winner = ?, ending = ? WHERE id = ?",
                    at,
                    result.winner,
                    result.ending,
                    duel_id,
                )
            rows = await self._sql("UPDATE duels SET version = version + 1 WHERE id = ? RETURNING *", duel_id)
        return _duel(rows[0])

    async def due(self, now: int) -> tuple[int, ...]:
        """The challenges and open duels whose deadline is past, the longest past first."""
        return await self._ids(
            "SELECT id FROM duels WHERE status IN ('challenged', 'open') AND due_at <= ? ORDER BY due_at, id", now
        )

    async def to_remind(self, now: int) -> tuple[int, ...]:
        """The open duels of whose deadline somebody is to be reminded, the most urgent first."""
        return await self._ids(
            "SELECT id FROM duels WHERE status = 'open' AND remind_at <= ? ORDER BY remind_at, id", now
        )

    async def put_reminded(self, duel_id: int, remind_at: int) -> None:
        """Write down that this reminder is done."""
        await self._statement("UPDATE duels SET remind_at = NULL WHERE id = ? AND remind_at = ?", duel_id, remind_at)

    async def move_deadlines(self, by: int, key: str, value: str) -> None:
        """All deadlines that are on, and what comes before them, are later by so much; and a note is kept."""
        async with self._transaction():
            await self._sql(
                """
                UPDATE duels SET due_at = due_at + ?, remind_at = remind_at + ?, moved_by = moved_by + ?,
                                 version = version + 1
                WHERE status IN ('challenged', 'open')
                """,
                by,
                by,
                by,
            )
            await self._sql("REPLACE INTO notes (key, value) VALUES (?, ?)", key, value)

    async def messages(self, duel_id: int) -> tuple[MessageRow, ...]:
        """The messages that show a duel, by place."""
        rows = await self._statement(
            "SELECT duel_id, place, channel_id, message_id, shown FROM messages WHERE duel_id = ? ORDER BY place",
            duel_id,
        )
        return tuple(MessageRow(*row) for row in rows)

    async def put_message(self, *rows: MessageRow) -> None:
        """Write down what stands at one place or more."""
        places = ", ".join(["(?, ?, ?, ?, ?)"] * len(rows))
        values = [value for row in rows for value in astuple(row)]
        sql = f"REPLACE INTO messages (duel_id, place, channel_id, message_id, shown) VALUES {places}"  # noqa: S608
        await self._statement(sql, *values)

    async def drop_message(self, duel_id: int, place: str) -> None:
        """Forget what stands at a place."""
        await self._statement("DELETE FROM messages WHERE duel_id = ? AND place = ?", duel_id, place)

    async def put_delivered(self, duel_id: int, version: int) -> None:
        """Write down which version of a duel its messages show."""
        await self._statement("UPDATE duels SET delivered = ? WHERE id = ?", version, duel_id)

    async def behind(self) -> tuple[int, ...]:
        """The duels whose messages show less than there is, oldest first."""
        return await self._ids("SELECT id FROM duels WHERE delivered < version ORDER BY id")

    async def door(self, user_id: int) -> DoorRow:
        """How a person is reached."""
        rows = await self._statement("SELECT * FROM doors WHERE user_id = ?", user_id)
        if not rows:
            return DoorRow(user_id)
        row = rows[0]
        return DoorRow(user_id, row["channel_id"], row["closed_at"], bool(row["prompts"]), bool(row["reminders"]))

    async def put_door(self, user_id: int, channel_id: int | None, closed_at: int | None) -> None:
        """Write down how a person is reached."""
        await self._statement(
            """
            INSERT INTO doors (user_id, channel_id, closed_at) VALUES (?, ?, ?)
            ON CONFLICT DO UPDATE SET channel_id = excluded.channel_id, closed_at = excluded.closed_at
            """,
            user_id,
            channel_id,
            closed_at,
        )

    async def put_notices(self, user_id: int, *, prompts: bool, reminders: bool) -> None:
        """Write down what a person wants to be told."""
        await self._statement(
            """
            INSERT INTO doors (user_id, prompts, reminders) VALUES (?, ?, ?)
            ON CONFLICT DO UPDATE SET prompts = excluded.prompts, reminders = excluded.reminders
            """,
            user_id,
            prompts,
            reminders,
        )

    async def note(self, key: str) -> str | None:
        """A word the bot keeps for itself."""
        rows = await self._statement("SELECT value FROM notes WHERE key = ?", key)
        return str(rows[0]["value"]) if rows else None

    async def put_note(self, key: str, value: str) -> None:
        """Keep such a word."""
        await self._statement("REPLACE INTO notes (key, value) VALUES (?, ?)", key, value)

    async def _ids(self, sql: str, *values: int) -> tuple[int, ...]:
        return tuple(row["id"] for row in await self._statement(sql, *values))


_DUEL_COLUMNS = tuple(field.name for field in fields(DuelRow))


def _duel(row: sqlite3.Row) -> DuelRow:
    return DuelRow(**{column: row[column] for column in _DUEL_COLUMNS} | {"status": Status(row["status"])})


def _challenged(duel_id: int, rows: list[sqlite3.Row]) -> DuelRow:
    if not rows:
        raise StaleStatus(f"Duel {duel_id} is not a challenge.")
    return _duel(rows[0])
