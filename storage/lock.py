"""Keeps a second bot from a database in use. Knows a file's name and nothing of what is in it.

The lock is SQLite's own, on an empty database beside the real one: so it holds on every platform on which SQLite does,
and ends with the process that has it, however that ends. The file itself stays: who deletes it lets a second bot in.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from storage.migrate import sentence_for, usable_path
from storage.model import UnusableDatabase

PATIENCE = 0.5
"""Seconds for which a lock is waited for: `is_in_use` looks at it for an instant."""


@contextmanager
def sole_use(path: str | Path) -> Iterator[None]:
    """This process alone uses the database for as long as the block lasts. Raises `UnusableDatabase`."""
    lock = _lock_of(path)
    try:
        held = sqlite3.connect(lock, timeout=PATIENCE, isolation_level=None)
    except sqlite3.Error as error:
        raise UnusableDatabase(sentence_for(lock, error)) from error
    with closing(held):
        try:
            held.execute("PRAGMA journal_mode = MEMORY")  # or a kill would leave one more file behind
            held.execute("BEGIN EXCLUSIVE")
            held.execute("PRAGMA user_version = 1")  # never committed: a file that may only be read is not locked
        except sqlite3.Error as error:
            if not _is_busy(error):
                raise UnusableDatabase(sentence_for(lock, error)) from error
            raise UnusableDatabase(f"{path} is in use by another bot: stop that one, or name another file.") from None
        yield


def is_in_use(path: str | Path) -> bool:
    """Whether a process has `sole_use` of the database now. Makes no file. Raises `UnusableDatabase`."""
    lock = _lock_of(path)
    if not lock.exists():
        return False
    try:
        with closing(sqlite3.connect(f"{lock.as_uri()}?mode=ro", timeout=0, uri=True)) as db:
            db.execute("SELECT 1 FROM sqlite_schema").fetchall()
    except sqlite3.Error as error:
        if not _is_busy(error):
            raise UnusableDatabase(sentence_for(lock, error)) from error
        return True
    return False


def _lock_of(path: str | Path) -> Path:
    """One for each file, by whatever links it is reached: SQLite, too, goes by the name that they lead to."""
    return Path(f"{os.path.realpath(usable_path(path))}.lock")


def _is_busy(error: sqlite3.Error) -> bool:
    return getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY
