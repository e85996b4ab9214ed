"""How often who is told what in a turn, and what an absence of the bot does to everybody's time."""

from __future__ import annotations

import discord
import pytest

from tests.bot.scenes import GAMES, move_buttons, mover, moves, saved_duel, statuses, told, watch_pings, your_move
from tests.bot.settled import nothing_false_stands
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
    gone_for,
    late,
    one_move,
    reach,
    status,
    wait,
)
from tests.bot.world import World, answer, enabled, text

pytestmark = [pytest.mark.asyncio, pytest.mark.usefixtures("luck")]

NOTHING: dict[str, list[discord.Message]] = {"Ada": [], "Ben": [], "channel": []}
AWAY = 2 * 60 * 60
WAYS = ["process", "resumed", "ready"]
"""How the bot is away: its process has ended, or its gateway was lost and comes back by either event."""


def counted(notes: Notes) -> dict[str, int]:
    """How many messages came for whom."""
    return {name: len(messages) for name, messages in notes.new().items() if messages}


# ---- E6


@pytest.mark.parametrize("phase", PHASES)
async def test_e6_one_notice_at_the_start_one_before_the_end_none_after_the_move(world: World, phase: str) -> None:
    notes = Notes(world)
    await reach(world, phase)
    slow = await late(world)
    # What has come so far ends with one prompt for this turn.
    for seat in slow:
        prompts = [m for m in seat.prompts if move_buttons(m)]
        assert [m.id for m in prompts] == [seat.prompts[-1].id]
    notes.new()
    await wait(world, LIVE - QUARTER - 30)
    assert notes.new() == NOTHING
    await wait(world, 30 + 25)
    assert counted(notes) == {seat.name: 1 for seat in slow}
    await wait(world, QUARTER - 25 - 10)
    assert notes.new() == NOTHING
    if len(slow) == 1:
        (seat,) = slow
        came = {m.id for m in seat.prompts}
        await one_move(seat)
        # Of what stood there, the reminder is gone, and nothing new says that it is their turn, but where it is.
        again = {m.id for m in seat.prompts} - came
        assert len(again) == (statuses(world) == ["ended"] or seat in await late(world))
        assert not any("Your move is due" in text(m) for m in seat.prompts)
        for other in await late(world) if statuses(world) == ["open"] else ():
            assert len([m for m in other.prompts if move_buttons(m)]) == 1


async def test_e6_who_moves_in_time_is_not_reminded(world: World) -> None:
    await begin(world, "digit")
    for token in ("1", "2: +2", "3: +3", "4: +4", "5: +5"):
        await wait(world, LIVE - QUARTER - MINUTE)
        seat, notes = await mover(world), Notes(world)
        await seat.click(seat.prompts[-1], token)
        assert counted(notes) == {(await mover(world)).name: 1}
    assert not any("Your move is due" in text(m) for seat in (world.ada, world.ben) for m in seat.prompts)


@pytest.mark.parametrize("dm", [False, True], ids=["server", "dm"])
@pytest.mark.parametrize("switched", [("reminders",), ("prompts",), ("prompts", "reminders")], ids="+".join)
async def test_e6_each_of_the_two_can_be_switched_off_and_on(world: World, switched: tuple[str, ...], dm: bool) -> None:
    slash = world.ben.dm_slash if dm else world.ben.slash
    off = dict.fromkeys(switched, "off")
    assert "I" in told(await slash("notices", **off))
    board = await begin(world, "nomad")
    notes, pings = Notes(world), watch_pings(world)
    await one_move(world.ada)
    await wait(world, LIVE - QUARTER + 30)
    by_message = [text(m) for m in notes.new()["Ben"]]
    assert len(by_message) == ("prompts" not in switched)
    # Who is not written to may still be called in the channel when time is nearly up, unless that is off as well.
    assert [user for _, user in pings if user == world.ben.id] == [world.ben.id] * (switched == ("prompts",))
    # The way to play is open all the same, and the result is told.
    panel = await your_move(world, world.ben, board)
    await world.ben.click(panel, move_buttons(panel)[0].label)
    assert len(moves(world)) == 2
    assert [m.id for m in world.channel.history()] == [board.id]
    await slash("notices", **dict.fromkeys(switched, "on"))
    notes.new()
    await wait(world, 2 * MINUTE)
    await one_move(world.ada)
    await wait(world, LIVE - QUARTER + 30)
    assert len(notes.new()["Ben"]) == 2


async def test_e6_with_closed_direct_messages_both_come_in_the_channel(world: World) -> None:
    world.ben.close_dms()
    board = await begin(world, "nomad")
    pings = watch_pings(world)
    await one_move(world.ada)
    assert pings == [(world.channel.id, world.ben.id)]
    await wait(world, LIVE - QUARTER + 30)
    assert pings == [(world.channel.id, world.ben.id)] * 2
    panel = await your_move(world, world.ben, board)
    await world.ben.click(panel, move_buttons(panel)[0].label)
    assert [m.id for m in world.channel.history()] == [board.id]


# ---- E8


@pytest.mark.parametrize("way", WAYS)
async def test_e8_nobody_loses_by_an_absence_and_the_time_is_added_and_said(world: World, way: str) -> None:
    boards = []
    for number, game in enumerate(GAMES, 1):
        boards.append(await begin(world, game))
        if game != "match":
            await one_move(world.ada, number)
    waiting, duels = await challenge(world, "siege"), range(1, len(GAMES) + 1)
    await wait(world, LIVE / 2)
    before = [await due(world, number) for number in (*duels, len(GAMES) + 1)]
    logs, notes = [moves(world, number) for number in duels], Notes(world)
    await gone_for(world, AWAY, way)
    await world.env.advance_time(1)  # a later deadline is shown by 25 edits a second
    assert statuses(world) == ["open"] * len(duels) + ["challenged"]
    assert [moves(world, number) for number in duels] == logs
    after = [await due(world, number) for number in (*duels, len(GAMES) + 1)]
    assert all(abs(now - then - AWAY * 1000) <= 2 * 20_000 for now, then in zip(after, before, strict=True))
    assert len({now - then for now, then in zip(after, before, strict=True)}) == 1
    assert notes.new() == NOTHING
    for message, at in zip((*boards, waiting), after, strict=True):
        shown = text(world.message(message))
        assert "I was away or late to tell, so this is 2 hours later than it was." in shown
        assert dated(world.message(message)) == [at // 1000]
    for seat in (world.ada, world.ben):
        assert "2 hours later" in text(await status(seat, 2))
    assert await nothing_false_stands(world)
    # What was left of everybody's time is left now, and runs out.
    await wait(world, LIVE / 2 - MINUTE)
    assert statuses(world)[:-1] == ["open"] * len(duels)
    await wait(world, 2 * MINUTE)
    assert statuses(world) == ["ended"] * len(duels) + ["challenged"]
    await wait(world, ANSWERED_IN)
    assert statuses(world)[-1] == "expired"


@pytest.mark.parametrize("way", WAYS)
async def test_e8_a_move_after_an_absence_has_its_own_time_again(world: World, way: str) -> None:
    board = await reach(world, "nomad")
    await gone_for(world, AWAY, way)
    assert "I was away" in text(world.message(board))
    await one_move(world.ben)
    assert "I was away" not in text(world.message(board))
    row = (await saved_duel(world)).row
    assert row.due_at is not None
    assert abs(row.due_at - world.env.now().timestamp() * 1000 - LIVE * 1000) < 1000


@pytest.mark.parametrize("way", WAYS)
async def test_e8_an_absence_of_less_than_a_minute_is_none(world: World, way: str) -> None:
    board = await reach(world, "nomad")
    at = await due(world)
    await gone_for(world, 35, way)
    assert await due(world) == at
    assert "I was away" not in text(world.message(board))


# ---- E9, where a reminder stands


@pytest.mark.parametrize("closed", [False, True], ids=["direct messages", "direct messages closed"])
async def test_e9_a_reminder_outlives_a_restart(world: World, closed: bool) -> None:
    if closed:
        world.ben.close_dms()
    board = await begin(world, "nomad")
    await world.ada.click(await your_move(world, world.ada, board), "1")
    await wait(world, LIVE - QUARTER + 25)
    reminder = (world.channel.history() if closed else world.ben.prompts)[-1]
    await world.restart()
    panel = answer(await world.ben.click(reminder, "Your move"))
    await world.ben.click(panel, move_buttons(panel)[0].label)
    assert len(moves(world)) == 2
    assert [m.id for m in world.channel.history()] == [board.id]
    assert reminder.id not in [m.id for m in world.ben.prompts]


# ---- E12


@pytest.mark.parametrize("way", WAYS)
async def test_e12_three_reconnects_tell_nothing_twice(world: World, way: str) -> None:
    board = await reach(world, "nomad")
    notes = Notes(world)
    await wait(world, LIVE - QUARTER)
    for _ in range(3):
        await gone_for(world, 5, way)
    assert counted(notes) == {"Ben": 1}
    await wait(world, QUARTER)
    for _ in range(3):
        await gone_for(world, 5, way)
    await wait(world, 2 * MINUTE)  # nothing runs out within a minute of a return
    assert counted(notes) == {"Ada": 1, "Ben": 1}
    assert moves(world)[1:] == ["!time"]
    assert enabled(world.message(board)) == ["Rematch", "Course", "Review"]
    assert await nothing_false_stands(world)
    assert len([r for r in world.env.http_requests if r.method == "PUT" and r.path.endswith("/commands")]) == 1


# ---- F1, on time


@pytest.mark.parametrize("code", [50278, 50007])
async def test_f1_who_has_left_and_does_not_move_loses_on_time(world: World, code: int) -> None:
    board = await begin(world, "siege")
    world.guild.remove_member(world.ben.member)
    world.ben.close_dms(code=code)
    await one_move(world.ada)
    notes, pings = Notes(world), watch_pings(world)
    await wait(world, LIVE + MINUTE)
    assert moves(world)[-1] == "!time"
    assert counted(notes) == {"Ada": 1}
    assert pings == []
    assert "Ada wins" in text(world.message(board))
    assert sum("has left the server" in text(m) for m in world.ada.prompts) == 1
