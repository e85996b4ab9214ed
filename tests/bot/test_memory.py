"""What a duel that is over leaves in the bot's memory: nothing, but for a fixed number of what is kept to save work."""

from __future__ import annotations

import asyncio
import gc
from collections import Counter

import pytest

from bot.discord_start import RATE_LIMITS, PatientHTTP
from bot.interactions import origins
from bot.service import replays
from tests.bot.scenes import statuses, your_move
from tests.bot.world import World, answer

pytestmark = pytest.mark.asyncio

OURS = ("bot.", "games.", "storage.", "discord.")


def kept() -> Counter[str]:
    """How many objects there are of each type of the bot's and discord.py's, and how many tasks."""
    gc.collect()
    types = (type(one) for one in gc.get_objects())
    found = Counter(f"{kind.__module__}.{kind.__qualname__}" for kind in types if str(kind.__module__).startswith(OURS))
    return found + Counter(tasks=len(asyncio.all_tasks()))


async def whole_duel(world: World, number: int) -> None:
    """A duel on direct messages and on ephemeral panels, at which somebody looks on and presses what is not theirs."""
    board = await world.begin("battle")
    await world.ada.click(world.ada.panel, "1")
    await world.ben.click(await your_move(world, world.ben, board), "2")
    await world.cy.click(world.message(board), "Watch")
    await world.ada.click(answer(await world.ada.slash("resign")), "Resign")
    await world.settle()
    assert statuses(world) == ["ended"] * number


@pytest.mark.usefixtures("luck")
async def test_a_duel_that_is_over_leaves_nothing_in_memory(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replays, "KEPT", 1)
    monkeypatch.setattr(origins, "REMEMBERED", 1)
    for number in (1, 2):
        await whole_duel(world, number)
    before = kept()
    for number in (3, 4):
        await whole_duel(world, number)
    assert kept() - before == Counter()


async def test_few_rate_limits_are_kept_beside_those_that_count() -> None:
    client = PatientHTTP(asyncio.get_running_loop())
    in_use, renewed_later = client.get_ratelimit("in use"), client.get_ratelimit("renewed later")
    renewed_later.expires = asyncio.get_running_loop().time() + 3600
    async with in_use:
        newest = [client.get_ratelimit(str(channel)) for channel in range(3 * RATE_LIMITS)][-1]
        assert client.get_ratelimit("in use") is in_use
        assert client.get_ratelimit("renewed later") is renewed_later
    assert len(client._buckets) <= RATE_LIMITS + 2
    assert client.get_ratelimit(str(3 * RATE_LIMITS - 1)) is newest
