"""Places vanish: a channel or a thread is deleted, archived or locked, and the duels in it go on."""

from __future__ import annotations

import re

import discord
import pytest

from tests.bot.places import delete_channel, duel, go_to
from tests.bot.scenes import GAMES, move_buttons, mover, moves, old_panel, reach, saved, saved_duel, statuses, told
from tests.bot.world import Seat, World, answer, enabled, text

pytestmark = pytest.mark.asyncio

PHASES = ("committed", "picked", *GAMES)


async def one_move(seat: Seat, number: int = 1) -> None:
    """A move on a player's newest direct message: Ada's last, anybody else's first, so that no two picks are level."""
    panel = old_panel(seat, number)
    await seat.click(panel, move_buttons(panel)[-1 if seat is seat.world.ada else 0].label)


def results(seat: Seat) -> list[discord.Message]:
    """What a player has been told of an end."""
    return [message for message in seat.prompts if re.match(r"### (You win!|You lose|A draw)\n", text(message))]


async def to_the_end(world: World, number: int = 1) -> None:
    """The duel is played till it is over, in direct messages alone."""
    while (duel := (await saved_duel(world, number)).duel) is not None and not duel.outcome:
        before = len(moves(world, number))
        await one_move(await mover(world, number), number)
        assert len(moves(world, number)) == before + 1


# ---- F3


@pytest.mark.parametrize("phase", PHASES)
async def test_f3_moves_go_on_in_direct_messages_to_the_end(world: World, phase: str) -> None:
    await reach(world, phase)
    delete_channel(world)
    await to_the_end(world)
    assert statuses(world) == ["ended"]
    for seat in (world.ada, world.ben):
        (result,) = results(seat)
        assert "duel 1" in text(result)
        assert [enabled(message) for message in seat.prompts if move_buttons(message)] == []
    assert world.channel.history() == []
    assert [line for line in world.log.lines if " error " in line] == []


@pytest.mark.parametrize("game", GAMES)
async def test_f3_both_stay_free(world: World, game: str) -> None:
    """What there was can be looked at, offered, given up; and something new can be begun with anybody."""
    await world.begin(game)
    delete_channel(world)
    for seat in (world.ada, world.ben):
        for shown in (answer(await seat.dm_slash("status")), answer(await seat.slash("status"))):
            assert "Duel 1" in text(shown)
            assert "Resign" in enabled(shown)
    await world.ada.dm_slash("draw")
    await world.a_while()
    assert "Accept draw" in enabled(world.ben.prompts[-1])
    await world.ben.click(world.ben.prompts[-1], "Decline draw")
    board = await world.begin(game)
    await one_move(await mover(world, 2), 2)
    assert (len(moves(world, 2)), statuses(world)) == (1, ["open", "open"])
    assert "duel 2" in text(world.message(board))
    await world.ben.click(answer(await world.ben.dm_slash("resign", duel=1)), "Resign")
    assert statuses(world) == ["ended", "open"]
    await world.a_while()
    told_of = [text(message).splitlines()[0] for seat in (world.ada, world.ben) for message in results(seat)]
    assert told_of == ["### You win!", "### You lose"]
    # A rematch has nowhere to be posted.
    before = saved(world)
    assert "could not post" in told(await world.ada.click(results(world.ada)[-1], "Rematch"))
    assert saved(world)[: len(before)][0] == before[0]


@pytest.mark.parametrize("label", ["Accept", "Decline", "Withdraw"])
async def test_f3_a_challenge_is_answered_in_direct_messages(world: World, label: str) -> None:
    await world.challenge("siege")
    delete_channel(world)
    seat = world.ada if label == "Withdraw" else world.ben
    await seat.click(answer(await seat.dm_slash("status")), label)
    assert statuses(world) == [{"Accept": "open", "Decline": "declined", "Withdraw": "cancelled"}[label]]
    if label == "Accept":
        await to_the_end(world)
        assert statuses(world) == ["ended"]


@pytest.mark.parametrize("who", ["ada", "ben"])
async def test_f3_with_closed_direct_messages_the_status_is_the_way(world: World, who: str) -> None:
    seat: Seat = getattr(world, who)
    seat.close_dms()
    await world.begin("battle")
    delete_channel(world)
    for count in range(1, 5):
        acting = await mover(world)
        panel = answer(await acting.slash("status"))
        await acting.click(panel, move_buttons(panel)[0].label)
        assert len(moves(world)) == count


@pytest.mark.parametrize("what", ["deleted", "archived", "locked"])
@pytest.mark.parametrize("place", ["thread", "forum post"])
async def test_f3_a_thread_that_is_deleted_archived_or_locked_stops_nobody(world: World, place: str, what: str) -> None:
    go_to(world, place)
    await duel(world, world.ada, world.ben, "battle")
    await world.ben.click(world.channel.history()[-1], "Accept")
    if what == "deleted":
        delete_channel(world)
    else:
        world.env.backend.edit_channel(world.channel.id, {}, thread_metadata={what: True, "archived": True})
        world.env.inject_error("PATCH", f"/channels/{world.channel.id}/messages/*", status=400, code=50083, times=None)
        world.env.inject_error("POST", f"/channels/{world.channel.id}/messages", status=400, code=50083, times=None)
    await to_the_end(world)
    assert statuses(world) == ["ended"]
    assert [len(results(seat)) for seat in (world.ada, world.ben)] == [1, 1]


async def test_f3_what_is_gone_costs_one_request_a_move(world: World) -> None:
    await world.begin("nomad")
    channel = world.channel.id
    delete_channel(world)
    before = len(world.env.http_requests)
    for _ in range(4):
        await one_move(await mover(world))
    asked = [r for r in world.env.http_requests[before:] if r.path.startswith(f"/channels/{channel}/")]
    assert len(asked) <= 4
