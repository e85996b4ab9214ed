"""What becomes slower where there are very many duels: nothing should."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from functools import partial
from statistics import median

from tests.benchmark.filled_bot import FilledBot, filled_bot
from tests.benchmark.row import TURNS, Must, Row, in_turn

FEW, MANY, FINISHED = 100, 100_000, 1_000_000
"""Of the few, ten are due in each turn."""
MOVES = 40
"""For one figure: their median."""
DUE = 10
LATER_SECONDS = 5.0
ABSENCE = 120.0


async def rows() -> AsyncIterator[Row]:
    """The rows."""
    async with AsyncExitStack() as stack:
        few, many = [await stack.enter_async_context(filled_bot(running=count)) for count in (FEW, MANY)]
        none = await stack.enter_async_context(filled_bot())
        ours, theirs = await in_turn(partial(starting, many), partial(starting, none))
        what = "start to ready, 100,000 duels open: processor time"
        yield Row(what, "none", ours, theirs, "ms", Must.BE_TIMES_OR_LESS, 1.2)
        ours, theirs = await in_turn(partial(memory, many), partial(memory, none))
        yield Row("memory, 100,000 duels open", "none", ours, theirs, "MiB", Must.BE_MORE_BY_AT_MOST, 10)
        await none.bot.kill()
        for one in (few, many):
            await starting(one)
        moves = [await moving(many, few) for _ in range(TURNS)]
        yield of_moves("100,000 duels open", moves, 1.1)
        for name, measure in (
            ("a look that ends 10 of 100,000 duels", looking),
            ("a reconnect, 10 of 100,000 duels behind", reconnecting),
        ):
            ours, theirs = await in_turn(partial(measure, many), partial(measure, few))
            yield Row(name, f"10 of {FEW}", ours, theirs, "ms", Must.BE_TIMES_OR_LESS, 2)
        edits, moves = [], []
        for _ in range(TURNS):
            edits.append(await returning(many, few))
            moves.append(await moving(many, few))
        yield of_moves("100,000 duels open, after two minutes away", moves, 1.5)
        what, half = "edits that show a later deadline meanwhile", [25.0] * TURNS
        yield Row(what, "half of Discord's limit", edits, half, "a second", Must.BE_TIMES_OR_LESS, 1)
    async with AsyncExitStack() as stack:
        few = await stack.enter_async_context(filled_bot(running=FEW))
        over = await stack.enter_async_context(filled_bot(running=FEW, finished=FINISHED))
        for one in (few, over):
            await one.start()
        yield of_moves("1,000,000 duels finished", [await moving(over, few) for _ in range(TURNS)], 1.1)


def of_moves(where: str, moves: list[tuple[float, float]], most: float) -> Row:
    """The row of one move, there and where there are few duels."""
    ours, theirs = [one for one, _ in moves], [other for _, other in moves]
    return Row(f"p50 of a move, {where}", f"{FEW} open", ours, theirs, "ms", Must.BE_TIMES_OR_LESS, most)


async def starting(one: FilledBot) -> float:
    """Milliseconds of the processor until it is ready."""
    await one.bot.kill()
    return 1000 * await one.start()


async def memory(one: FilledBot) -> float:
    """MiB when it has looked twice, and through the whole file."""
    await starting(one)
    await asyncio.sleep(2)
    one.bot.leap(21)
    await asyncio.sleep(2)
    return one.memory()


async def moving(one: FilledBot, other: FilledBot) -> tuple[float, float]:
    """The milliseconds of a move of each, until the other player is prompted: they move by turns, since what a busy
    machine does to one it is to do to both.
    """
    took: dict[FilledBot, list[float]] = {one: [], other: []}
    for number in range(MOVES):
        for which in (one, other) if number % 2 else (other, one):
            took[which] += await which.moves(1)
    return median(took[one]), median(took[other])


async def looking(one: FilledBot) -> float:
    """Milliseconds of a look, until the channels see who has lost on time."""
    boards = one.make_due(DUE)
    one.bot.leap(21)
    return 1000 * await one.until_edited(boards)


async def reconnecting(one: FilledBot) -> float:
    """Milliseconds from the end of a connection until what was not told before is told."""
    boards = one.make_behind(DUE)
    await one.discord.gateway.ask_to_reconnect()
    return 1000 * await one.until_edited(boards)


async def returning(one: FilledBot, other: FilledBot) -> float:
    """Both were away, and come back: then so many edits a second show a later deadline in the first."""
    for which in (one, other):
        await which.bot.kill()
        which.bot.leap(ABSENCE)
        await which.start()
    await asyncio.sleep(1)  # all deadlines are extended
    before = len(one.discord.edited)
    await asyncio.sleep(LATER_SECONDS)
    return (len(one.discord.edited) - before) / LATER_SECONDS
