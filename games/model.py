"""The words that every game and every reader of a game share: players, actions, states, views, events, outcomes.

Frozen data and nothing else. This module must not know any single game, nor who shows a view or where.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import Generic, NamedTuple, TypeVar


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
    """One of the two seats. `ONE` is not necessarily the starter.

    `other` is the opponent's seat; `index`, 0 or 1, this player's place in every pair; `alone` the set of this player.
    """

    ONE = 1
    TWO = 2

    other: Player
    index: int
    alone: frozenset[Player]

    __hash__ = object.__hash__  # an enum's own is written in Python, and players are looked up at every move


for _player, _other in ((Player.ONE, Player.TWO), (Player.TWO, Player.ONE)):
    _player.other, _player.index, _player.alone = _other, _player.value - 1, frozenset({_player})


class Verb(StrEnum):
    """What an action does. `DRAW` is done by chance, the rest by players. Where `View.heals`, `DEFEND` is to heal."""

    ATTACK = "attack"
    DEFEND = "defend"
    TAKE = "take"
    PICK = "pick"
    DRAW = "draw"


class Action(NamedTuple):
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
        action = _BY_TOKEN.get(token) if type(token) is str else None
        if action is None:
            raise IllegalAction("That is no action of any game.")
        return action


def numbered(verb: Verb, numbers: Iterable[int]) -> dict[int, Action]:
    """An action for each number: made once, for a game to pick from."""
    return {number: Action(verb, number) for number in numbers}


_NUMBERED = [action for verb in Verb if verb is not Verb.TAKE for action in numbered(verb, range(1, 100)).values()]
_BY_TOKEN = {str(action): action for action in (*_NUMBERED, Action(Verb.TAKE))}
"""Every action that a log can hold."""


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


class State(NamedTuple, Generic[Pub, Priv, Hid]):
    """A position: what all know, what each knows, and what nobody knows."""

    public: Pub
    private: tuple[Priv, Priv]
    hidden: Hid
