"""`Connection`: one SQLite connection whose users take turns. Knows no table.

Two tasks that write through one connection would share a transaction. So each use is one statement, or one transaction
that is over when the turn is.
"""

from __future__ import annotations

import asyncio
import math
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiosqlite

from storage.model import StorageError, Unwritable

Value = int | float | str | bytes | None

UNWRITABLE = {
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_CANTOPEN,
}
"""What passes, or what an operator can end: there is nothing wrong with the statement or with what is in the file."""

_SQLITE_INTEGERS = range(-(2**63), 2**63)


class Connection:
    """Statements and transactions, in turn. A store of duels is made on it."""

    def __init__(self, db: aiosqlite.Connection) -> None:
        self._db = db
        self._db.row_factory = sqlite3.Row
        self._turn = asyncio.Lock()
        self._closed = False

    async def aclose(self) -> None:
        """Let those finish who wait for their turn, and close."""
        async with self._turn:
            self._closed = True
            await self._db.close()

    async def _statement(self, sql: str, *values: Value) -> list[sqlite3.Row]:
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

    async def _sql(self, sql: str, *values: Value) -> list[sqlite3.Row]:
        if self._closed:
            raise StorageError("The store is closed.")
        try:
            return list(await self._db.execute_fetchall(sql, [_storable(value) for value in values]))
        except sqlite3.Error as error:
            # The code's first byte is its kind; the rest says more.
            if getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF in UNWRITABLE:
                raise Unwritable(error.sqlite_errorname) from error
            raise StorageError(f"The database refused: {error}.") from error


def _storable(value: Value) -> Value:
    if isinstance(value, int) and value not in _SQLITE_INTEGERS:
        return math.inf  # equals no integer and fits no integer column: it finds nothing, and is not stored
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()  # half a surrogate pair is no UTF-8
    return value
