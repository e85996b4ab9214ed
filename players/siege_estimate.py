"""What a position of Numerical Siege with many tokens is worth, estimated by a small neural network.

Its first layer has a table for each part of a position: a half of somebody's tokens with both lives, or two halves. A
row is a vector, a position the sum of its eight rows. The layers behind it depend on how many tokens are left.
`tools/fit_siege.py` makes the file, and docs/players.md says how well it does.
"""

from __future__ import annotations

from functools import cache
from operator import mul
from pathlib import Path
from struct import unpack_from

from players.model import estimated

FEWEST, MOST = 9, 19
"""Tokens left in the positions it has been fitted to."""
_WIDTH, _HIDDEN = 16, 16
_HALF, _LIVES = 32, 15 * 15
_TABLES = (_HALF * _LIVES,) * 4 + (_HALF * _HALF,) * 4
"""How many rows each has."""
_STARTS = tuple(sum(_TABLES[:table]) * _WIDTH for table in range(len(_TABLES)))
_ZERO = 128 * len(_TABLES)
"""A byte of the tables stands for itself less 128."""

_Layer = tuple[list[tuple[tuple[float, ...], float, float]], float]
"""For each hidden unit its weights, its bias and what it weighs; and the bias of the result."""


@cache
def _file() -> tuple[bytes, list[_Layer]]:
    content = (Path(__file__).parent / "siege.bin").read_bytes()
    tables, layers, at = content[: sum(_TABLES) * _WIDTH], [], sum(_TABLES) * _WIDTH
    for _ in range(FEWEST, MOST + 1):
        units = []
        for _ in range(_HIDDEN):
            *weights, bias, weight = unpack_from(f"<{_WIDTH + 2}f", content, at)
            at += 4 * (_WIDTH + 2)
            units.append((tuple(weights), bias, weight))
        layers.append((units, *unpack_from("<f", content, at)))
        at += 4
    return tables, layers


def value(own: int, other: int, own_life: int, other_life: int) -> float:
    """What the position is worth to the attacker; see `siege_solver.Position`."""
    tables, layers = _file()
    lives = (own_life - 1) * 15 + other_life - 1
    (own_high, own_low), (other_high, other_low) = divmod(own, _HALF), divmod(other, _HALF)
    rows = (
        own_high * _LIVES + lives,
        other_high * _LIVES + lives,
        own_low * _LIVES + lives,
        other_low * _LIVES + lives,
        own_high * _HALF + other_high,
        own_low * _HALF + other_low,
        own_high * _HALF + other_low,
        own_low * _HALF + other_high,
    )
    vectors = [tables[(at := start + row * _WIDTH) : at + _WIDTH] for start, row in zip(_STARTS, rows, strict=True)]
    inputs = [total - _ZERO if total > _ZERO else 0 for total in map(sum, zip(*vectors, strict=True))]
    units, result = layers[own.bit_count() + other.bit_count() - FEWEST]
    for weights, bias, weight in units:
        output = bias + sum(map(mul, weights, inputs))
        if output > 0:
            result += output * weight
    return estimated(result)
