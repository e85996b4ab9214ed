"""`Game`: the questions that every game answers.

A game is stateless: it is handed states, never keeps one. What builds a view or lists actions is given `public` and
the viewer's own private part only, so that the opponent's and `hidden` are out of its reach.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar, Generic

from games.model import Action, Control, Event, Hid, Outcome, Phase, Pile, Player, Priv, Pub, State


class Game(ABC, Generic[Pub, Priv, Hid]):
    """One game's rules.

    A change of the rules that an old log could notice needs a new `rules_version`. `tagline` says in a few words what
    the game is like, without a full stop; `summary` says in a line what it is played with; `hint` is a sentence for
    somebody's first duel: what to watch for. `how_to_play` is the whole of the rules in short, with one worked
    exchange; `known` is a sentence about what best play achieves, or empty.

    `starter_matters` is False where who begins makes no difference: then nobody is asked or told who does.
    `pick_title` is what `Phase.PICK` is called, such as "Sudden death"; empty where it needs no name, as in a game that
    knows nothing else. Where that phase begins in the middle of a duel, `pick_news` explains it to everybody.
    `level_loser` is what the loser did, such as "moved last", where all numbers are used, both have the same life, and
    one of them wins all the same.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    rules_version: ClassVar[int]
    start_life: ClassVar[int]
    full_life: ClassVar[int]
    tagline: ClassVar[str]
    summary: ClassVar[str]
    hint: ClassVar[str]
    how_to_play: ClassVar[str]
    known: ClassVar[str] = ""
    starter_matters: ClassVar[bool] = True
    pick_title: ClassVar[str] = ""
    pick_news: ClassVar[str] = ""
    level_loser: ClassVar[str] = ""

    def __eq__(self, other: object) -> bool:
        """A game keeps nothing, so that a copy of it is the same game."""
        return type(self) is type(other)

    def __hash__(self) -> int:
        """By what it equals."""
        return hash(type(self))

    def __repr__(self) -> str:
        """Without an address, for the same reason."""
        return f"{type(self).__name__}()"

    @property
    def heals(self) -> bool:
        """Whether to defend is to heal: then it is called so, to everybody."""
        return False

    # ---- the rules

    @abstractmethod
    def new_initial_state(self, starter: Player) -> State[Pub, Priv, Hid]:
        """The position before anything is drawn or played."""

    @abstractmethod
    def active_players(self, state: State[Pub, Priv, Hid]) -> frozenset[Player]:
        """Those who may act now: two where both choose at once, none when chance is to act. Not asked after the end."""

    @abstractmethod
    def legal_actions(self, public: Pub, private: Priv, player: Player) -> tuple[Action, ...]:
        """What `player` may do now, lowest number first. Only asked of an active player."""

    def chance_outcomes(self, state: State[Pub, Priv, Hid]) -> tuple[tuple[Action, int], ...]:
        """What chance may do now, each with its weight (a whole number above 0); empty unless chance is to act,
        and always once there is an outcome.
        """
        return ()

    @abstractmethod
    def apply_action(
        self, state: State[Pub, Priv, Hid], player: Player | None, action: Action
    ) -> State[Pub, Priv, Hid]:
        """The position after `player` (None: chance) has acted. `action` must be legal: `Duel` has checked it."""

    @abstractmethod
    def outcome(self, state: State[Pub, Priv, Hid]) -> Outcome | None:
        """The end by the rules, or None while the game goes on."""

    # ---- what may be seen

    @abstractmethod
    def phase(self, public: Pub) -> Phase:
        """What is being decided while the game goes on."""

    @abstractmethod
    def piles(self, public: Pub, private: Priv | None, viewer: Player | None) -> tuple[Pile, ...]:
        """The piles as `viewer` may see them; `private` is the viewer's own part, None for a spectator."""

    @abstractmethod
    def revealed(self, public: Pub, private: tuple[Priv, Priv]) -> tuple[Pile, ...]:
        """The piles as everybody sees them once the duel is over: hands, commitments and picks, never the deck."""

    @abstractmethod
    def controls(self, public: Pub, private: Priv, player: Player) -> tuple[Control, ...]:
        """The fixed places of `player`'s panel, whether or not it is their turn."""

    def is_secret(self, public: Pub) -> bool:
        """Whether what is chosen now stays hidden until it is answered."""
        return False

    def events(self, public: Pub, private: Priv | None) -> tuple[Event, ...]:
        """All that has happened as far as the viewer may know it, in order."""
        own = () if private is None else private.events
        return tuple(sorted(public.events + own, key=lambda event: event.exchange))
