"""Ways in which a database can't be written, all of them real: no room for it, a full file, a lock, no right to."""

from __future__ import annotations

import resource
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, AbstractContextManager, asynccontextmanager, closing, contextmanager
from pathlib import Path

from storage import SqliteStore

LONG = "x" * 20_000
"""A text that fits into no page of the file that is there: what is to hold it has to grow."""


@contextmanager
def no_room(file: Path, process: int = 0) -> Iterator[None]:
    """What SQLite appends to doesn't grow: a process, this one if none is named, gets no byte more."""
    old = resource.prlimit(process, resource.RLIMIT_FSIZE)
    resource.prlimit(process, resource.RLIMIT_FSIZE, (Path(f"{file}-wal").stat().st_size, old[1]))
    try:
        yield
    finally:
        resource.prlimit(process, resource.RLIMIT_FSIZE, old)


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """Another program is in the middle of writing."""
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        db.execute("BEGIN IMMEDIATE")
        yield


@asynccontextmanager
async def pragma(store: SqliteStore, name: str, value: int, after: int) -> AsyncIterator[None]:
    """The live connection is told so for a while."""
    await store._statement(f"PRAGMA {name} = {value}")
    yield
    await store._statement(f"PRAGMA {name} = {after}")


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
"""By SQLite's name for it."""
