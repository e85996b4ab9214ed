"""Only one bot can use a database, for as long as its process lives."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from storage import UnusableDatabase, lock, sole_use
from storage.lock import is_in_use
from tests.children import PATIENCE, PYTHON, child
from tests.storage.files import anybody

HOLD = """
import sys
from storage import sole_use
with sole_use(sys.argv[1]):
    print("held", flush=True)
    sys.stdin.read()
"""


LOOK = """
import sys
from storage.lock import is_in_use
is_in_use(sys.argv[1])
print("looking", flush=True)
while True:
    is_in_use(sys.argv[1])
"""
DEFAULT = lock.PATIENCE


@contextmanager
def another(path: Path) -> Iterator[subprocess.Popen[str]]:
    """A process that holds the database's lock until it is killed or its stdin is closed."""
    command = PYTHON, "-c", HOLD, str(path)
    with child(*command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        yield process


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do not wait: here, the lock is never released."""
    monkeypatch.setattr(lock, "PATIENCE", 0)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "duels.db"


def is_free(path: Path) -> bool:
    try:
        with sole_use(path):
            return True
    except UnusableDatabase as refusal:
        if str(refusal) == f"{path} is in use by another bot: stop that one, or name another file.":
            return False
        raise


def test_a_second_process_is_refused_until_the_first_has_ended(file: Path) -> None:
    with another(file) as process:
        assert (is_free(file), is_in_use(file)) == (False, True)
        process.communicate()  # closes its stdin, so it ends
        assert process.returncode == 0
    assert (is_free(file), is_in_use(file)) == (True, False)


def test_a_kill_ends_it_too(file: Path) -> None:
    with another(file) as process:
        assert not is_free(file)
        process.kill()
        process.wait()
        assert (is_free(file), is_in_use(file)) == (True, False)


def test_one_empty_file_is_left_beside_the_database(file: Path) -> None:
    with another(file) as process:
        process.kill()
        process.wait()
    assert [(left.name, left.stat().st_size) for left in file.parent.iterdir()] == [("duels.db.lock", 0)]


@pytest.mark.parametrize("link", ["the file", "its folder", "a file that is not there yet"])
def test_a_database_is_the_same_by_whatever_name(tmp_path: Path, link: str) -> None:
    real = tmp_path / "real"
    real.mkdir()
    if link != "a file that is not there yet":
        (real / "duels.db").touch()
    if link == "its folder":
        (tmp_path / "linked").symlink_to(real)
        other = tmp_path / "linked" / "duels.db"
    else:
        other = tmp_path / "other.db"
        other.symlink_to(real / "duels.db")
    with another(other):
        assert not is_free(real / "duels.db")
    with another(real / "duels.db"):
        assert not is_free(other)
        assert is_in_use(other)
    assert not list(tmp_path.glob("*.lock"))


def test_each_database_has_its_own_lock(file: Path) -> None:
    with another(file):
        assert is_free(file.with_name("others.db"))


def test_to_look_makes_nothing(file: Path) -> None:
    assert not is_in_use(file)
    assert list(file.parent.iterdir()) == []


def test_to_look_keeps_nobody_out(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert DEFAULT > 0
    # However long `is_in_use` takes.
    monkeypatch.setattr(lock, "PATIENCE", PATIENCE)
    assert is_free(file)
    with child(PYTHON, "-c", LOOK, str(file), stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "looking\n"
        assert all(is_free(file) for _ in range(300))
        assert process.poll() is None


def test_what_happens_inside_is_not_taken_for_a_refusal(file: Path) -> None:
    with pytest.raises(ZeroDivisionError), sole_use(file):
        raise ZeroDivisionError
    assert is_free(file)


def test_a_folder_that_may_not_be_written_is_refused() -> None:
    with anybody() as folder:
        folder.chmod(0o500)
        with pytest.raises(UnusableDatabase, match=r"duels\.db\.lock can't be written: allow this user"):
            sole_use(folder / "duels.db").__enter__()


def test_a_lock_of_somebody_elses_is_refused() -> None:
    """Like a lock file left by a bot that root once ran."""
    with anybody() as folder:
        (folder / "duels.db.lock").touch(0o400)
        with pytest.raises(UnusableDatabase, match=r"duels\.db\.lock can't be written: allow this user"):
            sole_use(folder / "duels.db").__enter__()


@pytest.mark.parametrize(
    ("name", "sentence"),
    [("nowhere/duels.db", "does not exist: make it"), (".", "is a folder: name a file in it")],
)
def test_what_can_be_no_database_has_no_lock(tmp_path: Path, name: str, sentence: str) -> None:
    with pytest.raises(UnusableDatabase, match=sentence), sole_use(tmp_path / name):
        pass
    assert list(tmp_path.iterdir()) == []
