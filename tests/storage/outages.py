"""Real ways in which a database can't be written: a file size limit, a full database, a lock, and read-only mode."""

from __future__ import annotations

import resource
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, AbstractContextManager, asynccontextmanager, closing, contextmanager
from pathlib import Path

from storage import SqliteStore

LONG = "x" * 20_000
"""A text that is longer than the free space in any page, so that saving it makes the file grow."""


@contextmanager
def no_room(file: Path, process: int = 0) -> Iterator[None]:
    """Limit file sizes to the WAL's size, for this process or the one given, so that the WAL can't grow."""
    old = resource.prlimit(process, resource.RLIMIT_FSIZE)
    resource.prlimit(process, resource.RLIMIT_FSIZE, (Path(f"{file}-wal").stat().st_size, old[1]))
    try:
        yield
    finally:
        resource.prlimit(process, resource.RLIMIT_FSIZE, old)


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """Another program holds the write lock."""
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        db.execute("BEGIN IMMEDIATE")
        yield


@asynccontextmanager
async def pragma(store: SqliteStore, name: str, value: int, after: int) -> AsyncIterator[None]:
    """The live connection is told so for a while."""
    await store._db.statement(f"PRAGMA {name} = {value}")
    yield
    await store._db.statement(f"PRAGMA {name} = {after}")


@asynccontextmanager
async def outside(way: Callable[[Path], AbstractContextManager[None]], file: Path) -> AsyncIterator[None]:
    with way(file):
        yield


OUTAGES: dict[str, Callable[[SqliteStore, Path], AbstractAsyncContextManager[None]]] = {
    "SQLITE_FULL": lambda store, _: pragma(store, "max_page_count", 1, 2**32 - 2),
    "SQLITE_READONLY": lambda store, _: pragma(store, "query_only", 1, 0),
    "SQLITE_IOERR_WRITE": lambda _, file: outside(no_room, file),
    "SQLITE_BUSY": lambda _, file: outside(locked, file),
}
"""The outages, by the name of SQLite's error."""
