"""Rematches that can't be posted or accepted: who asks is told why, and what nobody can answer is closed."""

from __future__ import annotations

import pytest

from tests.bot.scenes import (
    ended,
    onlookers,
    open_duels,
    saved,
    statuses,
    told,
)
from tests.bot.world import World, enabled, text

pytestmark = pytest.mark.asyncio


@pytest.mark.parametrize("code", [50001, 50013, 10003])
async def test_one_that_cant_be_posted_is_withdrawn_and_said_so(world: World, code: int) -> None:
    await ended(world)
    world.env.inject_error("POST", f"/channels/{world.channel.id}/messages", status=403, code=code)
    result = await world.ada.click(world.ada.panel, "Rematch")
    assert "could not post the challenge" in told(result)
    assert statuses(world) == ["ended", "cancelled"]
    assert len(world.channel.history()) == 1


@pytest.mark.parametrize("full", ["asker", "other"])
async def test_limits_hold_for_who_asks(world: World, full: str) -> None:
    result = await ended(world)
    busy = world.ada if full == "asker" else world.ben
    await open_duels(world, busy.id, world.cy.id, 25)
    before, public = saved(world), onlookers(world)
    words = "You have 25 open duels" if full == "asker" else "Ben has 25 open duels"
    assert words in told(await world.ada.click(result, "Rematch"))
    assert (saved(world), onlookers(world)) == (before, public)


async def test_one_whose_asker_has_no_room_left_is_closed(world: World) -> None:
    result = await ended(world)
    await world.ada.click(result, "Rematch")
    await open_duels(world, world.ada.id, world.cy.id, 25)
    refused = await world.ben.click(result, "Rematch")
    assert told(refused).startswith("Ada has 25 open duels, and that is the most, so challenge 2 is closed.")
    assert statuses(world)[1] == "expired"
    assert enabled(world.channel.history()[-1]) == []
    assert enabled(world.message(result)) == ["Rematch", "Course", "Review"]


async def test_one_whose_asker_has_left_is_closed(world: World) -> None:
    result = await ended(world)
    await world.ada.click(result, "Rematch")
    world.guild.remove_member(world.ada.member)
    refused = await world.ben.click(result, "Rematch")
    assert told(refused).startswith("Ada has left the server, so challenge 2 is closed.")
    assert statuses(world) == ["ended", "expired"]
    assert "was closed before it was accepted" in text(world.channel.history()[-1])
