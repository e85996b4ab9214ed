"""The process that thinks: it answers, it is replaced, and it never outlives whoever has started it."""

from __future__ import annotations

import asyncio
import logging
import os
import pickle
import select
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path

import pytest
import pytest_asyncio

from bot.worker import COMMAND, ROOT, InPlace, Runner, Worker, WorkFailed
from tests.children import PATIENCE, child


@pytest_asyncio.fixture
async def worker() -> AsyncIterator[Worker]:
    worker = Worker()
    yield worker
    await worker.aclose()


def killed_once(flag: str) -> str:
    """Kills its process, unless the file is there, which it makes."""
    if not Path(flag).exists():
        Path(flag).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return "done"


def killed() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def asleep() -> None:
    time.sleep(PATIENCE)


def failing() -> None:
    raise ValueError("attack-7")


@pytest.mark.asyncio
async def test_it_answers_what_it_is_asked_in_one_process(worker: Worker) -> None:
    assert worker.pid is None
    assert await worker.run(divmod, 17, 5) == (3, 2)
    first = worker.pid
    assert await asyncio.gather(*(worker.run(pow, 2, n) for n in range(5))) == [1, 2, 4, 8, 16]
    assert worker.pid == first
    assert await worker.run(os.getpid) == first


@pytest.mark.soak
@pytest.mark.asyncio
async def test_it_loads_neither_the_bot_nor_its_libraries(worker: Worker) -> None:
    loaded = await worker.run(eval, "sorted(__import__('sys').modules)")
    assert "players.siege" in loaded or "players" in loaded
    assert not {"discord", "aiosqlite", "bot", "storage", "asyncio", "aiohttp"} & set(loaded)


@pytest.mark.soak
@pytest.mark.asyncio
async def test_what_goes_wrong_there_is_told_without_its_text(worker: Worker) -> None:
    with pytest.raises(WorkFailed) as failed:
        await worker.run(failing)
    assert str(failed.value) == "failing: ValueError"
    assert 'attack-7")' not in str(failed.value)
    assert "in failing" in failed.value.elsewhere
    assert await worker.run(divmod, 17, 5) == (3, 2)


@pytest.mark.asyncio
async def test_a_process_that_has_ended_is_replaced(worker: Worker, caplog: pytest.LogCaptureFixture) -> None:
    first = await worker.run(os.getpid)
    os.kill(first, signal.SIGKILL)
    assert await worker.run(os.getpid) not in (first, os.getpid())
    assert [record.levelno for record in caplog.records if record.name == "bot.worker"] == [logging.WARNING]


@pytest.mark.soak
@pytest.mark.asyncio
async def test_a_request_that_ends_its_process_is_made_once_more(worker: Worker, tmp_path: Path) -> None:
    assert await worker.run(killed_once, str(tmp_path / "flag")) == "done"
    with pytest.raises(WorkFailed, match="2 times"):
        await worker.run(killed)
    assert await worker.run(divmod, 17, 5) == (3, 2)


@pytest.mark.asyncio
async def test_a_request_that_takes_too_long_is_given_up() -> None:
    worker = Worker(longest=0.0)
    with pytest.raises(WorkFailed, match="longer"):
        await worker.run(asleep)
    assert worker.pid is None


@pytest.mark.soak
@pytest.mark.asyncio
async def test_a_request_that_is_cancelled_leaves_no_answer_for_the_next(worker: Worker) -> None:
    await worker.run(os.getpid)
    waiting = asyncio.create_task(worker.run(asleep))
    await asyncio.sleep(0)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert await worker.run(divmod, 17, 5) == (3, 2)


@pytest.mark.soak
@pytest.mark.asyncio
async def test_the_end_gives_up_what_is_under_way(worker: Worker) -> None:
    pid = await worker.run(os.getpid)
    waiting = asyncio.create_task(worker.run(asleep))
    await asyncio.sleep(0)
    await worker.aclose()
    with pytest.raises(WorkFailed, match="ending"):
        await waiting
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


@pytest.mark.soak
@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.asyncio
async def test_signals_to_the_whole_group_do_not_end_it_before_the_bot(worker: Worker) -> None:
    pid = await worker.run(os.getpid)
    for number in (signal.SIGINT, signal.SIGTERM):
        os.kill(pid, number)
    assert await worker.run(os.getpid) == pid


@pytest.mark.soak
def test_it_ends_when_nobody_can_ask_any_more_also_in_the_middle_of_a_request() -> None:
    with child(*COMMAND, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        process.stdin.write(pickle.dumps((time.sleep, (PATIENCE,))))
        process.stdin.close()
        assert process.wait(PATIENCE / 2) == 0


@pytest.mark.soak
def test_it_ends_over_a_request_that_it_does_not_know() -> None:
    with child(*COMMAND, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        process.stdin.write(b"cplayers\nno_such_function\n.")
        process.stdin.flush()
        assert process.wait(PATIENCE / 2) == 0


@pytest.mark.skipif(sys.platform != "linux", reason="it waits for a process that is no child of its own")
def test_it_ends_with_a_bot_that_is_killed() -> None:
    program = f"""
import asyncio, os, time
from bot.worker import Worker

async def main():
    worker = Worker()
    print(await worker.run(os.getpid), flush=True)
    await worker.run(time.sleep, {PATIENCE})

asyncio.run(main())
"""
    with child(sys.executable, "-c", program, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        pid = int(process.stdout.readline())
        process.kill()
    with suppress(ProcessLookupError):  # it has ended already
        assert select.select([os.pidfd_open(pid)], [], [], PATIENCE / 2)[0]


@pytest.mark.asyncio
async def test_in_place_it_is_the_same() -> None:
    runner: Runner = InPlace()
    assert await runner.run(divmod, 17, 5) == (3, 2)
    with pytest.raises(WorkFailed, match="failing: ValueError"):
        await runner.run(failing)
    await runner.aclose()
