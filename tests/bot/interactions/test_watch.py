"""Outsiders: one polite private sentence, and *Watch*, which shows what everybody may see and nothing else."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing

import discord
import pytest

from games import Action, Player
from tests.bot.scenes import (
    GAMES,
    anew,
    ids,
    onlookers,
    play_out,
    press_and_settle,
    reach,
    saved,
    saved_duel,
    statuses,
    told,
)
from tests.bot.script import PLANS, positions
from tests.bot.world import Seat, World, answer, buttons, enabled, said, text

pytestmark = pytest.mark.asyncio

SENTENCE = "You don't play in duel 1. /duel starts one of your own; *Watch* on a board shows another's."


async def watched(world: World, seat: Seat, message: discord.Message) -> discord.Message:
    """What *Watch* shows."""
    return answer(await seat.click(message, "Watch"))


@pytest.mark.parametrize("phase", ["committed", "picked", *GAMES])
async def test_watch_shows_the_board_and_nothing_to_press(world: World, phase: str) -> None:
    board = await reach(world, phase)
    before, public = saved(world), onlookers(world)
    for seat in (world.cy, world.ada, world.ben):
        shown = await watched(world, seat, board)
        lines = text(shown).splitlines()
        assert lines[:4] == text(board).splitlines()[:4]
        assert set(text(board).splitlines()) <= set(lines)
        assert [button.custom_id for button in buttons(shown)] == ["duel:1:watch"]
        assert all(private not in text(shown) for private in ("Hand", "You", "your"))
    assert (saved(world), onlookers(world)) == (before, public)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.usefixtures("luck")
async def test_watch_tells_the_course_so_far(world: World, game: str) -> None:
    board = await world.begin(game)
    plan = PLANS[game][: len(PLANS[game]) - 1]
    duels = world.client.duels
    with world.env.time_context():
        for move in plan:
            seat = world.ada if move.player is Player.ONE else world.ben
            await duels.play(1, seat.id, Action.parse(move.token))
        await world.client.updates.bring_up(await saved_duel(world, 1))
    shown = await watched(world, world.cy, board)
    (*_, last) = positions(game, plan)
    exchanges = {event.exchange for event in last.view(None).history}
    course = re.findall(r"^-# (\d+) · ", text(shown), re.MULTILINE)
    # The newest exchange leads, and those before it follow, the oldest first.
    assert list(map(int, course)) == sorted(exchanges)[:-1]
    assert len(course) > 1


@pytest.mark.parametrize("player", list(Player))
async def test_watch_is_the_same_whatever_is_hidden(world: World, player: Player) -> None:
    """Of a match and a siege with a token out: no number of any hand, and not the token."""
    board = await world.begin("match")
    hand = (await saved_duel(world)).view(player).pile("hand", player)
    assert hand is not None
    shown = await watched(world, world.cy, board)
    assert text(shown).count("? ? ? ? ?") == 2
    siege = await world.begin("siege")
    seen = []
    for token in ("attack-7", "attack-3"):
        await play_out(world, len(statuses(world)), token)
        shown = await watched(world, world.cy, world.message(siege))
        assert "face down" in text(shown)
        raw = json.dumps(world.env.backend.get_message(shown.channel.id, shown.id).components, default=str)
        seen.append(re.sub(rf"duel[ :]{len(statuses(world))}|<t:\d+", "", raw))
        siege = await world.begin("siege")
    assert seen[0] == seen[1]


@pytest.mark.parametrize("game", GAMES)
async def test_watch_of_a_duel_that_is_over_shows_its_result(world: World, game: str) -> None:
    board = await world.begin(game)
    shown = await watched(world, world.cy, board)
    await world.restart()  # then it does not follow the duel by itself
    await world.ada.click(answer(await world.ada.slash("resign")), "Resign")
    public = onlookers(world)
    await world.cy.click(shown, "Look again")
    shown = anew(world.cy, shown)
    assert text(shown) == text(world.message(board))
    assert ids(shown) == ["duel:1:course"]
    assert onlookers(world) == public


async def test_an_outsider_on_a_result(world: World) -> None:
    board = await world.begin("nomad")
    await world.ada.click(answer(await world.ada.slash("resign")), "Resign")
    before, public = saved(world), onlookers(world)
    result = await world.cy.click(board, "Rematch")
    assert said(result) == told(result, watch=True) == SENTENCE
    await world.cy.click(answer(result), "Watch")
    assert "Ben wins" in text(anew(world.cy, answer(result)))
    assert (saved(world), onlookers(world)) == (before, public)


@pytest.mark.parametrize("label", ["Accept", "Decline", "Withdraw"])
async def test_of_a_challenge_there_is_nothing_to_watch(world: World, label: str) -> None:
    message = await world.challenge("nomad")
    assert told(await world.cy.click(message, label)) == SENTENCE


@pytest.mark.parametrize("status", ["challenged", "declined", "cancelled"])
async def test_nor_of_one_that_came_to_nothing(world: World, status: str) -> None:
    board = await world.begin("siege")
    await world.challenge("siege")
    if status == "declined":
        await world.client.challenges.decline(2, world.ben.id)
    elif status == "cancelled":
        await world.client.challenges.cancel(2, world.ada.id)
    _carry(world, board, "duel:2:watch")
    result = await press_and_settle(world.cy, board, "duel:2:watch")
    assert told(result).startswith("Nothing of duel 2 can be watched here.")


async def test_a_duel_of_another_server_is_not_to_be_watched(world: World) -> None:
    board = await world.begin("siege")
    match = await world.begin("match")
    with closing(sqlite3.connect(world.database)) as db, db:
        db.execute("UPDATE duels SET guild_id = guild_id + 1 WHERE id = 2")
    for duel, message in ((2, match), (77, board)):
        _carry(world, message, f"duel:{duel}:watch")
        result = await press_and_settle(world.cy, message, f"duel:{duel}:watch")
        assert told(result).startswith(f"Nothing of duel {duel} can be watched here.")
    # Nor is it offered.
    _carry(world, match, "duel:2:open")
    assert told(await press_and_settle(world.cy, match, "duel:2:open")).startswith("You don't play in duel 2.")
    # Its players may look wherever they are.
    _carry(world, match, "duel:2:watch")
    shown = answer(await press_and_settle(world.ada, match, "duel:2:watch"))
    assert "Number Match Duel · duel 2" in text(shown)


def _carry(world: World, message: discord.Message, custom_id: str) -> None:
    """The message gets a button of that id, as no message of the bot's would have it."""
    stored = world.env.backend.get_message(message.channel.id, message.id)
    (container,) = stored.components
    row = next(part for part in container["components"] if part["type"] == 1)
    row["components"][0]["custom_id"] = custom_id


async def test_watch_outlives_a_restart(world: World) -> None:
    board = await world.begin("digit")
    shown = answer(await world.cy.click(board, "Watch"))
    await world.restart()
    assert "Digit Duel · duel 1" in text(await watched(world, world.cy, board))
    await world.cy.click(shown, "Look again")
    assert "Digit Duel · duel 1" in text(anew(world.cy, shown))


async def test_an_offer_of_a_draw_is_seen_by_who_looks_on(world: World) -> None:
    board = await world.begin("digit")
    await world.ada.slash("draw")
    assert "Ada offers a draw" in text(await watched(world, world.cy, board))
    assert enabled(world.message(board)) == ["Ada: your move", "Watch"]
