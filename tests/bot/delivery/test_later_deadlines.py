"""After an absence of the bot all deadlines are later. What only shows that waits behind all that people do."""

from __future__ import annotations

import pytest

from bot.delivery.later_deadlines import REQUESTS_A_SECOND
from tests.bot.scenes import your_move
from tests.bot.settled import nothing_false_stands
from tests.bot.timed import gone_for
from tests.bot.world import World, text

pytestmark = pytest.mark.asyncio

AWAY = 120
DUELS = 12


def edits(world: World) -> list[str]:
    """The paths of all edits so far that Discord's limit counts: those of ephemeral messages are none."""
    paths = [request.path for request in world.env.http_requests if request.method == "PATCH"]
    return [path for path in paths if "/channels/" in path]


async def test_e8_half_of_discords_requests_show_later_deadlines(world: World) -> None:
    boards = [await world.begin("siege") for _ in range(DUELS)]
    await gone_for(world, AWAY, "resumed")
    before = len(edits(world))
    for _ in range(3):
        await world.env.advance_time(1)
        now = len(edits(world))
        assert now - before <= REQUESTS_A_SECOND + 3  # a duel's messages are edited together
        before = now
    assert all("I was away" in text(world.message(board)) for board in boards)
    assert await nothing_false_stands(world)
    await world.env.advance_time(60)
    assert len(edits(world)) == before


async def test_e8_later_deadlines_wait_while_people_play(world: World) -> None:
    boards = [await world.begin("siege") for _ in range(DUELS)]
    await gone_for(world, AWAY, "resumed")
    away = [board for board in boards if "I was away" not in text(world.message(board))]
    assert away
    # As many as Discord lets half of its requests be, again and again, leave no room.
    for _ in range(20):
        world.client.updates.begun += REQUESTS_A_SECOND
        await world.env.advance_time(0.2)
    assert len([board for board in away if "I was away" not in text(world.message(board))]) >= len(away) - 2
    panel = await your_move(world, world.ada, away[-1])
    await world.ada.click(panel, "7")
    assert "lies face down" in text(world.message(away[-1]))
    await world.env.advance_time(30)
    assert all("I was away" in text(world.message(board)) for board in boards if board is not away[-1])
    assert await nothing_false_stands(world)


async def test_a_stop_does_not_wait_for_later_deadlines(world: World) -> None:
    boards = [await world.begin("siege") for _ in range(DUELS)]
    await gone_for(world, AWAY, "resumed")
    began = world.env.now()
    await world.restart()
    assert (world.env.now() - began).total_seconds() < 1
    await world.env.advance_time(5)
    assert all("I was away" in text(world.message(board)) for board in boards)
