"""Practice with the process that thinks: it is killed, or the bot is, and the computer moves once all the same."""

from __future__ import annotations

import asyncio
import os
import select
import signal
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest

from tests.children import PATIENCE
from tests.wire.bot_process import BotProcess
from tests.wire.payloads import DM_BASE, Payload, enabled, text
from tests.wire.stand_in import StandIn
from tests.wire.steps import ADA, ready, stopped

DM = DM_BASE + ADA.id
pytestmark = pytest.mark.asyncio


def children(bot: BotProcess) -> list[int]:
    """The ids of the processes that the bot has started."""
    return [int(pid) for pid in Path(f"/proc/{bot.pid}/task/{bot.pid}/children").read_text().split()]


def thinking(bot: BotProcess) -> int:
    """The id of the process that thinks."""
    (pid,) = children(bot)
    return pid


@contextmanager
def held(pid: int) -> Iterator[int]:
    """A process that does nothing meanwhile; its file descriptor."""
    watched = os.pidfd_open(pid)
    os.kill(pid, signal.SIGSTOP)
    try:
        yield watched
    finally:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGCONT)
        os.close(watched)


def has_ended(watched: int) -> bool:
    """Whether that process ends."""
    return bool(select.select([watched], [], [], PATIENCE)[0])


async def begin(discord: StandIn, bot: BotProcess, game: str = "battle") -> Payload:
    """A practice duel in Ada's direct messages, in which both have moved once; her panel."""
    asked = await discord.slash(ADA, "practice", where=DM, game=game, level="hard")
    assert asked.message is not None
    panel = discord.direct(ADA)[-1]
    if not moves(bot):
        await discord.press(ADA, panel, "3")
    await discord.until(lambda: enabled(discord.direct(ADA)[-1])[0] != "Rules")
    return discord.direct(ADA)[-1]


def moves(bot: BotProcess) -> list[tuple[int, str]]:
    """Who has done what."""
    with closing(sqlite3.connect(bot.folder / "duels.db")) as db:
        return db.execute("SELECT player, action FROM moves ORDER BY ply").fetchall()


@pytest.mark.soak
async def test_p4_the_process_that_thinks_ends_with_the_bot_and_is_none_before_it_is_needed(
    discord: StandIn, bot: BotProcess
) -> None:
    await ready(discord, bot)
    assert children(bot) == []
    await begin(discord, bot)
    watched = os.pidfd_open(thinking(bot))
    await stopped(discord, bot)
    assert has_ended(watched)
    os.close(watched)


async def test_p4_a_kill_of_the_process_that_thinks(discord: StandIn, bot: BotProcess) -> None:
    await ready(discord, bot)
    panel = await begin(discord, bot)
    before = moves(bot)
    with held(thinking(bot)):
        pressed = asyncio.ensure_future(discord.press(ADA, panel, enabled(panel)[0]))
        await discord.until(lambda: len(moves(bot)) == len(before) + 1)
        os.kill(thinking(bot), signal.SIGKILL)
        await pressed
    await discord.until(lambda: "Your" in text(discord.direct(ADA)[-1]))
    assert [player for player, _ in moves(bot)[len(before) :]] == [1, 2]
    assert "the process of the computer players has ended" in bot.log
    await stopped(discord, bot)


@pytest.mark.soak
async def test_p4_a_kill_of_the_bot_while_it_is_thought(discord: StandIn, bot: BotProcess) -> None:
    await ready(discord, bot)
    panel = await begin(discord, bot)
    before = moves(bot)
    thinker = thinking(bot)
    with held(thinker) as watched:
        pressed = asyncio.ensure_future(discord.press(ADA, panel, enabled(panel)[0]))
        await discord.until(lambda: len(moves(bot)) == len(before) + 1)
        pressed.cancel()
        await bot.kill()
        os.kill(thinker, signal.SIGCONT)
        assert has_ended(watched)
    await ready(discord, bot)
    await discord.until(lambda: len(moves(bot)) == len(before) + 2)
    await bot.later(60)
    assert [player for player, _ in moves(bot)[len(before) :]] == [1, 2]
    (panel,) = discord.direct(ADA)
    assert enabled(panel)[0] != "Rules"
    await stopped(discord, bot)
