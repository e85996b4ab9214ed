"""An orderly stop waits for what is under way, and no longer than an answer may take."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.refusals import RESTARTING
from tests.bot.timed import LIVE, wait_for_ben
from tests.bot.world import World, said

pytestmark = pytest.mark.asyncio

SOON, ANSWER_WITHIN = 2, 3
"""Seconds: what takes this long is still waited for, and in which Discord wants an answer."""
LONG = 30


@pytest.mark.every_case
@pytest.mark.parametrize("stuck", ["an answer", "a message", "a reminder"])
async def test_a_stop_waits_for_what_hangs_but_not_long(world: World, stuck: str) -> None:
    await wait_for_ben(world)
    (board, *_), speaks, late = world.channel.history(), asyncio.Event(), list[str]()

    async def hang(method: str, path: str, call: Any) -> Any:
        if ("/callback" in path) == (stuck == "an answer"):
            await world.env.external_wait(speaks.wait(), reason="Discord is silent")
        if speaks.is_set():
            late.append(path)
        return await call()

    world.on_request(hang)
    if stuck == "a reminder":
        await world.env.advance_time(LIVE - LONG)
    else:
        await world.ben.click(world.ben.panel, "2")
    with world.env._bot_scope():
        stop = asyncio.create_task(world.client.close())
    await world.settle()
    if stuck != "an answer":
        assert said(await world.cy.click(board, "Your move")) == RESTARTING
    took = 0
    while not stop.done() and took < LONG:
        await world.env.advance_time(1)
        took += 1
    assert SOON < took <= ANSWER_WITHIN
    speaks.set()
    await world.settle()
    assert all("/callback" in path for path in late), "more than the answer itself has come after the stop"
