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


TARGETS: dict[str, dict[tuple[str, str], float]] = {
    "match": {("hard", "medium"): 0.52, ("hard", "highest"): 0.525},
    "siege": {("hard", "equilibrium"): 0.48, ("hard", "highest"): 0.70},
}
"""What is to be reached, beside what holds in every game."""
EACH_LEVEL = 0.65
"""Each level is to beat the one below in so many duels, unless `TARGETS` says otherwise."""


def target(game: str, pairing: tuple[str, str]) -> float | None:
    """What share of duels the first is to win against the second; None where nothing is asked."""
    adjacent = pairing in (("hard", "medium"), ("medium", "easy"))
    return TARGETS.get(game, {}).get(pairing, EACH_LEVEL if adjacent else None)


def contestant(game: str, name: str) -> ComputerPlayer:
    """The player of that name. Raises `KeyError` for a name that is none."""
    if name in list(Level):
        return player_for(game, Level(name))
    return RandomPlayer() if name == "random" else REFERENCES[game][name]()


def contestants(game: str) -> list[str]:
    """Who there is in a game, the levels first."""
    return [*Level, "random", *REFERENCES.get(game, {})]


def pairings(game: str) -> list[tuple[str, str]]:
    """Who is measured against whom: each level against each, and each against every reference player."""
    hard, medium, easy = reversed(Level)
    others = contestants(game)[len(Level) :]
    return [(hard, medium), (hard, easy), (medium, easy), *((level, other) for other in others for level in Level)]
