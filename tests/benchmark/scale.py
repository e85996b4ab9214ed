"""What becomes slower where there are very many duels: nothing should."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from functools import partial
from statistics import median

from tests.benchmark.filled_bot import FilledBot, filled_bot
from tests.benchmark.row import Must, Row, in_turn

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
        yield Row(
            "start to ready, processor time, 100,000 duels open", "none", ours, theirs, "ms", Must.BE_TIMES_OR_LESS, 1.2
        )
        ours, theirs = await in_turn(partial(memory, many), partial(memory, none))
        yield Row("memory, 100,000 duels open", "none", ours, theirs, "MiB", Must.BE_MORE_BY_AT_MOST, 10)
        await none.bot.kill()
        for one in (few, many):
            await starting(one)
        ours, theirs = await in_turn(partial(moving, many), partial(moving, few))
        yield Row("p50 of a move, 100,000 duels open", f"{FEW}", ours, theirs, "ms", Must.BE_TIMES_OR_LESS, 1.1)
        for name, measure in (
            ("a look that ends 10 of 100,000 duels", looking),
            ("a reconnect, 10 of 100,000 duels behind", reconnecting),
        ):
            ours, theirs = await in_turn(partial(measure, many), partial(measure, few))
            yield Row(name, f"10 of {FEW}", ours, theirs, "ms", Must.BE_TIMES_OR_LESS, 2)
        edits: list[float] = []
        ours, theirs = await in_turn(partial(returning, many, edits), partial(returning, few, []))
        yield Row(
            "p50 of a move after two minutes away, 100,000 duels open",
            f"{FEW}",
            ours,
            theirs,
            "ms",
            Must.BE_TIMES_OR_LESS,
            1.5,
        )
        half = [25.0] * len(edits)
        yield Row(
            "edits for later deadlines alone",
            "half of Discord's limit",
            edits,
            half,
            "a second",
            Must.BE_TIMES_OR_LESS,
            1,
        )
    async with AsyncExitStack() as stack:
        few = await stack.enter_async_context(filled_bot(running=FEW))
        over = await stack.enter_async_context(filled_bot(running=FEW, finished=FINISHED))
        for one in (few, over):
            await one.start()
        ours, theirs = await in_turn(partial(moving, over), partial(moving, few))
        yield Row("p50 of a move, 1,000,000 duels finished", "none", ours, theirs, "ms", Must.BE_TIMES_OR_LESS, 1.1)


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


async def moving(one: FilledBot) -> float:
    """Milliseconds of a move, until the other player is prompted."""
    return median(await one.moves(MOVES))


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


async def returning(one: FilledBot, edits: list[float]) -> float:
    """Milliseconds of a move while all later deadlines are still to be shown. Adds how many edits a second show one."""
    await one.bot.kill()
    one.bot.leap(ABSENCE)
    await one.start()
    before = len(one.discord.edited)
    await asyncio.sleep(LATER_SECONDS)
    edits.append((len(one.discord.edited) - before) / LATER_SECONDS)
    return median(await one.moves(MOVES))
