"""Fixtures: a stand-in for Discord, and a bot that talks to it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.wire.bot_process import BotProcess
from tests.wire.shell import Shell, opened
from tests.wire.stand_in import StandIn

TOKEN = "stand-in.token.0123456789abcdef"


@pytest_asyncio.fixture
async def discord() -> AsyncIterator[StandIn]:
    """A new stand-in for Discord."""
    stand_in = StandIn(TOKEN)
    await stand_in.start()
    yield stand_in
    await stand_in.stop()


@pytest_asyncio.fixture
async def bot(discord: StandIn, tmp_path: Path) -> AsyncIterator[BotProcess]:
    """A bot that is not started yet. It is killed at the end of the test."""
    process = BotProcess(tmp_path, discord.port)
    discord.log.clock = process.now
    yield process
    await process.kill()


@pytest.fixture(scope="module")
def shell(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shell]:
    """A process that runs those commands of a module that end by themselves."""
    with opened(tmp_path_factory.mktemp("shell")) as it:
        yield it
