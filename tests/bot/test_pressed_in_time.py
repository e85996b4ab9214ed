"""What counts is when something was pressed, and no deadline passes just after the bot is back."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from tests.bot.scenes import moves, slow, statuses
from tests.bot.timed import LIVE, MINUTE, begin, dated, due, gone_for, one_move, reach, status, wait
from tests.bot.unreachable import A_LOOK, now, out_of_reach
from tests.bot.world import World, answer, said

pytestmark = pytest.mark.asyncio

HOUR, DAY = 60 * MINUTE, 24 * 60 * MINUTE
PACES = {"live": LIVE, "daily": DAY, "slow": 3 * DAY}


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
            world.ben.press(panel, "Draw?")
        case _:
            world.ben.press(question, "Resign")
    await wait(world, 2)  # a second past the deadline, and the press is still being worked on
    with world.env.time_context():
        await world.client.scheduler.look()
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
            result = await world.ben.click(panel, "Draw?")
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
