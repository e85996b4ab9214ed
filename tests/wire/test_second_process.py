"""Only one bot can use a database: a second process says why it does not start, and does not disturb the first."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from tests.wire.bot_process import BotProcess
from tests.wire.conftest import TOKEN
from tests.wire.files import saved
from tests.wire.forks import Forks
from tests.wire.stand_in import StandIn
from tests.wire.steps import ADA, begin, ready, stopped

pytestmark = pytest.mark.asyncio


async def test_g12_a_second_bot_on_the_same_database_is_refused(
    discord: StandIn, bot: BotProcess, forks: Forks, tmp_path: Path
) -> None:
    await ready(discord, bot)
    _, ada, _ = await begin(discord, "battle")
    (tmp_path / "link.db").symlink_to("duels.db")
    requests = len(discord.requests)
    second, third = BotProcess(tmp_path / "second", discord.port), BotProcess(tmp_path / "third", discord.port, forks)
    for process, name in ((second, "duels.db"), (third, "link.db")):
        process.set("DISCORD_TOKEN", TOKEN)
        process.set("DATABASE_PATH", str(tmp_path / name))
        refusal = f"{tmp_path / name} is in use by another bot: stop that one, or name another file.\n"
        assert await process.command("run") == (2, refusal)
    assert len(discord.requests) == requests
    await discord.press(ADA, ada, "7")
    await stopped(discord, bot)
    assert saved(tmp_path) == [(0, 1, "attack-7")]


async def test_g12_a_killed_bot_is_in_nobodys_way(discord: StandIn, bot: BotProcess) -> None:
    await ready(discord, bot)
    await bot.stop(signal.SIGKILL)
    await discord.until(lambda: not discord.gateway.connected)
    await ready(discord, bot)
    await stopped(discord, bot)
