"""An outage of hours: every request fails while the gateway stays, and the bot is told of no reconnect afterwards.

What was saved meanwhile is told when Discord is back: by itself, once, and the newest state only.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import aiohttp
import discord
import pytest

from tests.bot.refusals import refusal
from tests.bot.scenes import watch_pings
from tests.bot.script import offered
from tests.bot.settled import nothing_false_stands
from tests.bot.timed import wait
from tests.bot.world import Seat, World, answer, enabled, text

pytestmark = [pytest.mark.asyncio, pytest.mark.usefixtures("luck")]

HOURS = 3600 + 600
SOON, LATER = 120, 900
"""Seconds after which everything is up to date again, and after which nothing more has come."""


class Outage:
    """From now until `is_over`, no request gets an answer."""

    def __init__(self, world: World, error: Callable[[], Exception]) -> None:
        self._error = error
        self.is_over = False
        self.failed = 0
        world.on_request(self)

    async def __call__(self, method: str, path: str, call: Callable[[], Awaitable[Any]]) -> Any:
        if self.is_over:
            return await call()
        self.failed += 1
        raise self._error()


async def press(seat: Seat, message: discord.Message, label: str) -> None:
    """A press that gets no answer."""
    seat.press(message, label)
    await wait(seat.world, 5)


def standing(world: World) -> list[discord.Message]:
    return world.channel.history(viewer=world.cy.member)


async def test_a_move_is_told_when_discord_is_back(world: World) -> None:
    board = await world.begin("siege")
    pings, outage = watch_pings(world), Outage(world, aiohttp.ServerDisconnectedError)
    await press(world.ada, world.ada.panel, "7")
    await wait(world, HOURS)
    assert "Ada to attack" in text(world.message(board))
    outage.is_over = True
    await wait(world, SOON)
    assert "Ben to defend" in text(world.message(board))
    assert [offered(message) for message in world.ada.prompts] == [[]]
    assert [len(offered(message)) for message in world.ben.prompts] == [11]
    await wait(world, LATER)
    assert standing(world) == [world.message(board)]
    assert pings == []
    await world.ben.click(world.ben.panel, "4")
    assert "Ada's 7 against Ben's 4: **Ben 15 → 12**" in text(world.message(board))


async def test_of_what_happened_meanwhile_only_the_newest_is_told(world: World) -> None:
    """Ben is not asked to answer an attack of a duel that is over."""
    board = await world.begin("siege")
    panel = world.ada.panel
    question = answer(await world.ada.click(panel, "Resign"))
    pings, outage = watch_pings(world), Outage(world, partial(refusal, 500, 0))
    await press(world.ada, panel, "7")
    await wait(world, HOURS)
    await press(world.ada, question, "Resign")
    await wait(world, HOURS)
    outage.is_over = True
    await wait(world, SOON)
    results = {"Ben wins": world.message(board), "You lose": world.ada.prompts[-1], "You win!": world.ben.prompts[-1]}
    for title, message in results.items():
        assert text(message).startswith(f"### {title}\n")
        assert enabled(message) == ["Rematch", "Course", "Review"]
    await wait(world, LATER)
    assert [len(seat.prompts) for seat in (world.ada, world.ben)] == [1, 1]
    assert await nothing_false_stands(world)
    assert standing(world) == [world.message(board)]
    assert pings == []
