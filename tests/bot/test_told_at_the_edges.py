"""Time that is held meets what people do meanwhile: switches, picks, offers, a look; and what the bot is at work on."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from games import Action, Player
from tests.bot.refusals import Call, refusal
from tests.bot.scenes import move_buttons, moves, old_panel, saved_duel, statuses, your_move
from tests.bot.timed import LIVE, MINUTE, begin, dated, due, gone_for, one_move, reach, wait
from tests.bot.unreachable import A_LOOK, Unreachable, now, out_of_reach
from tests.bot.world import World, answer, said, text

HOUR = 3600
pytestmark = pytest.mark.asyncio


async def done_unseen(world: World, player: Any, token: str) -> None:
    """A move whose answer is lost."""
    with world.env.time_context():
        await world.client.duels.play(1, player.id, Action.parse(token))
        await world.client.updates.bring_up(await saved_duel(world))
    await world.settle()


def fail_slowly(world: World) -> None:
    """From now on, all requests about messages fail, and take as long as discord.py tries."""

    async def slowly(method: str, path: str, call: Call) -> Any:
        if "/messages" in path and method in ("POST", "PATCH"):
            await world.env.external_wait(asyncio.sleep(25), reason="a 500, five times")
            raise refusal(500, 0)
        return await call()

    world.on_request(slowly)


async def test_h2_prompts_switched_on_again_in_a_turn_hold_no_time(world: World) -> None:
    await begin(world, "battle")
    await world.ben.slash("notices", prompts="off", reminders="off")
    await one_move(world.ada)
    await wait(world, MINUTE)
    await world.ben.slash("notices", prompts="on")
    await wait(world, LIVE)
    assert moves(world) == ["attack-1", "!time"]


async def test_h2_prompts_switched_off_while_time_is_held_let_it_run_from_then_on(world: World) -> None:
    await out_of_reach(world)
    await wait(world, 2 * LIVE)
    await world.ben.slash("notices", prompts="off", reminders="off")
    await wait(world, A_LOOK)
    assert abs(await due(world) - now(world) - LIVE * 1000) < 2 * A_LOOK * 1000
    await wait(world, LIVE + A_LOOK)
    assert moves(world)[1:] == ["!time"]


async def test_h2_who_has_left_and_is_back_is_held_for_again(world: World) -> None:
    await begin(world, "battle")
    way = Unreachable(world, world.ben, "50278")
    world.guild.remove_member(world.ben.member)
    await one_move(world.ada)
    world.guild.add_member(world.ben.user)
    await world.ben.dm_slash("play", action="attack 2")
    way.direct = way.line = "500"
    await world.ada.dm_slash("play", action="attack 3")
    await wait(world, 2 * LIVE)
    assert statuses(world) == ["open"]


async def test_h3_a_look_as_a_spectator_tells_a_player_too(world: World) -> None:
    await out_of_reach(world)
    await wait(world, 2 * LIVE)
    assert "Ben to attack" in said(await world.ben.click(world.channel.history()[0], "Watch"))
    await wait(world, LIVE + A_LOOK)
    assert moves(world)[1:] == ["!time"]


@pytest.mark.parametrize("direct", ["500", "50007"])
@pytest.mark.parametrize("seat", ["ada", "ben"])
async def test_h3_the_panel_that_tells_them_has_the_new_deadline_at_once(world: World, seat: str, direct: str) -> None:
    untold, other = (world.ada, world.ben) if seat == "ada" else (world.ben, world.ada)
    await begin(world, "battle", "opponent" if seat == "ada" else "me")
    Unreachable(world, untold, direct, "50013")
    await one_move(other)
    await wait(world, 2 * LIVE)
    answer(await untold.slash("status", duel=1))
    panel = [m for m in world.channel.history(viewer=untold.member) if m.flags.ephemeral][-1]
    assert dated(panel) == dated(world.channel.history()[0]) == [await due(world) // 1000]
    assert await due(world) > now(world)


async def test_h3_a_move_while_time_is_held_waits_for_no_message(world: World) -> None:
    board = await begin(world, "battle")
    live = await your_move(world, world.ben, board)
    Unreachable(world, world.ben, "500", "500")
    await one_move(world.ada)
    await wait(world, 2 * LIVE)
    fail_slowly(world)
    world.ben.press(live, "2")
    await wait(world, 1)
    assert moves(world)[1:] == ["attack-2"]


async def test_h4_told_while_the_deadline_is_moved_for_another_reason(world: World) -> None:
    await begin(world, "battle")
    await world.ben.slash("notices", reminders="off")
    way = Unreachable(world, world.ben, "500", "500")
    await one_move(world.ada)
    await wait(world, 3 * MINUTE)
    way.mend()
    arrives = asyncio.Event()

    async def slowly(method: str, path: str, call: Call) -> Any:
        if method == "POST" and path == f"/channels/{world.ben.user.dm_channel.id}/messages":
            await world.env.external_wait(arrives.wait(), reason="a rate limit")
        return await call()

    world.on_request(slowly)
    await wait(world, MINUTE)
    before = await due(world)
    await gone_for(world, 2 * MINUTE, "resumed")
    assert await due(world) > before
    arrives.set()
    await world.settle()
    assert move_buttons(world.ben.panel)
    assert await due(world) == now(world) + LIVE * 1000


async def test_h4_the_reminder_moves_with_the_deadline(world: World) -> None:
    way = await out_of_reach(world)
    await wait(world, LIVE * 3 / 4)
    way.mend()
    await wait(world, MINUTE)
    assert "Your attack" in text(world.ben.prompts[-1])  # they are told by a panel, and not by a reminder
    await wait(world, (await due(world) - now(world)) / 1000 - LIVE / 4 + A_LOOK)
    assert "Your move is due" in text(world.ben.prompts[-1])
    assert dated(world.ben.prompts[-1]) == [await due(world) // 1000]


async def test_h5_nobody_is_reminded_while_time_is_held(world: World) -> None:
    await reach(world, "sudden death")
    await world.ben.click(world.ben.panel, "4")
    Unreachable(world, world.ben, "500", "500")
    await one_move(world.ada)
    await wait(world, LIVE)
    assert not [message for message in world.ada.prompts if "Your move is due" in text(message)]


async def test_h5_a_pick_of_who_was_not_told_ends_the_hold(world: World) -> None:
    await reach(world, "sudden death")
    await world.ben.click(world.ben.panel, "4")
    for seat in (world.ada, world.ben):
        Unreachable(world, seat, "500", "500")
    await done_unseen(world, world.ada, "pick-4")
    await wait(world, 4 * MINUTE)
    await world.ada.slash("status", duel=1)
    at = now(world)
    await done_unseen(world, world.ben, "pick-3")
    assert await due(world) >= at + LIVE * 1000
    await wait(world, LIVE + A_LOOK)
    assert moves(world)[-2:] == ["pick-3", "!time"]


async def test_h7_duels_that_are_held_keep_no_other_deadline_waiting(world: World) -> None:
    for _ in range(4):
        await begin(world, "battle")
    way = Unreachable(world, world.ben, "500", "500")
    for number in range(1, 5):
        panel = old_panel(world.ada, number)
        await world.ada.click(panel, "1")
    await wait(world, HOUR - 5 * MINUTE)
    before = [await due(world, number) for number in range(1, 5)]

    fail_slowly(world)
    await wait(world, 15 * MINUTE)
    assert not [line for line in world.log.lines if "away for" in line]
    assert [await due(world, number) for number in range(1, 5)] == before
    assert way.asked


async def test_h7_a_server_that_is_left_is_why_a_held_duel_is_called_off(world: World) -> None:
    await out_of_reach(world)
    await wait(world, 2 * LIVE)
    with world.env.time_context():
        await world.client.duels.call_off_server(world.guild.id)
    await wait(world, MINUTE)
    assert moves(world)[1:] == ["!void"]
    assert "I was removed from its server" in text(world.ada.prompts[-1])


async def test_h8_where_a_line_stands_an_offer_comes_as_another_line(world: World) -> None:
    way = await out_of_reach(world, "500", "")
    await wait(world, 2 * MINUTE)
    asked = list(way.asked)
    await world.ada.slash("draw")
    assert way.asked == [*asked, "line"]
    assert sum("offers you a draw" in text(message) for message in world.channel.history()) == 1


async def test_h1_who_is_told_at_the_moment_of_a_look_is_not_held_again(world: World) -> None:
    await out_of_reach(world)
    await wait(world, 2 * LIVE)
    assert (await saved_duel(world)).unreached == {Player.TWO}
    told, held_time = world.client.updates._panels._told, world.client.scheduler._held_time
    with world.env.time_context():
        known = await world.client.updates._messages.load(1)
        assert known is not None
        await told.is_told_now(known, Player.TWO)  # what was sent is noted after that
        assert await held_time.hold(1) == (False, None)
    assert (await saved_duel(world)).unreached == frozenset()
    assert await due(world) == now(world) + LIVE * 1000
