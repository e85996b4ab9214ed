"""Checking a database file changes nothing, and finds everything that is wrong."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import aclosing, closing
from pathlib import Path

import pytest

from storage import SqliteStore, examine, sole_use
from storage.migrate import MIGRATIONS
from tests.storage.files import anybody, migrated, raw, visit
from tests.storage.rows import opened
from tests.storage.test_backup import written

NEWEST = len(MIGRATIONS)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "duels.db"
    asyncio.run(visit(file))
    return file


def contents(folder: Path) -> dict[str, bytes]:
    """Every file with its contents, except SQLite's WAL index, which has no data of its own."""
    return {path.name: path.read_bytes() if not path.name.endswith("-shm") else b"" for path in folder.iterdir()}


def found(file: Path) -> list[str]:
    """The findings without the file's name, with wrong ones marked. Asserts that the check has changed nothing."""
    before = contents(file.parent)
    findings = [("" if right else "WRONG ") + text for right, text in examine(file)]
    assert contents(file.parent) == before
    assert all(text.endswith(".") and "\n" not in text for text in findings)
    return [text.replace(f"{file} ", "") for text in findings]


WRITABLE, UNUSED, WHOLE = "can be written.", "is used by no bot now.", "is whole: each of its pages has been looked at."
NEW = f"has format {NEWEST}, which is the newest."


def test_a_database_that_no_bot_uses(file: Path) -> None:
    assert found(file) == [WRITABLE, UNUSED, NEW, WHOLE]


def test_a_database_that_is_not_there_yet(tmp_path: Path) -> None:
    assert found(tmp_path / "duels.db") == [WRITABLE, "does not exist yet: the first start makes it."]


def test_a_database_in_use(file: Path) -> None:
    with sole_use(file), closing(sqlite3.connect(file)) as bot:
        bot.execute("INSERT INTO notes VALUES ('waits', 'in the file beside')")
        bot.commit()
        assert found(file) == [WRITABLE, "is used by a bot that is running.", NEW, WHOLE]
        bot.execute("PRAGMA user_version = 9999")
        assert "(it has format 9999, " in found(file)[-1]  # the WAL is read, too


def test_a_database_that_is_written_all_the_time(file: Path) -> None:
    with sole_use(file), written(file):
        for _ in range(10):
            assert all(right for right, _ in examine(file))


def test_a_database_that_a_killed_bot_left(file: Path) -> None:
    with written(file) as process:
        process.kill()
        process.wait()
    assert file.with_name("duels.db-wal").stat().st_size
    assert found(file) == [WRITABLE, UNUSED, NEW, WHOLE]


def test_a_database_of_an_older_version_is_not_migrated(tmp_path: Path) -> None:
    file = tmp_path / "duels.db"
    asyncio.run(migrated(file, MIGRATIONS[0]))
    assert found(file) == [WRITABLE, UNUSED, f"has format 1: the next start brings it to format {NEWEST}.", WHOLE]


def test_a_damaged_database(file: Path) -> None:
    with file.open("r+b") as pages:
        pages.seek(4096 * 3)
        pages.write(b"\xff" * 4096)
    assert found(file)[-1] == "WRONG is damaged: put a backup in its place, or name another file."


def test_m1_what_is_set_aside_is_named(file: Path) -> None:
    async def set_aside(*numbers: int) -> None:
        async with aclosing(await SqliteStore.connect(file)) as store:
            for number in numbers:
                assert await opened(store) == number
                await store.set_aside(number, 5)

    why = "set aside, since the log can't be replayed by this program: the bot's log says why."
    asyncio.run(set_aside(1))
    assert found(file) == [WRITABLE, UNUSED, NEW, f"WRONG Duel 1 is {why}", WHOLE]
    asyncio.run(set_aside(2, 3))
    assert f"WRONG Duels 1, 2, 3 are {why}" in found(file)


def test_what_is_wrong_is_found_all_at_once() -> None:
    with anybody() as folder:
        file = folder / "duels.db"
        asyncio.run(visit(file))
        with raw(file) as db:
            db.execute("PRAGMA journal_mode = DELETE")
            db.execute("PRAGMA user_version = 9999")
        file.chmod(0o400)
        closed, newer = found(file)[0], found(file)[-1]
        assert closed == "WRONG can't be written: allow this user to, or name another file."
        assert newer.startswith("WRONG was written by a newer version of this program (it has format 9999, ")


@pytest.mark.parametrize("exists", [True, False])
def test_a_folder_that_may_not_be_written(exists: bool) -> None:
    with anybody() as folder:
        file = folder / "duels.db"
        if exists:
            asyncio.run(visit(file))
        folder.chmod(0o500)
        assert f"WRONG {folder} can't be written: allow this user to, or name another file." in found(file)


def test_what_is_no_database_of_ours(tmp_path: Path) -> None:
    text, others = tmp_path / "notes.txt", tmp_path / "others.db"
    text.write_text("Not a database, but long enough to be looked at. " * 20)
    with raw(others) as db:
        db.execute("CREATE TABLE t (a)")
    assert found(text)[-1] == "WRONG is not a database, or is damaged: put a backup in its place, or name another file."
    assert found(others)[-1] == "WRONG is the database of another program: name another file."
    folder = tmp_path / "folder"
    folder.mkdir()
    assert [text for _, text in examine(folder)] == [f"{folder} is a folder: name a file in it."]
