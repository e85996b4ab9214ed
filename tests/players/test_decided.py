"""What a computer says about a draw, in every game at every level: it declines, but for a sudden death without end."""

from __future__ import annotations

from random import Random

import pytest

from games import Action, Duel, Player, names
from games.model import Talk
from players import Level, decided, player_for
from tests.games.helpers import LEVEL_AT_8, ONE, TWO, play, start

OFFER, DECLINE = Talk.OFFER, Talk.DECLINE
LEVELS = pytest.mark.parametrize("level", Level)


def step(duel: Duel, level: Level, seat: Player = TWO) -> Action | Talk | None:
    """What the computer in that seat does now."""
    return decided(player_for(duel.game.name, level), duel.view(seat), Random(0))


def after(rounds: int) -> Duel:
    """Sudden death after so many level rounds."""
    return play(start("digit"), *LEVEL_AT_8, *("pick-5",) * 2 * rounds)


@LEVELS
@pytest.mark.parametrize("game", names())
@pytest.mark.parametrize("starter", Player)
def test_a_draw_is_declined_once_and_never_offered(game: str, level: Level, starter: Player) -> None:
    duel = start(game, starter)
    offered = duel.offer_draw(ONE)
    assert step(offered, level) is DECLINE
    declined = offered.step(TWO, DECLINE)
    assert isinstance(step(declined, level), Action) if starter is TWO else step(declined, level) is None


@LEVELS
@pytest.mark.parametrize("game", names())
def test_a_computer_waits_where_it_is_not_asked(game: str, level: Level) -> None:
    duel = start(game)
    assert step(duel, level) is None
    assert isinstance(step(duel, level, ONE), Action)
    for over in (duel.resign(ONE), duel.agree_draw(), duel.void()):
        assert step(over, level) is step(over, level, ONE) is None


@LEVELS
@pytest.mark.parametrize("seat", Player)
def test_after_three_level_rounds_it_takes_a_draw(level: Level, seat: Player) -> None:
    for rounds in range(7):
        duel = after(rounds)
        taken = step(duel.offer_draw(seat.other), level, seat)
        assert taken is (OFFER if rounds >= 3 else DECLINE)
        assert (duel.offer_draw(seat.other).step(seat, taken).outcome is None) is (rounds < 3)


@LEVELS
@pytest.mark.parametrize("seat", Player)
def test_after_three_level_rounds_and_three_more_it_offers_a_draw(level: Level, seat: Player) -> None:
    for rounds in range(1, 8):
        # Its pick comes first: the offer that came before would end with it.
        duel = after(rounds)
        picked = step(duel, level, seat)
        assert isinstance(picked, Action)
        duel = duel.step(seat, picked)
        assert step(duel, level, seat) is (OFFER if rounds in (3, 6) else None)
        if rounds in (3, 6):
            duel = duel.step(seat, OFFER)
            assert duel.is_offered(seat.other)
            assert step(duel, level, seat) is None
            assert step(duel.decline_draw(seat.other), level, seat) is None


@LEVELS
def test_a_round_that_changes_something_begins_the_count_anew(level: Level) -> None:
    duel = play(after(3), "pick-4", "pick-5", *("pick-1",) * 4)
    assert step(duel.offer_draw(ONE), level) is DECLINE
    assert step(play(duel, "pick-2", "pick-2").offer_draw(ONE), level) is OFFER


def test_step_is_each_of_the_three() -> None:
    duel = start("battle")
    assert duel.step(ONE, Action.parse("attack-9")) == play(duel, "attack-9")
    assert duel.step(ONE, OFFER) == duel.offer_draw(ONE)
    assert duel.step(ONE, OFFER).step(TWO, DECLINE) == duel.offer_draw(ONE).decline_draw(TWO)
    assert duel.step(ONE, OFFER).step(TWO, OFFER).outcome == duel.agree_draw().outcome
