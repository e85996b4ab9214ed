"""Two who tell of one duel at the same time: neither undoes what the other has noted, and nothing is sent twice."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass, field
from typing import Any

import discord
import pytest

from bot.delivery.places import Place
from bot.delivery.projection import for_player
from games import Player
from tests.bot.refusals import Call, refusal
from tests.bot.scenes import ended, posted, statuses
from tests.bot.settled import nothing_false_stands
from tests.bot.world import World, enabled, said, text
from tests.storage.rows import messages

pytestmark = pytest.mark.asyncio

CALLBACK = r"/interactions/.*/callback"


@dataclass
class Held:
    """The first such request waits until `let_go` is set, once it has arrived or, with `arrives` off, before.
    `refused`: it is then refused with this code.
    """

    world: World
    method: str
    path: str
    arrives: bool = True
    refused: int | None = None
    let_go: asyncio.Event = field(default_factory=asyncio.Event)
    seen: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.world.on_request(self)

    async def __call__(self, method: str, path: str, call: Call) -> Any:
        if method != self.method or not re.fullmatch(self.path, path):
            return await call()
        self.seen.append(path)
        if len(self.seen) > 1:
            return await call()
        result = await call() if self.arrives else None
        await self.world.env.external_wait(self.let_go.wait(), reason="the answer takes its time")
        if self.refused:
            raise refusal(403, self.refused)
        return result if self.arrives else await call()

    async def release(self) -> None:
        self.let_go.set()
        await self.world.settle()


async def test_a_panel_that_came_during_an_answer_is_not_sent_again(world: World) -> None:
    await world.begin("battle")
    held = Held(world, "POST", CALLBACK)
    world.ada.press(world.ada.panel, "9")
    await world.settle()
    assert held.seen
    await world.ben.slash("play", action="attack 8")
    assert "7" in enabled(world.ada.panel)
    prompted = Held(world, "POST", f"/channels/{world.ada.user.dm_channel.id}/messages")
    await held.release()
    # Not even with its nonce, by which Discord knows it for some minutes only.
    assert prompted.seen == []
    assert len(world.ada.prompts) == 1
    assert await nothing_false_stands(world)


async def test_the_next_panel_that_came_during_an_answer_stays(world: World) -> None:
    await world.begin("siege")
    await world.ada.click(world.ada.panel, "7")
    held = Held(world, "POST", CALLBACK)
    world.ben.press(world.ben.panel, "Take the hit")
    await world.settle()
    await world.reconnected()  # the scheduler looks
    assert "8" in enabled(world.ben.panel)
    await held.release()
    assert "8" in enabled(world.ben.panel)
    assert len(world.ben.prompts) == 1
    assert await nothing_false_stands(world)


async def test_a_panel_that_an_answer_has_noted_during_an_edit_stays(world: World) -> None:
    """As after a kill: the older panel is noted, and the player presses a newer one that is noted nowhere yet."""
    await world.begin("battle")
    older = world.ada.panel
    await world.ada.click(older, "5")
    handlers = world.client.handlers
    newer: list[discord.Message] = []

    async def press_another(method: str, path: str, call: Call) -> Any:
        if method == "PATCH" and path.endswith(f"/{older.id}") and not newer:
            known = await world.client.updates._messages.load(1)
            assert known is not None
            layout = for_player(known.saved, Player.ONE, known.header)
            newer.append(await posted(world, older.channel.id, layout))
            await handlers.panels._answers.shown_panel(known, Player.ONE, newer[0], goes_on=False)
        return await call()

    world.on_request(press_another)
    await world.ada.slash("draw")
    assert [message.id for message in world.ada.prompts] == [newer[0].id]
    assert await nothing_false_stands(world) >= 3


async def test_a_challenge_accepted_before_it_was_noted_is_noted_once(world: World) -> None:
    held = Held(world, "POST", CALLBACK)
    await world.ben.click(await world.challenge("battle"), "Accept")
    store = world.client._store
    assert store is not None
    before = await messages(store, 1)
    assert [row.shown for row in before if row.place == Place.BOARD] == [1]
    await held.release()
    assert await messages(store, 1) == before


async def test_a_rematch_that_is_being_posted_is_not_posted_by_the_scheduler_too(world: World) -> None:
    result = await ended(world, "battle")
    held = Held(world, "POST", f"/channels/{world.channel.id}/messages", arrives=False)
    world.ada.press(result, "Rematch")
    await world.settle()
    await world.reconnected()  # the scheduler looks
    await held.release()
    assert len(held.seen) == 1
    assert sum("challenges" in text(message) for message in world.channel.history()) == 1


async def test_a_rematch_that_cant_be_posted_and_is_accepted_meanwhile_is_on(world: World) -> None:
    result = await ended(world, "battle")
    held = Held(world, "POST", f"/channels/{world.channel.id}/messages", arrives=False, refused=50013)
    pressed = world.ada.press(result, "Rematch")
    await world.settle()
    await world.ben.click(world.message(result), "Rematch")
    assert statuses(world) == ["ended", "open"]
    await held.release()
    assert statuses(world) == ["ended", "open"]
    assert "### Number Battle · against Ben" in said(pressed)
    assert "Duel 2" in said(pressed)
    assert "duel 2" in text(world.channel.history()[-1])
