"""`Connection`: how tasks share an SQLite file: one writes for all, in a thread. Knows no table."""

from __future__ import annotations

import asyncio
import math
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

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

READER_CACHE = 256
"""KiB of pages that the reading connection keeps: with each commit of the other one they are dropped."""

READS_IN_A_ROW = 8
"""By one task, some 0.1 ms each, after which others go on. A press needs fewer: who comes first is served first."""

TURNS = 3
"""Turns of the loop before the thread is woken: under load, others ask meanwhile, and share the commit."""

_SQLITE_INTEGERS = range(-(2**63), 2**63)


Sql = Callable[..., list[sqlite3.Row]]
"""Does one statement: the SQL and its values. Raises `Unwritable`, `Damaged` or `StorageError`."""
Done = TypeVar("Done")


@dataclass(eq=False)
class _Job:
    """Statements that are done together, and what came of them. `is_alone`: there is one, which needs no transaction of
    its own.
    """

    work: Callable[[Sql], Any]
    is_alone: bool
    waiter: asyncio.Future[Any]
    result: Any = None
    error: Exception | None = None

    def deliver(self) -> None:
        """To whoever still waits."""
        if self.waiter.cancelled():
            return
        if self.error is not None:
            self.waiter.set_exception(self.error)
        else:
            self.waiter.set_result(self.result)


class Connection:
    """One connection that writes, in a thread, and one that reads what is found by its key or an index, at once.

    What is asked for while the thread is at work, or just before it begins, is done together, in one transaction: a
    commit waits for the disk, and to wake the thread costs more than most statements. Nobody hears of a result before
    the commit. If anything in there is refused, all of it is undone, and each is done by itself.
    """

    def __init__(self, db: aiosqlite.Connection, file: str | Path) -> None:
        self._db = db
        self._file = Path(file).absolute()
        self._unsaid = ["that the file is damaged"]
        self._reader = sqlite3.connect(file, timeout=0, isolation_level=None)
        self._reader.execute("PRAGMA query_only = ON")
        self._reader.execute(f"PRAGMA cache_size = -{READER_CACHE}")
        for connection in (db, self._reader):
            connection.row_factory = sqlite3.Row
            # A damaged text is a wrong text: else it would be an error of every query that finds it, among many others.
            connection.text_factory = partial(str, encoding="utf-8", errors="replace")
        self._reading: asyncio.Task[Any] | None = None
        self._in_a_row = 0
        """Reads by this task, with none of another's between them."""
        self._waiting: list[_Job] = []
        self._at_work: asyncio.Task[None] | None = None
        self._looking: asyncio.Task[None] | None = None
        self._closed = False
        self._closing = asyncio.Lock()

    async def aclose(self) -> None:
        """Do what was asked for, then close."""
        self._closed = True
        async with self._closing:
            if self._looking:  # it may only read: were it the last to close, the WAL would stay
                self._stop_looking(self._looking)
                await asyncio.wait([self._looking])
            if self._at_work:
                await asyncio.wait([self._at_work])
            self._reader.close()
            await self._db.close()

    async def read(self, sql: str, *values: Value) -> list[sqlite3.Row]:
        """A statement that finds few rows by their key or an index: that takes less time than to wake the thread."""
        if (task := asyncio.current_task()) is not self._reading:
            self._reading, self._in_a_row = task, 0
        self._in_a_row += 1
        if self._in_a_row % READS_IN_A_ROW == 0:
            await asyncio.sleep(0)  # others go on, however many reads follow each other
        if not self._closed:
            with suppress(sqlite3.Error):
                return self._reader.execute(sql, [_storable(value) for value in values]).fetchall()
        return await self.statement(sql, *values)  # it waits for a lock, or says what is wrong

    async def statement(self, sql: str, *values: Value) -> list[sqlite3.Row]:
        """One statement, which SQLite does wholly or not at all."""
        rows: list[sqlite3.Row] = await self._done(lambda do: do(sql, *values), is_alone=True)
        return rows

    async def transaction(self, work: Callable[[Sql], Done]) -> Done:
        """Several statements, all or none. `work` runs in the thread; again, if something beside it was refused."""
        result: Done = await self._done(work, is_alone=False)
        return result

    async def examine(self) -> None:
        """Have SQLite look through the whole file, on a connection of its own. Raises `Damaged`."""
        looking = self._looking = asyncio.create_task(self._look_through())
        try:
            await asyncio.shield(looking)
        except asyncio.CancelledError:
            self._stop_looking(looking)
            raise

    @staticmethod
    def _stop_looking(looking: asyncio.Task[None]) -> None:
        """Once: cancelled again, it would not close what it has opened."""
        if not looking.cancelling():
            looking.cancel()

    async def _look_through(self) -> None:
        other = aiosqlite.connect(f"{self._file.as_uri()}?mode=ro", uri=True)
        opening = asyncio.ensure_future(other)
        try:
            await asyncio.shield(opening)
            found = list(map(tuple, await other.execute_fetchall("PRAGMA quick_check(1)")))
        except sqlite3.Error as error:
            if is_damage(error):
                raise Damaged(sentence_for(self._file, error), self._unsaid) from error
            raise StorageError(f"The database can't be examined: {error}.") from error
        except asyncio.CancelledError:
            await opening  # what is still being opened would never be closed
            await other.interrupt()  # or its end would be waited for
            raise
        finally:
            await other.close()
        if found != [("ok",)]:
            raise Damaged(damaged(self._file), self._unsaid)

    async def _done(self, work: Callable[[Sql], Any], *, is_alone: bool) -> Any:
        """If the task is cancelled before the thread has begun, nothing is done; after that, all of it is."""
        if self._closed:
            raise StorageError("The store is closed.")
        job = _Job(work, is_alone, asyncio.get_running_loop().create_future())
        self._waiting.append(job)
        if self._at_work is None:
            self._at_work = asyncio.create_task(self._work_off())
            self._at_work.add_done_callback(self._never_begun)
        return await job.waiter

    async def _work_off(self) -> None:
        jobs: list[_Job] = []
        try:
            while jobs := await self._asked_for():
                # aiosqlite has no public name for this: it runs a function in the connection's thread.
                await self._db._execute(self._do, jobs)  # type: ignore[no-untyped-call]
                for job in jobs:
                    job.deliver()
        finally:
            self._give_up(jobs)

    async def _asked_for(self) -> list[_Job]:
        for _ in range(TURNS):
            await asyncio.sleep(0)
        jobs = [job for job in self._waiting if not job.waiter.cancelled()]
        self._waiting.clear()
        return jobs

    def _never_begun(self, task: asyncio.Task[None]) -> None:
        if self._at_work is task:
            self._give_up([])

    def _give_up(self, jobs: list[_Job]) -> None:
        """The work is done, or was cancelled with whatever else there is: nobody is left waiting, and the next begins
        anew.
        """
        for job in (*jobs, *self._waiting):
            job.waiter.cancel()
        self._waiting.clear()
        self._at_work = None

    # ---- in the thread

    def _do(self, jobs: list[_Job]) -> None:
        if len(jobs) == 1 or not self._do_together(jobs):
            for job in jobs:
                try:
                    job.result = job.work(self._sql) if job.is_alone else self._in_transaction([job])[0]
                except Exception as error:
                    job.error = error

    def _do_together(self, jobs: list[_Job]) -> bool:
        try:
            results = self._in_transaction(jobs)
        except Exception:
            return False
        for job, result in zip(jobs, results, strict=True):
            job.result = result
        return True

    def _in_transaction(self, jobs: list[_Job]) -> list[Any]:
        self._sql("BEGIN IMMEDIATE")
        try:
            results = [job.work(self._sql) for job in jobs]
            self._sql("COMMIT")
        except BaseException:
            self._db._conn.rollback()
            raise
        return results

    def _sql(self, sql: str, *values: Value) -> list[sqlite3.Row]:
        try:
            return self._db._conn.execute(sql, [_storable(value) for value in values]).fetchall()
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
