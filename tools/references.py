"""Who plays in `tools/strength.py`: the levels, and by game and name whoever else they are measured against."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from games.model import Action, View
from players import ComputerPlayer, Level, RandomPlayer, player_for
from tools.siege_references import Equilibrium, Highest


class HighestCard:
    """Attacks with the highest card, and always defends (match)."""

    def choose(self, view: View, random: Random) -> Action:
        """See `ComputerPlayer.choose`."""
        return max(view.actions, key=lambda action: action.number or 0)


REFERENCES: dict[str, dict[str, Callable[[], ComputerPlayer]]] = {
    "match": {"highest": HighestCard},
    "siege": {"equilibrium": Equilibrium, "highest": Highest},
}
"""Besides the levels and `random`, which every game has."""


def contestant(game: str, name: str) -> ComputerPlayer:
    """The player of that name. Raises `KeyError` for a name that is none."""
    if name in list(Level):
        return player_for(game, Level(name))
    return RandomPlayer() if name == "random" else REFERENCES[game][name]()


def pairings(game: str) -> list[tuple[str, str]]:
    """Who is measured against whom: each level against each, and each against every reference player."""
    hard, medium, easy = reversed(Level)
    others = ["random", *REFERENCES.get(game, {})]
    return [(hard, medium), (hard, easy), (medium, easy), *((level, other) for other in others for level in Level)]
