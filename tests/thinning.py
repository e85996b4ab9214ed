"""Which cases of a test are quick, where it has many like ones; the others are marked `soak`.

Of a cross product of parameters, each value of each is quick once. A test that plays through the whole bot, which costs
a hundred times what a test of the rules does, has `MOST` quick cases, other ones from test to test. A test that needs
all its cases at once is marked `every_case`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from inspect import iscoroutinefunction
from itertools import chain
from zlib import crc32

import pytest
from _pytest.mark import ParameterSet

EVERY = "every_case"
MOST = 2
WHOLE_BOT = "tests/bot/"
"""What is asynchronous there goes through all of it."""

Case = tuple[str, ...]
"""One id a parameter, by which pytest tells the cases of a test apart."""


def mark_repeats(items: Iterable[pytest.Item]) -> None:
    """Mark as `soak` what only varies a case that is quick."""
    found: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if _case(item) and not any(item.iter_markers("soak")) and not any(item.iter_markers(EVERY)):
            found[item.nodeid.partition("[")[0]].append(item)
    for test, its in found.items():
        is_of_whole_bot = test.startswith(WHOLE_BOT) and iscoroutinefunction(getattr(its[0], "obj", None))
        kept = quick([_case(item) for item in its], turn=crc32(test.encode()) if is_of_whole_bot else None)
        for item in its:
            if _case(item) not in kept:
                item.add_marker("soak")


def sampled(values: Iterable[str], *those: str) -> list[ParameterSet]:
    """Parameters of which `those` alone are quick."""
    return [pytest.param(value, marks=() if value in those else pytest.mark.soak) for value in values]


def quick(cases: Sequence[Case], turn: int | None = None) -> list[Case]:
    """The diagonal through the values of all parameters, and what it lacks of them where not every combination is; with
    a `turn`, `MOST` of those, the first of which is the one whose turn it is.
    """
    values = [list(dict.fromkeys(axis)) for axis in zip(*cases, strict=True)]
    longest = max(len(axis) for axis in values)
    diagonal = {tuple(axis[n % len(axis)] for axis in values) for n in range(longest)}
    kept = diagonal.intersection(cases)
    met = set(chain.from_iterable(map(enumerate, kept)))
    for case in cases:
        own = set(enumerate(case))
        if not own <= met:
            kept.add(case)
            met |= own
    found = sorted(kept)
    if turn is None or len(found) <= MOST:
        return found
    return [found[(turn + n * len(found) // MOST) % len(found)] for n in range(MOST)]


def _case(item: pytest.Item) -> Case:
    callspec = getattr(item, "callspec", None)
    return () if callspec is None else tuple(map(str, callspec._idlist))
