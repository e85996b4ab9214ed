"""Hooks for all tests: a test that hangs fails, and a part that was skipped is reported at the end."""

from __future__ import annotations

import asyncio
import faulthandler
import gc
import os
import signal
import sys
import tempfile
from collections.abc import Generator
from types import FrameType

import pytest

from tests import systemd
from tests.bot.playground import chromium
from tests.thinning import mark_repeats

if os.access("/dev/shm", os.W_OK):
    # In memory, SQLite does not wait for the disk at each commit. The kill tests work there, too.
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", "/dev/shm")

LIMIT, LONGEST = 300, 1500
"""Seconds after which a test counts as hanging: several times what the slowest needs on a busy machine. `LONGEST` is
for tests marked `soak`."""
GRACE = 60
"""Further seconds after which a test that still runs has its process killed, and so fails."""


def stacks() -> str:
    """The stack of every thread and every asyncio task."""
    with tempfile.TemporaryFile("w+") as file:
        faulthandler.dump_traceback(file, all_threads=True)
        # The tasks of all loops in all threads; asyncio only lists one loop's.
        tasks = [task for task in gc.get_objects() if isinstance(task, asyncio.Task) and not task.done()]
        for task in tasks:
            task.print_stack(file=file)
        file.seek(0)
        return file.read()


def pytest_xdist_auto_num_workers() -> int:
    """For `-n auto`: one more than there are processors, since tests wait for the processes that they start."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(tryfirst=True)  # before tests marked `soak` are deselected
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark most of many similar cases as `soak`."""
    mark_repeats(items)


def pytest_collection_finish() -> None:
    """Exclude imported objects from garbage collection: scanning them again and again costs a tenth of the run."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 50, 100)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Make a test that hangs, or whose fixtures hang, fail, so that the others can run."""
    limit = LONGEST if item.get_closest_marker("soak") else LIMIT

    def too_long(number: int, frame: FrameType | None) -> None:
        pytest.fail(f"not done after {limit} s\n{stacks()}", pytrace=False)

    before = signal.signal(signal.SIGALRM, too_long)
    signal.alarm(limit)
    faulthandler.dump_traceback_later(limit + GRACE, exit=True, file=2)  # bypasses pytest's capture
    try:
        return (yield)
    finally:
        faulthandler.cancel_dump_traceback_later()
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def pytest_unconfigure() -> None:
    """End this process if a thread that a failed test has left keeps it from ending."""
    sys.stdout.flush()  # it would end without
    faulthandler.dump_traceback_later(GRACE, exit=True, file=2)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    reasons = {str(report.longrepr) for report in terminalreporter.getreports("skipped")}
    if untried := [what for what in (chromium.MISSING, systemd.MISSING) if any(what in reason for reason in reasons)]:
        terminalreporter.section("WARNING", red=True, bold=True)
        for what in untried:
            terminalreporter.line(what, red=True, bold=True)
