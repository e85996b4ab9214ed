"""Buttons that change nothing: the rules, the course, the help; and another's button, pressed."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import discord
import pytest

from games import get
from tests.bot.scenes import GAMES, carry, ended, onlookers, press_and_settle, reach, saved, slow, told, your_move
from tests.bot.world import Seat, World, answer, enabled, said, text

pytestmark = pytest.mark.asyncio


def private_to(world: World, seat: Seat) -> list[discord.Message]:
    """The ephemeral messages that somebody sees in the channel."""
    return [message for message in world.channel.history(viewer=seat.member) if message.flags.ephemeral]


@pytest.mark.parametrize("game", GAMES)
async def test_the_rules_are_at_hand_for_anybody(world: World, game: str) -> None:
    message = await world.challenge(game)
    before, public = saved(world), onlookers(world)
    for seat in (world.ada, world.ben, world.cy):
        assert text(answer(await seat.click(message, "Rules"))).startswith(f"### {get(game).title}\n")
    assert (saved(world), onlookers(world)) == (before, public)
    await world.ben.click(message, "Accept")
    shown = answer(await world.ada.click(await your_move(world, world.ada, message), "Rules"))
    assert get(game).how_to_play.splitlines()[0] in text(shown)


async def test_the_rules_of_no_duel(world: World) -> None:
    board = await world.begin("siege")
    assert "I don't know that button" in told(await press_and_settle(world.cy, board, "duel:77:rules"))


@pytest.mark.parametrize("game", GAMES)
async def test_the_course_is_for_who_may_watch(world: World, game: str) -> None:
    result = await ended(world, game)
    before, public = saved(world), onlookers(world)
    for seat in (world.ada, world.ben, world.cy):
        shown = answer(await seat.click(result, "Course"))
        assert text(shown).startswith("### The course of duel 1")
    assert (saved(world), onlookers(world)) == (before, public)


@pytest.mark.parametrize("phase", ["challenged", "committed", "picked", "match"])
async def test_the_course_of_a_duel_that_goes_on_is_nobodys(world: World, phase: str) -> None:
    await reach(world, phase)
    carried = await carry(world, "duel:1:course")
    public = onlookers(world)
    for seat in (world.ada, world.cy):
        words = told(await seat.click(carried, "?"))
        assert words.startswith("Nothing of duel 1" if phase == "challenged" else "Duel 1 is not over")
    assert onlookers(world) == public


async def test_the_course_of_another_servers_duel_is_its_players_alone(world: World) -> None:
    await ended(world)
    carried = await carry(world, "duel:1:course")
    with closing(sqlite3.connect(world.database)) as db, db:
        db.execute("UPDATE duels SET guild_id = guild_id + 1")
    assert told(await world.cy.click(carried, "?")).startswith("Nothing of duel 1 can be watched here.")
    assert text(answer(await world.ada.click(carried, "?"))).startswith("### The course of duel 1")


async def test_the_help_has_buttons_that_do_what_it_tells_of(world: World) -> None:
    await world.begin("nomad")
    await world.challenge("siege")
    before, public = saved(world), onlookers(world)
    for ask in (world.ada.slash, world.ada.dm_slash):
        helped = answer(await ask("help"))
        assert "### Your duels" in text(answer(await world.ada.click(helped, "My duels")))
        assert said(await world.ada.click(helped, "Notices")).startswith("I write to you when it is your turn")
        listed = answer(await world.ada.click(helped, "Rules"))
        for name in GAMES:
            assert get(name).tagline in text(listed)
            full = answer(await world.ada.click(listed, get(name).title))
            assert text(full).startswith(f"### {get(name).title}\n")
    assert told(await world.cy.click(answer(await world.cy.slash("help")), "My duels")).startswith(
        "You have no open duel"
    )
    assert (saved(world), onlookers(world)) == (before, public)
    await world.restart()
    assert "### The games" in text(answer(await world.ada.click(helped, "Rules")))


@pytest.mark.parametrize("page", ["rules-chess", "rules-", "else", "duels:1", ""])
async def test_a_page_that_there_is_not(world: World, page: str) -> None:
    words = told(await world.cy.click(await carry(world, f"help:{page}"), "?"))
    assert "no such game" in words or "I don't know that button" in words


# ---- another's button


@pytest.mark.parametrize("phase", ["committed", "picked", *GAMES])
async def test_who_looks_on_and_presses_your_move_sees_the_duel(world: World, phase: str) -> None:
    board = await reach(world, phase)
    before, public = saved(world), onlookers(world)
    shown = answer(await world.cy.click(board, enabled(board)[0]))
    assert text(shown) == text(answer(await world.cy.click(board, "Watch")))
    assert (saved(world), onlookers(world)) == (before, public)


async def test_who_is_not_to_move_and_presses_your_move_sees_their_panel(world: World) -> None:
    board = await world.begin("battle")
    shown = answer(await world.ben.click(board, "Ada: your move"))
    assert "### Number Battle · against Ada" in text(shown)
    assert "**Ada to attack**" in text(shown)


@pytest.mark.parametrize(("who", "label"), [("cy", "Accept"), ("ada", "Accept"), ("ben", "Withdraw")])
async def test_the_same_refusal_does_not_stack(world: World, who: str, label: str) -> None:
    message = await world.challenge("siege")
    seat: Seat = getattr(world, who)
    before, public = saved(world), onlookers(world)
    for _ in range(4):
        result = await seat.click(message, label)
        assert result.acknowledged
        (shown,) = private_to(world, seat)
        assert "challenge 1" in text(shown) or "duel 1" in text(shown)
    presses = [seat.press(message, label) for _ in range(3)]
    await world.settle()
    assert all(result.acknowledged for result in presses)
    assert len(private_to(world, seat)) == 1
    assert (saved(world), onlookers(world)) == (before, public)
    # Of another challenge they are told besides.
    other = await world.challenge("match")
    await seat.click(other, label)
    assert len(private_to(world, seat)) == 2


async def test_where_the_refusal_before_cant_be_deleted_there_is_an_answer_all_the_same(world: World) -> None:
    message = await world.challenge("siege")
    await world.cy.click(message, "Accept")
    world.env.inject_error("DELETE", "/webhooks/*/*/messages/*", status=404, code=10008, times=None)
    assert "don't play in duel 1" in told(await world.cy.click(message, "Accept"))
    assert len(private_to(world, world.cy)) == 2


async def test_a_slow_refusal_deletes_nothing_that_others_see(world: World) -> None:
    message = await world.challenge("siege")
    slow(world, "duel", "load")
    for _ in range(2):
        world.cy.press(message, "Accept")
        await world.env.advance_time(30)
    assert len(private_to(world, world.cy)) == 1
    assert enabled(world.message(message)) == ["Accept", "Decline", "Rules", "Withdraw"]
