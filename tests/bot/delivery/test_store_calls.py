"""How often the database is asked: what is loaded once is what is shown and delivered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any

import pytest

from bot.scheduler import INTERVAL
from storage import DuelStore
from tests.bot.scenes import open_duels, your_move
from tests.bot.world import World, enabled, text

pytestmark = pytest.mark.asyncio


def counted(world: World) -> Counter[str]:
    """How often each method of the store is called from now on."""
    store: Any = world.client._store
    calls: Counter[str] = Counter()

    def counting(name: str, method: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        @wraps(method)
        async def call(*args: Any, **kwargs: Any) -> Any:
            calls[name] += 1
            return await method(*args, **kwargs)

        return call

    for name in vars(DuelStore):
        if not name.startswith("_") and name != "aclose":
            setattr(store, name, counting(name, getattr(store, name)))
    return calls


async def test_a_move_told_to_both_is_five_calls(world: World) -> None:
    """Ben's prompt is noted at once, or a kill would have it sent twice. What was edited or deleted is noted with that,
    or with the last.
    """
    await world.begin("battle")
    calls = counted(world)
    await world.ada.click(world.ada.panel, "7")
    assert "9" in enabled(world.ben.panel)
    assert calls == {"load": 1, "append": 1, "delivery": 1, "put_message": 1, "put_delivered": 1}


async def test_a_move_on_an_ephemeral_panel_is_as_cheap(world: World) -> None:
    board = await world.begin("battle")
    panel = await your_move(world, world.ada, board)
    calls = counted(world)
    await world.ada.click(panel, "7")
    assert "Ben to attack" in text(world.message(board))
    assert calls.total() <= 5


async def test_a_challenge_is_seven_calls(world: World) -> None:
    """Three count its limits. Whoever used the bot before is named as ever."""
    for seat in (world.ada, world.ben):
        await seat.slash("help")
    calls = counted(world)
    await world.challenge("battle")
    assert calls == {"duels_of": 3, "create": 1, "delivery": 1, "put_message": 1, "put_delivered": 1}


async def test_your_move_is_two_calls(world: World) -> None:
    board = await world.begin("match")
    calls = counted(world)
    await your_move(world, world.ada, board)
    assert calls == {"load": 1, "delivery": 1}


async def test_the_status_of_one_duel_is_two_calls_and_of_many_is_one(world: World) -> None:
    await world.begin("siege")
    calls = counted(world)
    await world.ada.slash("status")
    assert calls == {"logs_of": 1, "delivery": 1}
    await open_duels(world, world.ada.id, world.ben.id, 20)
    calls.clear()
    await world.ada.slash("status")
    assert calls == {"logs_of": 1}


async def test_a_look_of_the_scheduler_is_three_calls_however_many_duels_there_are(world: World) -> None:
    await open_duels(world, world.ada.id, world.ben.id, 20)
    await world.env.advance_time(2 * INTERVAL.total_seconds())
    calls = counted(world)
    await world.env.advance_time(INTERVAL.total_seconds())
    assert calls == {"put_note": 1, "agenda": 1, "with_later_deadline": 1}
