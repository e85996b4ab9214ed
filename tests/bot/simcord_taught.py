"""What simcord does not know, and is taught for all tests of the bot, by its private names."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from functools import wraps
from types import SimpleNamespace
from typing import Any

import aiosqlite
import pytest
import simcord
from simcord import _dpy_internals, _settlement, components, env, gateway, interactions, results
from simcord.backend import serializers
from simcord.backend.ops.messages import MessageMixin
from simcord.http import router
from simcord.http.client import FakeHTTPClient

from bot.emojis.uploads import NAMES

NONCE_KEPT = 180.0
"""Seconds in which a nonce is known: Discord says "the past few minutes"."""

AT_ONCE = 0.001
"""Seconds: a shorter wait only lets others go first."""

CONSTANT = frozenset({str, int, bool, float, type(None)})
"""Types of what is never changed."""

TURNS = 1000
"""Turns of the loop after which it is looked whether what is at work will ever rest."""


def teach() -> None:
    """Once a process."""
    defaults = simcord.Env._settle_internal.__kwdefaults__
    assert defaults is not None
    # It looks again at once: by then, nothing is left to be done by itself.
    defaults["idle"] = 1e-6
    setattr(env, "asyncio", SimpleNamespace(**vars(asyncio) | {"wait": _wait_for_rest}))  # noqa: B010
    FakeHTTPClient.request = _deduplicated(FakeHTTPClient.request)  # type: ignore[method-assign]
    _settlement._park_reason = _parked_at_locks(_settlement._park_reason)
    interactions.resolve_handle = _with_permissions(interactions.resolve_handle)
    MessageMixin.commit_message = _newest_for_all(MessageMixin.commit_message)  # type: ignore[method-assign]
    for module in (components, results, serializers):
        setattr(module, "deepcopy", _copied)  # noqa: B010
    for module in (gateway, router):
        setattr(module, "copy", SimpleNamespace(deepcopy=_copied))  # noqa: B010
    setattr(components, "walk_components", _walked)  # noqa: B010
    # So there is no timer in real time that has to be found and cancelled, again and again.
    setattr(env, "_virtualize_recognized_waits", lambda *_: None)  # noqa: B010
    _dpy_internals.is_listener_future = _is_listened_for


def upload_pictures(env: simcord.Env) -> None:
    """As at an earlier start of the bot."""
    for name in NAMES:
        env.backend.create_application_emoji(name)


@contextmanager
def sqlite_in_this_thread() -> Iterator[None]:
    """A file that only this test uses is read and written at once: to wait for a thread costs more than all else."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(aiosqlite.Connection, "_connect", _connected_here)
        patch.setattr(aiosqlite.Connection, "_execute", _executed_here)
        yield


async def _wait_for_rest(tasks: Any, **options: Any) -> Any:
    """`asyncio.wait`, but where simcord lets a bot work before it looks at it again, it does so until the loop has
    nothing to do: to look costs more than the work, and without a thread at work there is nothing to wait for.
    """
    tasks = list(tasks)
    for_a_while = options.get("return_when") == asyncio.FIRST_COMPLETED
    if not (for_a_while and all(isinstance(task, asyncio.Task) for task in tasks)):
        return await asyncio.wait(tasks, **options | {"timeout": max(options["timeout"], AT_ONCE)})
    loop: Any = asyncio.get_running_loop()
    for _ in range(TURNS):
        await asyncio.sleep(0)
        if not loop._ready:
            break


def _is_listened_for(client: Any, waiter: Any) -> bool:
    """What simcord asks most often; the newest listener is mostly the one, and discord.py keeps those that are done."""
    if waiter is None or waiter.done():
        return False
    return any(future is waiter for entries in client._listeners.values() for future, _ in reversed(entries))


def _copied(payload: Any) -> Any:
    """What `copy.deepcopy` does, for payloads: they are dicts, lists and what is never changed."""
    kind = type(payload)
    if kind is dict:
        return {key: value if type(value) in CONSTANT else _copied(value) for key, value in payload.items()}
    if kind is list:
        return [value if type(value) in CONSTANT else _copied(value) for value in payload]
    return payload if kind in CONSTANT else deepcopy(payload)


def _walked(parts: Any, found: list[dict[str, Any]] | None = None) -> list[dict[str, Any]]:
    """What `walk_components` yields, as a list: simcord walks through each message a dozen times."""
    found = [] if found is None else found
    for part in (parts,) if isinstance(parts, dict) else parts:
        if isinstance(part, dict):
            found.append(part)
            if isinstance(inside := part.get("components"), list):
                _walked(inside, found)
            for key in ("accessory", "component"):
                if isinstance(inside := part.get(key), dict):
                    _walked(inside, found)
    return found


async def _connected_here(self: aiosqlite.Connection) -> aiosqlite.Connection:
    self._connection = self._connection or self._connector()
    return self


async def _executed_here(self: aiosqlite.Connection, function: Any, *args: Any, **kwargs: Any) -> Any:
    await asyncio.sleep(0)
    if not self._running or self._connection is None:
        raise ValueError("Connection closed")
    return function(*args, **kwargs)


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


def _newest_for_all(real: Any) -> Any:
    """As Discord does: what only one person sees is never a channel's newest message."""

    @wraps(real)
    def commit_message(self: Any, message: Any, **options: Any) -> Any:
        channel = self.get_channel(message.channel_id)
        before = channel.last_message_id
        result = real(self, message, **options)
        if message.is_ephemeral:
            channel.last_message_id = before
        return result

    return commit_message


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


def _with_permissions(real: Any) -> Any:
    """As Discord does: a member who is chosen for an option comes with what they may do in the channel."""

    @wraps(real)
    def resolve_handle(actor: Any, value: Any, resolved: Any, *, channel_id: int) -> None:
        real(actor, value, resolved, channel_id=channel_id)
        backend = actor._env.backend
        guild_id = backend.get_channel(channel_id).guild_id
        for user_id, member in resolved.get("members", {}).items():
            member["permissions"] = str(backend.compute_permissions(guild_id, int(user_id), channel_id))

    return resolve_handle
