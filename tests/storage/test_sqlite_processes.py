"""A file of duels and several processes: at once, killed, copied; and what is left of it when it is closed."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
from contextlib import AsyncExitStack, aclosing
from pathlib import Path

import pytest

from storage import MoveRow, SqliteStore, Status
from tests.children import PYTHON, child_of_loop
from tests.storage.patient import PATIENT
from tests.storage.rows import CHALLENGE, loaded, opened


async def finished(script: str, *arguments: object) -> str:
    """Run a script to its end; returns its output."""
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    async with child_of_loop(PYTHON, "-W", "error", "-c", script, *map(str, arguments), **options) as process:
        output, _ = await process.communicate()
        return output.decode().strip()


async def rounds(script: str, argument_lists: list[tuple[object, ...]], lines: list[str]) -> list[list[str]]:
    """Run a script in one process per argument list. Each line is sent to all at once; each answers with a line."""
    options = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    async with AsyncExitStack() as stack:
        runs = [
            await stack.enter_async_context(
                child_of_loop(PYTHON, "-W", "error", "-c", PATIENT + script, *map(str, arguments), **options)
            )
            for arguments in argument_lists
        ]

        async def told(run: asyncio.subprocess.Process) -> str:
            assert run.stdout is not None
            return (await run.stdout.readline()).decode().strip()

        answers = []
        assert await asyncio.gather(*map(told, runs)) == ["here"] * len(runs)
        for line in lines:
            for run in runs:
                assert run.stdin is not None
                run.stdin.write(f"{line}\n".encode())
            answers.append(await asyncio.gather(*map(told, runs)))
        for output, _ in await asyncio.gather(*(run.communicate(b"") for run in runs)):
            assert output == b""
        assert [run.returncode for run in runs] == [0] * len(runs)
        return answers


APPEND = """
import asyncio, sys
from contextlib import aclosing
from storage import SqliteStore, StaleLog

async def main(path, duel_id, who):
    async with aclosing(await SqliteStore.connect(path)) as store:
        print("here", flush=True)
        for line in sys.stdin:
            ply = int(line)
            try:
                await store.append(duel_id, ply, who, f"by-{who}", ply)
                print("won", flush=True)
            except StaleLog:
                print("lost", flush=True)

asyncio.run(main(sys.argv[1], *map(int, sys.argv[2:])))
"""


@pytest.mark.asyncio
async def test_of_two_processes_that_append_at_once_one_wins(file: Path, store: SqliteStore) -> None:
    duel_id, plies = await opened(store), 200
    answers = await rounds(APPEND, [(file, duel_id, who) for who in (1, 2)], [str(ply) for ply in range(plies)])
    assert [sorted(answer) for answer in answers] == [["lost", "won"]] * plies
    _, log = await loaded(store, duel_id)
    assert log == tuple(
        MoveRow(ply, who, f"by-{who}", ply) for ply, who in enumerate(answer.index("won") + 1 for answer in answers)
    )


CONNECT = """
import asyncio, sys
from contextlib import aclosing
from storage import SqliteStore

async def main(path):
    async with aclosing(await SqliteStore.connect(path)) as store:
        await store.put_note("a", "b")

print("here", flush=True)
for line in sys.stdin:
    asyncio.run(main(line.rstrip()))
    print("ready", flush=True)
"""


@pytest.mark.asyncio
async def test_processes_that_start_at_once_do_no_harm(tmp_path: Path) -> None:
    files = [str(tmp_path / f"{round_}.db") for round_ in range(8)]
    assert await rounds(CONNECT, [()] * 4, files) == [["ready"] * 4] * len(files)


KILLED = """
import asyncio, os, sys
from contextlib import aclosing
from storage import Result, SqliteStore

async def main(path, duel_id):
    async with aclosing(await SqliteStore.connect(path)) as store:
        await store.append(duel_id, 0, 1, "attack-7", 5)
        await store.append(duel_id, 1, 2, "take", 6, result=Result(1, "life"))
        os._exit(0)

asyncio.run(main(sys.argv[1], int(sys.argv[2])))
"""


@pytest.mark.asyncio
async def test_what_was_appended_outlives_a_kill(file: Path) -> None:
    async with aclosing(await SqliteStore.connect(file)) as store:
        duel_id = await opened(store)
    assert await finished(KILLED, file, duel_id) == ""
    assert f"{file.name}-wal" in os.listdir(file.parent)  # it was not closed
    async with aclosing(await SqliteStore.connect(file)) as store:
        duel, log = await loaded(store, duel_id)
    assert (duel.status, duel.winner, [move.action for move in log]) == (Status.ENDED, 1, ["attack-7", "take"])


@pytest.mark.asyncio
async def test_a_copy_of_a_store_in_use_can_be_opened(file: Path, store: SqliteStore, tmp_path: Path) -> None:
    duel_id = await opened(store)
    await store.append(duel_id, 0, 1, "attack-7", 5)
    for suffix in ("", "-wal"):
        shutil.copy(f"{file}{suffix}", f"{tmp_path / 'copy.db'}{suffix}")
    async with aclosing(await SqliteStore.connect(tmp_path / "copy.db")) as copy:
        assert await copy.load(duel_id) == await store.load(duel_id)
        await copy.append(duel_id, 1, 2, "take", 6)
    assert len((await loaded(store, duel_id))[1]) == 1


@pytest.mark.asyncio
async def test_a_closed_store_is_one_file(file: Path) -> None:
    async with aclosing(await SqliteStore.connect(str(file))) as store:  # a path may be a string
        await store.create(CHALLENGE)
    assert os.listdir(file.parent) == [file.name]
