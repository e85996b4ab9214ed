"""Twenty duels at once, while the bot is stopped again and again, and while requests to Discord fail."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from tests.wire.bot_process import BotProcess
from tests.wire.faults import Weather, dropped_after, dropped_before, limited, refused, slow
from tests.wire.files import all_is_told
from tests.wire.judge import TROUBLE, check
from tests.wire.players import DUELS, FEW, MOVES, MOVES_OF_FEW, Players
from tests.wire.stand_in import StandIn
from tests.wire.steps import ready, stopped

pytestmark = pytest.mark.asyncio
STOPS = 2
SEEDS = [0, *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(1, 5))]
BAD_WEATHER = (dropped_before, dropped_after, refused(500), refused(503), limited(0.5))
OF_MESSAGES = r"^(POST|PATCH|DELETE) /(channels|interactions|webhooks|users/@me/channels)"


async def stop_and_start(discord: StandIn, bot: BotProcess, players: Players, seed: int) -> None:
    """Send SIGTERM at random moments. Each time the bot stops cleanly and continues after a start."""
    random = Random(seed)
    for at in sorted(random.choices(range(5, MOVES if seed else MOVES_OF_FEW), k=STOPS if seed else 1)):
        await discord.until(lambda at=at: players.acknowledged >= at)  # type: ignore[misc]
        for _ in range(random.randrange(30)):
            await asyncio.sleep(0)
        await stopped(discord, bot)
        discord.give_up()
        assert not TROUBLE.search(bot.log)
        await ready(discord, bot)


@pytest.mark.parametrize("seed", SEEDS)
async def test_sigterm_under_load(discord: StandIn, bot: BotProcess, tmp_path: Path, seed: int) -> None:
    players = Players(discord, seed)
    await ready(discord, bot)
    await players.begin_duels(DUELS if seed else FEW)
    async with asyncio.TaskGroup() as group:
        group.create_task(stop_and_start(discord, bot, players, seed))
        group.create_task(players.play_all())
    await discord.until(lambda: all_is_told(tmp_path))
    await stopped(discord, bot)
    check(tmp_path, players)


async def all_time_passes(bot: BotProcess) -> None:
    """Let time pass, so that the bot retries failed requests. Players press again what was answered too late."""
    while True:
        await bot.at_rest()
        bot.leap(0.25)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(4))
async def test_a_tenth_of_all_requests_fails(discord: StandIn, bot: BotProcess, tmp_path: Path, seed: int) -> None:
    players = Players(discord, seed)
    await ready(discord, bot)
    await players.begin_duels(DUELS)
    weather = Weather(OF_MESSAGES, 0.1, (*BAD_WEATHER, slow(0.3, bot.now)), Random(seed))
    discord.faults.append(weather)
    passing = asyncio.create_task(all_time_passes(bot))
    try:
        await players.play_all()
        await discord.until(lambda: all_is_told(tmp_path))
    finally:
        passing.cancel()
    assert weather.met > 50
    discord.faults.clear()
    await stopped(discord, bot)
    assert not TROUBLE.search(bot.log)
    check(tmp_path, players, stripped=False)
