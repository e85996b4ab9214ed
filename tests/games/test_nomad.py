"""Number Nomad: the examples and the sample interaction of its rule book, and its rulings."""

from __future__ import annotations

import pytest

from games import Ending, IllegalAction, Outcome, Player
from games.model import Answer, Attacked, Healed, Phase
from tests.games.helpers import ONE, TWO, last, late, left, life, play, start, tokens

NAME = "nomad"


def test_both_start_with_10_life_and_the_numbers_1_to_9() -> None:
    duel = start(NAME)
    assert life(duel) == (10, 10)
    assert duel.view(None).full_life == 10
    assert left(duel) == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert tokens(duel.view(ONE)) == [f"{verb}-{n}" for verb in ("attack", "defend") for n in range(1, 10)]
    assert duel.view(ONE).phase is Phase.MOVE


def test_example_game() -> None:
    duel = play(start(NAME), "attack-7")
    assert last(duel) == Attacked(1, ONE, 7, Answer.NONE, None, 7, 3)
    assert life(duel) == (10, 3)
    assert left(duel) == [1, 2, 3, 4, 5, 6, 8, 9]

    duel = play(duel, "defend-2")
    assert last(duel) == Healed(2, TWO, 2, 1, 4)
    assert life(duel) == (10, 4)
    assert left(duel) == [1, 3, 4, 5, 6, 8, 9]

    duel = play(duel, "attack-9")
    assert last(duel) == Attacked(3, ONE, 9, Answer.NONE, None, 9, -5)
    assert life(duel) == (10, -5)
    assert duel.outcome == Outcome(ONE, Ending.LIFE)


def test_additional_scenario() -> None:
    duel = late(NAME, life=(2, 2), pool=(1,))
    assert left(duel) == [1]

    duel = play(duel, "defend-1")
    assert last(duel) == Healed(1, ONE, 1, 0, 2)
    assert life(duel) == (2, 2)
    assert left(duel) == []
    assert duel.outcome == Outcome(TWO, Ending.NUMBERS_USED)


def test_sample_interaction() -> None:
    duel = start(NAME)
    assert (left(duel), life(duel)) == ([1, 2, 3, 4, 5, 6, 7, 8, 9], (10, 10))

    duel = play(duel, "attack-6")
    assert last(duel) == Attacked(1, ONE, 6, Answer.NONE, None, 6, 4)
    assert (left(duel), life(duel)) == ([1, 2, 3, 4, 5, 7, 8, 9], (10, 4))

    duel = play(duel, "defend-5")
    assert last(duel) == Healed(2, TWO, 5, 2, 6)
    assert (left(duel), life(duel)) == ([1, 2, 3, 4, 7, 8, 9], (10, 6))


@pytest.mark.parametrize("number", range(1, 10))
def test_defending_heals_half_the_number_rounded_down(number: int) -> None:
    half = {1: 0, 2: 1, 3: 1, 4: 2, 5: 2, 6: 3, 7: 3, 8: 4, 9: 4}[number]
    duel = play(late(NAME, life=(1, 10)), f"defend-{number}")
    assert last(duel) == Healed(1, ONE, number, half, 1 + half)
    assert life(duel) == (1 + half, 10)


def test_healing_stops_at_10() -> None:
    duel = play(start(NAME), "defend-9")
    assert last(duel) == Healed(1, ONE, 9, 0, 10)
    duel = play(late(NAME, life=(9, 10)), "defend-8")
    assert last(duel) == Healed(1, ONE, 8, 1, 10)
    assert life(duel) == (10, 10)


def test_the_panel_tells_what_a_number_would_heal() -> None:
    controls = late(NAME, life=(8, 10)).view(ONE).controls
    gains = {str(control.action): control.gain for control in controls}
    assert [gains[f"defend-{n}"] for n in range(1, 10)] == [0, 1, 1, 2, 2, 2, 2, 2, 2]
    assert [gains[f"attack-{n}"] for n in range(1, 10)] == [None] * 9


@pytest.mark.parametrize(("mover", "winner"), [(ONE, TWO), (TWO, ONE)])
def test_numbers_used_up_and_equal_life_whoever_took_the_last_turn_loses(mover: Player, winner: Player) -> None:
    levelled = play(late(NAME, life=(5, 5), mover=mover, pool=(1,)), "defend-1")
    assert levelled.outcome == Outcome(winner, Ending.NUMBERS_USED)


@pytest.mark.parametrize("lives", [(5, 4), (4, 5)])
@pytest.mark.parametrize("mover", [ONE, TWO])
def test_numbers_used_up_more_life_wins_whoever_took_the_last_turn(lives: tuple[int, int], mover: Player) -> None:
    duel = play(late(NAME, life=lives, mover=mover, pool=(1,)), "defend-1")
    assert duel.outcome == Outcome(ONE if lives == (5, 4) else TWO, Ending.NUMBERS_USED)


def test_a_number_taken_is_gone_for_both_and_for_both_uses() -> None:
    duel = play(start(NAME), "attack-1")
    for token in ("attack-1", "defend-1", "take"):
        with pytest.raises(IllegalAction):
            play(duel, token)
        with pytest.raises(IllegalAction):
            play(play(duel, "defend-2"), token)
