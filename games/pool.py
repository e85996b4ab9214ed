"""What the games over one shared pool of numbers have in common: take a number, attack or heal with it, pass the turn.

Knows no single game: each adds its lives, its healing, and what an empty pool means.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, TypeVar

from games.changes import out_of_life, replace, replaced
from games.game import Game
from games.model import (
    Action,
    Answer,
    Attacked,
    Control,
    Ending,
    Healed,
    Outcome,
    Phase,
    Pile,
    Player,
    Priv,
    Public,
    State,
    Verb,
    numbered,
)

NUMBERS = tuple(range(1, 10))
"""The shared pool, 1 to 9: the same in all three rule books (section Setup)."""
ACTIONS = {verb: numbered(verb, NUMBERS) for verb in (Verb.ATTACK, Verb.DEFEND)}


@dataclass(frozen=True)
class PoolPublic(Public):
    """`pool`: the numbers nobody has taken yet, in order."""

    pool: tuple[int, ...] = NUMBERS


PoolPub = TypeVar("PoolPub", bound=PoolPublic)


class PoolGame(Game[PoolPub, Priv, None]):
    """A game over one shared pool. `verbs`: what a number can be used for."""

    verbs: ClassVar[tuple[Verb, ...]] = (Verb.ATTACK,)

    def healing(self, number: int) -> int:
        """What `number` restores in life points, before the cap at `full_life`."""
        return number

    def on_empty_pool(self, public: PoolPub) -> Outcome | None:
        """The end when no number is left and both live: more life wins. Games say what equal life means."""
        one, two = public.life
        if one == two:
            return None
        return Outcome(Player.ONE if one > two else Player.TWO, Ending.NUMBERS_USED)

    @property
    def heals(self) -> bool:
        """Over a pool nothing answers an attack: a number is for attacking or for healing."""
        return Verb.DEFEND in self.verbs

    # ---- the questions of `Game`

    def active_players(self, state: State[PoolPub, Priv, None]) -> frozenset[Player]:
        """The mover."""
        return state.public.mover.alone

    def legal_actions(self, public: PoolPub, private: Priv, player: Player) -> tuple[Action, ...]:
        """Every number of the pool, for every verb."""
        return tuple([ACTIONS[verb][number] for verb in self.verbs for number in public.pool])

    def apply_action(
        self, state: State[PoolPub, Priv, None], player: Player | None, action: Action
    ) -> State[PoolPub, Priv, None]:
        """Takes the number from the pool, applies it and passes the turn."""
        assert player is not None and action.number is not None  # chance never acts over a pool  # noqa: PT018
        public, number = state.public, action.number
        exchange = public.exchange + 1
        event: Attacked | Healed
        if action.verb is Verb.ATTACK:
            target = player.other
            left = public.life[target.index] - number
            event = Attacked(exchange, player, number, Answer.NONE, None, number, left)
        else:
            target, gained = player, self._gain(public, player, number)
            left = public.life[target.index] + gained
            event = Healed(exchange, player, number, gained, left)
        after = replace(
            public,
            life=replaced(public.life, target, left),
            mover=player.other,
            exchange=exchange,
            events=(*public.events, event),
            pool=tuple([n for n in public.pool if n != number]),
        )
        return State(after, state.private, None)

    def outcome(self, state: State[PoolPub, Priv, None]) -> Outcome | None:
        """Somebody's life is gone, or the pool is empty."""
        public = state.public
        return out_of_life(public.life) or (None if public.pool else self.on_empty_pool(public))

    def phase(self, public: PoolPub) -> Phase:
        """One thing to decide: a number and its use."""
        return Phase.MOVE if len(self.verbs) > 1 else Phase.ATTACK

    def piles(self, public: PoolPub, private: Priv | None, viewer: Player | None) -> tuple[Pile, ...]:
        """The pool; nothing is hidden."""
        return (Pile("pool", None, public.pool, len(public.pool)),)

    def revealed(self, public: PoolPub, private: tuple[Priv, Priv]) -> tuple[Pile, ...]:
        """The pool; nothing was hidden."""
        return PoolGame.piles(self, public, None, None)

    def controls(self, public: PoolPub, private: Priv, player: Player) -> tuple[Control, ...]:
        """Every number, used or not, for every verb; for healing with what it would bring."""
        return tuple(
            Control(ACTIONS[verb][n], self._gain(public, player, n) if verb is Verb.DEFEND else None)
            for verb in self.verbs
            for n in NUMBERS
        )

    def _gain(self, public: PoolPub, player: Player, number: int) -> int:
        return min(self.healing(number), self.full_life - public.life[player.index])
