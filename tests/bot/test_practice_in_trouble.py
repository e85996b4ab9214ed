"""Practice where something is late, fails or ends: the computer moves, once, and nobody else waits for it."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from typing import Any

import discord
import pytest

from bot.worker import WorkFailed
from storage import migrate
from tests.bot.scenes import move_buttons, moves, open_duels, open_panels, saved_duel, statuses, told, your_move
from tests.bot.settled import nothing_false_stands
from tests.bot.test_practice import message_of, own_panel, press_first
from tests.bot.world import A_LONG_WHILE, World, answer, enabled, text
from tests.storage.outages import locked

pytestmark = [pytest.mark.asyncio, pytest.mark.usefixtures("luck")]

IDLE = 7 * 24 * 60 * 60
"""Seconds without a move after which practice is called off."""


def slow_computer(world: World, *, seconds: float = 0.0, fails: bool = False) -> None:
    """From now on the computer thinks for so long, and comes to nothing if it `fails`."""
    runner: Any = world.client.runner
    real = runner.run

    async def run(*asked: Any) -> Any:
        if seconds:
            await world.env.external_wait(asyncio.sleep(seconds), reason="a slow computer")
        if fails:
            raise WorkFailed("it has failed")
        return await real(*asked)

    runner.run = run


# ---- P3


async def test_p3_a_slow_computer_is_waited_for_and_the_press_acknowledged_in_time(world: World) -> None:
    await world.ada.slash("practice", game="battle")
    slow_computer(world, seconds=5)
    pressed = world.ada.press(own_panel(world.ada), "3")
    await world.env.advance_time(2.5)
    assert pressed.acknowledged
    assert moves(world) == ["attack-3"]
    await world.env.advance_time(5)
    assert len(moves(world)) == 2
    assert "Your 3 hits" in text(own_panel(world.ada))
    assert "TestBot's" in text(own_panel(world.ada))
    await world.a_while()
    assert await nothing_false_stands(world) >= 2


@pytest.mark.soak
async def test_p3_so_is_one_that_is_to_begin(world: World) -> None:
    slow_computer(world, seconds=5)
    asked = await world.ada.slash("practice", game="battle", level="hard")
    await world.env.advance_time(2.5)
    assert asked.acknowledged
    await world.env.advance_time(30)
    assert len([message for message in world.channel.history() if not message.flags.ephemeral]) == 1
    assert len(open_panels(world.ada)) == 1
    await world.a_while()
    assert await nothing_false_stands(world) >= 2


# ---- P4


@pytest.mark.parametrize("where", ["server", "direct messages"])
async def test_p4_a_kill_while_the_computer_is_to_move(world: World, where: str) -> None:
    await (world.ada.slash if where == "server" else world.ada.dm_slash)("practice", game="match", level="hard")
    slow_computer(world, seconds=10**6)
    world.ada.press(own_panel(world.ada), "4")
    await world.settle()
    assert moves(world) == ["attack-4"]
    await world.restart(after=30)
    await world.a_while()
    before = moves(world)
    assert len(before) in (2, 3)
    await world.restart(after=30)
    await world.a_while()
    assert moves(world) == before
    assert await nothing_false_stands(world) >= 1
    (first, *_) = move_buttons(world.ada.panel)
    await world.ada.click(world.ada.panel, first.label)
    assert len(moves(world)) > len(before)


@pytest.mark.soak
async def test_p4_where_it_fails_the_move_stands_and_the_next_look_has_it_move(world: World) -> None:
    await world.ada.slash("practice", game="battle")
    slow_computer(world, fails=True)
    await world.ada.click(own_panel(world.ada), "3")
    assert moves(world) == ["attack-3"]
    assert "TestBot to attack" in text(own_panel(world.ada))
    assert "I have not moved yet, and will as soon as I can." in text(own_panel(world.ada))
    await world.env.advance_time(3600)
    tries = [line for line in world.log.lines if "WorkFailed" in line]
    assert 2 < len(tries) < 65  # one a minute at the most
    del world.client.runner.run  # the real one again
    await world.env.advance_time(3600)
    assert len(moves(world)) == 2
    assert await nothing_false_stands(world) >= 2
    world.log.lines.clear()


async def test_p4_a_press_that_is_no_move_has_it_move_too(world: World) -> None:
    await world.ada.slash("practice", game="battle")
    slow_computer(world, fails=True)
    old = own_panel(world.ada)
    assert "I have not moved yet" not in text(old)
    await world.ada.click(old, "3")
    assert "I have not moved yet, and will as soon as I can." in text(own_panel(world.ada))
    del world.client.runner.run  # the real one again
    await world.ada.click(own_panel(world.ada), "Draw?")
    assert "I have not moved yet" not in text(own_panel(world.ada))
    assert moves(world)[:3] == ["attack-3", "!offer", "!decline"]
    assert len(moves(world)) == 4
    world.log.lines.clear()


async def test_p4_an_offer_that_nothing_came_of_can_be_taken_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(migrate, "BUSY_TIMEOUT_SECONDS", 0.05)
    await world.restart()
    offer = answer(await world.ada.slash("duel", opponent=world.ada.member, game="nomad"))
    with locked(world.database):
        assert "I can't save anything at the moment" in told(await world.ada.click(offer, "Hard"))
    assert statuses(world) == []
    await world.ada.click(offer, "Hard")
    assert statuses(world) == ["open"]
    world.log.lines.clear()


# ---- P5


async def only(world: World, seconds: float) -> None:
    """Until so many seconds are left of the seven days since the last move, which is written past the bot."""
    row = (await saved_duel(world)).row
    with closing(sqlite3.connect(world.database)) as db, db:
        (at,) = db.execute("SELECT coalesce((SELECT max(at) FROM moves), created_at) FROM duels").fetchone()
        assert row.due_at == at + 1000 * IDLE
        with world.env.time_context():
            due = int(discord.utils.utcnow().timestamp() * 1000 + 1000 * seconds)
        db.execute("UPDATE duels SET due_at = ?, remind_at = ? WHERE status = 'open'", (due, due - 200_000))
    await world.env.advance_time(seconds - 60)


@pytest.mark.parametrize("where", ["server", "direct messages"])
async def test_p5_after_seven_days_without_a_move_it_is_called_off(world: World, where: str) -> None:
    await (world.ada.slash if where == "server" else world.ada.dm_slash)("practice", game="siege")
    await world.env.advance_time(A_LONG_WHILE)
    await press_first(world)
    await world.a_while()
    before = len(world.ada.prompts)
    await only(world, 300)
    assert statuses(world) == ["open"]
    assert len(world.ada.prompts) == before  # no reminder
    await world.env.advance_time(300)
    assert statuses(world) == ["ended"]
    assert moves(world)[-1] == "!void"
    said = text(world.ada.prompts[-1])
    assert said.startswith("### Called off\nThere was no move for 7 days: no winner, and no loser.")
    assert await nothing_false_stands(world) >= 1


async def test_p5_where_nothing_was_played_as_well(world: World) -> None:
    board = message_of(await world.ada.slash("practice", game="siege"))
    await only(world, 300)
    await world.env.advance_time(300)
    assert moves(world) == ["!void"]
    assert "There was no move for 7 days" in text(world.message(board))


# ---- P8


async def test_p8_who_has_25_open_duels_finishes_one_first(world: World) -> None:
    await open_duels(world, world.ada.id, world.ben.id, 25)
    assert "You have 25 open duels" in told(await world.ada.slash("practice", game="siege"))
    assert len(statuses(world)) == 25


@pytest.mark.soak
async def test_p8_the_bot_itself_has_no_limit(world: World) -> None:
    bot = world.client.user
    assert bot
    await open_duels(world, world.cy.id, bot.id, 30, name="TestBot")
    with closing(sqlite3.connect(world.database)) as db, db:
        db.execute("UPDATE duels SET practice = 'easy'")
    await world.ada.slash("practice", game="siege")
    assert statuses(world) == ["open"] * 31


@pytest.mark.soak
async def test_p8_closed_direct_messages_bring_no_line_in_the_channel(world: World) -> None:
    world.ada.close_dms()
    board = message_of(await world.ada.slash("practice", game="siege"))
    await world.a_long_while()
    await press_first_on(world, board)
    await world.a_long_while()
    assert [message.id for message in world.channel.history()] == [board.id]


async def press_first_on(world: World, board: Any) -> None:
    panel = await your_move(world, world.ada, board)
    await world.ada.click(panel, "1")


# ---- P10


async def test_p10_others_do_not_wait_for_the_computer(world: World) -> None:
    await world.ada.slash("practice", game="battle")
    await world.begin("nomad")
    slow_computer(world, seconds=10**6)
    world.ada.press(own_panel(world.ada), "3")
    await world.settle()
    (panel,) = [message for message in world.ada.prompts if "Ben" in text(message)]
    pressed = await world.ada.click(panel, "9")
    assert pressed.acknowledged
    assert moves(world, 2) == ["attack-9"]
    assert "Your move" in text(world.ben.panel)
    await world.cy.slash("status")
    await world.restart()


async def test_p10_a_server_that_the_bot_has_left_ends_it(world: World) -> None:
    await world.ada.slash("practice", game="siege")
    await world.a_long_while()
    with world.env.time_context():
        await world.client.duels.call_off_server(world.guild.id)
        await world.client.updates.bring_up(await world.client.duels.load_or_call_off(1))  # type: ignore[arg-type]
    await world.settle()
    assert moves(world) == ["!void"]
    assert "I was removed from its server" in text(world.ada.prompts[-1])


@pytest.mark.soak
async def test_p10_a_newer_programs_practice_is_set_aside(world: World) -> None:
    await world.ada.slash("practice", game="siege")
    with closing(sqlite3.connect(world.database)) as db, db:
        db.execute("UPDATE duels SET rules_version = 99, version = version + 1")
    await world.restart(after=30)
    await world.a_while()
    assert "is set aside" in text(answer(await world.ada.slash("status", duel=1)))
    assert enabled(world.ada.prompts[-1]) == []
    with closing(sqlite3.connect(world.database)) as db, db:
        db.execute("UPDATE duels SET rules_version = 1")
    await world.restart(after=30)
    await world.a_while()
    (first, *_) = move_buttons(world.ada.panel)
    await world.ada.click(world.ada.panel, first.label)
    assert len(moves(world)) >= 2
    world.log.lines.clear()
