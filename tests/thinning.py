"""Which cases of a test are quick, where it has many like ones; the others are marked `soak`.

Of a cross product of parameters, each value of each is quick once. A test of the bot that could be of any game is quick
for one of them, another from test to test. A test that needs all its cases at once is marked `every_case`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import chain
from zlib import crc32

import pytest
from _pytest.mark import ParameterSet

from games import names

EVERY = "every_case"
GAMES_A_TEST = 1
"""Of those in `DEAR`, where a duel costs some hundred times what it costs in `tests/games`."""
DEAR = "tests/bot/"

Case = tuple[str, ...]
"""One id a parameter, by which pytest tells the cases of a test apart."""


def mark_repeats(items: Iterable[pytest.Item]) -> None:
    """Mark as `soak` what only varies a case that is quick."""
    found: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if _case(item) and not any(item.iter_markers("soak")) and not any(item.iter_markers(EVERY)):
            found[item.nodeid.partition("[")[0]].append(item)
    for test, its in found.items():
        kept = quick([_case(item) for item in its], test)
        for item in its:
            if _case(item) not in kept:
                item.add_marker("soak")


def sampled(values: Iterable[str], *those: str) -> list[ParameterSet]:
    """Parameters of which `those` alone are quick."""
    return [pytest.param(value, marks=() if value in those else pytest.mark.soak) for value in values]


def quick(cases: Sequence[Case], test: str) -> set[Case]:
    """The diagonal through the values of all parameters, and what it lacks of them where not every combination is."""
    values = [list(dict.fromkeys(axis)) for axis in zip(*cases, strict=True)]
    if test.startswith(DEAR):
        values = [_some_games(axis, test) for axis in values]
    longest = max(len(axis) for axis in values)
    diagonal = {tuple(axis[n % len(axis)] for axis in values) for n in range(longest)}
    kept = diagonal.intersection(cases)
    met = set(chain.from_iterable(map(enumerate, kept)))
    wanted = {(place, value) for place, axis in enumerate(values) for value in axis}
    for case in cases:
        own = set(enumerate(case))
        if own <= wanted and not own <= met:
            kept.add(case)
            met |= own
    return kept


def _some_games(axis: list[str], test: str) -> list[str]:
    """Without most of the games, where all of them are there."""
    games = sorted(names())
    if not set(games) <= set(axis):
        return axis
    first = crc32(test.encode())
    stay = {games[(first + n) % len(games)] for n in range(GAMES_A_TEST)}
    return [value for value in axis if value not in games or value in stay]


def _case(item: pytest.Item) -> Case:
    callspec = getattr(item, "callspec", None)
    return () if callspec is None else tuple(map(str, callspec._idlist))
