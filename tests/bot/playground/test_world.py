"""The playground's world, without its page."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import simcord

from bot.playground.world import World
from bot.service.challenges import MAX_UNANSWERED_TO_ONE
from tests.children import PATIENCE


@asynccontextmanager
async def started(folder: Path) -> AsyncIterator[World]:
    world = World(folder / "duels.db")
    try:
        await world.start(2, 0, "UTC")
        yield world
    finally:
        await world.stop()


@pytest.mark.asyncio
async def test_time_goes_on_after_something_due_went_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    calls = 0
    passed = asyncio.Event()
    advance_time = simcord.Env.advance_time

    async def fails_at_first(env: simcord.Env, seconds: float) -> None:
        nonlocal calls
        calls += 1
        if calls <= 3:
            raise LookupError("out of order")
        await advance_time(env, seconds)
        passed.set()

    async with started(tmp_path):
        monkeypatch.setattr(simcord.Env, "advance_time", fails_at_first)
        await asyncio.wait_for(passed.wait(), PATIENCE)
    assert caplog.text.count("what was due did not come") == 1
    assert "out of order" in caplog.text


@pytest.mark.asyncio
async def test_no_action_waits_until_the_scheduler_looks_again(tmp_path: Path) -> None:
    async with started(tmp_path) as world:
        assert world._pump is not None
        world._pump.cancel()
        before = world._now()
        await world.begin("battle")
        assert world._now() == before
        made = [await world.challenge("siege") for _ in range(MAX_UNANSWERED_TO_ONE + 1)]
        assert [challenge is None for challenge in made] == [False] * MAX_UNANSWERED_TO_ONE + [True]
