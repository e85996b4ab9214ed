"""What can go wrong with a request to the stand-in, one fault at a time."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from random import Random

from aiohttp import web

from tests.wire.payloads import refusal, reply

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
Deed = Callable[[web.Request, Handler], Awaitable[web.StreamResponse]]
VIA = {"Via": "1.1 stand-in"}
"""Without it, discord.py takes a 429 for a ban and does not try again."""


@dataclass
class Fault:
    """Of one request that fits, after `skip` others: `match` is searched for in `POST /channels/1/messages`."""

    match: str
    deed: Deed
    skip: int = 0
    met: int = 0

    def meets(self, request: str) -> bool:
        """Whether this one is to fail."""
        if not re.search(self.match, request):
            return False
        self.met += 1
        return self.met == self.skip + 1


class Weather(Fault):
    """A share of all requests that fit fails, each in one of several ways."""

    def __init__(self, match: str, share: float, deeds: Sequence[Deed], random: Random) -> None:
        super().__init__(match, self._deed)
        self._share, self._deeds, self._random = share, deeds, random

    def meets(self, request: str) -> bool:
        """Whether this one is to fail."""
        fails = re.search(self.match, request) is not None and self._random.random() < self._share
        self.met += fails
        return fails

    async def _deed(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        return await self._random.choice(self._deeds)(request, handler)


async def dropped_before(request: web.Request, handler: Handler) -> web.StreamResponse:
    """The connection is gone before the request arrives."""
    return _dropped(request)


async def dropped_after(request: web.Request, handler: Handler) -> web.StreamResponse:
    """The request has its effect, and the answer gets lost."""
    await handler(request)
    return _dropped(request)


def refused(status: int, code: int = 0) -> Deed:
    """An error of Discord's."""

    async def deed(request: web.Request, handler: Handler) -> web.StreamResponse:
        return refusal(status, code, "injected")

    return deed


def limited(seconds: float) -> Deed:
    """A rate limit that was met."""

    async def deed(request: web.Request, handler: Handler) -> web.StreamResponse:
        return too_many(seconds)

    return deed


def slow(seconds: float, clock: Callable[[], float]) -> Deed:
    """The request takes its time, by that clock."""

    async def deed(request: web.Request, handler: Handler) -> web.StreamResponse:
        deadline = clock() + seconds
        while True:
            await asyncio.sleep(0.05)
            if clock() >= deadline:
                return await handler(request)

    return deed


def before(happens: Callable[[], None]) -> Deed:
    """Something happens when the request arrives; its answer reaches nobody."""

    async def deed(request: web.Request, handler: Handler) -> web.StreamResponse:
        happens()
        return _dropped(request)

    return deed


def after(happens: Callable[[], None]) -> Deed:
    """Something happens when the request has had its effect; its answer reaches nobody."""

    async def deed(request: web.Request, handler: Handler) -> web.StreamResponse:
        await handler(request)
        happens()
        return _dropped(request)

    return deed


def too_many(seconds: float, *, of_all: bool = False) -> web.Response:
    """429, as Discord says it."""
    answer = reply({"message": "You are being rate limited.", "retry_after": seconds, "global": of_all}, 429)
    answer.headers.update(VIA | {"Retry-After": str(seconds)})
    return answer


def _dropped(request: web.Request) -> web.StreamResponse:
    if request.transport is not None:
        request.transport.abort()
    return web.Response()
