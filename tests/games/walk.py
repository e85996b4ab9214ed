"""Every position of a game over one shared pool, found by asking the game's own rules.

The rules are asked directly, without a `Duel` that checks and a `View` for each of half a million moves; that a duel
does what they say is the conformance suite's.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import count
from typing import Any, NamedTuple

from games import Game, Outcome, Player, get
from games.model import State

SAMPLE = 16
Key = tuple[tuple[int, ...], int, int]
"""Numbers left, the mover's life, the other's life."""


class Child(NamedTuple):
    """What a move leads to: another position, or an end for the mover (`score` 1, 0, -1)."""

    key: Key | None
    outcome: Outcome | None
    score: int | None


@dataclass(frozen=True)
class Positions:
    """The walk's result: for each position where one player is to move, what each action leads to."""

    root: Key
    children: dict[Key, dict[str, Child]]

    @cached_property
    def values(self) -> dict[Key, int]:
        """What each position is worth to its mover with best play: 1, 0 or -1."""
        values: dict[Key, int] = {}
        for key in self._fewest_numbers_first():
            values[key] = max(self.worth(child, values) for child in self.children[key].values())
        return values

    @staticmethod
    def worth(child: Child, values: dict[Key, int]) -> int:
        """What a move is worth to the player who makes it."""
        if child.score is not None:
            return child.score
        assert child.key is not None
        return -values[child.key]

    def winning_first_moves(self) -> set[str]:
        """The actions at the start that win with best play."""
        return {token for token, child in self.children[self.root].items() if self.worth(child, self.values) == 1}

    def lengths(self) -> tuple[int, int]:
        """The shortest and the longest game from the start, in moves."""
        lengths: dict[Key, tuple[int, int]] = {}
        for key in self._fewest_numbers_first():
            after = [(0, 0) if c.key is None else lengths[c.key] for c in self.children[key].values()]
            lengths[key] = (1 + min(low for low, _ in after), 1 + max(high for _, high in after))
        return lengths[self.root]

    def _fewest_numbers_first(self) -> list[Key]:
        return sorted(self.children, key=lambda key: len(key[0]))


def _key(state: State[Any, Any, Any], mover: Player) -> Key:
    life = state.public.life
    return (state.public.pool, life[mover.index], life[mover.other.index])


@cache
def _without(pool: tuple[int, ...], taken: int | None) -> tuple[int, ...]:
    return tuple(number for number in pool if number != taken)


@cache
def walk(name: str, *, whole: bool = False) -> Positions:
    """Plays every legal action of every position once. Sudden death is an end, worth nothing to either side.

    Unless it is to be `whole`, of the moves to positions that are found already one in `SAMPLE` is played: what the
    same action did at the same lives, with other numbers left, counts, and is compared where it is played.
    """
    game = get(name)
    state = game.new_initial_state(Player.ONE)
    (mover,) = game.active_players(state)
    root = _key(state, mover)
    children: dict[Key, dict[str, Child]] = {}
    found: set[Key] = {root}
    todo: list[State[Any, Any, Any]] = [state]
    effects: dict[tuple[Player, int, int, bool], dict[str, Child]] = defaultdict(dict)
    turn = count()
    while todo:
        state = todo.pop()
        (mover,) = game.active_players(state)
        pool, *lives = here = _key(state, mover)
        own = children[here] = {}
        effect = effects[mover, lives[0], lives[1], len(pool) == 1]
        for action in game.legal_actions(state.public, state.private[mover.index], mover):
            token = str(action)
            known = effect.get(token)
            if known and known.key:
                known = Child((_without(pool, action.number), *known.key[1:]), None, None)
            if known and not whole and (known.key is None or known.key in found) and next(turn) % SAMPLE:
                own[token] = known
                continue
            after = game.apply_action(state, mover, action)
            child = own[token] = effect[token] = _child(game, after, mover)
            assert known in (None, child), f"{action} at {here}: {child}, and with other numbers left {known}"
            if child.key and child.key not in found:
                found.add(child.key)
                # What has happened does not matter for what can, and grows with every move.
                todo.append(after._replace(public=replace(after.public, exchange=0, events=())))
    return Positions(root, children)


def _child(game: Game[Any, Any, Any], after: State[Any, Any, Any], mover: Player) -> Child:
    if outcome := game.outcome(after):
        winner = outcome.winner
        return Child(None, outcome, 0 if winner is None else 1 if winner is mover else -1)
    return Child(None, None, 0) if len(game.active_players(after)) == 2 else Child(_key(after, mover.other), None, None)
