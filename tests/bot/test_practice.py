"""Duels against the bot itself, from the command to the result, in a server and in direct messages."""

from __future__ import annotations

import re

import discord
import pytest

from players import Level
from tests.bot.scenes import GAMES, move_buttons, moves, open_panels, saved_duel, statuses
from tests.bot.settled import nothing_false_stands
from tests.bot.world import Seat, World, buttons, said, text

pytestmark = [pytest.mark.asyncio, pytest.mark.usefixtures("luck")]

BOT = "the bot"


def own_panel(seat: Seat) -> discord.Message:
    """The panel that is open: the ephemeral one in the channel, else the newest direct message."""
    return (open_panels(seat) or [seat.panel])[-1]


async def play_out(world: World, *, until: int = 100) -> None:
    """Ada makes the first move that she is offered, again and again."""
    for _ in range(until):
        if statuses(world)[-1] != "open":
            return
        panel = own_panel(world.ada)
        (first, *_) = move_buttons(panel)
        await world.ada.click(panel, first.label)


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("game", GAMES)
async def test_p1_a_whole_duel_in_a_server(world: World, game: str, level: str) -> None:
    result = await world.ada.slash("practice", game=game, level=level)
    board = result.response.message
    assert not board.flags.ephemeral
    await play_out(world)
    await world.a_while()
    assert statuses(world) == ["ended"]
    assert len(moves(world)) > 2
    assert await nothing_false_stands(world) >= 2
    assert len(world.channel.history()) == 1
