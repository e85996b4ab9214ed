"""Pulling plugs: one request of the bot goes wrong, in one of all the ways in which requests do."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass, field
from typing import Any

import aiohttp
import discord

from tests.bot.refusals import Call, refusal
from tests.bot.world import CLOSED, World

WAYS = ("403", "404", "400", "500", "429", "dropped", "dropped-after", "late", "killed", "killed-after")
"""Refused; its connection dropped before it arrives, or after it took effect; late; the bot cut off before it, or after
it took effect."""
LATE = 4.0
"""Seconds: more than an answer may take."""
CODES = {
    r"POST /interactions/": (50001, 10062),
    r"\S+ /webhooks/": (50001, 10015),
    r"GET /guilds/": (50001, 10004),
    r"GET /channels/": (50001, 10003),
    r"POST /users/@me/channels": (CLOSED, 10013),
    r"POST /channels/duels/": (50013, 10003),
    r"POST /channels/(Ada|Ben)/": (CLOSED, 10003),
    r"(PATCH|DELETE) /channels/": (50001, 10008),
}
"""What Discord's refusals of a request say, with status 403 and with 404."""


def refusal_of(request: str, status: int) -> Exception:
    """What discord.py raises for such a request, once it has given up trying by itself."""
    ((forbidden, missing),) = (codes for kind, codes in CODES.items() if re.match(kind, request))
    if status == 429 and not re.match(r"\S+ /(interactions|webhooks)/", request):
        return discord.RateLimited(60.0)
    return refusal(status, {403: forbidden, 404: missing, 400: CLOSED}.get(status, 0))


@dataclass
class Plug:
    """In front of all requests of the bot. The one called `request` goes wrong in that way; `seen` are all, by name.

    A request is called by its method, its path, and the how-manieth it is of those.
    """

    world: World
    way: str = ""
    request: str = ""
    seen: list[str] = field(default_factory=list)
    dead: bool = False

    def __post_init__(self) -> None:
        world = self.world
        self._named = {world.channel.id: "duels", **{s.user.dm_channel.id: s.name for s in (world.ada, world.ben)}}
        world.on_request(self)

    async def __call__(self, method: str, path: str, call: Call) -> Any:
        if self.dead:
            raise asyncio.CancelledError
        path = re.sub(r"(/webhooks|/interactions)/\d+/[^/]+", r"\1/*", path)
        name = f"{method} {re.sub(r'[0-9]{15,}', lambda found: self._named.get(int(found[0]), '*'), path)}"
        name = f"{name} #{1 + sum(seen.rpartition(' ')[0] == name for seen in self.seen)}"
        self.seen.append(name)
        if name != self.request:
            return await call()
        if self.way == "late":
            await self.world.env.external_wait(asyncio.sleep(LATE), reason="a late request")
            return await call()
        if self.way.endswith("-after"):
            await call()
        if self.way.startswith("killed"):
            self.dead = True
            raise asyncio.CancelledError
        raise aiohttp.ServerDisconnectedError if self.way.startswith("dropped") else refusal_of(name, int(self.way))

    @property
    def pulled(self) -> bool:
        """Whether it has come to that request."""
        return self.request in self.seen

    async def settle(self) -> None:
        """Until nothing is under way; a bot that was cut off has been started anew by then."""
        await self.world.settle()
        if self.dead:
            self.dead = False
            await self.world.restart()
