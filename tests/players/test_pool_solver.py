"""Best play over one pool: the solver's arithmetic is that of the rules, and its values are what they make of it."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from games import Action
from players.pool import solver
from players.pool_solver import LEVEL, LOST, WON, Position
from tests.games.walk import walk
from tests.players.positions import POOL_GAMES, by_the_rules, every_position, left_of, some_positions


def check(name: str, positions: Iterable[Position]) -> set[int]:
    """Each position is worth what its best move is, and each move what the rules make of it; returns the values met."""
    solved, met = solver(name), set()
    for position in positions:
        worth = {}
        for action, there, end in by_the_rules(name, position):
            if there:
                assert solved.after(position, action) == there
            worth[action] = -solved.value(there) if there else end
            assert solved.worth(position, action) == worth[action]
        assert set(solved.actions(position)) == set(worth)
        value = solved.value(position)
        assert value == max(worth.values())
        assert set(solved.best(position)) == {action for action in worth if worth[action] == value}
        met.add(value)
    return met


@pytest.mark.parametrize("name", POOL_GAMES)
def test_some_positions_are_worth_what_the_rules_make_of_them(name: str) -> None:
    assert check(name, some_positions(name, 1500)) >= {WON, LOST}


@pytest.mark.soak
@pytest.mark.parametrize("name", POOL_GAMES)
def test_every_position_is_worth_what_the_rules_make_of_it(name: str) -> None:
    # In Number Nomad somebody always wins. In Number Battle level lives are met only where play does not come.
    assert check(name, every_position(name)) == ({WON, LOST} if name == "nomad" else {WON, LEVEL, LOST})


@pytest.mark.parametrize(
    "name", ["battle", *(pytest.param(name, marks=pytest.mark.soak) for name in ("nomad", "digit"))]
)
def test_what_play_can_reach_is_worth_what_a_walk_finds(name: str) -> None:
    solved, walked = solver(name), walk(name)
    for (pool, own, other), value in walked.values.items():
        assert solved.value(Position(left_of(pool), own, other)) == value
    pool, own, other = walked.root
    first = solved.best(Position(left_of(pool), own, other))
    assert set(map(str, first)) == walked.winning_first_moves()


def test_a_known_answer_by_hand() -> None:
    solved = solver("nomad")
    # One number is left, at level lives: who moves last loses, unless the number is enough.
    assert solved.value(Position(1 << 3, 5, 5)) == WON
    assert solved.worth(Position(1 << 3, 5, 5), Action.parse("attack-3")) == WON
    assert solved.worth(Position(1 << 1, 5, 5), Action.parse("defend-1")) == LOST
    assert solver("digit").value(Position(1 << 3, 2, 5)) == LEVEL
