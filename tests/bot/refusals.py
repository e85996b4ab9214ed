"""What Discord refuses, as discord.py raises it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import discord

from tests.bot.world import World

Call = Callable[[], Awaitable[Any]]
KINDS = {403: discord.Forbidden, 404: discord.NotFound}


def refusal(status: int, code: int) -> discord.HTTPException:
    """As discord.py raises it."""
    response: Any = type("Response", (), {"status": status, "reason": "refused"})()
    kind = KINDS.get(status, discord.DiscordServerError if status >= 500 else discord.HTTPException)
    return kind(response, {"code": code, "message": ""})


class Counted:
    """Refuses what is asked of the channel while `code` is set, and counts it."""

    def __init__(self, world: World) -> None:
        self.code: int | None = None
        self.removed = False
        self.asked: list[str] = []
        self._world = world
        world.on_request(self)

    async def __call__(self, method: str, path: str, call: Call) -> Any:
        if path.startswith(f"/channels/{self._world.channel.id}/"):
            self.asked.append(method)
            if self.code:
                raise refusal(404 if self.code == 10003 else 403, self.code)
        if self.removed and path.startswith(f"/guilds/{self._world.guild.id}") and "members" not in path:
            self.asked.append(path)
            raise refusal(404, 10004)
        return await call()
