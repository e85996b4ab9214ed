"""Fixtures: a stand-in for Discord, and a bot that talks to it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.wire.bot_process import BotProcess
from tests.wire.forks import Forks, opened
from tests.wire.stand_in import StandIn

TOKEN = "stand-in.token.0123456789abcdef"


@pytest_asyncio.fixture
async def discord() -> AsyncIterator[StandIn]:
    """A new stand-in for Discord."""
    stand_in = StandIn(TOKEN)
    await stand_in.start()
    yield stand_in
    await stand_in.stop()


@pytest.fixture(scope="session")
def forks() -> Iterator[Forks]:
    """Starts bots."""
    with opened() as it:
        yield it


@pytest_asyncio.fixture
async def bot(discord: StandIn, tmp_path: Path, forks: Forks) -> AsyncIterator[BotProcess]:
    """A bot that is not started yet. It is killed at the end of the test."""
    process = BotProcess(tmp_path, discord.port, forks)
    discord.log.clock, process.answers = process.now, lambda: discord.answers
    yield process
    await process.kill()


@pytest_asyncio.fixture
async def command_line(discord: StandIn, tmp_path: Path) -> AsyncIterator[BotProcess]:
    """`bot`, but started by its command line."""
    process = BotProcess(tmp_path, discord.port)
    discord.log.clock, process.answers = process.now, lambda: discord.answers
    yield process
    await process.kill()
