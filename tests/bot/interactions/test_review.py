"""*Review*: what was best in a duel that is over, for its players alone; before the end for nobody."""

from __future__ import annotations

import asyncio
import pickle
import re
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from typing import Any, TypeVar, TypeVarTuple

import discord
import pytest
from simcord.results import InteractionResult

from bot.worker import InPlace, Worker, WorkFailed
from games import Player
from players import MOST_MOVES, NO_REVIEW, chart, reviewed
from tests import children
from tests.bot.scenes import GAMES, PHASES, carry, ended, onlookers, play_out, reach, saved, saved_duel, told
from tests.bot.test_practice import play_out as play_on
from tests.bot.world import World, answer, components, enabled, said, text
from tests.children import PYTHON
from tests.games.helpers import play, start

pytestmark = pytest.mark.asyncio

Ts = TypeVarTuple("Ts")
T = TypeVar("T")


class Watched(InPlace):
    """Counts what it is asked, takes `seconds` for it, and raises `error` if there is one."""

    def __init__(self, seconds: float = 0.0, error: Exception | None = None) -> None:
        self.asked, self._seconds, self._error = 0, seconds, error
        self.given: Any = ()

    async def run(self, function: Callable[[*Ts], T], *arguments: *Ts) -> T:
        self.asked += 1
        self.given = self.given or arguments
        await asyncio.sleep(self._seconds)
        if self._error:
            raise self._error
        return await super().run(function, *arguments)


def watched(world: World, **how: Any) -> Watched:
    """The runner that works the reviews out from now on."""
    runner = world.client.looks.runner = Watched(**how)
    return runner


async def battle(world: World) -> discord.Message:
    """A duel in which both err and Ben wins; its result in the channel."""
    board = await world.begin("battle")
    await play_out(world, 1, "attack-4", "attack-6", "attack-8", "attack-9")
    return world.message(board)


async def test_o1_both_players_read_what_was_best(world: World) -> None:
    board = await battle(world)
    before, public = saved(world), onlookers(world)
    for seat, first, chance in (
        (world.ada, "1 · You: attack 4, 0%", "100% → 0% → 100% → 0% → lost"),
        (world.ben, "1 · Ada: attack 4, 0%", "0% → 100% → 0% → 100% → won"),
    ):
        for message in (board, seat.panel):
            result = await seat.click(message, "Review")
            shown = text(answer(result))
            assert shown.startswith("### The review of duel 1\nThe turning point is round 3. ")
            assert f"{first}\n-# **Gave the win away.** Best: attack 7, 8 or 9, 100%." in shown
            assert f"**Your chance to win**, round by round: {chance}" in shown
            assert shown.endswith("All are exact.")
            assert answer(result).flags.ephemeral or message == seat.panel
    assert (saved(world), onlookers(world)) == (before, public)


def pictures(world: World, result: InteractionResult) -> list[dict[str, Any]]:
    """The files that an answer came with, as Discord has them."""
    return [file for shown in result.followups for file in world.raw(shown.message)["attachments"]]


async def test_o1_the_chance_to_win_comes_as_a_picture_too(world: World) -> None:
    board = await battle(world)
    result = await world.ada.click(board, "Review")
    (file,) = pictures(world, result)
    assert (file["filename"], file["content_type"]) == ("chance.png", "image/png")
    shown = result.followups[-1].message
    gallery = next(found for found in components(shown) if isinstance(found, discord.MediaGalleryComponent))
    assert text(shown) == "### Your chance to win, round by round · duel 1"
    (item,) = gallery.items
    words = "A line of your chance to win, round by round: 100% → 0% → 100% → 0% → lost"
    assert item.description == words
    assert result.followups[-1].ephemeral


@pytest.mark.parametrize("refused", [True, False], ids=["refused", "missing"])
async def test_o4_without_a_picture_the_text_stands(
    world: World, monkeypatch: pytest.MonkeyPatch, refused: bool
) -> None:
    board = await battle(world)
    if refused:
        world.env.inject_error("POST", "/webhooks/*/*", status=403, code=50013)
    else:
        monkeypatch.setitem(sys.modules, "PIL", None)
    result = await world.ada.click(board, "Review")
    assert text(answer(result)).startswith("### The review of duel 1\n")
    assert result.followups == []


async def test_o4_where_the_text_is_refused_no_picture_comes_alone(world: World) -> None:
    board = await battle(world)
    world.env.inject_error("POST", "/interactions/*/*/callback", status=400, code=50035)
    result = await world.ada.click(board, "Review")
    assert (result.response, result.followups) == (None, [])
    assert text(answer(await world.ada.click(board, "Review"))).startswith("### The review of duel 1\n")


async def test_o1_a_duel_whose_rules_have_changed_has_none(world: World) -> None:
    board = await battle(world)
    with closing(sqlite3.connect(world.database)) as db, db:
        db.execute("UPDATE duels SET rules_version = 0")
    for label in ("Review", "Course"):
        shown = text(answer(await world.ada.click(board, label)))
        assert shown.startswith("### Ben won\nIts rules have changed since it began, so its course can't be shown.")


@pytest.mark.parametrize("game", GAMES)
async def test_o2_others_are_told_that_it_is_not_theirs(world: World, game: str) -> None:
    result, runner = await ended(world, game), watched(world)
    carried = await carry(world, "duel:1:watch")
    before, public = saved(world), onlookers(world)
    assert told(await world.cy.click(result, "Review"), watch=True).startswith("You don't play in duel 1.")
    assert runner.asked == 0
    assert (saved(world), onlookers(world)) == (before, public)
    assert enabled(answer(await world.cy.click(carried, "?"))) == ["Course"]


@pytest.mark.parametrize("phase", PHASES)
async def test_o2_of_an_open_duel_there_is_none_whoever_forges_the_button(world: World, phase: str) -> None:
    await reach(world, phase)
    runner = watched(world)
    carried = await carry(world, "duel:1:review")
    public = onlookers(world)
    for seat in (world.ada, world.ben):
        assert told(await seat.click(carried, "?")).startswith("Duel 1 is not over")
    result = await world.cy.click(carried, "?")
    assert said(result).startswith("You don't play in duel 1.")
    assert runner.asked == 0
    assert onlookers(world) == public


async def test_o1_practice_in_direct_messages_can_be_reviewed_too(world: World, luck: object) -> None:
    await world.ada.dm_slash("practice", game="battle", level="easy")
    runner = watched(world)
    forged = await world.ada.click(await carry(world, "duel:1:review"), "?")
    assert told(forged).startswith("Duel 1 is not over")
    assert runner.asked == 0
    await play_on(world)
    shown = text(answer(await world.ada.click(world.ada.panel, "Review")))
    assert shown.startswith("### The review of duel 1\n")
    assert "· You: attack 1," in shown
    assert "· TestBot: attack " in shown


async def test_o1_a_duel_without_moves_has_none(world: World) -> None:
    result = await ended(world, "siege")
    assert told(await world.ada.click(result, "Review")) == NO_REVIEW


async def test_o1_a_game_that_nobody_has_worked_out_has_none(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    board = await battle(world)
    monkeypatch.setattr("players.review._judge", lambda game: None)
    assert told(await world.ada.click(board, "Review")) == NO_REVIEW


async def test_o4_a_review_that_takes_long_is_acknowledged_in_time(world: World) -> None:
    board = await battle(world)
    watched(world, seconds=5)
    pressed = world.ada.press(board, "Review")
    await world.env.advance_time(2.5)
    assert pressed.acknowledged
    await world.env.advance_time(3)
    assert text(answer(pressed)).startswith("### The review of duel 1\n")


async def test_o4_a_review_that_fails_is_one_sentence(world: World) -> None:
    board = await battle(world)
    watched(world, error=WorkFailed("reviewed: ValueError"))
    assert said(await world.ada.click(board, "Review")).startswith("Something went wrong")


async def test_o4_a_process_of_its_own_works_it_out_in_little_memory() -> None:
    duel = play(start("siege"), *(f"{verb}-{token}" for token in range(1, 8) for verb in ("attack", "defend")))
    duel = duel.resign(Player.ONE)
    assert duel.outcome
    asked = duel.decisions(MOST_MOVES), duel.outcome
    worker = Worker()
    try:
        made = await worker.run(reviewed, *asked)
        assert made
        assert made == reviewed(*asked)
        assert {entry.is_exact for entry in made.entries} == {False, True}
        assert (await worker.run(chart, made, Player.ONE) or b"").startswith(b"\x89PNG")
        # Not getrusage: that also counts what this process had, of which the other is a fork.
        status = await worker.run(eval, "open('/proc/self/status').read()")
        (kibibytes,) = re.findall(r"VmHWM:\s+(\d+) kB", status)
        assert int(kibibytes) < 200 * 1024
    finally:
        await worker.aclose()


@pytest.mark.soak
async def test_o4_the_bot_itself_loads_no_library_for_pictures() -> None:
    loaded = children.run(
        PYTHON, "-c", "import sys, bot.client; print('players.review' in sys.modules, 'PIL' in sys.modules)"
    )
    assert loaded.stdout.split() == [b"True", b"False"]


async def test_o3_what_was_not_drawn_and_the_seed_are_in_no_review(world: World) -> None:
    board = await world.begin("match")
    runner = watched(world)
    duel = (await saved_duel(world)).duel
    assert duel
    await play_out(world, 1, str(duel.view(Player.ONE).actions[0]))
    await world.ada.click(answer(await world.ada.slash("resign")), "Resign")
    await world.a_while()
    shown = text(answer(await world.ada.click(world.message(board), "Review")))
    assert "All are estimates, by what the player could know then; in brackets" in shown
    assert "Ben's, by what Ben knew: " in shown
    with closing(sqlite3.connect(world.database)) as db:
        ((seed,),) = db.execute("SELECT seed FROM duels").fetchall()
    assert seed not in pickle.dumps(runner.given)
    assert {pile.numbers for view, _ in runner.given[0] for pile in view.piles if pile.name == "deck"} == {None}
