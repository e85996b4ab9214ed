"""Games of one choice each: both mixes guarantee the value, which proves all three right."""

from __future__ import annotations

from random import Random

import pytest

from players import matrix_game
from players.matrix_game import Matrix


def guaranteed(matrix: Matrix) -> tuple[float, float]:
    """What the mix of rows gets at least, and the mix of columns allows at most."""
    rows, columns = matrix_game.mixes(matrix)
    assert min(rows + columns) >= 0
    assert sum(rows) == pytest.approx(1) == sum(columns)
    gets = (sum(p * entry for p, entry in zip(rows, column, strict=True)) for column in zip(*matrix, strict=True))
    allows = (sum(p * entry for p, entry in zip(columns, row, strict=True)) for row in matrix)
    return min(gets), max(allows)


@pytest.mark.parametrize(
    ("matrix", "value"),
    [
        pytest.param([[0.25]], 0.25, id="no choice"),
        pytest.param([[0.5, 0.9], [0.1, 0.6]], 0.5, id="a best row and a best column"),
        pytest.param([[1.0, 0.0], [0.0, 1.0]], 0.5, id="matching pennies"),
        pytest.param([[0.5, 0.0, 1.0], [1.0, 0.5, 0.0], [0.0, 1.0, 0.5]], 0.5, id="rock, paper, scissors"),
        pytest.param([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], 1 / 3, id="find one of three"),
        pytest.param([[0.0, 0.0], [0.0, 0.0]], 0.0, id="lost"),
        pytest.param([[1.0, 1.0], [1.0, 1.0]], 1.0, id="won"),
    ],
)
@pytest.mark.every_case
def test_games_whose_value_is_known(matrix: Matrix, value: float) -> None:
    assert matrix_game.value(matrix) == pytest.approx(value)
    assert guaranteed(matrix) == pytest.approx((value, value))


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(2, 30))])
def test_mixes_guarantee_the_value(seed: int) -> None:
    random = Random(seed)
    for _ in range(100):
        rows, columns = random.randint(1, 10), random.randint(1, 11)
        steps = random.choice((2, 4, 1000))  # with few, many choices are equally good
        matrix = [[random.randint(0, steps) / steps for _ in range(columns)] for _ in range(rows)]
        value = matrix_game.value(matrix)
        assert guaranteed(matrix) == pytest.approx((value, value), abs=1e-9)
