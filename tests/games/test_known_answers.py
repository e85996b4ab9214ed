"""Known answers about the games over one shared pool, found by walking every position through the public door."""

from __future__ import annotations

import pytest

from tests.games.walk import walk


def moves(verb: str, low: int, high: int) -> set[str]:
    """The tokens of a verb for a range of numbers."""
    return {f"{verb}-{number}" for number in range(low, high + 1)}


@pytest.mark.parametrize(
    ("name", "positions", "shortest", "longest", "winning"),
    [
        ("battle", 1_354, 3, 8, moves("attack", 7, 9)),
        ("nomad", 33_284, 3, 9, moves("attack", 2, 9)),
        ("digit", 71_471, 3, 9, moves("attack", 5, 9) | moves("defend", 5, 9)),
    ],
)
def test_positions_lengths_value_and_winning_first_moves(
    name: str, positions: int, shortest: int, longest: int, winning: set[str]
) -> None:
    walked = walk(name)
    assert len(walked.children) == positions
    assert walked.lengths() == (shortest, longest)
    assert walked.values()[walked.root] == 1, "the starter wins with best play"
    assert walked.winning_first_moves() == winning
