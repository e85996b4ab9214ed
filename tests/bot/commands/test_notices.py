"""`/notices`: what a person is written to about, and what goes on all the same."""

from __future__ import annotations

import pytest

from tests.bot.scenes import watch_pings
from tests.bot.timed import wait_for_ben
from tests.bot.world import Seat, World, enabled, said, text

pytestmark = pytest.mark.asyncio


async def choose(seat: Seat, **switches: str) -> str:
    """`/notices`, and what it answers."""
    return said(await seat.slash("notices", **switches))


async def test_it_tells_how_things_are_and_changes_what_is_named(world: World) -> None:
    both = "I write to you when it is your turn, and once more when your time is nearly up."
    no_prompts = "I don't write to you when it is your turn, and I call you in the channel when your time is nearly up."
    neither = "I don't write to you when it is your turn, and send no reminder."
    no_reminders = "I write to you when it is your turn, and send no reminder."
    assert await choose(world.ada) == both
    assert await choose(world.ada, prompts="off") == no_prompts
    assert await choose(world.ada) == no_prompts
    assert await choose(world.ada, reminders="off") == neither
    assert await choose(world.ada, prompts="on") == no_reminders
    await world.restart()
    assert said(await world.ada.dm_slash("notices")) == no_reminders
    assert await choose(world.ada, reminders="on", prompts="on") == both
    assert await choose(world.ben) == both


async def test_without_prompts_nobody_is_written_to_but_at_the_end(world: World) -> None:
    await choose(world.ben, prompts="off", reminders="off")
    pings = watch_pings(world)
    await wait_for_ben(world)
    assert [user for _, user in pings] == [world.ben.id]  # by the challenge
    await world.env.advance_time(250)
    assert world.ben.prompts == []
    assert len(world.channel.history()) == 1
    assert [user for _, user in pings] == [world.ben.id]
    await world.env.advance_time(75)
    (result,) = world.ben.prompts
    assert "Your time ran out" in text(result)


async def test_who_wants_no_prompts_is_told_of_no_closed_direct_messages(world: World) -> None:
    await choose(world.ben, prompts="off")
    message = await world.challenge("battle")
    assert "can't send you" not in said(await world.ben.click(message, "Accept"))


async def test_without_prompts_a_reminder_comes_in_the_channel(world: World) -> None:
    await choose(world.ben, prompts="off")
    await wait_for_ben(world)
    await world.env.advance_time(250)
    assert world.ben.prompts == []
    assert f"<@{world.ben.id}>, your move in duel 1 is due" in text(world.channel.history()[-1])


async def test_where_the_channel_is_gone_a_reminder_comes_directly_all_the_same(world: World) -> None:
    await choose(world.ben, prompts="off")
    await wait_for_ben(world)
    world.env.inject_error("POST", f"/channels/{world.channel.id}/messages", status=404, code=10003, times=None)
    await world.env.advance_time(250)
    assert "Your move is due" in text(world.ben.panel)


async def test_without_reminders_there_are_prompts(world: World) -> None:
    await choose(world.ben, reminders="off")
    await wait_for_ben(world)
    await world.env.advance_time(280)
    assert len(world.ben.prompts) == 1  # the panel before it is gone
    assert len(world.channel.history()) == 1
    assert "2" in enabled(world.ben.panel)


async def test_prompts_that_are_switched_on_again_come_from_the_next_turn_on(world: World) -> None:
    await choose(world.ben, prompts="off")
    await wait_for_ben(world)
    await choose(world.ben, prompts="on")
    await world.ben.slash("play", action="attack 2")
    await world.ada.click(world.ada.panel, "3")
    await world.env.advance_time(85)
    assert "4" in enabled(world.ben.panel)
