"""Chooses which cases of a test with many similar ones are quick. The others are marked `soak`.

For a cross product of parameters, each value of each parameter is in one quick case. A test of the whole bot costs a
hundred times as much as one of the rules, so it has one quick case, and different tests choose different ones. A test
that needs all its cases is marked `every_case`.
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
WHOLE_BOT = "tests/bot/"
"""What is asynchronous there goes through all of it."""
PARTS = ("tests/bot/service/", "tests/bot/playground/")
"""Folders in it that are not meant: the service without Discord, and a page whose bot is a process of its own."""

Case = tuple[str, ...]
"""The ids of a case's parameters, by which pytest distinguishes the cases of a test."""


def mark_repeats(items: Iterable[pytest.Item]) -> None:
    """Mark as `soak` the cases that only vary a quick one."""
    found: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if _case(item) and not any(item.iter_markers("soak")) and not any(item.iter_markers(EVERY)):
            found[item.nodeid.partition("[")[0]].append(item)
    for test, its in found.items():
        through_it_all = is_of_whole_bot(test) and iscoroutinefunction(getattr(its[0], "obj", None))
        kept = quick([_case(item) for item in its], turn=crc32(test.encode()) if through_it_all else None)
        for item in its:
            if _case(item) not in kept:
                item.add_marker("soak")


def sampled(values: Iterable[str], *those: str) -> list[ParameterSet]:
    """These values as parameters; only `those` are quick."""
    return [pytest.param(value, marks=() if value in those else pytest.mark.soak) for value in values]


def is_of_whole_bot(test: str) -> bool:
    """Whether it stands where asynchronous tests go through the whole bot."""
    return test.startswith(WHOLE_BOT) and not test.startswith(PARTS)


def quick(cases: Sequence[Case], turn: int | None = None) -> list[Case]:
    """The cases on the diagonal through all parameters' values, plus cases for values that are missing there because
    not every combination exists. With a `turn`, only the one of those at that position.
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
    return found if turn is None else [found[turn % len(found)]]


def _case(item: pytest.Item) -> Case:
    callspec = getattr(item, "callspec", None)
    return () if callspec is None else tuple(map(str, callspec._idlist))
