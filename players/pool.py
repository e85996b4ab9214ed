"""The players of the three games over one shared pool: battle, nomad and digit.

Hard plays by the solver. How medium and easy err is set so that in each game each level beats the one below in 65 to 85
of a hundred duels, over both seats (`make strength`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random

from games.model import Action, Phase, View
from players.model import ComputerPlayer, Level
from players.pool_solver import RULES, WON, Position, Solver

LOOKED_AT = 3
"""How many moves medium looks at, of its own and of the replies to each: with more it would often not err at all."""
SEES_A_WIN = 0.5
"""How likely easy is to look for an attack that wins at once."""
OVER = 100
"""What the end of the duel counts where life is counted: more than any life."""


@cache
def solver(game: str) -> Solver:
    """The solver of that game, one in a process: what it has worked out is used again. Raises `KeyError`."""
    return Solver(RULES[game])


def position(view: View) -> Position:
    """Where the viewer, who is to move, stands."""
    pool = view.pile("pool")
    assert pool and pool.numbers is not None and view.viewer  # noqa: PT018
    left = sum(1 << number for number in pool.numbers)
    return Position(left, view.life[view.viewer.index], view.life[view.viewer.other.index])


def pool_player(game: str, level: Level) -> ComputerPlayer:
    """The player of that game and level. Raises `KeyError` for a game that is not solved."""
    kinds: dict[Level, Callable[[Solver], ComputerPlayer]] = {
        Level.EASY: Easy,
        Level.MEDIUM: Medium,
        Level.HARD: Hard,
    }
    return kinds[level](solver(game))


def _highest(actions: Iterable[Action], worth: Callable[[Action], float]) -> list[Action]:
    """The actions that are worth most."""
    worths = {action: worth(action) for action in actions}
    return [action for action, value in worths.items() if value == max(worths.values())]


@dataclass(frozen=True)
class Hard:
    """Perfect: keeps what a position is worth. Without a win, it leaves the other the fewest moves that keep theirs."""

    solver: Solver

    def choose(self, view: View, random: Random) -> Action:
        """See `ComputerPlayer.choose`. No pick of sudden death is better than the highest."""
        if view.phase is Phase.PICK:
            return max(view.actions)
        return random.choice(self.moves(position(view)))

    def moves(self, here: Position) -> list[Action]:
        """The moves between which it does not care."""
        best = self.solver.best(here)
        if self.solver.value(here) == WON:
            return [action for action in best if self.solver.after(here, action).own <= 0] or best
        return _highest(best, lambda action: -len(self.solver.best(self.solver.after(here, action))))


@dataclass(frozen=True)
class Medium:
    """Looks one exchange ahead, at few of its moves and at few of the replies to each, and counts life."""

    solver: Solver

    def choose(self, view: View, random: Random) -> Action:
        """See `ComputerPlayer.choose`."""
        if view.phase is Phase.PICK:
            return random.choice(view.actions[-LOOKED_AT:])
        here = position(view)
        ends = {action: self.solver.after(here, action) for action in _some(view.actions, random)}
        return random.choice(_highest(ends, lambda action: -self._reply(ends[action], random)))

    def _reply(self, there: Position, random: Random) -> int:
        """How far ahead the best reply that it sees brings the other, in life."""
        if there.own <= 0:
            return -OVER
        ends = [self.solver.after(there, action) for action in _some(self.solver.actions(there), random)]
        return max((OVER if end.own <= 0 else end.other - end.own for end in ends), default=there.own - there.other)


@dataclass(frozen=True)
class Easy:
    """Plays any number, and does not always see an attack that would win at once."""

    solver: Solver

    def choose(self, view: View, random: Random) -> Action:
        """See `ComputerPlayer.choose`."""
        winning: list[Action] = []
        if view.phase is not Phase.PICK and random.random() < SEES_A_WIN:
            here = position(view)
            winning = [action for action in view.actions if self.solver.after(here, action).own <= 0]
        return random.choice(winning or view.actions)


def _some(actions: Sequence[Action], random: Random) -> list[Action]:
    """As many of the actions as medium looks at."""
    return random.sample(actions, min(len(actions), LOOKED_AT))
