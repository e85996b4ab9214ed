"""Where locks or shared memory are refused, as on some network shares, that is what is told."""

from __future__ import annotations

import asyncio
import errno
from pathlib import Path

import pytest

from tests.children import PYTHON, run
from tests.storage.files import visit
from tests.storage.refusing import POSSIBLE

pytestmark = pytest.mark.skipif(not POSSIBLE, reason="Linux's kernel is asked to refuse it")

USE = """
import asyncio, sys
from storage import SqliteStore, UnusableDatabase, back_up, examine, sole_use
from tests.storage.refusing import refuse

file, what, error = sys.argv[1:]
def locked():
    with sole_use(file): pass
def checked():
    for right, text in examine(file):
        if not right:
            raise UnusableDatabase(text)
for module in ("backup", "examine", "migrate"):
    sys.modules[f"storage.{module}"].BUSY_TIMEOUT_SECONDS = 0
refuse(what, int(error))
for deed in (locked, lambda: asyncio.run(SqliteStore.connect(file)), lambda: back_up(file, file + ".copy"), checked):
    try:
        deed()
    except UnusableDatabase as refusal:
        print(refusal)
    else:
        print("It works.")
"""
"""Uses a database in each way there is, once the kernel refuses something."""


def told(file: Path, what: str, error: int) -> list[str]:
    """What is said when the file is locked, opened, copied and examined."""
    done = run(PYTHON, "-c", USE, str(file), what, str(error), text=True)
    assert done.stderr == ""
    return [line.replace(f"{file.parent}/", "") for line in str(done.stdout).splitlines()]


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (errno.ENOLCK, "No locks available"),
        pytest.param(errno.EACCES, "Permission denied", marks=pytest.mark.soak),
    ],
)
def test_j1_refused_locks_are_not_taken_for_another_bot(tmp_path: Path, error: int, reason: str) -> None:
    asyncio.run(visit(tmp_path / "duels.db"))
    (tmp_path / "duels.db.lock").touch()
    sentence = f"{{}} is where files can't be locked ({reason}), as on some network shares: name a file on a disk of "
    sentence += "this machine."
    file, lock = sentence.format("duels.db"), sentence.format("duels.db.lock")
    assert told(tmp_path / "duels.db", "locks", error) == [lock, file, file, lock]


@pytest.mark.parametrize("new", [False, pytest.param(True, marks=pytest.mark.soak)])
def test_j1_refused_shared_memory_is_called_by_its_name(tmp_path: Path, new: bool) -> None:
    if not new:
        asyncio.run(visit(tmp_path / "duels.db"))
    sentence = (
        "duels.db is where memory can't be shared, as on some network shares: name a file on a disk of this machine."
    )
    locked, opened, copied, _ = told(tmp_path / "duels.db", "memory", errno.ENODEV)
    assert (locked, opened, copied) == ("It works.", sentence, sentence)
