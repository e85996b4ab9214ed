"""What copies of the games that leak are made of; the copies are in each game's facts.

A game can't see the other's private part where it builds a view. So each copy first whispers its secrets into the
public part, and then shows them somewhere. A game without secrets gets one: it draws a lucky number that nobody is to
know, and keeps it badly.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from games.game import Game
from games.model import Action, Event, Pile, Player, State, Verb

AnyState = State[Any, Any, Any]
Piles = tuple[Pile, ...]


@dataclass(frozen=True)
class Whispered(Event):
    """A secret in the public part."""

    secret: tuple[Any, ...]


def whisper(state: AnyState, *secret: object) -> AnyState:
    """The position with a secret in its public part."""
    public = state.public
    events = (*(e for e in public.events if not isinstance(e, Whispered)), Whispered(public.exchange, secret))
    return state._replace(public=replace(public, events=events))


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


# ---- a lucky number, where there is no other secret


def lucky(state: AnyState) -> tuple[tuple[Action, int], ...]:
    """Luck draws once, at the start."""
    return () if overheard(state.public) else tuple((Action(Verb.DRAW, number), 1) for number in range(1, 10))


class LuckyInHistory(Game[Any, Any, Any]):
    """To be put before a game that hides nothing: luck draws a number, and everybody reads it in the history."""

    def chance_outcomes(self, state: AnyState) -> tuple[tuple[Action, int], ...]:
        return lucky(state)

    def apply_action(self, state: AnyState, player: Player | None, action: Action) -> Any:
        if player is None:
            return whisper(state, action.number)
        return super().apply_action(state, player, action)  # type: ignore[safe-super]  # there is a game behind it


# ---- what the private parts hold, where they hold anything


class PrivateInHistory(Game[Any, Any, Any]):
    """To be put before a game with secrets: everybody reads in the history what both private parts hold."""

    def apply_action(self, state: AnyState, player: Player | None, action: Action) -> Any:
        state = super().apply_action(state, player, action)  # type: ignore[safe-super]  # as above
        return whisper(state, *state.private)
