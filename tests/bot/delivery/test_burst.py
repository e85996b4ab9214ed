"""Many duels that move at once in one channel: no move and no prompt waits for a board, and a board that had to
wait shows the newest state only.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import discord
import pytest
from discord.http import Ratelimit

from bot.client import LONGEST_WAIT
from bot.delivery.boards import EDITS_AT_ONCE
from bot.delivery.direct_messages import SENDS_AT_ONCE
from bot.delivery.updates import AT_ONCE
from bot.discord_api import give_up
from bot.interactions import reply
from games import Action
from tests.bot.scenes import move_buttons, moves, open_duels, saved_duel
from tests.bot.world import Seat, World, text

DUELS, ROUNDS = 40, 4


async def until(condition: Callable[[], object]) -> None:
    """Let things take their course: amid hundreds of tasks simcord would take a minute to see that it is settled."""
    for _ in range(6000):
        if condition():
            return
        await asyncio.sleep(0.01)
    pytest.fail("it does not come to that")


def panels(seat: Seat) -> dict[discord.Message, str]:
    """The direct messages that offer a move, each with the first move."""
    offers = {message: move_buttons(message) for message in seat.prompts}
    return {message: str(offer[0].custom_id) for message, offer in offers.items() if offer}


@dataclass
class Burst:
    """Duels of Ada against Ben, whose boards are not edited before `let_through`; what has been sent and edited."""

    duels: list[int]
    boards: set[int]
    let_through: asyncio.Event = field(default_factory=asyncio.Event)
    sent: Counter[str] = field(default_factory=Counter)
    edits: Counter[int] = field(default_factory=Counter)

    async def hold(self, world: World, method: str, path: str, call: Callable[[], Awaitable[Any]]) -> Any:
        message = int(re.sub(r".*/", "", path)) if method == "PATCH" and path.startswith("/channels") else None
        if message in self.boards:
            self.edits[message] += 1
            await world.env.external_wait(self.let_through.wait(), reason="the channel's limit is used up")
        return await call()

    async def prompted(self, count: int) -> None:
        await until(lambda: self.sent["MESSAGE_CREATE"] == count)


async def begun(world: World, count: int) -> Burst:
    # No timer is to run out meanwhile: simcord would settle for it, which takes it minutes amid hundreds of tasks.
    with world.env._bot_scope():
        await world.client.scheduler.stop(0)
    duels = await open_duels(world, world.ada.id, world.ben.id, count)
    with world.env.time_context():
        for duel in duels:
            await world.client.updates.bring_up(await saved_duel(world, duel))
    burst = Burst(duels, {message.id for message in world.channel.history()})
    assert len(burst.boards) == count
    world.env.backend.subscribers.append(lambda event, _: burst.sent.update([event]))
    world.on_request(partial(burst.hold, world))
    return burst


@pytest.mark.asyncio
async def test_many_duels_that_move_at_once(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reply, "PATIENCE", 600.0)
    burst = await begun(world, DUELS)
    for round_ in range(1, ROUNDS + 1):
        pressed = [
            seat.press_id(message, custom_id)
            for seat in (world.ada, world.ben)
            for message, custom_id in panels(seat).items()
        ]
        assert len(pressed) == DUELS
        await burst.prompted(round_ * DUELS)
        assert all(result.acknowledged for result in pressed)
        assert [len(moves(world, duel)) for duel in burst.duels] == [round_] * DUELS
    assert burst.edits.total() == EDITS_AT_ONCE
    burst.let_through.set()
    await until(lambda: burst.edits.total() >= DUELS + EDITS_AT_ONCE)
    await world.settle()
    assert burst.edits.total() == DUELS + EDITS_AT_ONCE
    assert set(burst.edits) == burst.boards
    after = world.channel.history()
    assert {message.id for message in after} == burst.boards
    assert all(f"-# Round {ROUNDS // 2 + 1} · " in text(message) for message in after)  # an exchange is two moves


@pytest.mark.asyncio
async def test_who_is_caught_up_with_is_prompted_before_any_board_is_edited(world: World) -> None:
    burst = await begun(world, 2 * AT_ONCE)
    handlers = world.client.handlers
    with world.env.time_context():
        for duel in burst.duels:
            await handlers.duels.play(duel, world.ada.id, Action.parse("attack-1"))
        catching_up = asyncio.create_task(world.client.updates.catch_up(burst.duels))
    await burst.prompted(len(burst.duels))
    burst.let_through.set()
    await catching_up
    assert burst.edits == dict.fromkeys(burst.boards, 1)


@pytest.mark.asyncio
async def test_direct_messages_go_out_a_few_at_a_time_and_no_move_waits_for_them(world: World) -> None:
    burst = await begun(world, 2 * SENDS_AT_ONCE)
    burst.let_through.set()
    answered, under_way = asyncio.Event(), list[str]()

    async def slow(method: str, path: str, call: Callable[[], Awaitable[Any]]) -> Any:
        if method == "POST" and path.endswith("/messages"):
            under_way.append(path)
            await world.env.external_wait(answered.wait(), reason="Discord takes its time")
        return await call()

    world.on_request(slow)
    pressed = [world.ada.press_id(message, custom_id) for message, custom_id in panels(world.ada).items()]
    await until(lambda: all(result.acknowledged for result in pressed))
    await world.settle()
    assert len(under_way) == SENDS_AT_ONCE
    answered.set()
    await burst.prompted(len(burst.duels))


@pytest.mark.asyncio
async def test_closed_direct_messages_are_not_tried_again_by_the_other_duels_of_the_same_person(world: World) -> None:
    burst = await begun(world, 3 * SENDS_AT_ONCE)
    burst.let_through.set()
    world.ben.close_dms()
    tried: list[str] = []

    async def count(method: str, path: str, call: Callable[[], Awaitable[Any]]) -> Any:
        if method == "POST" and path == f"/channels/{world.ben.user.dm_channel.id}/messages":
            tried.append(path)
        return await call()

    world.on_request(count)
    for message, custom_id in panels(world.ada).items():
        world.ada.press_id(message, custom_id)
    await burst.prompted(len(burst.duels))  # in the channel
    assert len(tried) == SENDS_AT_ONCE


@pytest.mark.asyncio
async def test_what_waits_at_a_limit_of_discords_is_given_up_at_once() -> None:
    limit = Ratelimit(LONGEST_WAIT)
    limit.reset_after = LONGEST_WAIT - 1

    async def request() -> None:
        async with limit:
            await asyncio.sleep(3600)

    task = asyncio.create_task(request())
    await asyncio.sleep(0)
    async with asyncio.timeout(5):
        await give_up([task])
    assert task.cancelled()
