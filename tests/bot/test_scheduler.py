"""The scheduler goes on, whatever fails, and leaves nothing behind."""

from __future__ import annotations

from typing import Any

import pytest

from storage import StorageError
from tests.bot.scenes import open_duels, statuses
from tests.bot.timed import wait_for_ben
from tests.bot.world import World

pytestmark = pytest.mark.asyncio


A_LOOK = 25
"""Seconds in which the scheduler looks once."""


async def test_looking_leaves_no_listener_behind(world: World) -> None:
    await world.env.advance_time(5 * A_LOOK)
    assert not any(world.client._listeners.values())


async def test_one_duel_that_cant_be_ended_keeps_no_other_from_it(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await wait_for_ben(world)
    await wait_for_ben(world)
    duels = world.client.duels
    failed: list[int] = []
    real = duels.run_out

    async def run_out(duel_id: int) -> Any:
        if duel_id == 1 and not failed:
            failed.append(duel_id)
            raise StorageError
        return await real(duel_id)

    monkeypatch.setattr(duels, "run_out", run_out)
    await world.env.advance_time(300 + A_LOOK)
    assert failed
    await world.env.advance_time(A_LOOK)
    assert statuses(world) == ["ended", "ended"]


async def test_the_scheduler_goes_on_after_a_look_that_failed(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await wait_for_ben(world)
    store: Any = world.client._store
    failed: list[int] = []
    real = store.agenda

    async def found(now: int, **options: Any) -> Any:
        if len(failed) < 3:
            failed.append(now)
            raise StorageError
        return await real(now, **options)

    monkeypatch.setattr(store, "agenda", found)
    await world.env.advance_time(300 + 5 * A_LOOK)
    assert len(failed) == 3
    assert statuses(world) == ["ended"]


async def test_those_behind_are_caught_up_with_some_in_each_look(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.scheduler.BEHIND_AT_ONCE", 2)
    await open_duels(world, world.ada.id, world.ben.id, 5)  # none has a board yet
    boards = []
    for _ in range(4):
        await world.env.advance_time(A_LOOK - 5)
        boards.append(len(world.channel.history()))
    assert boards == [2, 4, 5, 5]
