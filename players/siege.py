"""Numerical Siege. `HARD` plays a mix that is best, or nearly, against whatever the other does.

`EASY` and `MEDIUM` reckon as people do (level-1 thinking with a logit response): they look one exchange ahead, count
life and tokens, expect any answer alike, and mostly take what looks best then.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import exp
from random import Random

from games.model import Action, Phase, Verb, View
from players import matrix_game, siege_estimate
from players.model import Level
from players.siege_solver import Position, Solver, exchange, numbers

EXACT_TOKENS = 10
"""Positions with so many tokens are solved on the spot, within 0.2 s; with one more it takes three times as long."""
LOOKS = 0.001
"""How much what a position looks worth counts beside what it is worth."""
TEMPERATURES = {Level.EASY: 1.0, Level.MEDIUM: 0.05}
"""How much worse, in wins a duel, a move may look that is taken 2.7 times less often. See docs/players.md."""


@dataclass(frozen=True)
class SiegePlayer:
    """Plays Numerical Siege."""

    level: Level

    def choose(self, view: View, random: Random) -> Action:
        """See `ComputerPlayer.choose`."""
        position = position_of(view)
        attacks, answers = mixes(position) if self.level is Level.HARD else _guessed(position, TEMPERATURES[self.level])
        if view.phase is Phase.ATTACK:
            return Action(Verb.ATTACK, random.choices(numbers(position.own), attacks)[0])
        answer = random.choices((None, *numbers(position.other)), answers)[0]
        return Action(Verb.DEFEND, answer) if answer else Action(Verb.TAKE)


def position_of(view: View) -> Position:
    """The position in which the viewer attacks, or the other has attacked: what they played is among their tokens."""
    assert view.viewer
    attacker = view.viewer if view.phase is Phase.ATTACK else view.viewer.other
    sides = attacker, attacker.other
    piles = [view.pile("tokens", side) for side in sides]
    tokens = [sum(1 << token - 1 for token in pile.numbers or ()) for pile in piles if pile]
    return Position(tokens[0], tokens[1], *(view.life[side.index] for side in sides))


def is_exact(position: Position) -> bool:
    """Whether the position is solved; another is estimated."""
    return position.tokens <= EXACT_TOKENS


def matrix(position: Position, solver: Solver | None = None) -> list[list[float]]:
    """What each attack is worth to the attacker against each answer, with best play afterwards; see `exchange`."""
    return exchange(position, (solver or Solver()).value if is_exact(position) else siege_estimate.value)


@lru_cache(maxsize=10_000)
def mixes(position: Position) -> tuple[list[float], list[float]]:
    """How often each attack, and each answer, is played by whoever plays best; in the order of `exchange`."""
    return preferred(position, matrix(position))


def preferred(position: Position, worths: list[list[float]]) -> tuple[list[float], list[float]]:
    """The same, of a position whose `matrix` is at hand.

    Of moves that are equally good it is what looks best, so that a won duel is won soon.
    """
    pairs = zip(worths, exchange(position, _impression), strict=True)
    return matrix_game.mixes([[a + LOOKS * b for a, b in zip(*rows, strict=True)] for rows in pairs])


def _guessed(position: Position, temperature: float) -> tuple[list[float], list[float]]:
    """How often they are played by somebody who looks one exchange ahead."""
    rows = exchange(position, _impression)
    attacks = (sum(row) / len(row) for row in rows)
    answers = (-sum(column) / len(column) for column in zip(*rows, strict=True))
    return _logit(attacks, temperature), _logit(answers, temperature)


def _logit(worths: Iterable[float], temperature: float) -> list[float]:
    return [exp(worth / temperature) for worth in worths]


def _impression(own: int, other: int, own_life: int, other_life: int) -> float:
    """What a position looks worth at first sight."""
    lead = own_life - other_life + (sum(numbers(own)) - sum(numbers(other))) / 2
    return 1 / (1 + exp(-lead / 5))
