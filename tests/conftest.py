"""What holds for all tests: none can hang the run, and a part that was left out is told at the end, in plain sight."""

from __future__ import annotations

import asyncio
import faulthandler
import gc
import os
import signal
import tempfile
from collections.abc import Generator
from types import FrameType

import pytest

from tests.playground import chromium
from tests.thinning import mark_repeats

if os.access("/dev/shm", os.W_OK):
    # SQLite waits for the disk at each commit; that its file outlives a kill is tried all the same.
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", "/dev/shm")

LIMIT, LONGEST = 300, 1500
"""Seconds after which a test is taken to hang: several times what the slowest takes on a busy machine. The other is for
those that take minutes."""
GRACE = 60
"""Seconds more after which a test that did not end even then ends its process, and fails by that."""


def stacks() -> str:
    """Where every thread and every asyncio task is now."""
    with tempfile.TemporaryFile("w+") as file:
        faulthandler.dump_traceback(file, all_threads=True)
        # Of all loops, whichever thread they run in: asyncio itself lists those of one.
        tasks = [task for task in gc.get_objects() if isinstance(task, asyncio.Task) and not task.done()]
        for task in tasks:
            task.print_stack(file=file)
        file.seek(0)
        return file.read()


@pytest.hookimpl(tryfirst=True)  # before those marked `soak` are put aside
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Few of many like cases are quick."""
    mark_repeats(items)


def pytest_collection_finish() -> None:
    """What is imported stays: looking through it for garbage again and again costs a tenth of the run."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 50, 100)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """A test that hangs fails, its fixtures included, and the others go on."""
    limit = LONGEST if item.get_closest_marker("soak") else LIMIT

    def too_long(number: int, frame: FrameType | None) -> None:
        pytest.fail(f"not done after {limit} s\n{stacks()}", pytrace=False)

    before = signal.signal(signal.SIGALRM, too_long)
    signal.alarm(limit)
    faulthandler.dump_traceback_later(limit + GRACE, exit=True, file=2)  # past pytest's capture
    try:
        return (yield)
    finally:
        faulthandler.cancel_dump_traceback_later()
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if chromium.path() is None and any(
        "tests/playground" in str(r.nodeid) for r in terminalreporter.getreports("skipped")
    ):
        terminalreporter.section("WARNING", red=True, bold=True)
        terminalreporter.line(chromium.MISSING, red=True, bold=True)
