"""`Connection`: one SQLite connection with a lock, so that tasks use it one at a time. Knows no table.

Two tasks that write through one connection would share a transaction. So under the lock there is one statement, or one
transaction that ends before the lock is released.
"""

from __future__ import annotations

import asyncio
import math
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiosqlite

from storage.migrate import damaged, is_damage, sentence_for
from storage.model import Damaged, StorageError, Unwritable

Value = int | float | str | bytes | None

UNWRITABLE = {
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_CANTOPEN,
}
"""Errors that pass, or that an operator can fix: the statement and the file's contents are fine."""

_SQLITE_INTEGERS = range(-(2**63), 2**63)


class Connection:
    """Statements and transactions, one at a time."""

    def __init__(self, db: aiosqlite.Connection, file: str | Path) -> None:
        self._db = db
        self._file = Path(file).absolute()
        self._unsaid = ["that the file is damaged"]
        self._db.row_factory = sqlite3.Row
        # A damaged text is a wrong text: else it would be an error of every query that finds it, among many others.
        self._db.text_factory = lambda text: text.decode("utf-8", "replace")
        self._lock = asyncio.Lock()
        self._closed = False

    async def aclose(self) -> None:
        """Wait for the tasks that are queued for the lock, then close."""
        async with self._lock:
            self._closed = True
            await self._db.close()

    async def statement(self, sql: str, *values: Value) -> list[sqlite3.Row]:
        """One statement, which SQLite does wholly or not at all, and does even if nobody waits for it."""
        async with self._lock:
            return await self.sql(sql, *values)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[None]:
        """Several statements, all or none.

        If the task is cancelled, the current statement still completes in the connection's thread. That thread runs
        statements in order, and the rollback is queued before the lock is released. So the rollback undoes that
        statement before anybody's next one. If the current statement is the COMMIT, there is nothing left to undo.
        """
        async with self._lock:
            try:
                await self.sql("BEGIN IMMEDIATE")
                yield
                await self.sql("COMMIT")
            except BaseException:
                if not self._closed:
                    await self._db.rollback()
                raise

    async def examine(self) -> None:
        """Have SQLite look through the whole file, on a connection of its own. Raises `Damaged`."""
        async with aiosqlite.connect(f"{self._file.as_uri()}?mode=ro", uri=True) as other:
            try:
                found = list(map(tuple, await other.execute_fetchall("PRAGMA quick_check(1)")))
            except sqlite3.Error as error:
                if is_damage(error):
                    raise Damaged(sentence_for(self._file, error), self._unsaid) from error
                raise StorageError(f"The database can't be examined: {error}.") from error
            except asyncio.CancelledError:
                await other.interrupt()  # or its end would be waited for
                raise
        if found != [("ok",)]:
            raise Damaged(damaged(self._file), self._unsaid)

    async def sql(self, sql: str, *values: Value) -> list[sqlite3.Row]:
        """One statement, while the lock is held. Raises `Unwritable`, `Damaged` or `StorageError`."""
        if self._closed:
            raise StorageError("The store is closed.")
        try:
            return list(await self._db.execute_fetchall(sql, [_storable(value) for value in values]))
        except sqlite3.Error as error:
            # The lowest byte is the primary result code; the rest is detail.
            code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
            if code in UNWRITABLE:
                raise Unwritable(error.sqlite_errorname) from error
            if is_damage(error):
                raise Damaged(sentence_for(self._file, error), self._unsaid) from error
            raise StorageError(f"The database refused: {error}.") from error


def _storable(value: Value) -> Value:
    if isinstance(value, int) and value not in _SQLITE_INTEGERS:
        return math.inf  # equals no integer and fits no integer column: it finds no row and can't be stored
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()  # half a surrogate pair is not valid UTF-8
    return value
