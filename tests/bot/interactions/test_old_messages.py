"""Presses on messages that were made for something else, or that others can see."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing

import pytest

from tests.bot.scenes import moves, onlookers, saved
from tests.bot.world import World, said, text

pytestmark = pytest.mark.asyncio

ANOTHER = "That message is of another duel with the number 1. /status shows the duels that you have."


async def begin_again(world: World) -> None:
    """An empty copy is restored, and the same two begin a siege, which is duel 1 again."""
    with closing(sqlite3.connect(world.database)) as db, db:
        for trigger in ("moves_are_not_deleted", "moves_are_not_changed"):
            db.execute(f"DROP TRIGGER {trigger}")
        for table in ("moves", "messages", "duels"):
            db.execute(f"DELETE FROM {table}")
        db.execute("DELETE FROM sqlite_sequence")
    await world.restart(after=60)
    await world.begin("siege")


# ---- L8


@pytest.mark.parametrize("label", ["1", pytest.param("Resign", marks=pytest.mark.soak)])
async def test_l8_a_press_on_a_message_that_is_older_than_its_duel_is_refused(world: World, label: str) -> None:
    board = await world.begin("battle")
    panel = world.ada.panel
    await begin_again(world)
    new = world.ada.panel
    before, public = saved(world), onlookers(world)
    assert said(await world.ada.click(panel, label)) == ANOTHER
    assert said(await world.ada.click(world.message(board), "Your move")) == ANOTHER
    assert (saved(world), onlookers(world)) == (before, public)
    # What was made for this duel works.
    await world.ada.click(new, "1")
    assert moves(world) == ["attack-1"]


async def test_l8_a_press_on_a_message_for_another_game_is_refused(world: World) -> None:
    await world.begin("battle")
    panel = world.ada.panel
    await begin_again(world)
    with closing(sqlite3.connect(world.database)) as db, db:
        db.execute("UPDATE duels SET created_at = 1")
    await world.restart()  # when it was created is kept in memory
    before = saved(world)
    assert said(await world.ada.click(panel, "1")) == ANOTHER
    assert saved(world) == before


# ---- L9


@pytest.mark.parametrize(
    "press",
    [
        "0:attack-7",
        *(pytest.param(press, marks=pytest.mark.soak) for press in ("resign-yes", "resign-no", "draw", "9:attack-7")),
    ],
)
async def test_l9_a_private_panel_is_never_written_where_others_see_it(world: World, press: str) -> None:
    """No such message has such a button; here one has."""
    board = await world.begin("match")
    shown, button = text(world.message(board)), f"duel:1:{press}"
    row = {"type": 1, "components": [{"type": 2, "style": 2, "label": "x", "custom_id": button}]}
    forged = world.raw(board)
    result = world.ada.press_id(board, button, seen=forged | {"components": [*forged["components"], row]})
    await world.settle()
    assert result.acknowledged
    answers = [message for message in (result.response, *result.followups) if message is not None]
    assert answers
    assert all(message.ephemeral for message in answers)
    now = text(world.message(board))
    assert now == shown or moves(world)
    assert not re.search(r"\b[Yy]ou\b", now)
