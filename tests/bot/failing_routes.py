"""Routes that fail from some step of a duel on, in a way in which requests do, until they are lifted."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from random import Random
from typing import Any

import aiohttp

from tests.bot.people import PLANS
from tests.bot.plugs import LATE, refusal_of
from tests.bot.refusals import Call
from tests.bot.timed import LIVE
from tests.bot.world import World

ROUTES = {
    "prompts": r"POST /users/@me/channels|POST /channels/(Ada|Ben)/messages",
    "lines": r"POST /channels/duels/messages",
    "both": r"POST /users/@me/channels|POST /channels/(Ada|Ben|duels)/messages",
    "boards": r"(PATCH|POST) /channels/duels/.*",
}
"""What fails together. A board that can't be edited is posted anew, and so by the route that lines take."""
NEVER = float("inf")
A_LOOK = 20
STARTED_AGAIN_IN = 50


@dataclass(frozen=True)
class Case:
    """`before`: the step of the plan with whose telling the failing begins, counted from 0; -1 is the start. `lifted`:
    so many seconds later it ends. `restarted`: when the bot is stopped meanwhile, and for how long. `patience`: how
    long people think before their next move after it; None: whoever is to make that lets their time pass.
    """

    game: str
    route: str
    way: str
    before: int
    lifted: float
    restarted: tuple[float, float] | None = None
    patience: float | None = 0

    @classmethod
    def drawn(cls, game: str, route: str, way: str, random: Random) -> Case:
        """One of all there are; but a bot that is killed again and again for a day is none."""
        lifted = random.choice([random.uniform(30, 90), random.uniform(LIVE - 45, LIVE + 45), 2.5 * LIVE, NEVER])
        if way.startswith("killed"):
            lifted = min(lifted, 2.5 * LIVE)
        restarted = random.uniform(5, min(lifted, 2 * LIVE)), random.choice([5.0, 33.0, 90.0])
        before = random.randrange(-1, len(PLANS[game].split()) - 1)
        patience = random.choice([0, 30, 200, None])
        return cls(game, route, way, before, lifted, random.choice([None, restarted]), patience)


class Route:
    """Fails in a way from `fail` on. A bot that it kills is started again after `STARTED_AGAIN_IN` seconds."""

    def __init__(self, world: World, case: Case) -> None:
        self.world, self.case = world, case
        self.since = NEVER
        self.has_failed = False
        self._restart = case.restarted
        self._names = {s.user.dm_channel.id: s.name for s in (world.ada, world.ben)} | {world.channel.id: "duels"}
        self._dead: set[int] = set()

    @property
    def now(self) -> float:
        """Discord's time, in seconds."""
        return self.world.env.backend.clock.now().timestamp()

    @property
    def lifted_at(self) -> float:
        """When everything works again."""
        return self.since + self.case.lifted

    def fail(self) -> None:
        """From now on."""
        self.since = self.now

    async def settle(self) -> None:
        """Until nothing is under way, and the bot is there."""
        await self.world.settle()
        if self._restart and self.now >= self.since + self._restart[0]:
            (_, away), self._restart = self._restart, None
            await self._start_anew(away)
        while id(self.world.client.http) in self._dead:
            await self._start_anew(STARTED_AGAIN_IN)

    async def _start_anew(self, away: float) -> None:
        with self.world.env._bot_scope():
            await self.world.client.scheduler.stop(0)
        await self.world.env.advance_time(away)
        await self.world.restart()
        await self.world.settle()

    def in_front_of(self, real: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        """What all bots of this world are to ask instead of Discord."""

        async def request(http: Any, route: Any, *args: Any, **kwargs: Any) -> Any:
            path = route.url.split("/v10", 1)[-1]
            path = re.sub(r"\d{15,}", lambda found: self._names.get(int(found[0]), "*"), path)
            return await self._asked(id(http), f"{route.method} {path}", lambda: real(http, route, *args, **kwargs))

        return request

    async def _asked(self, bot: int, request: str, call: Call) -> Any:
        if bot in self._dead:
            raise asyncio.CancelledError
        way, is_failing = self.case.way, self.since <= self.now < self.lifted_at
        if not is_failing or not re.fullmatch(ROUTES[self.case.route], request):
            return await call()
        self.has_failed = True
        if way == "late":
            await self.world.env.external_wait(asyncio.sleep(LATE), reason="a late request")
            return await call()
        if way.endswith("-after"):
            await call()
        if way.startswith("killed"):
            self._dead.add(bot)
            raise asyncio.CancelledError
        raise aiohttp.ServerDisconnectedError if way.startswith("dropped") else refusal_of(request, int(way))
