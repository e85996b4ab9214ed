"""Digit Duel.

Both have 10 life, and 20 is the most. The digits 1 to 9 lie in one shared pool. The mover takes a digit and either
attacks with it (the opponent loses that much) or heals with it (the mover gains that much, the excess over 20 is
lost). The digit is gone. Whoever brings the other to zero or below wins. When the pool is empty, more life wins.

Equal life then starts sudden death: both pick a digit from 1 to 5 in secret, any of them, again and again. The higher
pick gains the difference (up to 20), the lower loses it, until somebody's life is zero or below. Who has picked is
public; what was picked is shown once both have.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.changes import replace, replaced
from games.model import (
    Action,
    Control,
    Outcome,
    Phase,
    Pile,
    Player,
    Private,
    Showdown,
    State,
    Verb,
    numbered,
)
from games.pool import PoolGame, PoolPublic

PICKS = tuple(numbered(Verb.PICK, range(1, 6)).values())
"""Rule book, section Sudden Death: a digit from 1 to 5."""


@dataclass(frozen=True)
class DigitPublic(PoolPublic):
    """`picked`: who has picked in this round of sudden death."""

    picked: tuple[bool, bool] = (False, False)

    @property
    def sudden_death(self) -> bool:
        """The pool is empty; that both live and are level, `outcome` has found."""
        return not self.pool


@dataclass(frozen=True)
class DigitPrivate(Private):
    """`pick`: this player's pick, until both are in."""

    pick: int | None = None


class DigitDuel(PoolGame[DigitPublic, DigitPrivate]):
    """Rule book "Digit Duel"."""

    name = "digit"
    title = "Digit Duel"
    rules_version = 1
    start_life = 10
    full_life = 20
    tagline = "Attack or heal, all in the open"
    summary = "10 life each, one pool of 1 to 9. Level at the end is sudden death."
    hint = "What you take, the other can't have: a big number counts twice."
    known = "Whoever begins can win with best play; in a rematch the other begins."
    verbs = (Verb.ATTACK, Verb.DEFEND)
    pick_title = "Sudden death"
    pick_news = (
        "All digits are used, and both are level. Both pick 1 to 5 in secret. Who picks higher gains the difference "
        "and the other loses it; level changes nothing. It goes on until somebody is at 0."
    )
    how_to_play = """\
Both start with 10 life and can have up to 20. The digits 1 to 9 lie between you.
On your turn take one digit. Attack: the other loses that much. Heal: you gain that much.
Either way the digit is gone for both. Whoever brings the other to 0 wins.
When all digits are used, more life wins. If you are level, sudden death: both pick 1 to 5 in secret.
Who picks higher gains the difference and the other loses it, again and again until somebody is at 0.

An exchange: both have 10. You attack with 9, the other is at 1. They heal with 8 and are at 9."""

    def new_initial_state(self, starter: Player) -> State[DigitPublic, DigitPrivate, None]:
        """Rule book, section Setup."""
        public = DigitPublic((self.start_life, self.start_life), starter)
        return State(public, (DigitPrivate(), DigitPrivate()), None)

    def active_players(self, state: State[DigitPublic, DigitPrivate, None]) -> frozenset[Player]:
        """The mover; in sudden death everybody who has not picked."""
        if not state.public.sudden_death:
            return super().active_players(state)
        return frozenset(player for player in Player if not state.public.picked[player.index])

    def legal_actions(self, public: DigitPublic, private: DigitPrivate, player: Player) -> tuple[Action, ...]:
        """Digits of the pool; in sudden death 1 to 5."""
        if not public.sudden_death:
            return super().legal_actions(public, private, player)
        return PICKS

    def apply_action(
        self, state: State[DigitPublic, DigitPrivate, None], player: Player | None, action: Action
    ) -> State[DigitPublic, DigitPrivate, None]:
        """A turn, or a pick: the second of a round resolves it."""
        if action.verb is not Verb.PICK:
            return super().apply_action(state, player, action)
        assert player is not None
        public = replace(state.public, picked=replaced(state.public.picked, player, True))
        parts = replaced(state.private, player, replace(state.private[player.index], pick=action.number))
        one, two = (part.pick for part in parts)
        return State(public, parts, None) if one is None or two is None else self._showdown(public, (one, two))

    def _showdown(self, public: DigitPublic, picks: tuple[int, int]) -> State[DigitPublic, DigitPrivate, None]:
        """Rule book, section Sudden Death, steps 2 and 3."""
        difference = picks[0] - picks[1]
        one, two = (
            min(change, self.full_life - life)
            for life, change in zip(public.life, (difference, -difference), strict=True)
        )
        life = (public.life[0] + one, public.life[1] + two)
        exchange = public.exchange + 1
        after = replace(
            public,
            life=life,
            picked=(False, False),
            exchange=exchange,
            events=(*public.events, Showdown(exchange, picks, life, (one, two))),
        )
        return State(after, (DigitPrivate(), DigitPrivate()), None)

    def on_empty_pool(self, public: DigitPublic) -> Outcome | None:
        """More life wins; once sudden death has begun it goes on until somebody's life is gone."""
        began = any(isinstance(event, Showdown) for event in public.events)
        return None if began else super().on_empty_pool(public)

    def phase(self, public: DigitPublic) -> Phase:
        """A move, or the picks of sudden death."""
        return Phase.PICK if public.sudden_death else super().phase(public)

    def is_secret(self, public: DigitPublic) -> bool:
        """Picks are."""
        return public.sudden_death

    def piles(self, public: DigitPublic, private: DigitPrivate | None, viewer: Player | None) -> tuple[Pile, ...]:
        """The pool, and the picks that wait for the other: each is seen by its owner only."""
        own = private.pick if private else None
        picks = tuple(
            Pile("table", player, (own,) if player is viewer and own is not None else None, 1)
            for player in Player
            if public.picked[player.index]
        )
        return super().piles(public, private, viewer) + picks

    def revealed(self, public: DigitPublic, private: tuple[DigitPrivate, DigitPrivate]) -> tuple[Pile, ...]:
        """The pool, and a pick that was never answered."""
        picks = tuple(
            Pile("table", player, (pick,), 1) for player in Player if (pick := private[player.index].pick) is not None
        )
        return super().revealed(public, private) + picks

    def controls(self, public: DigitPublic, private: DigitPrivate, player: Player) -> tuple[Control, ...]:
        """Every digit for attacking and healing; in sudden death the picks."""
        if not public.sudden_death:
            return super().controls(public, private, player)
        return tuple(map(Control, PICKS))
