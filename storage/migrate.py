"""Opens a database file and migrates it to the newest format, or says in one sentence why it can't be used.

Knows SQLite and the numbered files in `migrations`, but not what the tables are for.
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

from storage.file_locks import why_no_locks
from storage.model import UnusableDatabase

# "Duel" in ASCII. Marks every database of this program, so that it does not touch another program's.
APPLICATION_ID = 0x4475656C
# How long a statement waits for another process's lock while the database is being opened.
BUSY_TIMEOUT_SECONDS = 5.0
AT_WORK_SECONDS = 1.5
"""The same once it is open. It is shorter, because players and a clean shutdown wait meanwhile."""

CACHE = 512
"""KiB of pages that the connection keeps. SQLite's own 2 MiB fill up with duels; the system keeps the file anyway."""

LOCKED = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
NO_SHARED_MEMORY = (
    sqlite3.SQLITE_IOERR_SHMOPEN,
    sqlite3.SQLITE_IOERR_SHMSIZE,
    sqlite3.SQLITE_IOERR_SHMLOCK,
    sqlite3.SQLITE_IOERR_SHMMAP,
)
ELSEWHERE = "name a file on a disk of this machine"

MIGRATIONS = tuple(
    file.read_text(encoding="utf-8") for file in sorted((Path(__file__).parent / "migrations").glob("*.sql"))
)


async def open_database(path: str | Path, migrations: Sequence[str] = MIGRATIONS) -> aiosqlite.Connection:
    """An autocommit connection to a database, migrated to the newest version. Migration n makes version n."""
    file = usable_path(path)
    try:
        # Open it here first: if that fails in aiosqlite, its thread stays and fails after the loop is closed.
        sqlite3.connect(file).close()
        db = await aiosqlite.connect(file, timeout=BUSY_TIMEOUT_SECONDS, isolation_level=None)
        try:
            while await _migrate_once(db, file, migrations):
                pass
            # Only now, so that another program's file is not changed.
            await _use_wal(db)
            await db.execute_fetchall(
                "SELECT count(*) FROM sqlite_schema"
            )  # WAL's shared memory is needed from here on
            await db.execute_fetchall("PRAGMA synchronous = FULL")
            await db.execute_fetchall("PRAGMA foreign_keys = ON")
            await db.execute_fetchall(f"PRAGMA cache_size = -{CACHE}")
            patience = min(AT_WORK_SECONDS, BUSY_TIMEOUT_SECONDS)
            await db.execute_fetchall(f"PRAGMA busy_timeout = {round(1000 * patience)}")
        except BaseException:
            await db.close()
            raise
    except sqlite3.Error as error:
        raise UnusableDatabase(sentence_for(file, error)) from error
    return db


async def _migrate_once(db: aiosqlite.Connection, file: Path, migrations: Sequence[str]) -> bool:
    """Apply the next migration and set its number, in one transaction. The version is read under the lock, because
    another process may be migrating, too."""
    try:
        await db.execute_fetchall("BEGIN IMMEDIATE")
        version = await _version(db, file, len(migrations))
        due = version < len(migrations)
        if due:
            for statement in _statements(migrations[version]):
                await db.execute_fetchall(statement)
            version += 1
        # Write them even if nothing has changed: so a read-only file fails now, and not at the first move.
        await db.execute_fetchall(f"PRAGMA application_id = {APPLICATION_ID}")
        await db.execute_fetchall(f"PRAGMA user_version = {version}")
        await db.execute_fetchall("COMMIT")
    except BaseException:
        await db.rollback()
        raise
    return due


async def _use_wal(db: aiosqlite.Connection) -> None:
    """Switch to WAL. SQLite does not wait for another process's lock here, so retry: two bots may start at once."""
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
    """Raises `UnusableDatabase`, unless the file is empty, or is this program's and not of a newer version."""
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
    """The statements of a script. `executescript` can't be used: it commits the transaction first."""
    statement = ""
    for part in re.split("(?<=;)", script):
        statement += part
        # A semicolon inside a trigger, a string or a comment does not end a statement.
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
    yield statement  # a trailing comment, or nothing


def usable_path(path: str | Path) -> Path:
    """The absolute path. Raises `UnusableDatabase` where SQLite would only say "unable to open"."""
    if "\0" in str(path):
        raise UnusableDatabase("The path of the database has a NUL character in it: type the path anew.")
    file = Path(path).absolute()
    if os.path.isdir(file):
        raise UnusableDatabase(f"{file} is a folder: name a file in it.")
    if not os.path.isdir(file.parent):
        raise UnusableDatabase(f"The folder {file.parent} does not exist: make it, or name another file.")
    return file


def damaged(file: Path) -> str:
    """What to do about a file whose pages are damaged."""
    return f"{file} is damaged: put a backup in its place, or name another file."


def is_damage(error: sqlite3.Error) -> bool:
    """Whether the file's contents are damaged: a backup alone helps against that."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    return code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def sentence_for(file: Path, error: sqlite3.Error) -> str:
    """What an SQLite error about this file means, and how to fix it."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    if code in NO_SHARED_MEMORY:
        return f"{file} is where memory can't be shared, as on some network shares: {ELSEWHERE}."
    if code & 0xFF in LOCKED and (reason := why_no_locks(file)):
        return f"{file} is where files can't be locked ({reason}), as on some network shares: {ELSEWHERE}."
    match code & 0xFF:
        case sqlite3.SQLITE_NOTADB:
            return f"{file} is not a database, or is damaged: put a backup in its place, or name another file."
        case sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM:
            return f"{file} can't be written: allow this user to write to it and to its folder, or name another file."
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return f"{file} is being written by another program: stop that, and start again."
        case sqlite3.SQLITE_CORRUPT:
            return damaged(file)
        case _:
            return f"{file} can't be used as a database ({error}): see to that, or name another file."
