"""Copies of the games that leak, each in one place: the check of secrecy must report every one of them.

A game can't see the other's drawer where it builds a view. So each copy first whispers its secrets into the public
part, and then shows them somewhere. Battle and nomad have no secret: their copies draw a lucky number that nobody is
to know, and keep it badly.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, cast

from games.game import Game
from games.model import Action, Control, Event, Pile, Player, State, Verb
from games.rules.battle import NumberBattle
from games.rules.digit import DigitDuel
from games.rules.match import NumberMatchDuel
from games.rules.nomad import NumberNomad
from games.rules.siege import NumericalSiege

AnyState = State[Any, Any, Any]
Actions = tuple[Action, ...]
Piles = tuple[Pile, ...]
Controls = tuple[Control, ...]


@dataclass(frozen=True)
class Whispered(Event):
    """A secret in the public part."""

    secret: tuple[Any, ...]


def whisper(state: AnyState, *secret: object) -> AnyState:
    """The position with a secret in its public part."""
    public = state.public
    events = (*(e for e in public.events if not isinstance(e, Whispered)), Whispered(public.exchange, secret))
    return replace(state, public=replace(public, events=events))


def overheard(public: Any) -> tuple[Any, ...]:
    """The secret in the public part, if there is one."""
    return next((event.secret for event in public.events if isinstance(event, Whispered)), ())


def honest(events: tuple[Event, ...]) -> tuple[Event, ...]:
    """The events without the whisper."""
    return tuple(event for event in events if not isinstance(event, Whispered))


def shown(piles: Piles, name: str, owner: Player | None, numbers: tuple[int, ...]) -> Piles:
    """The piles with one laid open."""
    return tuple(
        replace(pile, numbers=numbers, count=len(numbers)) if (pile.name, pile.owner) == (name, owner) else pile
        for pile in piles
    )


# ---- match


class MatchInHistory(NumberMatchDuel):
    """Everybody reads in the history what both hold."""

    def apply_action(self, state: AnyState, player: Player | None, action: Action) -> Any:
        state = super().apply_action(state, player, action)
        return whisper(state, *(drawer.hand for drawer in state.private), state.hidden.deck)


class _Match(MatchInHistory):
    def events(self, public: Any, private: Any) -> tuple[Event, ...]:
        return honest(super().events(public, private))


class MatchInHands(_Match):
    """Everybody sees both hands."""

    def piles(self, public: Any, private: Any, viewer: Player | None) -> Piles:
        piles = super().piles(public, private, viewer)
        one, two, _ = overheard(public)
        return shown(shown(piles, "hand", Player.ONE, one), "hand", Player.TWO, two)


class MatchInDeck(_Match):
    """Everybody sees what is left in the deck."""

    def piles(self, public: Any, private: Any, viewer: Player | None) -> Piles:
        return shown(super().piles(public, private, viewer), "deck", None, overheard(public)[2])


class MatchInControls(_Match):
    """The panel leaves out what the other holds."""

    def controls(self, public: Any, private: Any, player: Player) -> Controls:
        held = overheard(public)[player.other.index]
        return tuple(c for c in super().controls(public, private, player) if c.action.number not in held)


class MatchInActions(_Match):
    """One's legal actions leave out what the other could match."""

    def legal_actions(self, public: Any, private: Any, player: Player) -> Actions:
        held = overheard(public)[player.other.index]
        actions = super().legal_actions(public, private, player)
        return tuple(a for a in actions if a.verb is not Verb.ATTACK or a.number not in held) or actions


# ---- siege


class SiegeInHistory(NumericalSiege):
    """Everybody reads in the history what is committed."""

    def apply_action(self, state: AnyState, player: Player | None, action: Action) -> Any:
        state = super().apply_action(state, player, action)
        return whisper(state, *(drawer.commitment for drawer in state.private))


class _Siege(SiegeInHistory):
    def events(self, public: Any, private: Any) -> tuple[Event, ...]:
        return honest(super().events(public, private))

    @staticmethod
    def committed(public: Any) -> int | None:
        """The token that waits for its answer."""
        return next((number for number in overheard(public) if number is not None), None)


class SiegeOnTable(_Siege):
    """Everybody sees what is committed."""

    def piles(self, public: Any, private: Any, viewer: Player | None) -> Piles:
        piles, committed = super().piles(public, private, viewer), self.committed(public)
        return piles if committed is None else shown(piles, "table", public.mover, (committed,))


class SiegeInTokens(_Siege):
    """Everybody sees the committed token missing among its owner's."""

    def piles(self, public: Any, private: Any, viewer: Player | None) -> Piles:
        piles, committed = super().piles(public, private, viewer), self.committed(public)
        rest = tuple(token for token in public.tokens[public.mover.index] if token != committed)
        return shown(piles, "tokens", public.mover, rest)


class SiegeInControls(_Siege):
    """The defender's panel has only what is high enough."""

    def controls(self, public: Any, private: Any, player: Player) -> Controls:
        committed = self.committed(public) or 0
        return tuple(c for c in super().controls(public, private, player) if (c.action.number or 99) >= committed)


class SiegeInActions(_Siege):
    """The defender may choose only what is high enough."""

    def legal_actions(self, public: Any, private: Any, player: Player) -> Actions:
        committed = self.committed(public) or 0
        return tuple(a for a in super().legal_actions(public, private, player) if (a.number or 99) >= committed)


# ---- digit


class DigitInHistory(DigitDuel):
    """Everybody reads in the history what was picked."""

    def apply_action(self, state: AnyState, player: Player | None, action: Action) -> Any:
        state = super().apply_action(state, player, action)
        return whisper(state, *(drawer.pick for drawer in state.private))


class _Digit(DigitInHistory):
    def events(self, public: Any, private: Any) -> tuple[Event, ...]:
        return honest(super().events(public, private))


class DigitOnTable(_Digit):
    """Everybody sees a pick that waits for the other."""

    def piles(self, public: Any, private: Any, viewer: Player | None) -> Piles:
        piles = super().piles(public, private, viewer)
        for player, pick in zip(Player, overheard(public), strict=False):
            piles = piles if pick is None else shown(piles, "table", player, (pick,))
        return piles


class DigitInControls(_Digit):
    """The panel tells what a pick would bring."""

    def controls(self, public: Any, private: Any, player: Player) -> Controls:
        controls = super().controls(public, private, player)
        picked = (*overheard(public), None, None)[player.other.index]
        return controls if picked is None else tuple(replace(c, gain=(c.action.number or 0) - picked) for c in controls)


class DigitInActions(_Digit):
    """One may not pick what the other has picked."""

    def legal_actions(self, public: Any, private: Any, player: Player) -> Actions:
        actions = super().legal_actions(public, private, player)
        picked = overheard(public) if public.sudden_death else ()
        return tuple(a for a in actions if a.number not in picked)


# ---- battle and nomad: a lucky number that luck draws and nobody is to know


def lucky(state: AnyState) -> tuple[tuple[Action, int], ...]:
    """Luck draws once, at the start."""
    return () if overheard(state.public) else tuple((Action(Verb.DRAW, number), 1) for number in range(1, 10))


class BattleInHistory(NumberBattle):
    """Everybody reads the lucky number in the history."""

    def chance_outcomes(self, state: AnyState) -> tuple[tuple[Action, int], ...]:
        return lucky(state)

    def apply_action(self, state: AnyState, player: Player | None, action: Action) -> Any:
        return whisper(state, action.number) if player is None else super().apply_action(state, player, action)


class BattleInPiles(BattleInHistory):
    """Everybody sees it lie in a pile."""

    def events(self, public: Any, private: Any) -> tuple[Event, ...]:
        return honest(super().events(public, private))

    def piles(self, public: Any, private: Any, viewer: Player | None) -> Piles:
        return (*super().piles(public, private, viewer), Pile("deck", None, overheard(public), 1))


class NomadInHistory(NumberNomad):
    """Everybody reads the lucky number in the history."""

    def chance_outcomes(self, state: AnyState) -> tuple[tuple[Action, int], ...]:
        return lucky(state)

    def apply_action(self, state: AnyState, player: Player | None, action: Action) -> Any:
        return whisper(state, action.number) if player is None else super().apply_action(state, player, action)


class NomadInControls(NomadInHistory):
    """The panel says of the lucky number that it heals more."""

    def events(self, public: Any, private: Any) -> tuple[Event, ...]:
        return honest(super().events(public, private))

    def controls(self, public: Any, private: Any, player: Player) -> Controls:
        controls = super().controls(public, private, player)
        return tuple(replace(c, gain=10) if c.action.number in overheard(public) else c for c in controls)


class NomadInTheEnd(NomadInHistory):
    """It is shown at the end, as a deck never is."""

    def events(self, public: Any, private: Any) -> tuple[Event, ...]:
        return honest(super().events(public, private))

    def revealed(self, public: Any, private: Any) -> Piles:
        return (*super().revealed(public, private), Pile("deck", None, overheard(public), 1))


LEAKY: tuple[Game[Any, Any, Any], ...] = tuple(
    cast(Game[Any, Any, Any], leaking())
    for leaking in (
        MatchInHistory,
        MatchInHands,
        MatchInDeck,
        MatchInControls,
        MatchInActions,
        SiegeInHistory,
        SiegeOnTable,
        SiegeInTokens,
        SiegeInControls,
        SiegeInActions,
        DigitInHistory,
        DigitOnTable,
        DigitInControls,
        DigitInActions,
        BattleInHistory,
        BattleInPiles,
        NomadInHistory,
        NomadInControls,
        NomadInTheEnd,
    )
)
