"""`Row`: one line of the table, a figure measured against another in turn; and `in_turn`, which measures so."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from statistics import median

TURNS = 5
"""How often each of two things is measured, one after the other: what a busy machine does to one it does to both."""


Measure = Callable[[], Awaitable[float]]


class Must(Enum):
    """How ours has to stand to theirs: by how many times it is as much, or by how much it is more."""

    BE_TIMES_OR_MORE = "at least {:g}×"
    BE_TIMES_OR_LESS = "at most {:g}×"
    BE_MORE_BY_AT_MOST = "at most {:g} {} more"


@dataclass(frozen=True)
class Row:
    """One line. `ours` and `theirs`: what was measured each turn, in `unit`; `note`: a few words, such as a share of
    time that was neither's.
    """

    what: str
    against: str
    ours: Sequence[float]
    theirs: Sequence[float]
    unit: str
    must: Must
    target: float
    note: str = ""

    @property
    def figures(self) -> list[float]:
        """What the target is for, lowest first: ours by theirs of the same turn, or what ours is more."""
        pairs = zip(self.ours, self.theirs, strict=True)
        return sorted(a - b if self.must is Must.BE_MORE_BY_AT_MOST else a / b for a, b in pairs)

    @property
    def holds(self) -> bool:
        """Whether the median reaches the target."""
        figure = median(self.figures)
        return figure >= self.target if self.must is Must.BE_TIMES_OR_MORE else figure <= self.target

    def __str__(self) -> str:
        figures = self.figures
        low, middle, high = map(rounded, (figures[0], median(figures), figures[-1]))
        cells = (
            self.what,
            self.against,
            *(f"{rounded(median(measured))} {self.unit}" for measured in (self.ours, self.theirs)),
            middle,
            f"{low} to {high}",
            self.must.value.format(self.target, self.unit),
            "yes" if self.holds else "**no**",
            self.note,
        )
        return f"| {' | '.join(cells)} |"


HEADING = """\
| what | against | ours | theirs | figure | of five turns | must be | holds | |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |"""


def rounded(figure: float) -> str:
    """To three digits that count, without an exponent."""
    return f"{figure:,.0f}" if abs(figure) >= 100 else f"{figure:.3g}"


async def in_turn(*measures: Measure, turns: int = TURNS) -> list[list[float]]:
    """What each measure returns each turn: a list for each of them. Who is first in one turn is last in the next."""
    found: list[list[float]] = [[] for _ in measures]
    for turn in range(turns):
        for number in range(len(measures)) if turn % 2 == 0 else reversed(range(len(measures))):
            found[number].append(await measures[number]())
    return found
