"""The world of every test of the bot."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from tests.bot.world import World


@pytest_asyncio.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    """A fresh one; errors that the bot swallowed fail the test."""
    world = await World.start(tmp_path)
    yield world
    await world.stop()
