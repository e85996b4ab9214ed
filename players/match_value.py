"""Number Match Duel: the chance to win after an exchange, before the cards are drawn, estimated by a small network.

Two networks of one hidden layer: for when the other attacks next, and for when one attacks oneself. `make fit` makes
the file. Their inputs, in this order: for each number whether one holds one, and two; how likely the other holds it;
how many are likely in the deck, per four cards; each life from 1 to 20, as a switch; and whether the other holds five.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from operator import mul
from pathlib import Path
from struct import unpack_from
from typing import NamedTuple

from players.match_odds import NUMBERS, kinds
from players.model import estimated

FULL_LIFE = 20
_HIDDEN = 24
_INPUTS = 4 * len(NUMBERS) + 2 * FULL_LIFE + 1
_ONE, _TWO, _OTHER, _DECK, _LIFE = (len(NUMBERS) * part - 1 for part in range(5))
"""The input before the first of each kind: numbers and lives count from 1."""
_SIZE = _INPUTS * _HIDDEN + 2 * _HIDDEN + 1

_Weights = tuple[float, ...]
_Network = tuple[list[_Weights], _Weights, _Weights, float]
"""For each input its weights; the biases; what each hidden unit weighs; the bias of the result."""


class Position(NamedTuple):
    """What one knows after an exchange, before anything is drawn. Lists are by number; index 0 stays empty.

    `attacks`: whether one attacks next. `own`: one's hand (see `match_odds`). `other`: how likely the other holds each
    number. `unseen`: how many of each are in the deck or the other's hand. `life`: one's own and the other's, at most
    20. `held`: how many cards the other holds.
    """

    attacks: bool
    own: int
    other: list[float]
    unseen: list[int]
    life: tuple[int, int]
    held: int


@cache
def _networks() -> tuple[_Network, _Network]:
    content = (Path(__file__).parent / "match.bin").read_bytes()
    return _network(content, 0), _network(content, 1)


def _network(content: bytes, number: int) -> _Network:
    weights: _Weights = unpack_from(f"<{_SIZE}f", content, 4 * _SIZE * number)
    rows = [weights[at : at + _HIDDEN] for at in range(0, _SIZE - 1, _HIDDEN)]
    return rows[:-2], rows[-2], rows[-1], weights[-1]


def value(position: Position) -> float:
    """The chance to win; certain where a life is gone."""
    life, other = position.life, position.life[1]
    if min(life) <= 0:
        return float(other <= 0)
    rows, biases, weights, bias = _networks()[position.attacks]
    amounts: dict[int, float] = {_LIFE + life[0]: 1, _LIFE + FULL_LIFE + other: 1, _INPUTS - 1: position.held - 4}
    for number, count in kinds(position.own):
        amounts[_ONE + number] = 1
        if count > 1:
            amounts[_TWO + number] = 1
    deck = max(1, sum(position.unseen) - position.held)
    for number in NUMBERS:
        held = position.other[number]
        amounts[_OTHER + number] = held
        amounts[_DECK + number] = 4 * (position.unseen[number] - held) / deck
    columns: Sequence[_Weights] = list(zip(*(rows[at] for at in amounts), strict=True))
    for column, start, weight in zip(columns, biases, weights, strict=True):
        bias += max(0.0, start + sum(map(mul, column, amounts.values()))) * weight
    return estimated(bias)
