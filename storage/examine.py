"""Checks a database file without changing it: creates no file and migrates nothing."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from storage.lock import is_in_use
from storage.migrate import BUSY_TIMEOUT_SECONDS, MIGRATIONS, check_ours, damaged, sentence_for, usable_path
from storage.model import UnusableDatabase

ASIDE = "SELECT id FROM duels WHERE set_aside_at IS NOT NULL AND status = 'open'"


def examine(path: str | Path) -> Iterator[tuple[bool, str]]:
    """The findings: for each, whether it is all right, and a sentence."""
    try:
        file = usable_path(path)
        yield _may_write(file)
        if not file.exists():
            yield True, f"{file} does not exist yet: the first start makes it."
            return
        used = is_in_use(file)
        yield True, f"{file} is used by a bot that is running." if used else f"{file} is used by no bot now."
        with closing(_opened(file, used)) as db:
            yield from _contents(file, db)
    except UnusableDatabase as problem:
        yield False, str(problem)
    except sqlite3.Error as error:
        yield False, sentence_for(usable_path(path), error)


def read_numbers(db: sqlite3.Connection) -> tuple[int, int, int]:
    """A file's application id, its format and its number of tables: the arguments of `check_ours`."""
    [[application_id]] = db.execute("PRAGMA application_id")
    [[version]] = db.execute("PRAGMA user_version")
    [[tables]] = db.execute("SELECT count(*) FROM sqlite_schema")
    return application_id, version, tables


def is_intact(db: sqlite3.Connection) -> bool:
    """Whether SQLite's integrity check finds no error in the database."""
    return db.execute("PRAGMA integrity_check(1)").fetchall() == [("ok",)]


def _may_write(file: Path) -> tuple[bool, str]:
    for place in (file.parent, file):
        if place.exists() and not os.access(place, os.W_OK, effective_ids=os.access in os.supports_effective_ids):
            return False, f"{place} can't be written: allow this user to, or name another file."
    return True, f"{file} can be written."


def _opened(file: Path, used: bool) -> sqlite3.Connection:
    """Open the file for reading. SQLite creates files beside a database even to read it, unless it is `immutable`. But
    then it ignores the WAL, where a running or killed bot may have left writes.
    """
    waiting = Path(f"{os.path.realpath(file)}-wal")
    alone = not used and not (waiting.exists() and waiting.stat().st_size)
    uri = f"{file.as_uri()}?{'immutable=1' if alone else 'mode=ro'}"
    return sqlite3.connect(uri, timeout=BUSY_TIMEOUT_SECONDS, isolation_level=None, uri=True)


def _contents(file: Path, db: sqlite3.Connection) -> Iterator[tuple[bool, str]]:
    newest = len(MIGRATIONS)
    application_id, version, tables = read_numbers(db)
    check_ours(file, application_id, version, tables, newest)
    if version < newest:
        yield True, f"{file} has format {version}: the next start brings it to format {newest}."
    else:
        yield True, f"{file} has format {version}, which is the newest."
        if aside := [str(number) for [number] in db.execute(ASIDE)]:
            which = f"Duel {aside[0]} is" if len(aside) == 1 else f"Duels {', '.join(aside)} are"
            yield False, f"{which} set aside, since the log can't be replayed by this program: the bot's log says why."
    if is_intact(db):
        yield True, f"{file} is whole: each of its pages has been looked at."
    else:
        yield False, damaged(file)
