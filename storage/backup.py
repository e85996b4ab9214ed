"""Copies a database, even while a bot uses it. The copy is complete, or it does not exist."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from storage.examine import is_intact, read_numbers
from storage.migrate import BUSY_TIMEOUT_SECONDS, MIGRATIONS, check_ours, damaged, is_damage, sentence_for, usable_path
from storage.model import UnusableDatabase

PAGES = 1000
"""Pages copied per step, about 4 MB."""


def back_up(source: str | Path, target: str | Path) -> None:
    """Copy a database of this program to a file that must not exist. Raises `UnusableDatabase` for either file."""
    file, copy = usable_path(source), usable_path(target)
    if not file.exists():
        raise UnusableDatabase(f"{file} does not exist: there is nothing to copy.")
    _check_absent(copy)
    try:
        # So a kill leaves only one folder behind, and its name can't be taken for a copy's.
        with TemporaryDirectory(prefix=f".{copy.name}-", dir=copy.parent) as folder:
            part = Path(folder, copy.name)
            _copy(file, part, copy)
            shutil.copymode(file, part)  # a private database gets a private copy
            _check_absent(copy)
            part.rename(copy)
    except OSError as error:
        raise UnusableDatabase(f"{copy} can't be written ({error.strerror}): see to that, or name another.") from error


def _copy(file: Path, part: Path, copy: Path) -> None:
    # mode=rw: SQLite recovers the WAL that a killed bot left, as it does when a bot starts.
    try:
        db = sqlite3.connect(f"{file.as_uri()}?mode=rw", timeout=BUSY_TIMEOUT_SECONDS, isolation_level=None, uri=True)
    except sqlite3.Error as error:
        raise UnusableDatabase(sentence_for(file, error)) from error
    with closing(db):
        try:
            db.execute("BEGIN")  # one snapshot; without it, each write by the bot would restart the copy
            check_ours(file, *read_numbers(db), len(MIGRATIONS))
        except sqlite3.Error as error:
            raise UnusableDatabase(sentence_for(file, error)) from error
        try:
            with closing(sqlite3.connect(part, isolation_level=None)) as copied:
                db.backup(copied, pages=PAGES, progress=_pause)
                intact = is_intact(copied)
        except sqlite3.Error as error:
            if is_damage(error):
                raise UnusableDatabase(sentence_for(file, error)) from error
            raise UnusableDatabase(f"{file} can't be copied to {copy}: {error}, so see to that.") from error
    if not intact:
        raise UnusableDatabase(damaged(file))


def _pause(*_: int) -> None:
    """Runs between two steps, so that Python can handle Ctrl-C."""


def _check_absent(copy: Path) -> None:
    if os.path.lexists(copy):
        raise UnusableDatabase(f"{copy} exists already: name a new file, so that nothing is overwritten.")
