"""What every computer player is: somebody who is handed a `View` and a random source, and nothing else.

Knows no single game. A player keeps nothing between moves but what it has worked out of positions.
"""

from __future__ import annotations

from enum import StrEnum
from math import exp
from random import Random
from typing import Protocol

from games.model import Action, Phase, Showdown, Talk, View

LEVEL_ROUNDS = 3
"""After so many picks in a row that changed nothing, a computer player takes a draw (docs/rulings.md)."""


UNSURE = 10.0
"""Logarithm of the odds, 22,000 to 1, beyond which no estimate goes: surer is only what the rules say."""


class Level(StrEnum):
    """How well a computer player plays: `EASY` can be beaten by a child, `HARD` plays as well as it can."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


class ComputerPlayer(Protocol):
    """Chooses the moves of one game at one level."""

    def choose(self, view: View, random: Random) -> Action:
        """One of `view.actions`, of which there is at least one. Equal views: moves of equal distribution."""


def estimated(log_odds: float) -> float:
    """The chance to win that a network takes for likely: never 0 or 1, however extreme its answer is."""
    return 1 / (1 + exp(-min(UNSURE, max(-UNSURE, log_odds))))


def decided(player: ComputerPlayer, view: View, random: Random) -> Action | Talk | None:
    """What the viewer, a computer, does now: a move, a word about a draw, or None where it has to wait.

    Ask again after each step. An offer that stands is answered first; the player's own comes after its move, since the
    next move would end it. `Talk.OFFER` where the other's offer stands accepts it.
    """
    level = _level_rounds(view)
    if view.offer and view.offer.by is not view.viewer and not view.offer.declined:
        return Talk.OFFER if level >= LEVEL_ROUNDS else Talk.DECLINE
    if view.actions:
        return player.choose(view, random)
    return Talk.OFFER if level and level % LEVEL_ROUNDS == 0 and view.may_offer else None


def _level_rounds(view: View) -> int:
    """How many rounds of picks in a row, up to now, have changed nothing."""
    rounds = 0
    for event in reversed(view.history) if view.phase is Phase.PICK else ():
        if not isinstance(event, Showdown) or any(event.changes):
            break
        rounds += 1
    return rounds
