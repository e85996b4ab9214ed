"""What a running bot holds in memory: beside discord.py's bare client, and after many duels."""

from __future__ import annotations

from collections.abc import AsyncIterator

from tests.benchmark.bots import Bare, InRealTime
from tests.benchmark.playing import played
from tests.benchmark.row import Must, Row, in_turn

MIB = 2**20
FEW, MANY = 1_000, 10_000
"""Duels that were played to their end."""


async def rows() -> AsyncIterator[Row]:
    """At rest; and whether it grows, measured once: it takes a quarter of an hour."""
    ours, theirs = await in_turn(_ours, _bare)
    yield Row("memory of the bot", "a bare `AutoShardedClient`", ours, theirs, "MiB", Must.BE_MORE_BY_AT_MOST, 25.0)
    async with played(InRealTime) as playing:
        await playing.play_to_the_end(FEW)
        few = playing.bot.memory / MIB
        await playing.play_to_the_end(MANY - FEW)
        many = playing.bot.memory / MIB
    yield Row(
        f"memory after {MANY:,} duels", f"after {FEW:,}", [many], [few], "MiB", Must.BE_MORE_BY_AT_MOST, 2.0, "one turn"
    )


async def _ours() -> float:
    async with played(InRealTime) as playing:
        return playing.bot.memory / MIB


async def _bare() -> float:
    async with played(Bare) as playing:
        return playing.bot.memory / MIB
