"""Moves and looks through a real process on the stand-in: ours against a bot that makes the same requests.

That one keeps no game and no store, and builds each layout anew by the same classes of the same discord.py.
"""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import closing
from statistics import median

from tests.benchmark.bots import InRealTime, SameRequests, Side
from tests.benchmark.playing import Load, Playing, percentile, played, recorded
from tests.benchmark.row import TURNS, Must, Row

THE_SAME = "a bot that makes the same requests"
IN_FLIGHT = (1, 16, 64)
MOVES = 640
"""At each number in flight."""
LOOKS_AT = ("/status", "*Your move*")
LOOKS = 64
"""Of each kind."""
RATE, SECONDS = 100, 60
"""Moves a second, and for how long."""
WARM_UP = 32


async def rows() -> AsyncIterator[Row]:
    """Moves at each number in flight, looks, and moves at a steady rate."""
    sides: tuple[Side, Side] = (InRealTime, None), (SameRequests, await recorded())
    loads: list[list[dict[str, Load]]] = [[], []]
    for turn in range(TURNS):
        for side in (0, 1) if turn % 2 == 0 else (1, 0):
            loads[side].append(await _one_turn(sides[side]))
    for count in IN_FLIGHT:
        ours, theirs = ([loads_of_turn[f"moves {count}"] for loads_of_turn in side] for side in loads)
        for row in _of_moves(f"moves, {count} in flight", ours, theirs):
            yield row
    for look in LOOKS_AT:
        ours, theirs = ([loads_of_turn[look] for loads_of_turn in side] for side in loads)
        yield _median(f"{look}: p50", ours, theirs)
    steady: list[list[Load]] = [[], []]
    for turn in range(TURNS):
        for side in (0, 1) if turn % 2 == 0 else (1, 0):
            steady[side].append(await _steady(sides[side]))
    what = f"{RATE} moves a second for {SECONDS} s"
    lost = tuple([float(load.lost) for load in side] for side in steady)
    yield Row(f"{what}: lost", THE_SAME, lost[0], lost[1], "moves", Must.BE_MORE_BY_AT_MOST, 0)
    yield _median(f"{what}: p50", *steady)


def _median(what: str, ours: Sequence[Load], theirs: Sequence[Load]) -> Row:
    medians = tuple([percentile(load.answered, 50) for load in side] for side in (ours, theirs))
    return Row(what, THE_SAME, medians[0], medians[1], "ms", Must.BE_TIMES_OR_LESS, 1.5)


def _of_moves(what: str, ours: Sequence[Load], theirs: Sequence[Load]) -> Iterator[Row]:
    def figures(figure: Callable[[Load], float]) -> tuple[list[float], list[float]]:
        return [*map(figure, ours)], [*map(figure, theirs)]

    rates, tails = figures(lambda load: load.rate), figures(lambda load: percentile(load.answered, 99))
    costs = figures(lambda load: 1000 * load.bot / len(load.answered))
    yield Row(f"{what}: rate", THE_SAME, *rates, "moves/s", Must.BE_TIMES_OR_MORE, 0.8, _share(ours))
    yield Row(f"{what}: p99", THE_SAME, *tails, "ms", Must.BE_TIMES_OR_LESS, 1.5)
    yield Row(f"{what}: processor", THE_SAME, *costs, "ms/move", Must.BE_TIMES_OR_LESS, 1.25)


def _share(loads: Sequence[Load]) -> str:
    """What went to neither bot; and that the requests are as many."""
    requests = median(load.requests / len(load.answered) for load in loads)
    return f"stand-in and people: {median(load.share for load in loads):.0%}; {requests:.2f} requests a move"


async def _one_turn(side: Side) -> dict[str, Load]:
    found: dict[str, Load] = {}
    async with played(*side) as playing:
        await playing.begin(WARM_UP)
        await playing.moves(WARM_UP, 1)
        for look in LOOKS_AT:
            await playing.begin(LOOKS)
            found[look] = await playing.looks(look)
        for count in IN_FLIGHT:
            await playing.begin(playing.needed(MOVES) + count)
            found[f"moves {count}"] = await playing.moves(MOVES, count)
    return found


async def _steady(side: Side) -> Load:
    async with played(*side) as playing:
        await playing.begin(playing.needed(RATE * SECONDS) + RATE)
        load = await playing.steady(RATE, SECONDS)
        if side[0] is InRealTime:
            load.lost += _not_kept(playing, RATE * SECONDS)
    return load


def _not_kept(playing: Playing, made: int) -> int:
    """Moves that are not in the file, and duels of which not all was told."""
    with closing(sqlite3.connect(playing.bot.folder / "duels.db")) as db:
        [[kept]] = db.execute("SELECT count(*) FROM moves")
        [[behind]] = db.execute("SELECT count(*) FROM duels WHERE delivered < version")
    return made - int(kept) + int(behind)
