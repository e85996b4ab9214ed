"""A review in words, for the terminal and for Discord alike. Players go by the names that are handed in, such as "You".

Chances are in percent; 100% and 0% are sure.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import NamedTuple

from games.model import Ending, Player, Verb
from players.review import SURE, Entry, Mark, Option, Review

NEARLY = 0.005
"""What loses less than this chance to win is as good as the best."""
SHOWN = 0.01
"""What best play chooses less often than this is not named."""

LOST = {Ending.RESIGNATION: "resigned", Ending.TIME: "lost on time"}
"""What became of who lost otherwise than by life: no move of the review says it."""

NO_REVIEW = "There is nothing to review: nobody has moved, or nobody has worked out how this game is best played."

Names = tuple[str, str]


class Line(NamedTuple):
    """One move. `played`: which, with its round and its worth; `mark`: of a mistake; `judged`: what was best."""

    played: str
    mark: str
    judged: str

    def __str__(self) -> str:
        return " ".join(filter(None, (f"{self.played}.", self.mark, self.judged)))


def percent(chance: float) -> str:
    """`59%`; 0 and 100 only where it is sure."""
    return f"{round(chance * 100) if _is_sure(chance) else min(99, max(1, round(chance * 100)))}%"


def _is_sure(chance: float) -> bool:
    return chance > SURE or chance < 1 - SURE


def told(review: Review, names: Names) -> tuple[str, ...]:
    """All of it, for both players to read."""
    whose = (f"{name}: {chances(review, player)}" for name, player in zip(names, Player, strict=True))
    over = ("The chance to win before each round:", *whose)
    moves = map(str, lines(review, names))
    return (turning_point(review, names), "", *over, "", *moves, "", basis(review))


def basis(review: Review) -> str:
    """What the chances are, how far they can be trusted, and what is left out."""
    exact = [entry.exchange for entry in review.entries if entry.is_exact]
    if not review.is_open:
        trust = (
            "All are estimates, by what the player could know then; in brackets the chance that the attack can be met"
        )
    elif not exact:
        trust = "All are estimates"
    elif len(exact) == len(review.entries):
        trust = "All are exact"
    else:
        trust = f"From round {exact[0]} on they are exact, before that estimates"
    meant = "A percentage is the chance to win if both play their best from there on; a draw is half a win."
    left_out = f" Moves before round {_first(review)} are left out." if _first(review) > 1 else ""
    return f"{meant} {trust}.{left_out}"


def _first(review: Review) -> int:
    """The first round that is covered: of a sudden death without end only the newest are."""
    return review.entries[0].exchange


def turning_point(review: Review, names: Names) -> str:
    """The move that lost most, in a sentence."""
    entry = review.turning_point
    if entry is None:
        since = f" from round {_first(review)} on" if _first(review) > 1 else ""
        is_clean = all(entry.mark is Mark.FINE for entry in review.entries)
        return f"No turning point{since}: {'no move was a mistake' if is_clean else 'no mistake cost more than life'}."
    fall = f"from a chance of {_chance(entry, entry.chance)} down to {percent(entry.played.worth)}"
    return f"The turning point is round {entry.exchange}. {_played(entry, review, names)}, {fall}."


def chances(review: Review, player: Player) -> str:
    """The player's chance to win before each round, and what came of it: `59% → 61% → round 4: 47% → lost`. A round is
    named where it does not follow the one before: the player had nothing to decide in between.
    """
    winner, ending = review.outcome.winner, review.outcome.ending
    result = "draw" if winner is None else "won" if winner is player else LOST.get(ending, "lost")
    told, before = [], 0
    for exchange, chance in review.chances(player).items():
        told.append(percent(chance) if exchange == before + 1 else f"round {exchange}: {percent(chance)}")
        before = exchange
    return " → ".join([*told, *([] if ending is Ending.VOID else [result])])


def lines(review: Review, names: Names) -> tuple[Line, ...]:
    """A line for each move, in order."""
    return tuple(
        Line(
            f"{entry.exchange} · {_played(entry, review, names)}, {_chance(entry, entry.played.worth)}",
            "" if entry.mark is Mark.FINE else f"{entry.mark.capitalize()}.",
            _judged(entry, review),
        )
        for entry in review.entries
    )


def _judged(entry: Entry, review: Review) -> str:
    best = _best(entry, review)
    if entry.mark is not Mark.FINE:
        return f"Best: {best}, {_chance(entry, entry.chance)}."
    if len(entry.options) == 1:
        return "No choice."
    if entry.chance < 1 - SURE:
        return "Every move loses." if entry.played.share else f"Every move loses; hardest to win against: {best}."
    if entry.played.share:
        if len(_often(entry)) == 1:
            return "Best."
        return f"In the best mix: {best}." if entry.is_secret else f"Best, like {_best(entry, review, others=True)}."
    if entry.loss < NEARLY:
        return f"As good as {best}."
    return f"Nearly as good as {best}, {_chance(entry, entry.chance)}."


def _often(entry: Entry) -> list[Option]:
    """What best play plays more than hardly ever."""
    return [option for option in entry.best if option.share >= SHOWN]


def _best(entry: Entry, review: Review, *, others: bool = False) -> str:
    """`attack 9 (60%), attack 7 (40%)` where best play is a mix; else `attack 8 or 9, or heal 9`. `others`: without
    what was played.
    """
    often = [option for option in _often(entry) if not (others and option == entry.played)]
    if entry.is_secret and len(often) > 1:
        return ", ".join(f"{_move(option, review)} ({percent(option.share)})" for option in often)
    acts: list[str] = []
    for _, options in groupby(often, key=lambda option: option.action.verb):
        first, *more = options
        acts.append(_either([_move(first, review), *(str(option.action.number) for option in more)]))
    return ", or ".join(acts)


def _either(moves: Iterable[str]) -> str:
    *some, last = moves
    return f"{', '.join(some)} or {last}" if some else last


def _played(entry: Entry, review: Review, names: Names) -> str:
    return f"{names[entry.player.index]}: {_move(entry.played, review)}"


def _move(option: Option, review: Review) -> str:
    verb, number = option.action.verb, option.action.number
    if verb is Verb.TAKE:
        return "take the hit"
    act = "heal" if verb is Verb.DEFEND and review.heals else str(verb)
    held = "" if option.met is None else f" (can be met: {percent(option.met)})"
    return f"{act} {number}{held}"


def _chance(entry: Entry, chance: float) -> str:
    return percent(chance) if entry.is_exact or _is_sure(chance) else f"about {percent(chance)}"
