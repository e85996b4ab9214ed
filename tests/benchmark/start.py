"""How long a command takes to start, against the least that a process like it takes."""

from __future__ import annotations

import asyncio
import resource
from collections.abc import AsyncIterator
from statistics import median

from tests.benchmark.row import Measure, Must, Row, in_turn
from tests.children import PYTHON, environment, run

STARTS = 7
"""Of each, for one figure: their median."""


async def rows() -> AsyncIterator[Row]:
    """The terminal game, and the bot's help."""
    for command, least in ((("-m", "games"), "pass"), (("-m", "bot", "--help"), "import discord")):
        ours, theirs = await in_turn(starting(*command), starting("-c", least))
        what, against = f"`python {' '.join(command)}`: start to end", f"`python -c '{least}'`"
        yield Row(what, against, ours, theirs, "ms", Must.BE_MORE_BY_AT_MOST, 100)


def starting(*arguments: str) -> Measure:
    """A measure: milliseconds of the processor, with compiled modules at hand as after any first start."""

    def once() -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        run(PYTHON, *arguments, env=environment(PYTHONDONTWRITEBYTECODE="")).check_returncode()
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return 1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)

    async def measure() -> float:
        return median([await asyncio.to_thread(once) for _ in range(STARTS)])

    return measure
