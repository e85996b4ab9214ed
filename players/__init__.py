"""Computer players: each is handed what its seat may see, and returns a move.

Stands on `games.model` alone: a player can reach no duel, no state and no chance, and so can't know more than a person.

>>> is_own("shelter")
False
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

from games.model import Action, Talk, View
from players.legal import RandomPlayer
from players.match import MatchPlayer
from players.model import ComputerPlayer, Level, decided
from players.pool import pool_player
from players.pool_solver import RULES
from players.review import MOST_MOVES, reviewed
from players.review_chart import chart
from players.review_words import NO_REVIEW, told
from players.siege import SiegePlayer

__all__ = [
    "MOST_MOVES",
    "NO_REVIEW",
    "ComputerPlayer",
    "Level",
    "RandomPlayer",
    "chart",
    "decided",
    "is_own",
    "manner",
    "player_for",
    "reviewed",
    "told",
    "turn",
]

_OWN: dict[str, Callable[[Level], ComputerPlayer]] = {
    **{game: partial(pool_player, game) for game in RULES},
    "match": MatchPlayer,
    "siege": SiegePlayer,
}
"""Who plays a game, by its name."""


def is_own(game: str) -> bool:
    """Whether the game has a player of its own; another is played by legal moves at random."""
    return game in _OWN


def manner(game: str, level: str) -> str:
    """How the computer plays that game at that level, to go on from *plays* or *practice*: `at level hard`."""
    return f"at level {level}" if is_own(game) else "by legal moves at random"


def player_for(game: str, level: Level) -> ComputerPlayer:
    """The player of that game and level."""
    return _OWN[game](level) if is_own(game) else RandomPlayer()


def turn(game: str, level: Level, view: View, key: bytes) -> Action | Talk | None:
    """What the computer of that level does now: see `decided`. The same key brings the same luck."""
    return decided(player_for(game, level), view, Random(key))  # noqa: S311 - no secret comes of it
