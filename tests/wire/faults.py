"""The ways in which a request to the stand-in can fail."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from random import Random

from aiohttp import web

from tests.wire.payloads import refusal, reply

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
Behaviour = Callable[[web.Request, Handler], Awaitable[web.StreamResponse]]
VIA = {"Via": "1.1 stand-in"}
"""Without this header, discord.py takes a 429 for a ban and does not retry."""


@dataclass
class Fault:
    """Makes one request fail, after `skip` others that match. `match` is a regex for `POST /channels/1/…`."""

    match: str
    behaviour: Behaviour
    skip: int = 0
    met: int = 0

    def meets(self, request: str) -> bool:
        """Whether this one is to fail."""
        if not re.search(self.match, request):
            return False
        self.met += 1
        return self.met == self.skip + 1


class Weather(Fault):
    """Makes a random share of all matching requests fail, each in one of several ways."""

    def __init__(self, match: str, share: float, behaviours: Sequence[Behaviour], random: Random) -> None:
        super().__init__(match, self._behaviour)
        self._share, self._behaviours, self._random = share, behaviours, random

    def meets(self, request: str) -> bool:
        """Whether this one is to fail."""
        fails = re.search(self.match, request) is not None and self._random.random() < self._share
        self.met += fails
        return fails

    async def _behaviour(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        return await self._random.choice(self._behaviours)(request, handler)


async def dropped_before(request: web.Request, handler: Handler) -> web.StreamResponse:
    """The connection drops before the request arrives."""
    return _dropped(request)


async def dropped_after(request: web.Request, handler: Handler) -> web.StreamResponse:
    """The request takes effect, but its response is lost."""
    await handler(request)
    return _dropped(request)


def refused(status: int, code: int = 0) -> Behaviour:
    """Discord answers with an error."""

    async def behaviour(request: web.Request, handler: Handler) -> web.StreamResponse:
        return refusal(status, code, "injected")

    return behaviour


def limited(seconds: float) -> Behaviour:
    """Discord answers that a rate limit was exceeded."""

    async def behaviour(request: web.Request, handler: Handler) -> web.StreamResponse:
        return too_many(seconds)

    return behaviour


def banned(**headers: str) -> Behaviour:
    """Cloudflare refuses the address before Discord hears of the request."""

    async def behaviour(request: web.Request, handler: Handler) -> web.StreamResponse:
        return web.Response(text="<html>error code: 1015</html>", status=429, content_type="text/html", headers=headers)

    return behaviour


def slow(seconds: float, clock: Callable[[], float]) -> Behaviour:
    """The request takes `seconds` by this clock."""

    async def behaviour(request: web.Request, handler: Handler) -> web.StreamResponse:
        deadline = clock() + seconds
        while True:
            await asyncio.sleep(0.05)
            if clock() >= deadline:
                return await handler(request)

    return behaviour


def before(happens: Callable[[], None]) -> Behaviour:
    """Something happens when the request arrives, before it takes effect; its response is lost."""

    async def behaviour(request: web.Request, handler: Handler) -> web.StreamResponse:
        happens()
        return _dropped(request)

    return behaviour


def after(happens: Callable[[], None]) -> Behaviour:
    """Something happens after the request has taken effect; its response is lost."""

    async def behaviour(request: web.Request, handler: Handler) -> web.StreamResponse:
        await handler(request)
        happens()
        return _dropped(request)

    return behaviour


@dataclass
class Limit:
    """A rate limit: `count` requests of one kind per `seconds`."""

    count: int
    seconds: float
    _windows: dict[str, tuple[float, int]] = field(default_factory=dict)

    def meet(self, kind: str, now: float) -> tuple[float, int]:
        """Count a request. Returns the seconds until the window ends, and the requests left, below 0 if too many."""
        began, used = self._windows.get(kind, (now, 0))
        if now - began >= self.seconds:
            began, used = now, 0
        self._windows[kind] = began, used + 1
        return began + self.seconds - now, self.count - used - 1


def too_many(seconds: float, *, of_all: bool = False) -> web.Response:
    """A 429 in Discord's format."""
    answer = reply({"message": "You are being rate limited.", "retry_after": seconds, "global": of_all}, 429)
    answer.headers.update(VIA | {"Retry-After": str(seconds)})
    return answer


def _dropped(request: web.Request) -> web.StreamResponse:
    if request.transport is not None:
        request.transport.abort()
    return web.Response()
