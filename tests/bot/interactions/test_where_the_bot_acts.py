"""Where the bot can't act, and whom it can't reach: a challenge is refused with what to do, or its players are told."""

from __future__ import annotations

import pytest
from simcord.builders import ChannelHandle
from simcord.enums import ChannelType

from tests.bot.places import deny, duel, hide_channel
from tests.bot.refusals import Counted
from tests.bot.scenes import moves, onlookers, saved, statuses, told
from tests.bot.timed import move_on
from tests.bot.unreachable import Unreachable
from tests.bot.world import World, said, text

pytestmark = pytest.mark.asyncio

NO_BOARD = "I no longer see the channel of this duel, or may not write there, so its board stands still."


def private_thread(world: World) -> ChannelHandle:
    """A private thread in the channel, with all three people but without the bot."""
    deny(world, "manage_threads")  # with it, the bot sees them all
    backend = world.env.backend
    thread = backend.create_thread(
        world.channel.id, "between us", world.ada.id, type=ChannelType.PRIVATE_THREAD, broadcast=False
    )
    for seat in (world.ben, world.cy):
        thread.thread_members[seat.id] = backend.now_iso()
    backend.announce_thread_create(thread)
    return ChannelHandle(world.env, world.guild, thread)


# ---- L1


async def test_l1_in_a_private_thread_without_the_bot_it_asks_to_be_added(world: World) -> None:
    world.channel = private_thread(world)
    public = onlookers(world)
    words = told(await duel(world, world.ada, world.ben))
    assert (
        words == "I am not in this private thread, so I can't show a duel. Add me by a mention, then use /duel again."
    )
    assert (saved(world), onlookers(world), world.ben.dms) == ([], public, [])
    backend = world.env.backend
    backend.get_channel(world.channel.id).thread_members[backend.bot_user.id] = backend.now_iso()
    await duel(world, world.ada, world.ben)
    await world.ben.click(world.channel.history()[-1], "Accept")
    await move_on(world)
    assert statuses(world) == ["open"]


async def test_l1_where_it_cant_be_found_out_the_duel_begins(world: World) -> None:
    world.channel = private_thread(world)
    world.env.inject_error("GET", f"/channels/{world.channel.id}", status=500)
    await duel(world, world.ada, world.ben)
    assert statuses(world) == ["challenged"]


@pytest.mark.parametrize("permission", ["view_channel", pytest.param("deleted", marks=pytest.mark.soak)])
async def test_l1_found_out_later_both_are_told_once_by_direct_message(world: World, permission: str) -> None:
    board = await world.begin("battle")
    elsewhere = world.guild.create_text_channel("elsewhere")
    if permission == "deleted":
        world.env.backend.delete_channel(world.channel.id)
    else:
        deny(world, permission)
    for _ in range(3):
        await move_on(world)
        await world.a_long_while()
    assert len(moves(world)) == 3
    for seat in (world.ada, world.ben):
        assert [NO_BOARD in text(message) for message in seat.prompts].count(True) == 1
    if permission == "deleted":
        return
    deny(world)
    await world.env.advance_time(7200)
    assert "to attack" in text(world.message(board))
    # Withdrawn once more, it is said once more.
    deny(world, permission)
    world.channel, there = elsewhere, world.channel
    await move_on(world)
    await world.a_long_while()
    assert [NO_BOARD in text(message) for message in world.ben.prompts].count(True) == 2
    assert there.history()


async def test_l1_in_a_locked_thread_both_are_told_once(world: World) -> None:
    await world.begin("battle")
    counted = Counted(world)
    counted.code = 50083
    for _ in range(3):
        await move_on(world)
        await world.a_long_while()
    for seat in (world.ada, world.ben):
        assert [NO_BOARD in text(message) for message in seat.prompts].count(True) == 1


async def test_l1_where_one_cant_be_told_for_now_the_other_is_all_the_same(world: World) -> None:
    await world.begin("battle")
    deny(world, "view_channel")
    failing = Unreachable(world, world.ada, "500")
    await move_on(world)
    await world.a_while()
    assert [NO_BOARD in text(message) for message in world.ben.prompts].count(True) == 1
    failing.mend()
    await world.a_long_while()
    for seat in (world.ada, world.ben):
        assert [NO_BOARD in text(message) for message in seat.prompts].count(True) == 1


# ---- L2


async def test_l2_an_opponent_who_cant_see_the_channel_is_not_challenged(world: World) -> None:
    hide_channel(world, world.ben)
    public = onlookers(world)
    words = told(await duel(world, world.ada, world.ben))
    assert words == "Ben can't see this channel, so they could not answer. Use /duel in a channel that you both see."
    assert (saved(world), onlookers(world), world.ben.dms) == ([], public, [])
    assert said(await duel(world, world.ada, world.ada)).startswith("You can't duel yourself")
