"""One database, one bot: a second process says why it does not start, and disturbs nothing."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from tests.wire.bot_process import BotProcess
from tests.wire.conftest import TOKEN
from tests.wire.stand_in import StandIn
from tests.wire.test_run import ADA, begin, ready, saved, stopped

pytestmark = pytest.mark.asyncio


async def refused(discord: StandIn, folder: Path, database: Path) -> None:
    """A second process, in its own folder, on that database."""
    second, before = BotProcess(folder, discord.port), len(discord.requests)
    try:
        await second.start(DISCORD_TOKEN=TOKEN, DATABASE_PATH=str(database))
        assert await second.ended() == 2
        assert second.log == f"{database} is in use by another bot: stop that one, or name another file.\n"
        assert len(discord.requests) == before
    finally:
        await second.kill()


async def test_g12_a_second_bot_on_the_same_database_is_refused(
    discord: StandIn, bot: BotProcess, tmp_path: Path
) -> None:
    await ready(discord, bot)
    _, ada, _ = await begin(discord, "battle")
    (tmp_path / "link.db").symlink_to("duels.db")
    await refused(discord, tmp_path / "second", tmp_path / "duels.db")
    await refused(discord, tmp_path / "third", tmp_path / "link.db")
    await discord.press(ADA, ada, "7")
    await stopped(discord, bot)
    assert saved(tmp_path) == [(0, 1, "attack-7")]


async def test_g12_a_killed_bot_is_in_nobodys_way(discord: StandIn, bot: BotProcess) -> None:
    await ready(discord, bot)
    await bot.stop(signal.SIGKILL)
    await discord.until(lambda: not discord.gateway.connected)
    await ready(discord, bot)
    await stopped(discord, bot)
