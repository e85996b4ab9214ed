"""Every position of a game over one shared pool, found by playing through the public door and looking at views.

In most positions an action was seen before at the same lives, from another pool. What it led to then is what the walk
`by_lives` takes for granted, but for one such move in `SAMPLE`: it plays a move to every position there is, looks at
each, and plays a quarter of all moves. The whole walk, which plays every one, takes minutes on a busy machine.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from games import Action, Duel, Outcome, Player, View
from tests.games.helpers import start

SAMPLE = 16
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
def walk(name: str, *, by_lives: bool = True) -> Positions:
    """Plays the legal actions of every position. Sudden death is an end, worth nothing to either side."""
    duel = start(name)
    (mover,) = duel.to_act
    root = _key(duel.view(None), mover)
    children: dict[Key, dict[str, Child]] = {}
    found: set[Key] = {root}
    todo: list[Duel] = [duel]
    effects: dict[tuple[Player, Action, tuple[int, ...], bool], Child] = {}
    skipped = 0
    while todo:
        duel = todo.pop()
        (mover,) = duel.to_act
        view = duel.view(mover)
        here = _key(view, mover)
        own = children[here] = {}
        for action in view.actions:
            assert action.number
            rest = tuple(number for number in here[0] if number != action.number)
            effect = (mover, action, here[1:], not rest)
            known = effects.get(effect) if by_lives else None
            if known and known.key:
                known = Child((rest, *known.key[1:]), None, None)
            if known and (known.key is None or known.key in found):
                skipped += 1
                if skipped % SAMPLE:
                    own[str(action)] = known
                    continue
            after = duel.play(mover, action)
            child = _child(after, mover)
            assert known in (None, child), f"{action} at {here}: {child}, and from another pool {known}"
            own[str(action)] = effects[effect] = child
            if child.key and child.key not in found:
                found.add(child.key)
                todo.append(after)
    return Positions(root, children)


def _child(after: Duel, mover: Player) -> Child:
    """Where a duel stands after the mover's move."""
    if outcome := after.outcome:
        winner = outcome.winner
        return Child(None, outcome, 0 if winner is None else 1 if winner is mover else -1)
    if len(after.to_act) == 2:
        return Child(None, None, 0)
    return Child(_key(after.view(None), mover.other), None, None)
