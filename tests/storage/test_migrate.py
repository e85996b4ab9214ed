"""A file is migrated to the newest version completely or not at all; a file of another program is refused unchanged."""

from __future__ import annotations

import os
import re
import sqlite3
from pathlib import Path
from typing import Any

import aiosqlite
import pytest

from storage import UnusableDatabase, migrate
from storage.migrate import APPLICATION_ID, open_database
from tests.children import PATIENCE
from tests.storage.files import NEWEST, anybody, migrated, number, raw, visit
from tests.storage.patient import set_lock_timeout

FOLDER = Path(migrate.__file__).parent / "migrations"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "duels.db"


def content(file: Path) -> bytes:
    return file.read_bytes()


def fill(file: Path, content: bytes) -> None:
    file.write_bytes(content)


async def refusal(file: Path | str) -> str:
    try:
        await visit(file)
    except UnusableDatabase as error:
        sentence = str(error)
    else:
        pytest.fail(f"{file} was taken.")
    assert re.fullmatch(r"[^\n]*: [^\n]*\.", sentence), "what is wrong: what to do."
    assert "Error" not in sentence
    return sentence


def test_the_numbers_have_no_gap() -> None:
    names = sorted(path.name for path in FOLDER.iterdir())
    assert [re.fullmatch(r"(\d{4})_\w+\.sql", name)[1] for name in names] == [  # type: ignore[index]
        f"{n:04}" for n in range(1, NEWEST + 1)
    ]
    assert NEWEST >= 1


@pytest.mark.asyncio
@pytest.mark.parametrize("empty", [False, True])
async def test_a_fresh_file_has_the_newest_version(file: Path, empty: bool) -> None:
    if empty:
        fill(file, b"")
    for _ in range(2):  # the second time does nothing
        await visit(file)
        assert number(file, "PRAGMA user_version") == NEWEST
        assert number(file, "PRAGMA application_id") == APPLICATION_ID
        assert content(file)[68:72] == b"Duel"


@pytest.mark.asyncio
async def test_the_settings_keep_data_and_little_memory(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(migrate, "AT_WORK_SECONDS", 7.5)
    db = await open_database(file)

    async def setting(name: str) -> object:
        [row] = await db.execute_fetchall(f"PRAGMA {name}")
        return row[0]

    try:
        assert await setting("journal_mode") == "wal"
        assert await setting("synchronous") == 2
        assert await setting("foreign_keys") == 1
        assert await setting("busy_timeout") == 7500
        assert await setting("cache_size") == -512
        tables = await db.execute_fetchall("SELECT name, strict FROM pragma_table_list WHERE name NOT LIKE 'sqlite_%'")
        names = ["duels", "moves", "messages", "doors", "notes", "emojis"]
        assert {row[0]: row[1] for row in tables} == dict.fromkeys(names, 1)
    finally:
        await db.close()


@pytest.mark.asyncio
async def test_each_migration_is_whole_or_nothing(file: Path) -> None:
    first = "CREATE TABLE a (x INTEGER) STRICT; CREATE TABLE b (x INTEGER) STRICT;\n-- the end"
    broken = "CREATE TABLE c (x INTEGER) STRICT;\nINSERT INTO a VALUES (1);\nCREATE TABLE b (x INTEGER) STRICT;\n"
    with pytest.raises(UnusableDatabase, match="b already exists"):
        await migrated(file, first, broken, "CREATE TABLE never (x INTEGER) STRICT;")
    assert number(file, "PRAGMA user_version") == 1
    with raw(file) as connection:
        assert connection.execute("SELECT name FROM sqlite_schema").fetchall() == [("a",), ("b",)]
        assert connection.execute("SELECT * FROM a").fetchall() == []
    mended = broken.replace("TABLE b", "TABLE d")
    await migrated(file, first, mended)
    assert number(file, "PRAGMA user_version") == 2
    assert number(file, "SELECT count(*) FROM a") == 1
    await migrated(file, first, mended)
    assert number(file, "SELECT count(*) FROM a") == 1


@pytest.mark.asyncio
async def test_the_first_migration_is_whole_or_nothing(file: Path) -> None:
    with pytest.raises(UnusableDatabase):
        await migrated(file, "CREATE TABLE a (x INTEGER) STRICT;\nCREATE TABLE a (x INTEGER) STRICT;")
    assert number(file, "PRAGMA user_version") == 0
    assert number(file, "PRAGMA application_id") == 0
    assert number(file, "SELECT count(*) FROM sqlite_schema") == 0
    await visit(file)


@pytest.mark.asyncio
async def test_a_trigger_is_one_statement(file: Path) -> None:
    script = "CREATE TABLE a (x);\nCREATE TRIGGER t BEFORE DELETE ON a\nBEGIN\n    SELECT 1;\n    SELECT 2;\nEND;\n"
    await migrated(file, script)
    assert number(file, "SELECT count(*) FROM sqlite_schema") == 2


@pytest.mark.asyncio
async def test_a_newer_version_is_refused(file: Path) -> None:
    await visit(file)
    with raw(file) as connection:
        connection.execute(f"PRAGMA user_version = {NEWEST + 1}")
    sentence = await refusal(file)
    assert str(file) in sentence
    assert "newer version" in sentence
    assert f"format {NEWEST + 1}" in sentence
    assert number(file, "PRAGMA user_version") == NEWEST + 1


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "garbage", [b"no", b"no database\n" * 1000, b"SQLite format 3\0" + b"\xff" * 5000, b"\0" * 4096]
)
async def test_what_is_no_database_is_refused_and_left_alone(file: Path, garbage: bytes) -> None:
    fill(file, garbage)
    assert f"{file} is not a database" in await refusal(file)
    assert content(file) == garbage
    assert os.listdir(file.parent) == [file.name]


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "mark",
    [
        "CREATE TABLE theirs (x)",
        "PRAGMA application_id = 7",
        "PRAGMA user_version = 1",
        "PRAGMA application_id = 7; PRAGMA user_version = 1; CREATE TABLE duels (x)",
        "PRAGMA journal_mode = WAL; CREATE TABLE theirs (x)",
    ],
)
async def test_the_database_of_another_program_is_refused_and_left_alone(file: Path, mark: str) -> None:
    with raw(file) as connection:
        connection.executescript(mark)
    before = content(file)
    assert f"{file} is the database of another program" in await refusal(file)
    assert content(file) == before
    assert os.listdir(file.parent) == [file.name]


@pytest.mark.asyncio
async def test_a_damaged_database_is_refused(file: Path) -> None:
    await visit(file)
    whole = content(file)
    fill(file, whole[:100] + b"\xff" * 3996 + whole[4096:])
    assert f"{file} is damaged" in await refusal(file)


@pytest.mark.asyncio
async def test_a_folder_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert f"{tmp_path} is a folder" in await refusal(tmp_path)
    monkeypatch.chdir(tmp_path)
    assert f"{tmp_path} is a folder" in await refusal("")


@pytest.mark.asyncio
async def test_a_missing_folder_is_refused_and_not_made(tmp_path: Path) -> None:
    missing = tmp_path / "missing" / "deeper"
    assert f"folder {missing} does not exist" in await refusal(missing / "duels.db")
    assert os.listdir(tmp_path) == []
    (tmp_path / "a file").touch()
    assert "does not exist" in await refusal(tmp_path / "a file" / "duels.db")


@pytest.mark.asyncio
async def test_a_name_that_means_memory_to_sqlite_is_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    await visit(":memory:")
    assert os.listdir(tmp_path) == [":memory:"]


@pytest.mark.asyncio
async def test_a_folder_that_may_not_be_written_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    # aiosqlite must not be called: its thread would sometimes print a traceback after the loop is closed.
    monkeypatch.delattr(aiosqlite, "connect")
    with anybody() as folder:
        folder.chmod(0o500)
        assert "can't be written" in await refusal(folder / "duels.db")


@pytest.mark.asyncio
@pytest.mark.parametrize("mode", [0o400, 0o000])
async def test_a_file_that_may_not_be_written_is_refused(mode: int) -> None:
    with anybody() as folder:
        file = folder / "duels.db"
        await visit(file)
        file.chmod(mode)
        assert f"{file} can't be written" in await refusal(file)


@pytest.mark.asyncio
async def test_a_file_in_a_folder_that_may_not_be_written_is_refused() -> None:
    """SQLite needs to create files beside the database."""
    with anybody() as folder:
        file = folder / "duels.db"
        await visit(file)
        folder.chmod(0o500)
        assert f"{file} can't be written" in await refusal(file)


@pytest.mark.asyncio
async def test_a_file_that_is_being_written_is_refused(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    set_lock_timeout(monkeypatch, 0)
    await visit(file)
    with raw(file) as connection:
        connection.execute("BEGIN IMMEDIATE")
        assert f"{file} is being written" in await refusal(file)
    await visit(file)


@pytest.mark.asyncio
@pytest.mark.parametrize("patience", [PATIENCE, 0])
async def test_another_program_may_write_at_the_moment_of_the_first_start(
    file: Path, monkeypatch: pytest.MonkeyPatch, patience: float
) -> None:
    """SQLite refuses the change to WAL at once, without waiting for the lock."""
    set_lock_timeout(monkeypatch, patience)
    execute = aiosqlite.Connection.execute_fetchall
    with raw(file) as connection:

        def interfering(self: aiosqlite.Connection, sql: str, *values: Any) -> Any:
            if "journal_mode" in sql:
                asked.append(sql)
                if len(asked) == 1:
                    connection.execute("BEGIN IMMEDIATE")
                elif len(asked) == 4:
                    connection.rollback()
            return execute(self, sql, *values)

        asked: list[str] = []
        monkeypatch.setattr(aiosqlite.Connection, "execute_fetchall", interfering)
        if patience:
            await visit(file)
            assert len(asked) == 4
            assert [*connection.execute("PRAGMA journal_mode")] == [("wal",)]
        else:
            assert f"{file} is being written" in await refusal(file)
            assert len(asked) == 1
            connection.rollback()
            await visit(file)


def test_sqlite_can_do_what_is_asked() -> None:
    assert sqlite3.sqlite_version_info >= (3, 38), "STRICT, RETURNING and json_each"
