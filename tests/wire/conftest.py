"""A stand-in for Discord, and a bot that talks to it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from tests.wire.bot_process import BotProcess
from tests.wire.stand_in import StandIn

TOKEN = "stand-in.token.0123456789abcdef"


@pytest_asyncio.fixture
async def discord() -> AsyncIterator[StandIn]:
    """A fresh one."""
    stand_in = StandIn(TOKEN)
    await stand_in.start()
    yield stand_in
    await stand_in.stop()


@pytest_asyncio.fixture
async def bot(discord: StandIn, tmp_path: Path) -> AsyncIterator[BotProcess]:
    """Not started yet; whatever happens, it does not outlive the test."""
    process = BotProcess(tmp_path, discord.port)
    discord.log.clock = process.now
    yield process
    await process.kill()
