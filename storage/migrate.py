"""Opens a database file and brings it to this program's version, or says in a sentence why it can't be used.

Knows SQLite and the numbered files in `migrations`, and nothing of what the tables are for.
"""

from __future__ import annotations

import asyncio
import os
import re
import sqlite3
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import aiosqlite

from storage.model import UnusableDatabase

# In every file of ours, so that another program's database is not taken for one: "Duel" in ASCII.
APPLICATION_ID = 0x4475656C
# How long a statement waits for another process that writes.
BUSY_TIMEOUT_SECONDS = 5.0
AT_WORK_SECONDS = 1.5
"""The same once it is open: people wait in line meanwhile, and so does an orderly stop."""

MIGRATIONS = tuple(
    file.read_text(encoding="utf-8") for file in sorted((Path(__file__).parent / "migrations").glob("*.sql"))
)


async def open_database(path: str | Path, migrations: Sequence[str] = MIGRATIONS) -> aiosqlite.Connection:
    """A connection in autocommit to a database of ours at the newest version. The n-th migration makes version n."""
    file = usable_path(path)
    try:
        # What can't be opened at all is found here: aiosqlite would leave its thread behind, to fail after the loop.
        sqlite3.connect(file).close()
        db = await aiosqlite.connect(file, timeout=BUSY_TIMEOUT_SECONDS, isolation_level=None)
        try:
            while await _migrate_once(db, file, migrations):
                pass
            # Only now: a file that is not ours is left as it was found.
            await _use_wal(db)
            await db.execute_fetchall("PRAGMA synchronous = FULL")
            await db.execute_fetchall("PRAGMA foreign_keys = ON")
            patience = min(AT_WORK_SECONDS, BUSY_TIMEOUT_SECONDS)
            await db.execute_fetchall(f"PRAGMA busy_timeout = {round(1000 * patience)}")
        except BaseException:
            await db.close()
            raise
    except sqlite3.Error as error:
        raise UnusableDatabase(sentence_for(file, error)) from error
    return db


async def _migrate_once(db: aiosqlite.Connection, file: Path, migrations: Sequence[str]) -> bool:
    """Apply the next migration, whole with its number. The version is read under the lock, since another process may
    be doing the same."""
    try:
        await db.execute_fetchall("BEGIN IMMEDIATE")
        version = await _version(db, file, len(migrations))
        due = version < len(migrations)
        if due:
            for statement in _statements(migrations[version]):
                await db.execute_fetchall(statement)
            version += 1
        # Also where they stand there already: a file that may only be read is found out now, not by the first move.
        await db.execute_fetchall(f"PRAGMA application_id = {APPLICATION_ID}")
        await db.execute_fetchall(f"PRAGMA user_version = {version}")
        await db.execute_fetchall("COMMIT")
    except BaseException:
        await db.rollback()
        raise
    return due


async def _use_wal(db: aiosqlite.Connection) -> None:
    """SQLite does not wait by itself here while another process writes, as one that starts at once does."""
    deadline = time.monotonic() + BUSY_TIMEOUT_SECONDS
    while True:
        try:
            await db.execute_fetchall("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
        await asyncio.sleep(0.01)


async def _version(db: aiosqlite.Connection, file: Path, newest: int) -> int:
    application_id = await _number(db, "PRAGMA application_id")
    version = await _number(db, "PRAGMA user_version")
    tables = await _number(db, "SELECT count(*) FROM sqlite_schema")
    check_ours(file, application_id, version, tables, newest)
    return version


def check_ours(file: Path, application_id: int, version: int, tables: int, newest: int) -> None:
    """Raises `UnusableDatabase`, unless these are the numbers of an empty file, or of one of ours that is not newer."""
    if application_id != APPLICATION_ID and (application_id or version or tables):
        raise UnusableDatabase(f"{file} is the database of another program: name another file.")
    if version > newest:
        raise UnusableDatabase(
            f"{file} was written by a newer version of this program (it has format {version}, and this version knows "
            f"formats up to {newest}): update the program, or name another file."
        )


async def _number(db: aiosqlite.Connection, sql: str) -> int:
    [row] = await db.execute_fetchall(sql)
    return int(row[0])


def _statements(script: str) -> Iterator[str]:
    """The statements of a script. `executescript` would commit the transaction that is to hold them."""
    statement = ""
    for part in re.split("(?<=;)", script):
        statement += part
        # A semicolon in a trigger, a string or a comment completes none.
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
    yield statement  # a last comment, or nothing


def usable_path(path: str | Path) -> Path:
    """The file. Raises `UnusableDatabase` where it is what SQLite would only call "unable to open"."""
    file = Path(path).absolute()
    if os.path.isdir(file):
        raise UnusableDatabase(f"{file} is a folder: name a file in it.")
    if not os.path.isdir(file.parent):
        raise UnusableDatabase(f"The folder {file.parent} does not exist: make it, or name another file.")
    return file


def sentence_for(file: Path, error: sqlite3.Error) -> str:
    """What an error of SQLite's about this file means, and what to do about it."""
    match getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF:
        case sqlite3.SQLITE_NOTADB:
            return f"{file} is not a database: name another file."
        case sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM:
            return f"{file} can't be written: allow this user to write to it and to its folder, or name another file."
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return f"{file} is being written by another program: stop that, and start again."
        case sqlite3.SQLITE_CORRUPT:
            return f"{file} is damaged: put a backup in its place, or name another file."
        case _:
            return f"{file} can't be used as a database ({error}): see to that, or name another file."
