"""Sudden death of Digit Duel, through buttons: two secret picks a round, in any order or at once, to the end."""

from __future__ import annotations

import discord
import pytest

from games import Move, Player
from tests.bot.script import make, offered, play_by_buttons, seat_of
from tests.bot.settled import nothing_false_stands
from tests.bot.world import World, answer, enabled, said, text
from tests.games.helpers import LEVEL_AT_3, LEVEL_AT_8, LEVEL_AT_20

pytestmark = pytest.mark.asyncio

PICKS = [f"pick-{digit}" for digit in range(1, 6)]


def opening(tokens: tuple[str, ...]) -> tuple[Move, ...]:
    """The moves of a line that ends level: the players take turns."""
    return tuple(Move(Player(1 + index % 2), token) for index, token in enumerate(tokens))


async def begin(world: World, tokens: tuple[str, ...]) -> discord.Message:
    """A duel up to where sudden death begins."""
    board = await play_by_buttons(world, "digit", opening(tokens))
    for seat in (world.ada, world.ben):
        assert offered(seat.panel) == PICKS
        assert enabled(seat.panel) == ["1", "2", "3", "4", "5", "Rules", "Draw?", "Resign"]
        assert "Sudden death" in text(seat.panel)
    assert "**Sudden death.** All digits are used, and both are level. Both pick 1 to 5 in secret." in text(board)
    return board


async def pick(world: World, player: Player, digit: int) -> None:
    """One pick, on the newest panel."""
    await make(world, Move(player, f"pick-{digit}"))


def lives(message: discord.Message) -> str:
    """The lines with the two life bars, without their bars."""
    return " ".join(line.split(" ")[-1] for line in text(message).splitlines() if "▱" in line or "▰" in line)


async def test_sudden_death_is_played_to_its_end(world: World) -> None:
    board = await begin(world, LEVEL_AT_3)
    assert lives(board) == "3/20 3/20"
    for first, second in ((Player.ONE, Player.TWO), (Player.TWO, Player.ONE)):
        await pick(world, first, 4)
        waiting, picking = seat_of(world, first), seat_of(world, second)
        assert offered(waiting.panel) == []
        assert "You have picked 4." in text(waiting.panel)
        assert f"{picking.name} to pick" in text(world.message(board))
        assert f"{waiting.name} has picked." in text(world.message(board))
        assert offered(picking.panel) == PICKS
        await pick(world, second, 4)
        assert lives(world.message(board)) == "3/20 3/20"
        assert "picked" not in text(world.message(board))
        assert offered(waiting.panel) == offered(picking.panel) == PICKS
    await pick(world, Player.TWO, 5)
    await pick(world, Player.ONE, 2)
    for message, title, life, blow in (
        (world.message(board), "Ben wins", "0/20 6/20", "Ada's 2 against Ben's 5"),
        (world.ada.panel, "You lose", "0/20 6/20", "your 2 against Ben's 5"),
        (world.ben.panel, "You win!", "6/20 0/20", "Ada's 2 against your 5"),
    ):
        assert text(message).startswith(f"### {title}\n")
        assert lives(message) == life
        assert enabled(message) == ["Rematch", "Course", "Review"]
        assert blow in text(message)
    assert await nothing_false_stands(world)
    assert "Ada's 4 against Ben's 4" in said(await world.cy.click(world.message(board), "Course"))


async def test_a_pick_made_while_the_other_makes_theirs_counts_as_well(world: World) -> None:
    board = await begin(world, LEVEL_AT_3)
    presses = [world.ada.press(world.ada.panel, "5"), world.ben.press(world.ben.panel, "4")]
    await world.settle()
    assert all(press.acknowledged for press in presses)
    assert [said(press) for press in presses] == ["", ""]
    assert lives(world.message(board)) == "4/20 2/20"
    for seat in (world.ada, world.ben):
        assert offered(seat.panel) == PICKS
        assert [m for m in seat.dms if offered(m)] == [seat.panel]
    presses = [world.ben.press(world.ben.panel, "1"), world.ada.press(world.ada.panel, "3")]
    await world.settle()
    assert text(world.message(board)).startswith("### Ada wins\n")
    assert lives(world.message(board)) == "6/20 0/20"
    for seat in (world.ada, world.ben):
        (message,) = seat.dms
        assert text(message).startswith("### You win!" if seat is world.ada else "### You lose")


async def test_both_press_twice_at_once_and_each_has_picked_once(world: World) -> None:
    board = await begin(world, LEVEL_AT_8)
    panels = (world.ada.panel, world.ben.panel)
    presses = [
        seat.press(panel, digit)
        for digit in ("5", "1")
        for seat, panel in zip((world.ada, world.ben), panels, strict=True)
    ]
    await world.settle()
    assert all(press.acknowledged for press in presses)
    assert ["already played" in said(press) for press in presses] == [False, False, True, True]
    assert lives(world.message(board)) == "8/20 8/20"
    assert "Ada's 5 against Ben's 5" in text(world.message(board))
    for seat in (world.ada, world.ben):
        (message,) = seat.prompts
        assert offered(message) == PICKS
        picks = "your 5 against Ben's 5" if seat is world.ada else "Ada's 5 against your 5"
        assert f"{picks}: **level**" in text(message)


async def test_a_gain_stops_at_twenty(world: World) -> None:
    board = await begin(world, LEVEL_AT_20)
    await pick(world, Player.ONE, 1)
    await pick(world, Player.TWO, 5)
    assert lives(world.message(board)) == "16/20 20/20"


async def test_a_pick_survives_a_restart_and_stays_secret(world: World) -> None:
    board = await begin(world, LEVEL_AT_3)
    await pick(world, Player.TWO, 5)
    before = world.public()
    await world.restart()
    assert world.public() == before
    status = answer(await world.ben.slash("status"))
    assert "You have picked 5." in text(status)
    assert offered(status) == []
    status = answer(await world.ada.slash("status"))
    assert "Ben has picked." in text(status)
    await world.ada.click(status, "2")
    assert text(world.message(board)).startswith("### Ben wins\n")
    assert offered(world.ada.panel) == []
