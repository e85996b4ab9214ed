"""The games there are, by name: one line a game."""

from __future__ import annotations

from typing import Any

from games.game import Game
from games.model import UnknownGame
from games.rules.battle import NumberBattle
from games.rules.digit import DigitDuel
from games.rules.match import NumberMatchDuel
from games.rules.nomad import NumberNomad
from games.rules.siege import NumericalSiege

GAMES: dict[str, Game[Any, Any, Any]] = {
    game.name: game
    for game in (
        NumberMatchDuel(),
        DigitDuel(),
        NumericalSiege(),
        NumberBattle(),
        NumberNomad(),
    )
}


def names() -> tuple[str, ...]:
    """The names of all games, in the order in which they are offered."""
    return tuple(GAMES)


def get(name: str) -> Game[Any, Any, Any]:
    """The game of that name. Raises `UnknownGame`, also for what is no name at all."""
    if type(name) is not str or name not in GAMES:
        raise UnknownGame("There is no game of that name.")
    return GAMES[name]
