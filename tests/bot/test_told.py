"""Nobody's time runs out in a turn that nothing told them of, and nobody is stuck by that."""

from __future__ import annotations

import pytest

from bot.delivery.retries import FIRST_WAIT
from tests.bot.scenes import move_buttons, moves, play_out, statuses, your_move
from tests.bot.settled import nothing_false_stands
from tests.bot.timed import LIVE, MINUTE, Notes, begin, due, one_move, reach, status, wait
from tests.bot.unreachable import A_LOOK, NO_FAULT, REFUSED_LINES, Unreachable, aged, now, out_of_reach
from tests.bot.world import World, answer, enabled, text

pytestmark = pytest.mark.asyncio

HOUR, DAY = 60 * MINUTE, 24 * 60 * MINUTE
PACES = {"live": LIVE, "daily": DAY, "slow": 3 * DAY}


# ---- H1: time is held


@pytest.mark.parametrize("line", ["500", "50013", "dropped"])
@pytest.mark.parametrize("direct", [*NO_FAULT, "50007", "slow"])
async def test_h1_nobody_loses_by_what_nothing_told_them_of(world: World, direct: str, line: str) -> None:
    way = await out_of_reach(world, direct, line)
    await wait(world, 3 * LIVE)
    assert statuses(world) == ["open"]
    way.mend()
    before, waited = Notes(world), 0
    while not any(before.new().values()):
        await wait(world, A_LOOK)
        assert (waited := waited + A_LOOK) < 2 * HOUR
    assert abs(await due(world) - now(world) - LIVE * 1000) < 2 * A_LOOK * 1000
    assert await nothing_false_stands(world)
    await wait(world, LIVE + A_LOOK)
    assert moves(world)[1:] == ["!time"]


@pytest.mark.parametrize("code", REFUSED_LINES)
@pytest.mark.parametrize("restarted", [False, True])
async def test_h1_closed_direct_messages_and_a_channel_that_refuses_the_line(
    world: World, code: int, restarted: bool
) -> None:
    await begin(world, "battle")
    world.ben.close_dms()
    world.env.inject_error("POST", f"/channels/{world.channel.id}/messages", status=403, code=code, times=None)
    await one_move(world.ada)
    await wait(world, LIVE / 2)
    if restarted:
        await world.restart()
    await wait(world, 2 * LIVE)
    assert statuses(world) == ["open"]
    world.env.backend.faults.pop()
    await wait(world, HOUR + MINUTE)
    assert moves(world)[1:] == ["!time"]  # the line told Ben, and then his time ran


# ---- H2: where it is their own choice or doing, time runs


@pytest.mark.parametrize("why", ["prompts off", "closed, called", "left 10007", "left 10013"])
async def test_h2_by_their_own_choice_time_runs(world: World, why: str) -> None:
    await begin(world, "battle")
    way = Unreachable(world, world.ben)
    match why.split():
        case "prompts", _:
            await world.ben.slash("notices", prompts="off", reminders="off")
            way.direct = way.line = "500"
        case "closed,", _:
            way.direct = "50007"
        case _, code:
            world.guild.remove_member(world.ben.member)
            way.direct = "50278"
            world.env.inject_error(
                "GET", f"/guilds/{world.guild.id}/members/{world.ben.id}", status=404, code=int(code), times=None
            )
    await one_move(world.ada)
    await wait(world, LIVE + MINUTE)
    assert moves(world) == ["attack-1", "!time"]


# ---- H3: told by an answer


@pytest.mark.parametrize("by", ["Your move", "status", "status in direct messages", "list"])
async def test_h3_an_answer_of_their_own_tells_them_and_the_deadline_is_that_much_later(world: World, by: str) -> None:
    way = await out_of_reach(world)
    before = await due(world)
    await wait(world, 2 * LIVE)
    if by == "list":
        await world.challenge("siege")
    match by:
        case "Your move":
            await your_move(world, world.ben, world.channel.history()[0])
        case "status":
            await world.ben.slash("status", duel=1)
        case "list":
            await world.ben.slash("status")
        case _:
            await status(world.ben)
    assert abs(await due(world) - (now(world) + LIVE * 1000)) < 5000
    extended = await due(world)
    assert extended > before
    await wait(world, LIVE / 2)
    await status(world.ben)
    assert await due(world) == extended  # once
    assert way.asked
    await wait(world, LIVE / 2 + MINUTE)
    assert moves(world)[1:] == ["!time"]


async def test_h3_accept_and_the_own_last_move_tell_whose_turn_it_is(world: World) -> None:
    message = await world.challenge("siege", "opponent", pace="live")
    Unreachable(world, world.ben, "500", "500")
    await world.ben.click(message, "Accept")
    panel = await your_move(world, world.ben, message)
    await world.ben.click(panel, "7")
    await one_move(world.ada)  # her defence; her attack is next, and her panel says so
    before = await due(world)
    await wait(world, 2 * MINUTE)
    assert await due(world) == before


# ---- H4: within a minute, the deadline stands


async def test_h4_told_within_a_minute_the_deadline_stands(world: World) -> None:
    way = await out_of_reach(world)
    before = await due(world)
    way.mend()
    await wait(world, 2 * FIRST_WAIT.total_seconds() + A_LOOK)
    assert move_buttons(world.ben.panel)
    assert await due(world) == before
    await wait(world, LIVE)
    assert moves(world)[1:] == ["!time"]


async def test_h4_what_is_given_back_for_an_absence_is_not_counted_twice(world: World) -> None:
    way = await out_of_reach(world)
    moved_at = await due(world) - LIVE * 1000
    with world.env._bot_scope():
        world.client.dispatch("disconnect")
    await wait(world, HOUR)
    way.mend()
    await world.reconnected()
    await wait(world, MINUTE)
    assert move_buttons(world.ben.panel)
    assert abs(await due(world) - moved_at - (HOUR + LIVE) * 1000) < 2 * A_LOOK * 1000


# ---- H5: where both pick


async def test_h5_both_picks_wait_until_both_were_told(world: World) -> None:
    await reach(world, "sudden death")
    await world.ben.click(world.ben.panel, "4")
    way = Unreachable(world, world.ben, "500", "500")
    await world.ada.click(world.ada.panel, "4")  # the next round: her answer shows it to her alone
    assert [len(entry) for entry in moves(world)[-2:]] == [6, 6]
    await wait(world, 2 * LIVE)
    assert statuses(world) == ["open"]
    before = await due(world)
    await one_move(world.ada)  # the first pick restarts nothing
    assert await due(world) >= before
    await wait(world, 2 * LIVE)
    assert statuses(world) == ["open"]
    way.mend()
    await wait(world, 2 * MINUTE)
    assert len(move_buttons(world.ben.prompts[-1])) > 0
    await wait(world, LIVE + MINUTE)
    assert moves(world)[-1] == "!time"


async def test_h5_the_deadline_moves_when_the_last_of_both_is_told(world: World) -> None:
    await reach(world, "sudden death")
    for seat in (world.ada, world.ben):
        Unreachable(world, seat, "500", "500")
    await play_out(world, 1, "pick-4", "pick-4")  # past Discord: nobody was answered
    before = await due(world)
    await wait(world, 2 * MINUTE)
    await status(world.ben)
    assert await due(world) == before
    await wait(world, 2 * MINUTE)
    await status(world.ada)
    assert abs(await due(world) - now(world) - LIVE * 1000) < 5000


# ---- H6: a first move


async def test_h6_a_first_move_that_nobody_was_told_of_ends_void(world: World) -> None:
    way = Unreachable(world, world.ada, "500", "500")
    await begin(world, "battle")
    await wait(world, LIVE + MINUTE)
    assert moves(world) == ["!void"]
    assert way.asked


# ---- H7: nobody is stuck by it


@pytest.mark.parametrize("pace", PACES)
async def test_h7_the_other_sees_it_and_may_call_it_off(world: World, pace: str) -> None:
    board = await world.begin("battle", pace=pace)
    Unreachable(world, world.ben, "500", "50013")
    await one_move(world.ada)
    await wait(world, 4 * MINUTE)
    said = "I can't reach Ben at the moment"
    assert said in text(world.message(board))
    assert said in text(await status(world.ada))
    offered_at = max(HOUR, PACES[pace])
    await aged(world, offered_at - 6 * MINUTE)
    assert "Call off" not in enabled(answer(await world.ada.slash("status", duel=1)))
    await wait(world, 3 * MINUTE)
    assert "Call off" in enabled(world.ada.prompts[-1])
    assert "Call off" not in world.public()
    await world.ada.click(world.ada.prompts[-1], "Call off")
    assert moves(world)[1:] == ["!void"]
    assert "I could not reach Ben: no winner" in text(world.message(board))


@pytest.mark.parametrize(("pace", "after"), [("live", DAY), ("daily", 3 * DAY), ("slow", 7 * DAY)])
async def test_h7_in_the_end_it_is_called_off_by_itself(world: World, pace: str, after: int) -> None:
    board = await world.begin("battle", pace=pace)
    Unreachable(world, world.ben, "500", "50013")
    await one_move(world.ada)
    await aged(world, after - 2 * MINUTE)
    assert statuses(world) == ["open"]
    await aged(world, 4 * MINUTE)
    assert moves(world)[1:] == ["!void"]
    assert "I could not reach Ben" in text(world.message(board))


async def test_h7_nobody_else_may_call_it_off(world: World) -> None:
    way = await out_of_reach(world)
    board = world.channel.history()[0]
    await wait(world, HOUR + 2 * MINUTE)
    panel = world.ada.prompts[-1]
    (button,) = (b for b in enabled(panel) if b == "Call off")
    for seat in (world.ben, world.cy):
        seat.press_id(board, "duel:1:call-off")
        await world.settle()
    assert statuses(world) == ["open"]
    way.mend()
    await your_move(world, world.ben, board)
    await world.settle()
    assert "Call off" not in enabled(world.ada.prompts[-1])
    world.ada.press_id(world.ada.prompts[-1], "duel:1:call-off")
    await world.settle()
    assert statuses(world) == ["open"]
    assert button
