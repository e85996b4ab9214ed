"""The world of every test of the bot."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.bot.world import World
from tests.games.helpers import SEED


@pytest_asyncio.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    """A fresh one; errors that the bot swallowed fail the test."""
    world = await World.start(tmp_path)
    yield world
    await world.stop()


@pytest.fixture
def luck(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every deal is the one of `SEED`, and every coin falls for the challenger."""
    monkeypatch.setattr(secrets, "token_bytes", lambda count: SEED[:count])
    monkeypatch.setattr(secrets, "randbelow", lambda _: 0)
