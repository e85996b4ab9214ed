"""Best play over one shared pool, where all is open: every position is a win, a draw or a loss for whoever is to move.

Has its own arithmetic of the rules, on small integers, since it looks at up to 200,000 positions within a move. Knows
no view and no level. The tests compare it with the rules in `games` at every position.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from games.model import Action, Verb

WON, LEVEL, LOST = 1, 0, -1
"""What a position or a move is worth to the player who is to move or makes it."""

_SIZE = 32
"""More than the most life there is; a power of two keeps the index of the table cheap."""


class Position(NamedTuple):
    """A position where `own` is the life of whoever is to move and `other` the other's.

    `left` is the numbers in the pool, as bits (1 is bit 1). Where a life is 0 or less, the game is over.
    """

    left: int
    own: int
    other: int

    @property
    def numbers(self) -> list[int]:
        """The numbers in the pool."""
        return [number for number in range(self.left.bit_length()) if self.left >> number & 1]


@dataclass(frozen=True)
class PoolRules:
    """One game over a pool.

    `gains` is what each number heals, from 0 on, before the cap at `full_life`; empty where nobody heals. `level` is
    what it is worth to have moved last when the numbers are used up and life is equal.
    """

    full_life: int
    level: int
    gains: tuple[int, ...] = ()


RULES = {
    "battle": PoolRules(full_life=15, level=LEVEL),
    "nomad": PoolRules(full_life=10, level=LOST, gains=tuple(number // 2 for number in range(10))),
    "digit": PoolRules(full_life=20, level=LEVEL, gains=tuple(range(10))),
}
"""The games that are solved, by name. The rule books' sections are named in `games/rules/`."""


@dataclass(frozen=True)
class Solver:
    """The values of one game's positions. What has been worked out is kept: half a megabyte when it is all."""

    rules: PoolRules
    _known: bytearray = field(default_factory=lambda: bytearray((1 << 10) * _SIZE * _SIZE), repr=False)

    def actions(self, position: Position) -> list[Action]:
        """What may be played."""
        verbs = (Verb.ATTACK, Verb.DEFEND) if self.rules.gains else (Verb.ATTACK,)
        return [Action(verb, number) for verb in verbs for number in position.numbers]

    def after(self, position: Position, action: Action) -> Position:
        """The position after a move, as whoever moves next sees it."""
        left, own, other = position
        assert action.number is not None
        left ^= 1 << action.number
        if action.verb is Verb.ATTACK:
            return Position(left, other - action.number, own)
        return Position(left, other, min(self.rules.full_life, own + self.rules.gains[action.number]))

    def value(self, position: Position) -> int:
        """`WON`, `LEVEL` or `LOST`, with best play from here on."""
        left, own, other = position
        return LOST if own <= 0 else self._value(left, own, other)

    def worth(self, position: Position, action: Action) -> int:
        """What a move brings, with best play afterwards."""
        return -self.value(self.after(position, action))

    def best(self, position: Position) -> list[Action]:
        """The moves that are worth as much as the position."""
        worth = {action: self.worth(position, action) for action in self.actions(position)}
        return [action for action, value in worth.items() if value == max(worth.values())]

    def _value(self, left: int, own: int, other: int) -> int:
        """See `value`; both have life. The first winning move ends the search, and the highest attack comes first."""
        at = (left * _SIZE + own) * _SIZE + other
        if known := self._known[at]:
            return known - 2
        if not left:
            # Whoever is to move now has not moved last.
            best = WON if own > other else LOST if own < other else -self.rules.level
        else:
            best = self._searched(left, own, other)
        self._known[at] = best + 2
        return best

    def _searched(self, left: int, own: int, other: int) -> int:
        if left.bit_length() > other:  # the highest number is enough
            return WON
        best, full, gains = LOST, self.rules.full_life, self.rules.gains
        for number in range(left.bit_length() - 1, 0, -1):
            if not left >> number & 1:
                continue
            rest = left ^ 1 << number
            best = max(best, -self._value(rest, other - number, own))
            if gains and best < WON:
                best = max(best, -self._value(rest, other, min(full, own + gains[number])))
            if best == WON:
                return WON
        return best
