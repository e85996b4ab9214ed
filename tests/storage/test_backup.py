"""A copy of a database is complete, shows one moment, and never overwrites anything."""

from __future__ import annotations

import asyncio
import os
import re
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from contextlib import aclosing, contextmanager
from itertools import pairwise
from pathlib import Path

import pytest

from storage import SqliteStore, UnusableDatabase, back_up
from tests.children import PATIENCE, PYTHON, child, run
from tests.storage.files import anybody, raw, visit

WRITE = f"""
import sqlite3, sys
db = sqlite3.connect(sys.argv[1], timeout={PATIENCE}, isolation_level=None)
for number in range(10**9):
    db.execute("BEGIN")
    db.execute("INSERT INTO notes VALUES (?, ?)", (f"a{{number}}", "x" * 100))
    db.execute("INSERT INTO notes VALUES (?, ?)", (f"b{{number}}", "x" * 100))
    db.execute("COMMIT")
    if number == 100:
        print("writing", flush=True)
"""


@contextmanager
def written(file: Path) -> Iterator[subprocess.Popen[str]]:
    """A process that writes to the file without a pause, two rows per transaction."""
    with child(PYTHON, "-c", WRITE, str(file), stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "writing\n"
        yield process


def wait_for_a_write(file: Path) -> None:
    """Wait until the other process has written again."""
    with raw(file) as db:
        before = db.execute("PRAGMA data_version").fetchall()
        deadline = time.monotonic() + PATIENCE
        while db.execute("PRAGMA data_version").fetchall() == before:
            assert time.monotonic() < deadline, "nobody writes any more"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A database with three thousand pages in it."""
    file = tmp_path / "duels.db"
    asyncio.run(visit(file))
    with raw(file) as db:
        db.execute("INSERT INTO notes VALUES ('large', hex(zeroblob(6000000)))")
    return file


async def write(file: Path, key: str) -> None:
    """Write as the bot does, through a store."""
    async with aclosing(await SqliteStore.connect(file)) as store:
        await store.put_note(key, "")


def notes(file: Path) -> set[str]:
    with raw(file) as db:
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        return {key for (key,) in db.execute("SELECT key FROM notes")}


def refusal(file: Path, copy: Path) -> str:
    with pytest.raises(UnusableDatabase) as refused:
        back_up(file, copy)
    sentence = str(refused.value)
    assert re.fullmatch(r"[^\n]*: [^\n]*\.", sentence), "what is wrong: what to do."
    return sentence


def test_a_copy_holds_what_the_database_holds_and_can_take_its_place(file: Path) -> None:
    copy = file.with_name("copy.db")
    back_up(file, copy)
    assert notes(copy) == notes(file) == {"large"}
    asyncio.run(write(copy, "more"))
    assert notes(copy) == {"large", "more"}
    assert sorted(os.listdir(file.parent)) == ["copy.db", "duels.db"]


def test_a_copy_of_what_is_being_written_is_of_one_moment(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copies = [file.with_name(f"copy-{number}.db") for number in range(3)]
    # Make sure that a write happens during each copy and after it; otherwise there might be none.
    monkeypatch.setattr("storage.backup._pause", lambda *_: wait_for_a_write(file))
    with written(file):
        for copy in copies:
            back_up(file, copy)
            wait_for_a_write(file)
    found = [notes(copy) for copy in copies] + [notes(file)]
    for earlier, later in pairwise(found):
        assert earlier < later
    for some in found:
        assert {key[1:] for key in some if key[0] == "a"} == {key[1:] for key in some if key[0] == "b"}


def test_what_a_killed_bot_left_beside_the_file_is_in_the_copy(file: Path) -> None:
    with written(file) as process:
        process.kill()
        process.wait()
    assert file.with_name("duels.db-wal").stat().st_size
    back_up(file, file.with_name("copy.db"))
    assert len(notes(file.with_name("copy.db"))) > 100


@pytest.mark.parametrize("kind", ["file", "folder", "dangling link"])
def test_nothing_is_overwritten(file: Path, kind: str) -> None:
    copy = file.with_name("copy.db")
    match kind:
        case "file":
            copy.write_text("precious")
        case "folder":
            copy.mkdir()
        case _:
            copy.symlink_to("elsewhere")
    assert refusal(file, copy) == (
        f"{copy} is a folder: name a file in it."
        if kind == "folder"
        else f"{copy} exists already: name a new file, so that nothing is overwritten."
    )
    assert kind != "file" or copy.read_text() == "precious"
    assert sorted(os.listdir(file.parent)) == ["copy.db", "duels.db"]


def test_nothing_is_overwritten_that_came_meanwhile(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copy = file.with_name("copy.db")

    def slow(db: sqlite3.Connection) -> bool:
        copy.write_text("precious")
        return True

    monkeypatch.setattr("storage.backup.is_intact", slow)
    assert "exists already" in refusal(file, copy)
    assert copy.read_text() == "precious"
    assert sorted(os.listdir(file.parent)) == ["copy.db", "duels.db"]


def test_what_is_written_between_two_steps_has_nothing_copied_anew(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    steps: list[int] = []

    def write(code: int, remaining: int, total: int) -> None:
        assert remaining not in steps
        steps.append(remaining)
        bot.execute("INSERT INTO notes VALUES (?, '')", (f"step {len(steps)}",))

    monkeypatch.setattr("storage.backup._pause", write)
    with raw(file) as bot:
        back_up(file, file.with_name("copy.db"))
    assert steps[-1] == 0 < len(steps) - 1
    assert notes(file.with_name("copy.db")) == {"large"} < notes(file)


def test_an_interrupted_backup_leaves_nothing(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: int) -> None:
        (half,) = file.parent.glob(".copy.db-*/copy.db")
        assert half.stat().st_size
        raise KeyboardInterrupt

    monkeypatch.setattr("storage.backup._pause", interrupt)
    with pytest.raises(KeyboardInterrupt):
        back_up(file, file.with_name("copy.db"))
    assert os.listdir(file.parent) == ["duels.db"]


def test_a_full_disk_leaves_nothing(file: Path) -> None:
    """A limit on file sizes stands for a full disk."""
    script = """
import resource, signal, sys
from storage import UnusableDatabase, back_up
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (2**20, 2**20))
try:
    back_up(*sys.argv[1:])
except UnusableDatabase as refusal:
    print(refusal)
"""
    told = run(PYTHON, "-c", script, str(file), str(file.with_name("copy.db")), text=True).stdout.strip()
    assert re.fullmatch(r".*duels\.db can't be copied to .*copy\.db: .+, so see to that\.", told)
    assert os.listdir(file.parent) == ["duels.db"]


def test_a_damaged_database_is_not_copied(file: Path) -> None:
    with file.open("r+b") as pages:
        pages.seek(4096 * 5)
        pages.write(b"\xff" * 4096 * 4)
    assert "damaged" in refusal(file, file.with_name("copy.db"))
    assert os.listdir(file.parent) == ["duels.db"]


def test_a_copy_is_as_private_as_the_database(file: Path) -> None:
    file.chmod(0o600)
    back_up(file, file.with_name("copy.db"))
    assert file.with_name("copy.db").stat().st_mode & 0o777 == 0o600


def test_a_folder_that_may_not_be_written_takes_no_copy() -> None:
    with anybody() as folder:
        asyncio.run(visit(folder / "duels.db"))
        (folder / "closed").mkdir(0o500)
        copy = folder / "closed" / "copy.db"
        assert refusal(folder / "duels.db", copy).startswith(f"{copy} can't be written (Permission denied): ")


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("gone.db", "gone.db does not exist: there is nothing to copy."),
        ("notes.txt", "notes.txt is not a database, or is damaged: put a backup in its place, or name another file."),
        ("others.db", "others.db is the database of another program: name another file."),
        (".", "is a folder: name a file in it."),
    ],
)
def test_what_is_no_database_of_ours_is_not_copied(tmp_path: Path, name: str, sentence: str) -> None:
    (tmp_path / "notes.txt").write_text("Not a database, but long enough to be looked at. " * 20)
    with raw(tmp_path / "others.db") as db:
        db.execute("CREATE TABLE t (a)")
    before = sorted(os.listdir(tmp_path))
    assert refusal(tmp_path / name, tmp_path / "copy.db").endswith(sentence)
    assert sorted(os.listdir(tmp_path)) == before


def test_a_copy_has_to_be_somewhere(tmp_path: Path) -> None:
    assert "nowhere does not exist: make it" in refusal(tmp_path / "duels.db", tmp_path / "nowhere" / "copy.db")
