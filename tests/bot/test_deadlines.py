"""The scheduler: what is reminded of and by which way, whose time is put off and by how much."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from typing import Any

import pytest

from tests.bot.scenes import moves, old_panel, play_out, statuses, sudden_death, watch_pings
from tests.bot.settled import nothing_false_stands
from tests.bot.timed import gone_for, wait_for_ben
from tests.bot.world import Seat, World, answer, buttons, enabled, text

pytestmark = pytest.mark.asyncio

DAY = 24 * 3600
A_LOOK = 25
"""Seconds in which the scheduler looks once."""


def column(world: World, name: str, duel: int = 1) -> Any:
    """One fact of a duel, as it is saved."""
    with closing(sqlite3.connect(world.database)) as db:
        return db.execute(f"SELECT {name} FROM duels WHERE id = ?", (duel,)).fetchone()[0]


def due(world: World, duel: int = 1) -> int:
    """When the next move is due, in milliseconds."""
    return int(column(world, "due_at", duel))


def reminders(seat: Seat) -> list[str]:
    """What a person was reminded of by direct message."""
    return [text(message) for message in seat.prompts if "Your move is due" in text(message)]


# ---- reminders


async def test_a_reminder_comes_once_with_a_way_to_the_panel_and_goes_with_the_move(world: World) -> None:
    await wait_for_ben(world)
    await world.env.advance_time(5 * 60 * 3 // 4 - 5)
    assert reminders(world.ben) == []
    await world.env.advance_time(A_LOOK)
    seconds = due(world) // 1000
    assert reminders(world.ben) == [f"### Number Battle · against Ada\nYour move is due <t:{seconds}:R>."]
    assert reminders(world.ada) == []
    await world.env.advance_time(A_LOOK)
    assert len(reminders(world.ben)) == 1
    panel = answer(await world.ben.click(world.ben.panel, "Your move"))
    await world.ben.click(panel, "2")
    assert reminders(world.ben) == []
    assert moves(world) == ["attack-1", "attack-2"]


async def test_a_reminder_is_sent_once_whatever_is_restarted_meanwhile(world: World) -> None:
    await wait_for_ben(world)
    await world.env.advance_time(230)
    for _ in range(3):
        await world.restart()
        await world.env.advance_time(A_LOOK // 5)
        await world.reconnected()
    assert len(reminders(world.ben)) == 1


async def test_a_reminder_that_got_lost_comes_a_little_later(world: World) -> None:
    await wait_for_ben(world)
    lost: list[str] = []

    async def lose(method: str, path: str, call: Callable[[], Awaitable[Any]]) -> Any:
        if method == "POST" and path == f"/channels/{world.ben.user.dm_channel.id}/messages" and not lost:
            lost.append(path)
            raise OSError
        return await call()

    world.on_request(lose)
    await world.env.advance_time(225 + A_LOOK)
    assert lost
    await world.env.advance_time(A_LOOK)
    assert len(reminders(world.ben)) == 1


async def test_who_cant_be_written_to_is_reminded_in_the_channel_once(world: World) -> None:
    world.ben.close_dms()
    await wait_for_ben(world)
    pings = watch_pings(world)
    await world.env.advance_time(280)
    assert pings == [(world.channel.id, world.ben.id)]
    line = world.channel.history()[-1]
    assert re.fullmatch(rf"<@{world.ben.id}>, your move in duel 1 is due <t:\d+:R>\.", text(line))
    assert [button.label for button in buttons(line)] == ["Ben: your move", "Board"]
    panel = answer(await world.ben.click(line, "Your move"))
    await world.ben.click(panel, "2")
    assert len(world.channel.history()) == 1


async def test_both_are_reminded_in_sudden_death_until_they_have_picked(world: World) -> None:
    await sudden_death(world)
    await world.ada.click(world.ada.panel, "4")
    with closing(sqlite3.connect(world.database)) as db, db:
        db.execute("UPDATE duels SET remind_at = 0")
    await world.env.advance_time(A_LOOK)
    assert reminders(world.ada) == []
    assert len(reminders(world.ben)) == 1


async def test_of_two_reminders_one_that_gets_lost_does_not_hold_up_the_other(world: World) -> None:
    await sudden_death(world)
    paths = {f"/channels/{seat.user.dm_channel.id}/messages" for seat in (world.ada, world.ben)}
    lost: list[str] = []

    async def lose(method: str, path: str, call: Callable[[], Awaitable[Any]]) -> Any:
        # The one that comes first, also when it is sent again at once.
        if method == "POST" and path in paths and len(lost) < 2 and path in (lost or paths):
            lost.append(path)
            raise OSError
        return await call()

    world.on_request(lose)
    with closing(sqlite3.connect(world.database)) as db, db:
        db.execute("UPDATE duels SET remind_at = 0")
    await world.reconnected()  # it looks at once
    assert len(lost) == 2
    assert len(reminders(world.ada)) + len(reminders(world.ben)) == 1
    await world.env.advance_time(A_LOOK)
    assert (len(reminders(world.ada)), len(reminders(world.ben))) == (1, 1)


async def test_nobody_is_reminded_of_a_duel_that_is_over(world: World) -> None:
    await wait_for_ben(world)
    await world.ben.click(answer(await world.ben.slash("resign")), "Resign")
    await world.env.advance_time(400)
    assert reminders(world.ben) == reminders(world.ada) == []


# ---- time away


@pytest.mark.parametrize("seconds", [55, 90, 7200])
async def test_time_away_is_added_to_every_deadline_and_the_boards_say_so(world: World, seconds: int) -> None:
    await wait_for_ben(world, "daily")
    challenge = await world.challenge("siege")
    board = world.channel.history()[0]
    before = due(world), due(world, 2)
    await gone_for(world, seconds, "resumed")
    await world.env.advance_time(1)  # a later deadline is shown by 25 edits a second
    moved = due(world) - before[0], due(world, 2) - before[1]
    if seconds < 60:
        assert moved == (0, 0)
        assert "away" not in text(world.message(board)) + text(world.message(challenge))
        return
    assert moved[0] == moved[1]
    assert seconds <= moved[0] / 1000 <= seconds + A_LOOK
    for message, number in ((board, 1), (challenge, 2)):
        shown = text(world.message(message))
        assert f"<t:{due(world, number) // 1000}:R>" in shown
        assert "-# I was away or late to tell, so this is 2 " in shown
    # Nobody was called again for it, and the panel says it too.
    assert len(world.ben.prompts) == 1
    assert await nothing_false_stands(world)
    assert "I was away" in text(world.ben.panel)
    # The next turn has its own time.
    await world.ben.click(world.ben.panel, "2")
    assert "away" not in text(world.message(board))
    assert column(world, "extended_by") == 0


async def test_what_is_missed_at_a_restart_is_added_once(world: World) -> None:
    await wait_for_ben(world)
    before = due(world)
    with world.env._bot_scope():
        world.client.dispatch("disconnect")
    await world.env.advance_time(1000)
    await world.restart()
    moved = due(world) - before
    assert 1000 <= moved / 1000 <= 1000 + A_LOOK
    assert statuses(world) == ["open"]
    await world.restart()
    await world.reconnected("ready")
    assert due(world) - before == moved


async def test_two_absences_in_one_turn_are_told_as_one(world: World) -> None:
    await wait_for_ben(world, "daily")
    board = world.channel.history()[0]
    for _ in range(2):
        await gone_for(world, 7200, "resumed")
    assert "4 hours later" in text(world.message(board))


async def test_a_short_pace_outlasts_an_absence_that_is_longer(world: World) -> None:
    await wait_for_ben(world)
    await gone_for(world, 3600, "resumed")
    assert statuses(world) == ["open"]
    assert "2" in enabled(world.ben.panel)
    await world.env.advance_time(330)
    assert statuses(world) == ["ended"]


@pytest.mark.parametrize("closed", [False, True], ids=["direct", "channel"])
async def test_a_reminder_names_the_time_that_holds_after_an_absence(world: World, closed: bool) -> None:
    if closed:
        world.ben.close_dms()
    await wait_for_ben(world)
    await world.env.advance_time(250)
    await gone_for(world, 7200, "resumed")
    messages = world.channel.history() if closed else world.ben.prompts
    (reminder,) = [text(message) for message in messages if "is due" in text(message)]
    assert f"<t:{due(world) // 1000}:R>" in reminder


async def test_a_challenge_says_its_pace(world: World) -> None:
    for pace, words in (("live", "5 minutes"), ("daily", "24 hours"), ("slow", "72 hours")):
        assert f" · {words} a move · " in text(await world.challenge("battle", pace=pace))


async def test_time_goes_on_when_every_shard_is_back_whether_resumed_or_anew(world: World) -> None:
    """discord.py tells no more of one shard of many that comes back anew than that it is ready."""
    await wait_for_ben(world)

    async def tell(event: str, shard_id: int) -> None:
        with world.env._bot_scope():
            world.client.dispatch(event, shard_id)
        await world.settle()

    for shard_id in (0, 1):
        await tell("shard_disconnect", shard_id)
    await world.env.advance_time(400)
    await tell("shard_resumed", 1)
    await world.reconnected("resumed")
    await world.env.advance_time(400)
    assert statuses(world) == ["open"]
    await tell("shard_ready", 0)
    assert "I was away" in text(world.channel.history()[0])
    await world.env.advance_time(330)
    assert statuses(world) == ["ended"]


# ---- what gives time


async def test_a_move_in_the_last_second_counts(world: World) -> None:
    await wait_for_ben(world)
    await world.env.advance_time(299)
    await world.ben.click(old_panel(world.ben), "2")
    await world.env.advance_time(280)
    assert statuses(world) == ["open"]
    assert moves(world) == ["attack-1", "attack-2"]


async def test_what_was_said_about_a_draw_gives_nobody_time(world: World) -> None:
    await wait_for_ben(world)
    before = due(world)
    await world.env.advance_time(100)
    await world.ben.click(world.ben.panel, "Draw?")
    await world.ada.click(world.ada.panel, "Decline draw")
    assert due(world) == before
    await play_out(world, 1, "attack-2")
    assert due(world) > before


@pytest.mark.parametrize("lost", ["disconnect", "shard_disconnect"])
@pytest.mark.every_case
async def test_nothing_runs_out_while_the_gateway_is_lost(world: World, lost: str) -> None:
    await wait_for_ben(world)
    with world.env._bot_scope():
        world.client.dispatch(lost, *([0] if lost == "shard_disconnect" else []))
    await world.env.advance_time(10 * 60)
    assert (moves(world), statuses(world)) == (["attack-1"], ["open"])
    with world.env._bot_scope():
        world.client.dispatch(*(("shard_resumed", 0) if lost == "shard_disconnect" else ("resumed",)))
    await world.settle()
    await world.ben.click(world.ben.panel, "2")
    assert moves(world) == ["attack-1", "attack-2"]
