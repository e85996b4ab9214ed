"""`python -m bot backup`, and the README's commands to restore a copy, run exactly as written while people play."""

from __future__ import annotations

import asyncio
import re
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import cycle
from pathlib import Path

import pytest

from tests.children import PATIENCE, ROOT, child_of_loop, run
from tests.storage.files import visit
from tests.wire.bot_process import BotProcess
from tests.wire.files import moves, saved
from tests.wire.payloads import Payload, User, enabled
from tests.wire.stand_in import StandIn
from tests.wire.steps import ADA, BEN, begin, ready, stopped

pytestmark = pytest.mark.asyncio


def restore(folder: Path, copy: str) -> None:
    """Run the README's commands for restoring a copy."""
    section = (ROOT / "README.md").read_text().partition("## Keep it running")[2].partition("\n## ")[0]
    (commands,) = re.findall(r"restore.*?^```sh\n(.*?)^```", section, re.DOTALL | re.MULTILINE)
    assert "duels-2026-12-01.db" in commands
    run("sh", "-euc", commands.replace("duels-2026-12-01.db", copy), cwd=folder, check=True)


def names(folder: Path, pattern: str) -> list[str]:
    """The names of the files in a folder that match."""
    return sorted(path.name for path in folder.glob(pattern))


async def panel(discord: StandIn, user: User, board: Payload) -> Payload:
    """Press *Your move*."""
    opened = (await discord.press(user, board, "Your move")).message
    assert opened is not None
    return opened


async def play_on(discord: StandIn) -> None:
    """Play one duel after the other, without a pause."""
    while True:
        board = (await discord.slash(ADA, "duel", BEN, game="battle", first="me")).message
        assert board is not None
        await discord.press(BEN, board, "Accept")
        for user in cycle((ADA, BEN)):
            shown = await panel(discord, user, board) if "Watch" in enabled(board) else None
            if shown is None or "Resign" not in enabled(shown):
                break
            await discord.press(user, shown, next(label for label in enabled(shown) if label[0].isdecimal()))


@asynccontextmanager
async def playing(discord: StandIn) -> AsyncIterator[None]:
    """Other people play during the block."""
    others = asyncio.create_task(play_on(discord))
    try:
        yield
        assert not others.done(), others.result()
    finally:
        others.cancel()
        await asyncio.gather(others, return_exceptions=True)


async def test_a_copy_made_while_duels_are_played_takes_the_databases_place(
    discord: StandIn, bot: BotProcess, tmp_path: Path
) -> None:
    file, copy = tmp_path / "duels.db", tmp_path / "copy.db"
    await ready(discord, bot)
    challenge, ada, _ = await begin(discord, "siege")
    board = challenge.message
    assert board is not None
    await discord.press(ADA, ada, "7")
    async with playing(discord):
        await discord.until(lambda: len(moves(file)) > 20)
        before = moves(file)
        await discord.until(lambda: moves(file) > before)  # so the copy has to hold what was just written
        assert await bot.command("backup", "copy.db") == (0, "duels.db is copied to copy.db.\n")
        after = moves(file)
        await discord.press(BEN, await panel(discord, BEN, board), "4")
        await discord.until(lambda: len(moves(file)) > len(after) + 20)
    assert before < moves(copy) <= after
    assert (1, 1, "defend-4") in moves(file)
    await bot.stop(signal.SIGKILL)
    await discord.until(lambda: not discord.gateway.connected)
    assert file.with_name("duels.db-wal").stat().st_size

    kept = moves(copy)
    restore(tmp_path, "copy.db")
    await ready(discord, bot)
    assert moves(file) == kept
    await discord.press(BEN, await panel(discord, BEN, board), "5")
    await stopped(discord, bot)
    assert (1, 2, "defend-5") in saved(tmp_path)  # complete, without a WAL file
    assert moves(file) == kept | {(1, 1, "defend-5")}


async def test_a_copy_needs_no_token_and_overwrites_nothing(bot: BotProcess, tmp_path: Path) -> None:
    nothing = "does not exist: there is nothing to copy.\n"
    assert await bot.command("backup", "copy.db") == (2, f"{tmp_path / 'duels.db'} {nothing}")
    await visit(tmp_path / "duels.db")
    assert await bot.command("backup", "copy.db") == (0, "duels.db is copied to copy.db.\n")
    refusal = f"{tmp_path / 'copy.db'} exists already: name a new file, so that nothing is overwritten.\n"
    assert await bot.command("backup", "copy.db") == (2, refusal)
    assert names(tmp_path, "*.db*") == ["copy.db", "duels.db"]


SLOWLY = """
import pathlib, runpy, sys, threading
from storage import backup
def pause(*_):
    pathlib.Path("at-work").touch()
    threading.Event().wait()
backup.PAGES, backup._pause = 1, pause
sys.argv = ["bot", "backup", "copy.db"]
runpy.run_module("bot", run_name="__main__")
"""
"""A backup that waits for a signal after the first page. A signal that comes before the wait ends it, too."""


@pytest.mark.parametrize("number", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.soak)])
async def test_a_copy_that_is_interrupted_leaves_nothing(
    discord: StandIn, bot: BotProcess, tmp_path: Path, number: signal.Signals
) -> None:
    await visit(tmp_path / "duels.db")
    async with child_of_loop(sys.executable, "-c", SLOWLY, cwd=tmp_path, env=bot.env) as copying:
        await discord.until((tmp_path / "at-work").exists)
        copying.send_signal(number)
        assert await asyncio.wait_for(copying.wait(), PATIENCE) == 130
    assert names(tmp_path, "*copy.db*") == []
