"""What the tests are told about each game, one file a game: what they can't find out, or must not ask the game itself.

A game `NAME` has its `FACTS` in `tests/games/facts/NAME.py`. Nothing else in the tests goes by a list of games.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from importlib import import_module
from typing import TYPE_CHECKING, Any

from games import Duel, Game, Player, names
from games.model import Phase

if TYPE_CHECKING:
    from tests.games.secrecy import Fact, Step

Line = tuple[str, ...]
"""Moves, as tokens. Where both players are to act, the first is by player ONE."""


class Ben(Enum):
    """From where the second player plays in the tests of pulled plugs (`tests/bot/people.py`)."""

    DIRECT = "by his direct messages"
    CHANNEL = "in the channel, by *Your move*"
    CLOSED = "in the channel, his direct messages being closed"


@dataclass(frozen=True, kw_only=True)
class Facts:
    """One game's facts. What has a default need not be told of a game for which that is true.

    Rules. `won`: from the start to where player ONE, who began, has won. `openings`: lines that lead to parts of the
    game which play at random hardly reaches; the bot's whole duel begins with the first. `most_moves`: after which it
    is over, where the rules give a bound. `one_left`: a position in which ONE is to attack and has only a 4; None
    where no player can be in it. `longest`: a duel as long as one gets, not over yet; None: the longest of some at
    random.

    Secrecy. `seen`: what a viewer learns of a move by the rules (the functions are in `tests/games/secrecy.py`).
    `hides_choices`: some choices are made unseen. `always_private`: at every move there is something that the mover
    knows and the other does not. `deals_half_to_each`: it begins by dealing cards, the first half to the starter, each
    half known to its owner. `leaky`: copies of the game that leak, at least one, each in another place.

    Its playthrough. `seals`: the sha256 of every one ever written, by file. `happens`: what it has to contain.

    The bot. `places`: what a player who is to act finds on their panel, in order, by phase. `labels`: what can be
    pressed on it at the first move, and by the second player after the first button; as far as it is worth telling.
    `plan`: a short whole duel that Ada starts; a draw is offered by the one who is to move. `ben`: where he plays it.
    `long_seed`: another one if the duel played at random in `tests/bot/script.py` has no winner or shows too little.
    """

    won: Callable[[Duel], Duel]
    openings: tuple[Line, ...] = ()
    most_moves: int | None = None
    one_left: Callable[[], Duel] | None = None
    longest: Callable[[], Duel] | None = None

    seen: Callable[[Step, Player | None], Fact]
    hides_choices: bool = False
    always_private: bool = False
    deals_half_to_each: bool = False
    leaky: tuple[type[Game[Any, Any, Any]], ...]

    seals: Mapping[str, str]
    happens: Line

    places: Mapping[Phase, Line]
    labels: tuple[frozenset[str], ...] = ()
    plan: str
    ben: Ben = Ben.DIRECT
    long_seed: int = 0

    @property
    def hides(self) -> bool:
        """Whether anything is hidden from anybody before the end."""
        return self.hides_choices or self.always_private or self.deals_half_to_each


def facts(name: str) -> Facts:
    """The facts of a game. Fails, with what to write, where there are none."""
    try:
        told = getattr(import_module(f"{__name__}.{name}"), "FACTS", None)
    except ModuleNotFoundError as missing:
        if missing.name != f"{__name__}.{name}":
            raise
        raise AssertionError(
            f"The tests know nothing of {name}: write its FACTS into tests/games/facts/{name}.py, "
            f"as docs/adding-a-game.md says."
        ) from None
    assert isinstance(told, Facts), f"tests/games/facts/{name}.py has to give FACTS, a Facts."
    return told


def where(holds: Callable[[Facts], object]) -> list[str]:
    """The games of whose facts that holds, in the order of the registry."""
    return [name for name in names() if holds(facts(name))]


def run(verb: str, last: int) -> Line:
    """`verb-1` to `verb-last`: `run("attack", 9)` is `attack-1` to `attack-9`."""
    return tuple(f"{verb}-{number}" for number in range(1, last + 1))
