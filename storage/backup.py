"""Copies a database, also while a bot plays on it. The copy is there whole, or it is not there."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from storage.examine import is_intact, read_numbers
from storage.migrate import BUSY_TIMEOUT_SECONDS, MIGRATIONS, check_ours, sentence_for, usable_path
from storage.model import UnusableDatabase

PAGES = 1000
"""Pages that are copied at a time, some 4 MB."""


def back_up(source: str | Path, target: str | Path) -> None:
    """Copy a database of ours to a file that must not exist yet. Raises `UnusableDatabase`, about either."""
    file, copy = usable_path(source), usable_path(target)
    if not file.exists():
        raise UnusableDatabase(f"{file} does not exist: there is nothing to copy.")
    _check_free(copy)
    try:
        # What is left behind by a kill is thus one folder, under a name that is no copy's.
        with TemporaryDirectory(prefix=f".{copy.name}-", dir=copy.parent) as folder:
            part = Path(folder, copy.name)
            _copy(file, part, copy)
            shutil.copymode(file, part)  # what its owner alone may read stays so
            _check_free(copy)
            part.rename(copy)
    except OSError as error:
        raise UnusableDatabase(f"{copy} can't be written ({error.strerror}): see to that, or name another.") from error


def _copy(file: Path, part: Path, copy: Path) -> None:
    # mode=rw: what a killed bot left beside the file is taken up, as it is at a start.
    try:
        db = sqlite3.connect(f"{file.as_uri()}?mode=rw", timeout=BUSY_TIMEOUT_SECONDS, isolation_level=None, uri=True)
    except sqlite3.Error as error:
        raise UnusableDatabase(sentence_for(file, error)) from error
    with closing(db):
        try:
            db.execute("BEGIN")  # all pages are of this moment; or each write would have them copied anew
            check_ours(file, *read_numbers(db), len(MIGRATIONS))
        except sqlite3.Error as error:
            raise UnusableDatabase(sentence_for(file, error)) from error
        try:
            with closing(sqlite3.connect(part, isolation_level=None)) as copied:
                db.backup(copied, pages=PAGES, progress=_pause)
                intact = is_intact(copied)
        except sqlite3.Error as error:
            raise UnusableDatabase(f"{file} can't be copied to {copy}: {error}, so see to that.") from error
    if not intact:
        raise UnusableDatabase(f"{file} is damaged, and so would be the copy: keep the copies that you have.")


def _pause(*_: int) -> None:
    """Between two steps: this is where Python notices Ctrl-C."""


def _check_free(copy: Path) -> None:
    if os.path.lexists(copy):
        raise UnusableDatabase(f"{copy} exists already: name a new file, so that nothing is overwritten.")
