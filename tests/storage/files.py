"""Files that may be databases: how they are opened, brought up to date, and looked at from outside."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import aclosing, contextmanager
from pathlib import Path

from storage import SqliteStore
from storage.migrate import MIGRATIONS, open_database
from tests.children import PATIENCE

NEWEST = len(MIGRATIONS)

_new: list[bytes] = []
"""What a new file is once it has been opened and closed, as soon as that is known in this process."""


@contextmanager
def raw(file: Path) -> Iterator[sqlite3.Connection]:
    """The file as another program sees it: no foreign keys, no store."""
    connection = sqlite3.connect(file, isolation_level=None, timeout=PATIENCE)
    try:
        yield connection
    finally:
        connection.close()


def number(file: Path, sql: str) -> int:
    """What a query finds, as one number."""
    with raw(file) as connection:
        return int(connection.execute(sql).fetchone()[0])


async def visit(file: Path | str) -> None:
    """Have it opened as a store, and closed."""
    async with aclosing(await SqliteStore.connect(file)):
        pass


async def put_new(file: Path) -> None:
    """Put a new database there, unless there is one. All migrations are done once a process, and then copied: to do
    them costs more than most tests. What they do is tried in `test_migrate.py` and `test_upgrades.py`.
    """
    if not _new:
        with tempfile.TemporaryDirectory() as folder:
            first = Path(folder, "new.db")
            await migrated(first, *MIGRATIONS)
            _new.append(_bytes(first))
    _put(file, _new[0])


def _bytes(file: Path) -> bytes:
    return file.read_bytes()


def _put(file: Path, content: bytes) -> None:
    if not file.exists():
        file.write_bytes(content)


async def migrated(file: Path, *migrations: str) -> None:
    """Have these migrations done."""
    await (await open_database(file, migrations)).close()


@contextmanager
def anybody() -> Iterator[Path]:
    """A folder of somebody who may do only what its permissions say, which root would not be stopped by."""
    root = os.geteuid() == 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if root:
            os.chown(folder, 65534, 65534)
            os.seteuid(65534)
        try:
            yield folder
        finally:
            folder.chmod(0o700)
            if root:
                os.seteuid(0)
