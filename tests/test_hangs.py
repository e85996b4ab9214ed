"""A test that hangs fails, says where, and the run goes on."""

from __future__ import annotations

from pathlib import Path

from tests.children import PYTHON, run

CONFTEST = """
from tests import conftest
from tests.conftest import pytest_runtest_protocol
conftest.LIMIT = 1
"""
HANGS = """
import asyncio, threading

async def waits_for_nothing():
    await asyncio.Event().wait()

async def both():
    await asyncio.gather(waits_for_nothing())

def test_of_asyncio():
    thread = threading.Thread(target=threading.Event().wait, daemon=True, name="idle")
    thread.start()
    asyncio.run(both())

def test_of_a_thread():
    threading.Event().wait()

def test_that_ends():
    pass
"""


def test_what_hangs_fails_with_its_stacks_and_the_others_go_on(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(CONFTEST)
    (tmp_path / "test_hanging.py").write_text(HANGS)
    done = run(PYTHON, "-m", "pytest", "-p", "no:cacheprovider", "--rootdir", str(tmp_path), str(tmp_path), text=True)
    assert "2 failed, 1 passed" in done.stdout
    of_asyncio = done.stdout.partition("test_of_asyncio")[2].partition("test_of_a_thread")[0]
    assert "not done after 1 s" in of_asyncio
    assert of_asyncio.count("in waits_for_nothing\n    await asyncio.Event().wait()") == 1
    assert of_asyncio.count("in both\n") == 1
    assert of_asyncio.count("Thread 0x") == 1  # the idle one, beside the current one


def test_a_thread_that_is_left_does_not_keep_the_run_from_ending(tmp_path: Path) -> None:
    leaves = "import threading\ndef test_it():\n    threading.Thread(target=threading.Event().wait).start()\n"
    (tmp_path / "conftest.py").write_text(
        "from tests import conftest\nfrom tests.conftest import pytest_unconfigure\nconftest.GRACE = 0.1\n"
    )
    (tmp_path / "test_leaving.py").write_text(leaves)
    done = run(PYTHON, "-m", "pytest", "-p", "no:cacheprovider", "--rootdir", str(tmp_path), str(tmp_path), text=True)
    assert "1 passed" in done.stdout
    assert done.returncode == 1
    assert "Timeout" in done.stderr
    assert "threading.py" in done.stderr
