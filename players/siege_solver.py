"""What a position of Numerical Siege is worth, exactly: feasible on the spot where few tokens are left.

Each exchange is a matrix game, since the defence is chosen without seeing the attack; its entries are the values of
what follows. Has its own arithmetic of the rules, on small integers; the tests compare it with the rules in `games`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

from players import matrix_game


class Position(NamedTuple):
    """Somebody attacks. Tokens are bits, token 1 the lowest; `own` and `own_life` are the attacker's."""

    own: int
    other: int
    own_life: int
    other_life: int

    @property
    def tokens(self) -> int:
        """How many are left."""
        return self.own.bit_count() + self.other.bit_count()


Value = Callable[[int, int, int, int], float]
"""What a position (its four parts) is worth to the attacker: 1 to win, 0 to lose. Both have tokens."""


@cache
def numbers(tokens: int) -> tuple[int, ...]:
    """The tokens in the bits, ascending."""
    return tuple(number for number in range(1, 11) if tokens >> number - 1 & 1)


def exchange(position: Position, value: Value) -> list[list[float]]:
    """What each attack (a row) is worth against each answer (to let it through, then each defence); all ascending."""
    return list(_rows(*position, value))[::-1]


def _rows(own: int, other: int, own_life: int, other_life: int, value: Value) -> Iterator[list[float]]:
    """The rows of `exchange`, the highest attack first: it is the likeliest to win, which ends the search."""
    defences = numbers(other)
    for attack in reversed(numbers(own)):
        rest = own ^ 1 << attack - 1
        worth = value if rest else undefended
        left = other_life - attack
        if left <= 0:
            row = [1.0]
        else:
            row = [1 - worth(other, rest, left, own_life) if other else undefended(rest, 0, own_life, left)]
        for defence in defences:
            left = other_life - attack + defence if attack > defence else other_life
            after = other ^ 1 << defence - 1
            if left <= 0:
                row.append(1.0)
            elif after:
                row.append(1 - worth(after, rest, left, own_life))
            else:
                row.append(undefended(rest, 0, own_life, left))
        yield row


def undefended(own: int, other: int, own_life: int, other_life: int) -> float:
    """What a position is worth in which the other has no token: the attacker attacks with all that is left, if any."""
    left = other_life - sum(numbers(own))
    if left <= 0:
        return 1.0
    return 1.0 if own_life > left else 0.5 if own_life == left else 0.0


class Solver:
    """Exact values, each worked out once."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, int, int, int], float] = {}

    def value(self, own: int, other: int, own_life: int, other_life: int) -> float:
        """What the position is worth to the attacker, who has a token left."""
        key = (own, other, own_life, other_life)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._worked_out(*key)
        return known

    def _worked_out(self, own: int, other: int, own_life: int, other_life: int) -> float:
        rows = []
        for row in _rows(own, other, own_life, other_life, self.value):
            if min(row) == 1:
                return 1.0
            rows.append(row)
        return matrix_game.value(rows)
