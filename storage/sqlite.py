"""`SqliteStore`: duels in one SQLite file, which other processes may use too. Knows no game and no Discord.

Two tasks that write through one connection would share a transaction. So each method waits for its turn, and is one
statement, or one transaction that is over when the turn is.
"""

from __future__ import annotations

import asyncio
import json
import math
import sqlite3
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from dataclasses import astuple, fields
from pathlib import Path

import aiosqlite

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
    StorageError,
)

_Value = int | float | str | bytes | None

_SQLITE_INTEGERS = range(-(2**63), 2**63)


class SqliteStore:
    """A `DuelStore` on a file: made by `connect`, ended by `aclose`."""

    def __init__(self, db: aiosqlite.Connection) -> None:
        self._db = db
        self._db.row_factory = sqlite3.Row
        self._turn = asyncio.Lock()
        self._closed = False

    @classmethod
    async def connect(cls, path: str | Path) -> SqliteStore:
        """The store on this file, which is made where there is none. Raises `UnusableDatabase`."""
        return cls(await open_database(path))

    async def create(self, new: NewDuel) -> DuelRow:
        """Write a challenge down."""
        rows = await self._statement(
            """
            INSERT INTO duels (game, rules_version, player_one, player_two, name_one, name_two, starter, guild_id,
                               channel_id, created_at, rematch_of, status)
            SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'challenged'
            WHERE NOT EXISTS (SELECT 1 FROM duels WHERE rematch_of = ?) RETURNING *
            """,
            new.game,
            new.rules_version,
            new.player_one,
            new.player_two,
            new.name_one,
            new.name_two,
            new.starter,
            new.guild_id,
            new.channel_id,
            new.created_at,
            new.rematch_of,
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
            UPDATE duels SET status = 'open', name_two = ?, starter = ?, seed = ?, opened_at = ?
            WHERE id = ? AND status = 'challenged' RETURNING *
            """,
            name_two,
            starter,
            seed,
            at,
            duel_id,
        )
        return _challenged(duel_id, rows)

    async def close(self, duel_id: int, status: Status, at: int) -> DuelRow:
        """`challenged → declined | cancelled | expired`, or `StaleStatus`."""
        rows = await self._statement(
            "UPDATE duels SET status = ?, ended_at = ? WHERE id = ? AND status = 'challenged' RETURNING *",
            status,
            at,
            duel_id,
        )
        return _challenged(duel_id, rows)

    async def append(
        self, duel_id: int, ply: int, player: int | None, action: str, at: int, *, result: Result | None = None
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
            if result is None:
                rows = await self._sql("SELECT * FROM duels WHERE id = ?", duel_id)
            else:
                rows = await self._sql(
                    "UPDATE duels SET status = 'ended', ended_at = ?, winner = ?, ending = ? WHERE id = ? RETURNING *",
                    at,
                    result.winner,
                    result.ending,
                    duel_id,
                )
        return _duel(rows[0])

    async def messages(self, duel_id: int) -> tuple[MessageRow, ...]:
        """The messages that show a duel, by place."""
        rows = await self._statement(
            "SELECT duel_id, place, channel_id, message_id, shown FROM messages WHERE duel_id = ? ORDER BY place",
            duel_id,
        )
        return tuple(MessageRow(*row) for row in rows)

    async def put_message(self, row: MessageRow) -> None:
        """Write down what stands at a place."""
        await self._statement(
            "REPLACE INTO messages (duel_id, place, channel_id, message_id, shown) VALUES (?, ?, ?, ?, ?)",
            *astuple(row),
        )

    async def drop_message(self, duel_id: int, place: str) -> None:
        """Forget what stands at a place."""
        await self._statement("DELETE FROM messages WHERE duel_id = ? AND place = ?", duel_id, place)

    async def put_delivered(self, duel_id: int, plies: int) -> None:
        """Write down how many entries of a log its messages show."""
        await self._statement("UPDATE duels SET delivered = ? WHERE id = ?", plies, duel_id)

    async def behind(self) -> tuple[int, ...]:
        """The duels whose messages show less than there is, oldest first."""
        rows = await self._statement(
            """
            SELECT id FROM duels WHERE status <> 'challenged'
            AND delivered < (SELECT count(*) FROM moves WHERE duel_id = duels.id) ORDER BY id
            """
        )
        return tuple(row["id"] for row in rows)

    async def door(self, user_id: int) -> DoorRow:
        """How a person is reached."""
        rows = await self._statement("SELECT user_id, channel_id, closed_at FROM doors WHERE user_id = ?", user_id)
        return DoorRow(*rows[0]) if rows else DoorRow(user_id, None, None)

    async def put_door(self, row: DoorRow) -> None:
        """Write down how a person is reached."""
        await self._statement("REPLACE INTO doors (user_id, channel_id, closed_at) VALUES (?, ?, ?)", *astuple(row))

    async def note(self, key: str) -> str | None:
        """A word the bot keeps for itself."""
        rows = await self._statement("SELECT value FROM notes WHERE key = ?", key)
        return str(rows[0]["value"]) if rows else None

    async def put_note(self, key: str, value: str) -> None:
        """Keep such a word."""
        await self._statement("REPLACE INTO notes (key, value) VALUES (?, ?)", key, value)

    async def aclose(self) -> None:
        """Let those finish who wait for their turn, and close."""
        async with self._turn:
            self._closed = True
            await self._db.close()

    async def _statement(self, sql: str, *values: _Value) -> list[sqlite3.Row]:
        """A turn of one statement, which SQLite does wholly or not at all, and does even if nobody waits for it."""
        async with self._turn:
            return await self._sql(sql, *values)

    @asynccontextmanager
    async def _transaction(self) -> AsyncIterator[None]:
        """A turn of several statements.

        Cancelled in the middle, the statement that is under way is still done, in the connection's thread. What is
        asked of that thread is done in order: so the rollback, asked for before the turn is given up, undoes it before
        anybody's next statement; and where it was the COMMIT, nothing is left to undo.
        """
        async with self._turn:
            try:
                await self._sql("BEGIN IMMEDIATE")
                yield
                await self._sql("COMMIT")
            except BaseException:
                if not self._closed:
                    await self._db.rollback()
                raise

    async def _sql(self, sql: str, *values: _Value) -> list[sqlite3.Row]:
        if self._closed:
            raise StorageError("The store is closed.")
        try:
            return list(await self._db.execute_fetchall(sql, [_storable(value) for value in values]))
        except sqlite3.Error as error:
            raise StorageError(f"The database refused: {error}.") from error


def _storable(value: _Value) -> _Value:
    if isinstance(value, int) and value not in _SQLITE_INTEGERS:
        return math.inf  # equals no integer and fits no integer column: it finds nothing, and is not stored
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()  # half a surrogate pair is no UTF-8
    return value


_DUEL_COLUMNS = tuple(field.name for field in fields(DuelRow))


def _duel(row: sqlite3.Row) -> DuelRow:
    return DuelRow(**{column: row[column] for column in _DUEL_COLUMNS} | {"status": Status(row["status"])})


def _challenged(duel_id: int, rows: list[sqlite3.Row]) -> DuelRow:
    if not rows:
        raise StaleStatus(f"Duel {duel_id} is not a challenge.")
    return _duel(rows[0])
