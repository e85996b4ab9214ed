"""The words that every game and every reader of a game share: players, actions, states, views, events, outcomes.

Frozen data and nothing else. This module must not know any single game, nor who shows a view or where.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import Generic, TypeVar


class GameError(Exception):
    """A game was asked for something it does not allow; the duel is as it was."""


class UnknownGame(GameError):
    """No game of that name is registered."""


class IllegalAction(GameError):
    """The action is not one that the player may take now."""


class NotYourTurn(GameError):
    """The player is not among those to act."""


class DuelOver(GameError):
    """The duel has an outcome already."""


class Player(Enum):
    """One of the two seats. `ONE` is not necessarily the starter."""

    ONE = 1
    TWO = 2

    @property
    def other(self) -> Player:
        """The opponent's seat."""
        return Player.TWO if self is Player.ONE else Player.ONE

    def __init__(self, number: int) -> None:
        self.index: int = number - 1
        """0 or 1: this player's place in every pair."""


T = TypeVar("T")


def replaced(pair: tuple[T, T], player: Player, value: T) -> tuple[T, T]:
    """The pair with `player`'s half replaced."""
    return (value, pair[1]) if player is Player.ONE else (pair[0], value)


class Verb(StrEnum):
    """What an action does. `DRAW` is done by chance, the rest by players. Where `View.heals`, `DEFEND` is to heal."""

    ATTACK = "attack"
    DEFEND = "defend"
    TAKE = "take"
    PICK = "pick"
    DRAW = "draw"


_TOKEN = re.compile(r"(attack|defend|pick|draw)-([1-9][0-9]?)|(take)", re.ASCII)


@dataclass(frozen=True, order=True)
class Action:
    """One choice. `str(action)` is its token, such as `attack-7`; `Action.parse` is the way back.

    >>> Action.parse("attack-7")
    Action(verb=<Verb.ATTACK: 'attack'>, number=7)
    >>> str(Action(Verb.TAKE))
    'take'
    """

    verb: Verb
    number: int | None = None

    def __str__(self) -> str:
        return str(self.verb) if self.number is None else f"{self.verb}-{self.number}"

    @classmethod
    def parse(cls, token: str) -> Action:
        """Read a token; raises `IllegalAction` on anything else (no other spelling of a number is accepted)."""
        found = _TOKEN.fullmatch(token) if type(token) is str else None
        if found is None:
            raise IllegalAction("That is no action of any game.")
        verb, number, bare = found.groups()
        return cls(Verb(bare)) if bare else cls(Verb(verb), int(number))


class Phase(Enum):
    """What is being decided. `MOVE`: attack or defend. `PICK`: both in secret. `CHANCE` is never seen from outside."""

    MOVE = "move"
    ATTACK = "attack"
    DEFEND = "defend"
    PICK = "pick"
    CHANCE = "chance"
    OVER = "over"


class Ending(StrEnum):
    """How a duel ended."""

    LIFE = "life"
    NUMBERS_USED = "numbers_used"
    RESIGNATION = "resignation"
    TIME = "time"
    AGREEMENT = "agreement"
    VOID = "void"


@dataclass(frozen=True)
class Outcome:
    """The end: `winner` is None for a draw and for a void duel."""

    winner: Player | None
    ending: Ending


@dataclass(frozen=True)
class Event:
    """Something that happened and that its reader may know. `exchange` counts from 1; 0 is the deal."""

    exchange: int


class Answer(Enum):
    """How an attack was met."""

    NONE = "none"  # the game has no answer to an attack
    DEFENDED = "defended"
    LET_THROUGH = "let_through"  # could have been met, was not
    UNABLE = "unable"  # nothing to meet it with


@dataclass(frozen=True)
class Attacked(Event):
    """An attack, resolved. `life` is the defender's, after it."""

    attacker: Player
    number: int
    answer: Answer
    defence: int | None
    damage: int
    life: int


@dataclass(frozen=True)
class Healed(Event):
    """A number spent on oneself. `gained` is what counted; `life` is the player's, after it."""

    player: Player
    number: int
    gained: int
    life: int


@dataclass(frozen=True)
class Showdown(Event):
    """Both picks, shown: what each life was changed by, after any cap, and both lives after it."""

    picks: tuple[int, int]
    life: tuple[int, int]
    changes: tuple[int, int]


@dataclass(frozen=True)
class Skipped(Event):
    """A player had nothing to attack with."""

    player: Player


@dataclass(frozen=True)
class Reshuffled(Event):
    """The discard pile became the new deck."""


@dataclass(frozen=True)
class Drew(Event):
    """Cards drawn, or dealt in exchange 0: only their owner ever sees this event."""

    player: Player
    numbers: tuple[int, ...]


@dataclass(frozen=True)
class Pile:
    """Numbers that lie somewhere.

    `name` is pool, tokens, hand, table, deck or discard; on the `table` is what is played and not yet resolved.
    `owner` is None for what is shared; `numbers` is None for who may not see them; `count` is public always.
    """

    name: str
    owner: Player | None
    numbers: tuple[int, ...] | None
    count: int


@dataclass(frozen=True)
class Control:
    """A fixed place on a player's panel, whether it can be used now or not. `gain`: the life it would bring."""

    action: Action
    gain: int | None = None


class Talk(StrEnum):
    """What a player says about a draw, as an entry of the log. To offer where the other's offer stands accepts it."""

    OFFER = "!offer"
    DECLINE = "!decline"


@dataclass(frozen=True)
class Offer:
    """A draw offered since the last move: by whom, and whether the other has declined it."""

    by: Player
    declined: bool = False


@dataclass(frozen=True)
class View:
    """All that one viewer may know of a duel; `viewer` None is a spectator, and the channel.

    `turn` counts the viewer's moves (a spectator: both players'). `actions` are legal, and always among `controls`;
    `offered` were so at the viewer's latest move. `secret`: what is chosen now stays hidden until it is answered.
    `recap` holds the events of the last exchange, `history` all. From `starter_matters` on, see `Game`.
    """

    game: str
    viewer: Player | None
    starter: Player
    life: tuple[int, int]
    full_life: int
    piles: tuple[Pile, ...]
    phase: Phase
    to_act: frozenset[Player]
    actions: tuple[Action, ...]
    controls: tuple[Control, ...]
    secret: bool
    turn: int
    recap: tuple[Event, ...]
    history: tuple[Event, ...]
    outcome: Outcome | None
    offer: Offer | None = None
    may_offer: bool = False
    offered: tuple[Action, ...] = ()
    starter_matters: bool = True
    pick_title: str = ""
    pick_news: str = ""
    level_loser: str = ""
    hint: str = ""
    heals: bool = False

    def pile(self, name: str, owner: Player | None = None) -> Pile | None:
        """The pile of that name and owner, if there is one."""
        return next((p for p in self.piles if p.name == name and p.owner is owner), None)


@dataclass(frozen=True)
class Public:
    """What everybody may know. Each game adds its own. `mover`: whose turn it is, or whose attack is being answered."""

    life: tuple[int, int]
    mover: Player
    exchange: int = 0
    events: tuple[Event, ...] = ()


@dataclass(frozen=True)
class Private:
    """One player's private part of a state: what only they may know. Each game adds its own."""

    events: tuple[Event, ...] = ()


Pub = TypeVar("Pub", bound=Public)
Priv = TypeVar("Priv", bound=Private)
Hid = TypeVar("Hid")


@dataclass(frozen=True)
class State(Generic[Pub, Priv, Hid]):
    """A position: what all know, what each knows, and what nobody knows."""

    public: Pub
    private: tuple[Priv, Priv]
    hidden: Hid
