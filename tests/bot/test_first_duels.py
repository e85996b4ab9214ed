"""What the first messages of a duel say besides: who begins by the coin, and what to watch for in a first duel."""

from __future__ import annotations

import pytest

from games import get
from tests.bot.scenes import GAMES
from tests.bot.world import World, answer, text

pytestmark = [pytest.mark.asyncio, pytest.mark.usefixtures("luck")]


@pytest.mark.parametrize("game", GAMES)
async def test_the_first_duel_of_a_game_says_what_to_watch_for(world: World, game: str) -> None:
    hint = get(game).hint
    assert hint
    board = await world.begin(game)
    for seat in (world.ada, world.ben):
        assert hint in text(answer(await seat.slash("status")))
    assert hint not in text(board)
    await world.client.duels.resign(1, world.ada.id)
    message = await world.challenge(game, by=world.cy, to=world.ben)
    await world.ben.click(message, "Accept")
    assert hint in text(answer(await world.cy.slash("status")))
    assert hint not in text(answer(await world.ben.slash("status")))


@pytest.mark.parametrize("game", GAMES)
async def test_the_coin_is_told_of_and_only_where_it_decides(world: World, game: str) -> None:
    tossed = await world.begin(game, "toss")
    assert ("The coin says Ada begins" in text(tossed)) is get(game).starter_matters
    assert "coin" not in text(await world.begin(game, "me"))
