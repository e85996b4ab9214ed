"""Number Match Duel: the chance to win after an exchange, before the cards are drawn, estimated by a small network.

What it looks at, in this order: for each number whether one holds one, and two; how likely the other holds it; how many
are likely in the deck (of four cards); each life from 1 to 20; and whether the other holds five cards. Two networks of
one hidden layer: for when the other attacks next, and for when one attacks oneself. `make fit` makes the file.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import exp
from operator import mul
from pathlib import Path
from struct import unpack_from

from players.match_odds import NUMBERS, kinds

FULL_LIFE = 20
_HIDDEN = 24
_INPUTS = 4 * len(NUMBERS) + 2 * FULL_LIFE + 1
_OWN, _TWO, _OTHER, _DECK = (len(NUMBERS) * part - 1 for part in range(4))
_LIFE = 4 * len(NUMBERS) - 1
_SIZE = _INPUTS * _HIDDEN + 2 * _HIDDEN + 1

_Network = tuple[list[Sequence[float]], Sequence[float], Sequence[float], float]
"""For each input its weights; the biases; what each hidden unit weighs; the bias of the result."""


@cache
def _networks() -> tuple[_Network, _Network]:
    content = (Path(__file__).parent / "match.bin").read_bytes()
    return _network(content, 0), _network(content, 1)


def _network(content: bytes, number: int) -> _Network:
    weights = unpack_from(f"<{_SIZE}f", content, 4 * _SIZE * number)
    rows = [weights[at : at + _HIDDEN] for at in range(0, _SIZE - 1, _HIDDEN)]
    return rows[:-2], rows[-2], rows[-1], weights[-1]


def value(attacks: bool, own: int, other: list[float], unseen: list[int], life: tuple[int, int], held: int) -> float:
    """The chance to win.

    `attacks`: whether one attacks next. `own` is one's hand (see `match_odds`), `other` the odds that the other holds
    each number, `unseen` how many of each are not seen, `life` one's own and the other's (both above 0), `held` how many
    cards the other holds. Nothing is drawn yet.
    """
    rows, biases, weights, bias = _networks()[attacks]
    deck = 4 / max(1, sum(unseen) - held)
    active: list[tuple[Sequence[float], float]] = []
    for number, count in kinds(own):
        active.append((rows[_OWN + number], 1.0))
        if count > 1:
            active.append((rows[_TWO + number], 1.0))
    for number in NUMBERS:
        active.append((rows[_OTHER + number], other[number]))
        active.append((rows[_DECK + number], (unseen[number] - other[number]) * deck))
    active.append((rows[_LIFE + life[0]], 1.0))
    active.append((rows[_LIFE + FULL_LIFE + life[1]], 1.0))
    active.append((rows[-1], held - 4.0))
    amounts = [amount for _, amount in active]
    result = bias
    for start, weight, column in zip(biases, weights, zip(*(row for row, _ in active), strict=True), strict=True):
        result += max(0.0, start + sum(map(mul, column, amounts))) * weight
    return 1 / (1 + exp(-result))
