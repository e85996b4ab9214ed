"""Known answers about the games over one shared pool, found by walking every position through the public interface."""

from __future__ import annotations

import pytest

from games import get
from tests.games.walk import walk


def moves(verb: str, low: int, high: int) -> set[str]:
    """The tokens of a verb for a range of numbers."""
    return {f"{verb}-{number}" for number in range(low, high + 1)}


@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.soak)])
@pytest.mark.parametrize(
    ("name", "positions", "lengths", "winning"),
    [
        ("battle", 1_354, (3, 8), moves("attack", 7, 9)),
        ("nomad", 33_284, (3, 9), moves("attack", 2, 9)),
        pytest.param("digit", 71_471, (3, 9), moves("attack", 5, 9) | moves("defend", 5, 9), marks=pytest.mark.soak),
    ],
)
def test_positions_lengths_value_and_winning_first_moves(
    name: str, positions: int, lengths: tuple[int, int], winning: set[str], whole: bool
) -> None:
    walked = walk(name, whole=whole)
    assert len(walked.children) == positions
    assert walked.lengths() == lengths
    assert walked.values[walked.root] == 1, "the starter wins with best play"
    assert walked.winning_first_moves() == winning
    assert get(name).known.startswith("Whoever begins can win with best play")
