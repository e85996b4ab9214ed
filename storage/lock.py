"""The lock that keeps a second bot from using the same database. Knows the file's name, but not its contents.

It is SQLite's own file lock, on an empty database beside the real one. So it works on every platform that SQLite does,
and ends with its process, even after a kill. The lock file stays: if it is deleted, a second bot can start.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from storage.file_locks import why_no_locks
from storage.migrate import sentence_for, usable_path
from storage.model import UnusableDatabase

PATIENCE = 0.5
"""Seconds to wait for the lock, because `is_in_use` takes it for an instant."""


@contextmanager
def sole_use(path: str | Path) -> Iterator[None]:
    """Hold the lock on the database inside the block. Raises `UnusableDatabase`."""
    lock = _lock_of(path)
    try:
        held = sqlite3.connect(lock, timeout=PATIENCE, isolation_level=None)
    except sqlite3.Error as error:
        raise UnusableDatabase(sentence_for(lock, error)) from error
    with closing(held):
        try:
            held.execute("PRAGMA journal_mode = MEMORY")  # so that a kill leaves no journal file
            held.execute("BEGIN EXCLUSIVE")
            held.execute("PRAGMA user_version = 1")  # never committed; a read-only file fails here
        except sqlite3.Error as error:
            if not _is_held(lock, error):
                raise UnusableDatabase(sentence_for(lock, error)) from error
            raise UnusableDatabase(f"{path} is in use by another bot: stop that one, or name another file.") from None
        yield


def is_in_use(path: str | Path) -> bool:
    """Whether a process has `sole_use` of the database now. Creates no file. Raises `UnusableDatabase`."""
    lock = _lock_of(path)
    if not lock.exists():
        return False
    try:
        with closing(sqlite3.connect(f"{lock.as_uri()}?mode=ro", timeout=0, uri=True)) as db:
            db.execute("SELECT 1 FROM sqlite_schema").fetchall()
    except sqlite3.Error as error:
        if not _is_held(lock, error):
            raise UnusableDatabase(sentence_for(lock, error)) from error
        return True
    return False


def _lock_of(path: str | Path) -> Path:
    """The lock file of a database. Links are resolved first, as SQLite does, so each database has one lock."""
    return Path(f"{os.path.realpath(usable_path(path))}.lock")


def _is_held(lock: Path, error: sqlite3.Error) -> bool:
    """Whether another process holds the lock; else it was refused, or the file can't be used."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY and not why_no_locks(lock)
