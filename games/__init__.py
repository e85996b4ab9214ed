"""The rules of the number duels, on their own: pure, immutable, without any dependency.

Knows no Discord, no database, no clock and no randomness. A `Duel` is played on; a `View` is what one viewer may see.

>>> duel = Duel.start("battle", Seeded(b"any seed"))
>>> duel = duel.play(Player.ONE, Action.parse("attack-9"))
>>> duel.view(None).life
(15, 6)
"""

from games.chance import SEED_BYTES, Chance, Scripted, Seeded
from games.duel import Duel
from games.game import Game
from games.keyboard import spoken
from games.log import Move
from games.model import (
    Action,
    DuelOver,
    Ending,
    GameError,
    IllegalAction,
    NotYourTurn,
    Outcome,
    Player,
    UnknownGame,
    View,
)
from games.registry import get, names

__all__ = [
    "SEED_BYTES",
    "Action",
    "Chance",
    "Duel",
    "DuelOver",
    "Ending",
    "Game",
    "GameError",
    "IllegalAction",
    "Move",
    "NotYourTurn",
    "Outcome",
    "Player",
    "Scripted",
    "Seeded",
    "UnknownGame",
    "View",
    "get",
    "names",
    "spoken",
]
