"""Many duels at once in one channel, under Discord's rate limits: no player waits for a board, nothing is lost or
posted twice, and the bot can be stopped meanwhile.
"""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.wire.bot_process import BotProcess
from tests.wire.faults import Limit
from tests.wire.judge import check
from tests.wire.payloads import CHANNEL, User
from tests.wire.players import Players, time_passes
from tests.wire.stand_in import StandIn
from tests.wire.steps import ready, stopped

IN_A_CHANNEL, IN_ALL = (5, 5.0), (50, 1.0)
"""Rate limits: requests per seconds."""


@pytest.mark.asyncio
@pytest.mark.soak
@pytest.mark.parametrize("duels", [10, 100])
async def test_many_duels_at_once_in_one_channel(discord: StandIn, bot: BotProcess, tmp_path: Path, duels: int) -> None:
    players = Players(discord, seed=1)
    await ready(discord, bot)
    for number in range(1, duels + 1):
        await players.begin(User(5 * 10**18 + number, "Ada"), User(5 * 10**18 + duels + number, "Ben"), "battle")
    discord.limit, discord.limit_of_all = Limit(*IN_A_CHANNEL), Limit(*IN_ALL)

    def behind() -> int:
        with closing(sqlite3.connect(tmp_path / "duels.db")) as db:
            return int(db.execute("SELECT count(*) FROM duels WHERE delivered < version").fetchone()[0])

    def edits() -> int:
        return sum(request.startswith(f"PATCH /api/v10/channels/{CHANNEL}/") for request in discord.requests)

    passing = asyncio.create_task(time_passes(discord, bot))
    try:
        await players.play_all()
    finally:
        passing.cancel()
    assert discord.unanswered == 0
    assert players.acknowledged > 5 * duels
    assert edits() < players.acknowledged / 4
    assert behind() > duels / 4, "the limit has kept nobody waiting"

    await stopped(discord, bot)
    before = edits()
    await ready(discord, bot)
    began = bot.now()
    while behind():
        await bot.later(1)
    assert bot.now() - began <= duels * IN_A_CHANNEL[1]
    assert edits() < before + 2 * duels
    await stopped(discord, bot)
    # Beside the boards there are the lines that say who has won.
    boards = [one for one in discord.log.in_channel(str(CHANNEL)) if one["components"][0]["type"] == 17]  # a container
    assert len(boards) == duels
    check(tmp_path, players)
