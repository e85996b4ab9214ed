"""Whole duels through the buttons in direct messages, from `/duel` to the result."""

from __future__ import annotations

import pytest

from tests.bot.world import Seat, World, enabled, text

NO_MOVES = {"Resign"}


def moves(seat: Seat) -> list[str]:
    """What a player's newest panel lets them play."""
    return [label for label in enabled(seat.panel) if label not in NO_MOVES]


@pytest.mark.asyncio
@pytest.mark.parametrize("game", ["match", "digit", "siege", "battle", "nomad"])
async def test_a_whole_duel_is_played_through_the_panels(world: World, game: str) -> None:
    board = await world.begin(game)
    for _ in range(200):
        mover = next((seat for seat in (world.ada, world.ben) if moves(seat)), None)
        if mover is None:
            break
        await mover.click(mover.panel, moves(mover)[0 if mover is world.ada else -1])
    assert " wins " in text(world.message(board))
    assert text(world.ada.panel).startswith(text(world.message(board))[:20])
