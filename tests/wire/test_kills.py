"""`kill -9` at any moment while twenty duels are played: no move that was acknowledged is lost, none is made twice,
every duel ends, and everybody is told of everything once.
"""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from random import Random

import pytest

from games import names
from tests.wire.bot_process import BotProcess
from tests.wire.judge import check
from tests.wire.players import PAIRS, Players
from tests.wire.stand_in import StandIn
from tests.wire.test_run import ready, stopped

pytestmark = pytest.mark.asyncio
DUELS = 20
KILLS = 5
ROUNDS = 12
"""Of the soak: 60 kills."""
TROUBLE = re.compile(r"Traceback|bot\.errors")
"""What a log has only where something is wrong with the bot."""
MOVES = 180
"""Twenty duels take some 200."""


async def twenty_duels(players: Players) -> None:
    """Of all games, four at once between each two."""
    for number in range(DUELS):
        one, two = PAIRS[number % len(PAIRS)]
        await players.begin(one, two, names()[(number + number // len(PAIRS)) % len(names())])


async def restarted(discord: StandIn, bot: BotProcess) -> None:
    """`kill -9`, and a start."""
    await bot.kill()
    assert not TROUBLE.search(bot.log)
    await discord.until(lambda: not discord.gateway.connected)
    discord.give_up()
    await ready(discord, bot)


async def pull_plugs(discord: StandIn, bot: BotProcess, players: Players, seed: int) -> None:
    """Kill the bot at any moments; twice in a row too, so that it is killed while it catches up."""
    random = Random(seed)
    for at in sorted(random.choices(range(5, MOVES), k=KILLS)):
        await discord.until(lambda at=at: players.acknowledged >= at, within=60)  # type: ignore[misc]
        await asyncio.sleep(random.uniform(0, 0.03))
        await restarted(discord, bot)


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(1, 1 + ROUNDS))])
async def test_twenty_duels_and_five_kills(discord: StandIn, bot: BotProcess, tmp_path: Path, seed: int) -> None:
    players = Players(discord, seed)
    await ready(discord, bot)
    await twenty_duels(players)
    async with asyncio.TaskGroup() as group:
        group.create_task(pull_plugs(discord, bot, players, seed))
        for match in players.matches:
            group.create_task(players.play(match))
    await stopped(discord, bot)
    assert not TROUBLE.search(bot.log)
    assert len(discord.gateway.identified) == 1 + KILLS
    check(tmp_path, players)
