"""A duel that has ended, move by move: what was played, what was best, and what each was worth.

Is handed what each player saw when they moved, so that a move is judged by what they could know, not with hindsight.
What a move is worth is the chance to win (a draw counts as half) with best play by both afterwards. A choice that is
hidden from the other is judged against the best mix of what the other could choose.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from operator import mul

from games.model import Action, Outcome, Phase, Player, Verb, View
from players import matrix_game
from players.match import chances
from players.match_odds import odds
from players.pool import Hard, position, solver
from players.pool_solver import RULES
from players.siege import LOOKS, is_exact, matrix, position_of, preferred
from players.siege_solver import Solver, numbers

MOST_MOVES = 100
"""So many moves are reviewed, the newest; only a sudden death that goes on and on has more."""
LOSS, ESTIMATED_LOSS = 0.02, 0.05
"""From this loss of the chance to win on, a move is a mistake: where worths are exact, and where they are estimated."""
SURE = 1 - 1e-6
"""From this chance on a win is sure, and below one less this a loss; the rest is a rounding error."""

ROUNDING = 6
"""Digits of a loss; what differs by less is a rounding error, too."""


class Mark(StrEnum):
    """What is said of a move. `MISSED_WIN`: a sure win is no longer sure; `GAVE_AWAY`: it is now the other's."""

    FINE = "fine"
    MISTAKE = "mistake"
    MISSED_WIN = "missed win"
    GAVE_AWAY = "gave the win away"


@dataclass(frozen=True)
class Option:
    """Something that could be played. `worth`: the chance to win with it, 0 to 1. `share`: how often best play plays
    it, 0 to 1. `met`: how likely the other held the number of an attack, by what the player knew; None where that is no
    question.
    """

    action: Action
    worth: float
    share: float
    met: float | None = None


@dataclass(frozen=True)
class Entry:
    """One move. `exchange` counts from 1. `options` are all that could be played; `is_exact`: their worths are;
    `is_secret`: it was hidden from the other, so that best play is a mix.
    """

    exchange: int
    player: Player
    played: Option
    options: tuple[Option, ...]
    is_exact: bool
    is_secret: bool

    @property
    def best(self) -> tuple[Option, ...]:
        """What best play plays, the most frequent first."""
        return tuple(sorted((o for o in self.options if o.share), key=lambda o: (-o.share, o.action)))

    @property
    def chance(self) -> float:
        """The player's chance to win before the move, with best play."""
        return max(option.worth for option in self.options)

    @property
    def loss(self) -> float:
        """How much of it the move has lost."""
        return self.chance - self.played.worth

    @property
    def mark(self) -> Mark:
        """See `Mark`. In sudden death any pick that is not best is a mistake, also one that loses only life."""
        if self.loss < (LOSS if self.is_exact else ESTIMATED_LOSS):
            picked_low = self.played.action.verb is Verb.PICK and not self.played.share
            return Mark.MISTAKE if picked_low else Mark.FINE
        if self.chance < SURE:
            return Mark.MISTAKE
        return Mark.GAVE_AWAY if self.played.worth < 1 - SURE else Mark.MISSED_WIN


@dataclass(frozen=True)
class Review:
    """A whole duel. `is_open`: both knew the same of what they held, and so had one view of the chances. `heals`: to
    defend is to heal.
    """

    entries: tuple[Entry, ...]
    outcome: Outcome
    is_open: bool
    heals: bool

    @property
    def turning_point(self) -> Entry | None:
        """The move that lost most, of several the last; None where none was a mistake that lost anything."""
        mistakes = (entry for entry in reversed(self.entries) if entry.mark is not Mark.FINE and entry.loss)
        return max(mistakes, key=lambda entry: round(entry.loss, ROUNDING), default=None)

    def chances(self, player: Player) -> dict[int, float]:
        """By exchange the player's chance to win before it, as far as they knew."""
        found: dict[int, float] = {}
        for entry in self.entries:
            if entry.player is player:
                found.setdefault(entry.exchange, entry.chance)
            elif self.is_open:
                found.setdefault(entry.exchange, 1 - entry.chance)
        return found


Judge = Callable[[View], tuple[list[Option], bool]]
"""What could be played, as the viewer saw it, and whether its worths are exact."""


def reviewed(decisions: Iterable[tuple[View, Action]], outcome: Outcome) -> Review | None:
    """The review of a duel from its moves, each with what its player saw when they made it; None where nobody has
    worked out how the game is best played, or nobody has moved.
    """
    entries: list[Entry] = []
    judge: Judge | None = None
    is_open = heals = True
    for view, action in decisions:
        judge = judge or _judge(view.game)
        if judge is None or view.viewer is None:
            return None
        options, exact = judge(view)
        played = next(option for option in options if option.action == action)
        exchange = max((event.exchange for event in view.history), default=0) + 1
        entries.append(Entry(exchange, view.viewer, played, tuple(options), exact, view.secret))
        is_open, heals = view.pile("hand", view.viewer) is None, view.heals
    return Review(tuple(entries), outcome, is_open, heals) if entries else None


def _judge(game: str) -> Judge | None:
    if game in RULES:
        return _of_pool
    judges: dict[str, Judge] = {"match": _of_match, "siege": partial(_of_siege, Solver())}
    return judges.get(game)


def _of_pool(view: View) -> tuple[list[Option], bool]:
    if view.phase is Phase.PICK:
        return _picks(view), True
    here, solved = position(view), solver(view.game)
    best = Hard(solved).moves(here)
    return _options(view.actions, lambda a: (solved.worth(here, a) + 1) / 2, best), True


def _picks(view: View) -> list[Option]:
    """Sudden death: nothing beats the highest pick, and two who play it go on until they agree on a draw."""
    assert view.viewer
    highest, life = max(view.actions), view.life[view.viewer.index]

    def worth(action: Action) -> float:
        return 0.5 if life > (highest.number or 0) - (action.number or 0) else 0.0

    return _options(view.actions, worth, [highest])


def _options(actions: Sequence[Action], worth: Callable[[Action], float], best: Sequence[Action]) -> list[Option]:
    return [Option(action, worth(action), (action in best) / len(best)) for action in actions]


def _of_match(view: View) -> tuple[list[Option], bool]:
    worth = chances(view)
    best = [action for action in worth if worth[action] == max(worth.values())]
    options = _options(view.actions, worth.__getitem__, best)
    if view.phase is Phase.ATTACK:
        held = odds(view).one
        options = [replace(option, met=held[option.action.number or 0]) for option in options]
    return options, False


def _of_siege(solver: Solver, view: View) -> tuple[list[Option], bool]:
    here = position_of(view)
    rows = matrix(here, solver)
    value, (shares, others) = matrix_game.value(rows), preferred(here, rows)
    if view.phase is Phase.ATTACK:
        moves = [Action(Verb.ATTACK, number) for number in numbers(here.own)]
    else:
        moves = [Action(Verb.TAKE), *(Action(Verb.DEFEND, number) for number in numbers(here.other))]
        rows = [[1 - worth for worth in column] for column in zip(*rows, strict=True)]
        value, shares, others = 1 - value, others, shares
    # Who can't help losing may choose anything: a move is then worth what the answer leaves that is hardest for it.
    worths = [min(row) if value > SURE else sum(map(mul, row, others)) for row in rows]
    # The preferred mix is a little off the best: what is within that is as good as the best.
    worths = [value if worth > value - 2 * LOOKS else worth for worth in worths]
    return list(map(Option, moves, worths, shares)), is_exact(here)
