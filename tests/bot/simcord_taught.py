"""What simcord does not know, and is taught for all tests of the bot, by its private names."""

from __future__ import annotations

import asyncio
import json
from functools import wraps
from typing import Any

import simcord
from simcord import _settlement
from simcord.http.client import FakeHTTPClient

NONCE_KEPT = 180.0
"""Seconds in which a nonce is known: Discord says "the past few minutes"."""


def teach() -> None:
    """Once a process."""
    defaults = simcord.Env._settle_internal.__kwdefaults__
    assert defaults is not None
    # Without it, every turn of the loop that does real work, as SQLite's does, waits for 50 ms.
    defaults["idle"] = 0.001
    FakeHTTPClient.request = _deduplicated(FakeHTTPClient.request)  # type: ignore[method-assign]
    _settlement._park_reason = _parked_at_locks(_settlement._park_reason)


def _deduplicated(real: Any) -> Any:
    """As Discord does: what is sent again with its nonce is the message that is there already."""

    @wraps(real)
    async def request(self: Any, route: Any, *args: Any, **kwargs: Any) -> Any:
        parts = [kwargs.get("json") or {}]
        parts += [json.loads(part["value"]) for part in kwargs.get("form") or () if part["name"] == "payload_json"]
        nonce = next((part["nonce"] for part in parts if isinstance(part, dict) and part.get("enforce_nonce")), None)
        if nonce is None:
            return await real(self, route, *args, **kwargs)
        # Discord keeps them, not the bot: they outlive its restart.
        sent, now = self.backend.__dict__.setdefault("sent_by_nonce", {}), self.backend.clock.elapsed
        at, result = sent.get((route.url, nonce), (0.0, None))
        if result is None or now - at > NONCE_KEPT:
            result = await real(self, route, *args, **kwargs)
            sent[route.url, nonce] = now, result
        return result

    return request


def _parked_at_locks(real: Any) -> Any:
    """Whoever waits for a lock or in a line waits as long as who holds it: they are no more at work."""

    @wraps(real)
    def park_reason(state: Any, task: asyncio.Task[Any], *args: Any) -> str | None:
        reason: str | None = real(state, task, *args)
        waiter = getattr(task, "_fut_waiter", None)
        if reason is None and waiter is not None and not waiter.done() and _is_at_a_lock(task):
            return "a lock"
        return reason

    return park_reason


def _is_at_a_lock(task: asyncio.Task[Any]) -> bool:
    coroutine: Any = task.get_coro()
    while hasattr(inner := getattr(coroutine, "cr_await", None), "cr_code"):
        coroutine = inner
    return getattr(coroutine, "cr_code", None) in (asyncio.Lock.acquire.__code__, asyncio.Semaphore.acquire.__code__)
