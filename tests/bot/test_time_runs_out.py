"""Never stuck: time runs out by itself, both hear of it, and who is late was told before."""

from __future__ import annotations

import discord
import pytest

from tests.bot.scenes import GAMES, moves, saved, statuses, told
from tests.bot.timed import (
    ANSWERED_IN,
    LIVE,
    MINUTE,
    PHASES,
    QUARTER,
    Notes,
    begin,
    challenge,
    dated,
    due,
    late,
    one_move,
    reach,
    status,
    wait,
)
from tests.bot.world import Seat, World, answer, enabled, text

pytestmark = [pytest.mark.asyncio, pytest.mark.usefixtures("luck")]

REMINDER = "Your move is due "


def reminders(messages: list[discord.Message]) -> list[discord.Message]:
    return [message for message in messages if REMINDER in text(message)]


# ---- E1, E2, E3


@pytest.mark.parametrize("phase", PHASES)
async def test_e1_a_reminder_before_and_a_result_after_by_themselves(world: World, phase: str) -> None:
    board = await reach(world, phase)
    slow, before = await late(world), moves(world)
    notes = Notes(world)
    await wait(world, LIVE - QUARTER - MINUTE)
    assert notes.new() == {"Ada": [], "Ben": [], "channel": []}
    await wait(world, 2 * MINUTE)
    came = notes.new()
    assert {name for name in came if came[name]} == {seat.name for seat in slow}
    assert all(len(came[seat.name]) == len(reminders(came[seat.name])) == 1 for seat in slow)
    assert (moves(world), statuses(world)) == (before, ["open"])
    await wait(world, QUARTER)
    assert moves(world) == [*before, "!void" if len(slow) == 2 else "!time"]
    assert statuses(world) == ["ended"]
    came = notes.new()
    assert [len(came[name]) for name in ("Ada", "Ben", "channel")] == [1, 1, 0]
    assert enabled(world.message(board)) == ["Rematch", "Course", "Review"]
    # And then there is nothing more to come.
    await wait(world, 2 * LIVE)
    assert notes.new() == {"Ada": [], "Ben": [], "channel": []}
    assert [line for line in world.log.lines if " error " in line] == []


@pytest.mark.parametrize("closed", [False, True], ids=["direct messages", "direct messages closed"])
@pytest.mark.parametrize("phase", ["challenged", "dealt", *PHASES])
async def test_e2_both_know_within_a_minute(world: World, phase: str, closed: bool) -> None:
    if closed:
        for seat in (world.ada, world.ben):
            seat.close_dms()
    if phase == "challenged":
        board = await challenge(world, "siege")
    elif closed or phase == "dealt":
        board = await begin(world, phase if phase in GAMES else "siege")
    else:
        board = await reach(world, phase)
    left = await due(world) / 1000 - world.env.now().timestamp()
    open_words = text(world.message(board))
    await wait(world, left - 1)
    assert text(world.message(board)) == open_words
    assert statuses(world) != ["ended"]
    await wait(world, 1 + MINUTE)
    assert statuses(world) == ["expired" if phase == "challenged" else "ended"]
    if phase == "challenged":
        # Ben has pressed nothing and is not written to; the message that called him says it.
        assert "Ben did not answer in time." in text(world.message(board))
        assert world.ben.prompts == []
        assert closed or "Ben did not answer your challenge" in text(world.ada.prompts[-1])
        return
    title = text(world.message(board)).splitlines()[0]
    won = {"Ada": "You win!", "Ben": "You lose"} if "Ada wins" in title else {"Ada": "You lose", "Ben": "You win!"}
    assert title in ("### Ada wins", "### Ben wins", "### Called off")
    for seat in (world.ada, world.ben):
        own = title if title == "### Called off" else f"### {won[seat.name]}"
        assert closed or text(seat.prompts[-1]).splitlines()[0] == own


@pytest.mark.parametrize("phase", PHASES)
async def test_e3_both_read_who_lost_and_why_and_till_when(world: World, phase: str) -> None:
    board = await reach(world, phase)
    slow, at = await late(world), await due(world) // 1000
    # It was there to be seen all the time, in each reader's own.
    for shown in (
        world.message(board),
        *(seat.prompts[-1] for seat in slow),
        await status(world.ada),
        await status(world.ben),
    ):
        assert dated(shown) == [at]
        assert f"<t:{at}:R>" in text(shown)
    await wait(world, LIVE - MINUTE)
    assert all(dated(seat.prompts[-1]) == [at] for seat in slow)  # the reminder
    await wait(world, 2 * MINUTE)
    pages: dict[Seat | None, list[discord.Message]] = {
        None: [world.message(board)],
        **{seat: [seat.prompts[-1], await status(seat)] for seat in (world.ada, world.ben)},
    }
    for reader, shown in ((reader, page) for reader, found in pages.items() for page in found):
        if len(slow) == 2:
            title, reason = "Called off", f"Neither of the two picked in time, <t:{at}:f>: no winner, and no loser."
        else:
            (loser,) = slow
            winner = world.ben if loser is world.ada else world.ada
            title = f"{winner.name} wins" if reader is None else "You lose" if reader is loser else "You win!"
            whose = "Your" if reader is loser else f"{loser.name}'s"
            reason = f"{whose} time ran out, <t:{at}:f>."
        assert text(shown).splitlines()[:2] == [f"### {title}", reason]
        assert dated(shown) == [at]


# ---- E5


@pytest.mark.parametrize("first", ["me", "opponent"])
@pytest.mark.parametrize("game", GAMES)
async def test_e5_the_first_move_that_never_comes_calls_a_duel_off(world: World, game: str, first: str) -> None:
    board = await begin(world, game, first)
    (slow,), at = await late(world), await due(world) // 1000
    await wait(world, LIVE + MINUTE)
    assert (moves(world), statuses(world)) == (["!void"], ["ended"])
    for shown in (world.message(board), world.ada.prompts[-1], world.ben.prompts[-1]):
        assert text(shown).splitlines()[0] == "### Called off"
        who = "You" if shown.id == slow.prompts[-1].id else slow.name
        assert f"{who} did not begin in time, <t:{at}:f>: no winner, and no loser." in text(shown)


@pytest.mark.parametrize("phase", PHASES)
async def test_e5_each_turn_has_its_own_time_and_each_runs_out(world: World, phase: str) -> None:
    await reach(world, phase)
    slow = await late(world)
    before = moves(world)
    if len(slow) == 1 and phase != "picked":
        # A move in the last seconds starts the next one's whole time.
        await wait(world, LIVE - 5)
        await one_move(slow[0])
        before = moves(world)
        if statuses(world) == ["ended"]:
            return
        await wait(world, LIVE - 25)
        assert moves(world) == before
        slow = await late(world)
    await wait(world, LIVE + MINUTE)
    assert moves(world) == [*before, "!void" if len(slow) == 2 else "!time"]
    assert statuses(world) == ["ended"]


@pytest.mark.parametrize("what", ["an offer", "a declined offer", "a glance"])
async def test_e5_talk_moves_no_deadline(world: World, what: str) -> None:
    await reach(world, "siege")
    at, (slow, *_) = await due(world), await late(world)
    await wait(world, LIVE / 2)
    if what != "a glance":
        await world.ada.slash("draw")
    if what == "a declined offer":
        await world.ben.click(world.ben.panel, "Decline draw")
    await slow.slash("status")
    assert await due(world) == at
    await wait(world, LIVE / 2 + MINUTE)
    assert moves(world)[-1] == "!time"


async def test_e5_in_sudden_death_one_pick_neither_takes_nor_gives_time(world: World) -> None:
    await reach(world, "sudden death")
    at = await due(world)
    await wait(world, LIVE - 30)
    await one_move(world.ben)
    assert await due(world) == at
    await wait(world, 30 + MINUTE)
    assert moves(world)[-1] == "!time"
    assert "You lose" in text(world.ada.prompts[-1])


@pytest.mark.parametrize("game", GAMES)
async def test_e5_a_challenge_runs_out_and_so_does_a_rematch(world: World, game: str) -> None:
    first = await begin(world, game)
    await wait(world, LIVE + MINUTE)
    await world.ada.click(world.message(first), "Rematch")
    second = world.channel.history()[-1]
    third = await challenge(world, game)
    await wait(world, ANSWERED_IN + MINUTE)
    assert statuses(world) == ["ended", "expired", "expired"]
    for message in (second, third):
        assert "Ben did not answer in time." in text(world.message(message))
        assert enabled(world.message(message)) == []


@pytest.mark.parametrize("label", ["Accept", "Decline", "Withdraw"])
async def test_c8_a_challenge_that_ran_out_has_no_buttons_and_an_old_copy_says_so(world: World, label: str) -> None:
    message = await challenge(world, "siege")
    seat: Seat = world.ada if label == "Withdraw" else world.ben
    copy = answer(await seat.dm_slash("status"))
    assert dated(world.message(message)) == dated(copy) == [await due(world) // 1000]
    await wait(world, ANSWERED_IN + MINUTE)
    assert enabled(world.message(message)) == []
    before = saved(world)
    assert told(await seat.click(copy, label)) == "Challenge 1 is closed already. /status lists your duels."
    assert saved(world) == before
    assert "You have no open duel" in told(await seat.slash("status"))
