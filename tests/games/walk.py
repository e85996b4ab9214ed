"""Every position of a game over one shared pool, found by playing through the public door and looking at views."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from games import Duel, Outcome, Player, View
from tests.games.helpers import start

Key = tuple[tuple[int, ...], int, int]
"""Numbers left, the mover's life, the other's life."""


@dataclass(frozen=True)
class Child:
    """What a move leads to: another position, or an end for the mover (`score` 1, 0, -1)."""

    key: Key | None
    outcome: Outcome | None
    score: int | None


@dataclass(frozen=True)
class Positions:
    """The walk's result: for each position where one player is to move, what each action leads to."""

    root: Key
    children: dict[Key, dict[str, Child]]

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
        values = self.values()
        return {token for token, child in self.children[self.root].items() if self.worth(child, values) == 1}

    def lengths(self) -> tuple[int, int]:
        """The shortest and the longest game from the start, in moves."""
        lengths: dict[Key, tuple[int, int]] = {}
        for key in self._fewest_numbers_first():
            after = [(0, 0) if c.key is None else lengths[c.key] for c in self.children[key].values()]
            lengths[key] = (1 + min(low for low, _ in after), 1 + max(high for _, high in after))
        return lengths[self.root]

    def _fewest_numbers_first(self) -> list[Key]:
        return sorted(self.children, key=lambda key: len(key[0]))


def _key(view: View, mover: Player) -> Key:
    pool = view.pile("pool")
    assert pool is not None
    assert pool.numbers is not None
    return (pool.numbers, view.life[mover.index], view.life[mover.other.index])


@cache
def walk(name: str) -> Positions:
    """Plays every legal action of every position once. Sudden death is an end, worth nothing to either side."""
    duel = start(name)
    (mover,) = duel.to_act
    root = _key(duel.view(None), mover)
    children: dict[Key, dict[str, Child]] = {}
    found: set[Key] = {root}
    todo: list[Duel] = [duel]
    while todo:
        duel = todo.pop()
        (mover,) = duel.to_act
        view = duel.view(mover)
        own = children[_key(view, mover)] = {}
        for action in view.actions:
            after = duel.play(mover, action)
            if after.outcome:
                winner = after.outcome.winner
                own[str(action)] = Child(None, after.outcome, 0 if winner is None else 1 if winner is mover else -1)
            elif len(after.to_act) == 2:
                own[str(action)] = Child(None, None, 0)
            else:
                key = _key(after.view(None), mover.other)
                own[str(action)] = Child(key, None, None)
                if key not in found:
                    found.add(key)
                    todo.append(after)
    return Positions(root, children)
