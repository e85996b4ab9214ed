"""Positions over one shared pool, also those that play can't reach, as the solver and as the rules have them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

from games import Action, Duel, Game, Outcome, Player, get
from games.model import State
from games.pool import NUMBERS
from players.pool_solver import LEVEL, LOST, RULES, WON, Position
from tests.games.helpers import ONE, TWO, late

POOL_GAMES = sorted(RULES)


def every_position(name: str) -> Iterator[Position]:
    """All numbers that can be left, at all lives that both can have."""
    lives = range(1, get(name).full_life + 1)
    for left in range(2, 2 << max(NUMBERS), 2):
        for own in lives:
            yield from (Position(left, own, other) for other in lives)


def some_positions(name: str, count: int) -> list[Position]:
    """That many of them, at random, and always the same."""
    return Random(name).sample(list(every_position(name)), count)


def left_of(pool: tuple[int, ...]) -> int:
    """Numbers as bits."""
    return sum(1 << number for number in pool)


def duel_at(name: str, position: Position, mover: Player = ONE) -> Duel:
    """A duel that stands there."""
    life = (position.own, position.other) if mover is ONE else (position.other, position.own)
    return late(name, life=life, mover=mover, pool=tuple(position.numbers))


@cache
def _start(name: str) -> tuple[Game[Any, Any, Any], State[Any, Any, Any]]:
    return get(name), get(name).new_initial_state(ONE)


def by_the_rules(name: str, position: Position) -> Iterator[tuple[Action, Position | None, int]]:
    """What each action leads to by the rules in `games`: a position and 0, or an end and what it is worth to the mover.

    Sudden death is an end that is level, and so is an empty pool of which the rules do not say who wins.
    """
    game, first = _start(name)
    life = (position.own, position.other)
    state = first._replace(public=replace(first.public, life=life, pool=tuple(position.numbers)))
    for action in game.legal_actions(state.public, state.private[0], ONE):
        after = game.apply_action(state, ONE, action)
        public, outcome = after.public, game.outcome(after)
        if outcome or not public.pool:
            yield action, None, _worth(outcome)
        else:
            assert public.mover is TWO
            yield action, Position(left_of(public.pool), public.life[1], public.life[0]), 0


def _worth(outcome: Outcome | None) -> int:
    if outcome is None or outcome.winner is None:
        return LEVEL
    return WON if outcome.winner is ONE else LOST
