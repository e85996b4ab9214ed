"""Kills of the bot at a chosen request."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

Call = Callable[[], Awaitable[Any]]


@dataclass
class Kill:
    """The bot dies at its `at`-th request, from 1, and does nothing after it. `done`: that request has its effect.
    `match`: only requests that match this count, as `POST /channels/…`.
    """

    at: int
    done: bool
    match: str = ""
    seen: int = 0

    async def __call__(self, method: str, path: str, call: Call) -> Any:
        self.seen += self.seen >= self.at or re.match(self.match, f"{method} {path}") is not None
        if self.seen < self.at:
            return await call()
        if self.seen == self.at and self.done:
            await call()
        raise asyncio.CancelledError


def kills(requests: int) -> list[Kill]:
    """A kill at each of so many requests, before and after its effect."""
    return [Kill(at, done) for at in range(1, requests + 1) for done in (False, True)]


def name(kill: Kill) -> str:
    """The id of its case."""
    return f"{'after' if kill.done else 'before'}-{kill.at}"
