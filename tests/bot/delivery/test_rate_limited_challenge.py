"""A challenge that is over loses its buttons, also where Discord's rate limit puts its edit off."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import aiohttp
import discord
import pytest

from tests.bot.world import World, enabled

pytestmark = pytest.mark.asyncio


async def test_the_edit_of_a_declined_challenge_is_retried(world: World) -> None:
    message = await world.challenge("siege")
    failed: list[str] = []

    async def fail_once(method: str, path: str, call: Callable[[], Awaitable[Any]]) -> Any:
        kind = "answer" if path.endswith("/callback") else method
        if kind in ("answer", "PATCH") and kind not in failed:
            failed.append(kind)
            raise aiohttp.ServerDisconnectedError if kind == "answer" else discord.RateLimited(60.0)
        return await call()

    world.on_request(fail_once)
    world.ben.press(message, "Decline")
    await world.settle()
    assert failed == ["answer", "PATCH"]
    assert enabled(world.message(message))
    await world.a_while()
    assert enabled(world.message(message)) == []
