"""Number Battle: the example and the transcript of its rule book, and its rulings."""

from __future__ import annotations

import pytest

from games import Ending, IllegalAction, Outcome
from games.model import Answer, Attacked, Phase
from tests.games.helpers import ONE, TWO, last, left, life, play, start, tokens
from tests.games.walk import walk

NAME = "battle"


def test_both_start_with_15_life_and_the_numbers_1_to_9() -> None:
    duel = start(NAME)
    assert life(duel) == (15, 15)
    assert duel.view(None).full_life == 15
    assert left(duel) == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert tokens(duel.view(ONE)) == [f"attack-{n}" for n in range(1, 10)]
    assert duel.view(ONE).phase is Phase.ATTACK


def test_example_game_and_transcript() -> None:
    duel = play(start(NAME), "attack-9")
    assert last(duel) == Attacked(1, ONE, 9, Answer.NONE, None, 9, 6)
    assert life(duel) == (15, 6)
    assert left(duel) == [1, 2, 3, 4, 5, 6, 7, 8]
    assert duel.to_act == {TWO}

    duel = play(duel, "attack-8")
    assert last(duel) == Attacked(2, TWO, 8, Answer.NONE, None, 8, 7)
    assert life(duel) == (7, 6)
    assert left(duel) == [1, 2, 3, 4, 5, 6, 7]
    assert duel.to_act == {ONE}

    duel = play(duel, "attack-7")
    assert last(duel) == Attacked(3, ONE, 7, Answer.NONE, None, 7, -1)
    assert life(duel) == (7, -1)
    assert left(duel) == [1, 2, 3, 4, 5, 6]
    assert duel.outcome == Outcome(ONE, Ending.LIFE)


def test_exactly_zero_life_ends_it() -> None:
    duel = play(start(NAME), "attack-9", "attack-1", "attack-6")
    assert life(duel) == (14, 0)
    assert duel.outcome == Outcome(ONE, Ending.LIFE)


def test_a_number_taken_is_gone_for_both() -> None:
    duel = play(start(NAME), "attack-9")
    with pytest.raises(IllegalAction):
        play(duel, "attack-9")
    with pytest.raises(IllegalAction):
        play(play(duel, "attack-8"), "attack-9")


def test_nobody_heals_and_nobody_passes() -> None:
    for token in ("defend-3", "take"):
        with pytest.raises(IllegalAction):
            play(start(NAME), token)


def test_player_two_may_start() -> None:
    duel = play(start(NAME, starter=TWO), "attack-9")
    assert life(duel) == (6, 15)
    assert duel.to_act == {ONE}


def test_the_pool_cannot_run_out_with_both_alive() -> None:
    positions = walk(NAME)
    ends = [child for children in positions.children.values() for child in children.values() if child.outcome]
    assert len(ends) > 1000
    assert {end.outcome.ending for end in ends if end.outcome} == {Ending.LIFE}
