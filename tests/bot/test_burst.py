"""A hundred duels that move at once in one channel: no move and no prompt waits for a board, and a board that had to
wait shows the newest state only.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import discord
import pytest

from tests.bot.scenes import move_buttons, moves, open_duels
from tests.bot.world import Seat, World, text

DUELS, ROUNDS = 100, 4


async def until(condition: Callable[[], object]) -> None:
    """Let things take their course: amid a hundred tasks simcord would take a minute to see that it is settled."""
    for _ in range(6000):
        if condition():
            return
        await asyncio.sleep(0.01)
    pytest.fail("it does not come to that")


def panels(seat: Seat) -> dict[discord.Message, str]:
    """The direct messages that offer a move, each with the first move."""
    offers = {message: move_buttons(message) for message in seat.prompts}
    return {message: str(offer[0].custom_id) for message, offer in offers.items() if offer}


@pytest.mark.asyncio
async def test_a_hundred_duels_that_move_at_once(world: World) -> None:
    duels = await open_duels(world, world.ada.id, world.ben.id, DUELS)
    with world.env.time_context():
        for duel in duels:
            await world.client.desk.courier.update(duel)
    boards = {message.id for message in world.channel.history()}
    assert len(boards) == DUELS
    sent = Counter[str]()
    world.env.backend.subscribers.append(lambda event, _: sent.update([event]))
    let_through, edits = asyncio.Event(), Counter[int]()

    async def held(method: str, path: str, call: Callable[[], Awaitable[Any]]) -> Any:
        message = int(re.sub(r".*/", "", path)) if method == "PATCH" and path.startswith("/channels") else None
        if message in boards:
            edits[message] += 1
            await let_through.wait()
        return await call()

    world.on_request(held)
    for round_ in range(1, ROUNDS + 1):
        pressed = [
            seat.press_id(message, custom_id)
            for seat in (world.ada, world.ben)
            for message, custom_id in panels(seat).items()
        ]
        assert len(pressed) == DUELS
        await until(partial(lambda count: sent["MESSAGE_CREATE"] == count, round_ * DUELS))
        assert all(result.acknowledged for result in pressed)
        assert [len(moves(world, duel)) for duel in duels] == [round_] * DUELS
    assert max(edits.values()) == 1
    outdated = edits.total()
    let_through.set()
    await until(lambda: edits.total() >= DUELS + outdated)
    await world.settle()
    assert edits.total() == DUELS + outdated
    after = world.channel.history()
    assert {message.id for message in after} == boards
    assert all(f"-# {ROUNDS // 2} · " in text(message) for message in after)  # an exchange is two moves
