"""The world of every test of the bot."""

from __future__ import annotations

import re
import secrets
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.render.pictures import PICTURES
from tests.bot.world import World
from tests.games.helpers import SEED

UNDRAWN = re.compile(f"[{''.join(PICTURES)}]|\\\\ue0")
"""A picture's character, or how it is printed."""


@pytest_asyncio.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    """A fresh one; errors that the bot swallowed fail the test, as do pictures that were not drawn."""
    world = await World.start(tmp_path)
    yield world
    await world.stop()
    everywhere = [message for channel in world.env.backend.messages.values() for message in channel.values()]
    assert not [message for message in everywhere if UNDRAWN.search(str(message.components))]


@pytest.fixture
def luck(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every deal is the one of `SEED`, and every coin falls for the challenger."""
    monkeypatch.setattr(secrets, "token_bytes", lambda count: SEED[:count])
    monkeypatch.setattr(secrets, "randbelow", lambda _: 0)
