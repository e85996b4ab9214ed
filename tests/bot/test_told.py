"""Nobody's time runs out in a turn that nothing told them of, and nobody is stuck by that."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from bot.delivery.retries import FIRST_WAIT
from tests.bot.scenes import move_buttons, moves, slow, statuses, watch_pings, your_move
from tests.bot.timed import LIVE, MINUTE, begin, dated, due, gone_for, one_move, reach, status, wait
from tests.bot.unreachable import NO_FAULT, REFUSED_LINES, Unreachable
from tests.bot.world import World, answer, enabled, said, text

pytestmark = pytest.mark.asyncio

HOUR, DAY = 60 * MINUTE, 24 * 60 * MINUTE
PACES = {"live": LIVE, "daily": DAY, "slow": 3 * DAY}
A_LOOK = 25


def now(world: World) -> int:
    """The bot's time, in milliseconds."""
    with world.env.time_context():
        return int(world.client._clock().timestamp() * 1000)


async def aged(world: World, seconds: float) -> None:
    """The present turn began so much earlier than it did: days of looks would take minutes."""
    with closing(sqlite3.connect(world.database)) as db, db:
        db.execute("UPDATE duels SET due_at = due_at - ?, remind_at = remind_at - ?", 2 * (int(seconds * 1000),))
    await wait(world, A_LOOK)


async def out_of_reach(world: World, direct: str = "500", line: str = "500", game: str = "battle") -> Unreachable:
    """Ada has made her first move at the quickest pace; nothing tells Ben of it."""
    await begin(world, game)
    way = Unreachable(world, world.ben, direct, line)
    await one_move(world.ada)
    return way


# ---- H1: time is held


@pytest.mark.parametrize("line", ["500", "50013", "dropped"])
@pytest.mark.parametrize("direct", [*NO_FAULT, "50007", "slow"])
async def test_h1_nobody_loses_by_what_nothing_told_them_of(world: World, direct: str, line: str) -> None:
    way = await out_of_reach(world, direct, line)
    await wait(world, 3 * LIVE)
    assert statuses(world) == ["open"]
    way.mend()
    before, waited = len(world.ben.prompts) + len(world.channel.history()), 0
    while len(world.ben.prompts) + len(world.channel.history()) == before:
        await wait(world, A_LOOK)
        assert (waited := waited + A_LOOK) < 2 * HOUR
    assert abs(await due(world) - now(world) - LIVE * 1000) < 2 * A_LOOK * 1000
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
    assert len(world.ben.prompts) == 2
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
    assert len(world.ben.prompts) == 2
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


# ---- H8: escalation by cause


@pytest.mark.parametrize("code", ["10003", "50001"])
async def test_h8_a_dead_channel_is_opened_anew_once_a_turn(world: World, code: str) -> None:
    way = await out_of_reach(world, code)
    assert way.asked[:2] == ["direct", "direct"]
    assert way.opened == 1
    await wait(world, LIVE)
    assert way.opened == 1


@pytest.mark.parametrize("code", ["50007", "50278"])
async def test_h8_closed_direct_messages_are_called_at_once(world: World, code: str) -> None:
    pings = watch_pings(world)
    await out_of_reach(world, code, "")
    assert pings[1:] == [(world.channel.id, world.ben.id)]  # after the challenge


@pytest.mark.parametrize("direct", [way for way in NO_FAULT if way != "10003"])
async def test_h8_whatever_else_the_line_comes_after_a_minute_and_no_further_message(world: World, direct: str) -> None:
    way = await out_of_reach(world, direct, "")
    pings = watch_pings(world)
    await wait(world, 50)
    assert pings == []
    await wait(world, 100)
    assert pings == [(world.channel.id, world.ben.id)]
    asked = way.asked.count("direct")
    way.mend()
    await wait(world, LIVE / 3)  # past the reminder
    assert way.asked.count("direct") == asked
    assert len(world.ben.prompts) == 1


@pytest.mark.parametrize("code", REFUSED_LINES)
async def test_h8_a_refused_line_is_tried_again(world: World, code: int) -> None:
    way = await out_of_reach(world, "50007", str(code))
    pings = watch_pings(world)
    await wait(world, LIVE)
    assert way.asked.count("line") > 2
    assert way.asked.count("direct") == 1
    way.line = ""
    for _ in range(30):
        await wait(world, 4 * MINUTE)
        if pings:
            break
    assert pings == [(world.channel.id, world.ben.id)]


@pytest.mark.parametrize("acting", [True, False])
async def test_h8_an_offer_of_a_draw_calls_who_cannot_be_written_to(world: World, acting: bool) -> None:
    board = await begin(world, "battle")
    seat, other = (world.ben, world.ada) if acting else (world.ada, world.ben)
    Unreachable(world, other, "50007")
    pings = watch_pings(world)
    await seat.click(await your_move(world, seat, board), "Offer a draw")
    assert pings == [(world.channel.id, other.id)]
    (line,) = [m for m in world.channel.history() if m.id != board.id]
    assert f"{seat.name} offers you a draw" in text(line)
    panel = await your_move(world, other, board)
    await other.click(panel, "Decline draw")
    assert not any("offers you a draw" in text(m) for m in world.channel.history())


# ---- H9: pressed in time, and too late


@pytest.mark.parametrize("done", ["move", "offer", "resign"])
async def test_h9_what_was_pressed_in_time_counts_when_it_is_looked_at_after_it(world: World, done: str) -> None:
    await begin(world, "battle")
    await one_move(world.ada)
    panel = world.ben.panel
    question = answer(await world.ben.click(panel, "Resign"))
    await wait(world, LIVE - 1)
    slow(world, "load", seconds=3.0)
    match done:
        case "move":
            world.ben.press(panel, "2")
        case "offer":
            world.ben.press(panel, "Offer a draw")
        case _:
            world.ben.press(question, "Resign")
    await wait(world, A_LOOK)
    assert moves(world)[1] == {"move": "attack-2", "offer": "!offer", "resign": "!resign"}[done]


@pytest.mark.parametrize("done", ["move", "offer", "resign", "typed"])
async def test_h9_what_is_pressed_after_the_deadline_is_late_though_nobody_has_looked_yet(
    world: World, done: str
) -> None:
    await begin(world, "battle")
    await one_move(world.ada)
    panel = world.ben.panel
    question = answer(await world.ben.click(panel, "Resign"))
    with closing(sqlite3.connect(world.database)) as db, db:
        db.execute("UPDATE duels SET due_at = ?", (now(world) + 65_000,))  # beyond the first minute after the start
    await wait(world, 67)
    assert statuses(world) == ["open"]
    match done:
        case "move":
            result = await world.ben.click(panel, "2")
        case "offer":
            result = await world.ben.click(panel, "Offer a draw")
        case "resign":
            result = await world.ben.click(question, "Resign")
        case _:
            result = await world.ben.slash("play", action="attack 2")
    assert "is up" in said(result)
    await wait(world, A_LOOK)
    assert moves(world)[1:] == ["!time"]


async def test_h9_where_both_let_it_lapse_who_presses_first_does_not_make_the_other_lose(world: World) -> None:
    await reach(world, "sudden death")
    with closing(sqlite3.connect(world.database)) as db, db:
        db.execute("UPDATE duels SET due_at = ?", (now(world) + 65_000,))
    await wait(world, 67)
    assert "is up" in said(await world.ada.click(world.ada.panel, "4"))
    await wait(world, A_LOOK)
    assert moves(world)[-1] == "!void"


@pytest.mark.parametrize("who", ["ada", "ben"])
async def test_h9_while_time_is_held_nothing_is_late(world: World, who: str) -> None:
    await out_of_reach(world)
    await wait(world, 2 * LIVE)
    if who == "ada":
        await world.ada.click(answer(await world.ada.slash("resign")), "Resign")
        assert moves(world)[1:] == ["!resign"]
    else:
        await world.ben.slash("play", action="attack 2")
        assert moves(world)[1:] == ["attack-2"]


# ---- H10: a short restart


@pytest.mark.parametrize("way", ["process", "resumed", "ready"])
@pytest.mark.parametrize("away", [5, 33, 55])
async def test_h10_a_short_absence_across_a_deadline_costs_nobody_the_game(world: World, way: str, away: int) -> None:
    await begin(world, "battle")
    await one_move(world.ada)
    panel = world.ben.panel
    await wait(world, LIVE - 3)
    await gone_for(world, away, way)
    await wait(world, 50)
    assert statuses(world) == ["open"]
    shown = dated(await status(world.ben))
    assert shown == [await due(world) // 1000]
    assert await due(world) > now(world)
    await world.ben.click(panel, "2")
    assert moves(world)[1:] == ["attack-2"]


@pytest.mark.parametrize("way", ["process", "resumed"])
async def test_h10_and_after_a_minute_time_runs_out(world: World, way: str) -> None:
    await begin(world, "battle")
    await one_move(world.ada)
    await wait(world, LIVE - 3)
    await gone_for(world, 33, way)
    await wait(world, MINUTE + 2 * A_LOOK)
    assert moves(world)[1:] == ["!time"]
