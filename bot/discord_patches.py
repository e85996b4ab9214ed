"""What is replaced in discord.py's connection to Discord's gateway. Knows no duel.

- If the gateway accepts a connection and closes it before HELLO, discord.py 2.7 retries without a pause, a thousand
  times a second. If that happens after the gateway was unreachable, the process ends. And after an outage it waits up
  to 17 minutes.
- An event of an unexpected shape ends the process.

Its clients look up these classes by name, so they are replaced there.
"""

from __future__ import annotations

import json
import logging
from typing import Any, Self

import aiohttp
import discord.client
import discord.shard
from discord.backoff import ExponentialBackoff
from discord.gateway import DiscordWebSocket, ReconnectWebSocket

from bot.discord_start import PatientHTTP
from bot.logs import describe, place_of

log = logging.getLogger(__name__)

LONGEST_PAUSE = 120.0
"""Longest pause between two attempts, in seconds: a day of them stays below the 1,000 sessions that Discord allows."""


SESSION_EVENTS = ("READY", "RESUMED")
"""Without these, a connection is of no use."""
MEANT = (ReconnectWebSocket, discord.ConnectionClosed, aiohttp.ClientError, OSError)
"""What discord.py raises and handles itself: the connection is to be renewed, or was lost."""

_logged: set[tuple[str, str]] = set()
"""The kinds of events that could not be read, each with its error: logged once in a process."""


class PatientWebSocket(DiscordWebSocket):
    """Treats a connection that was closed before it began as failed, so that a pause follows. Passes over an event that
    discord.py can't read.
    """

    _frame: Any = None
    """The last message, decompressed."""

    @classmethod
    async def from_client(cls, *args: Any, **options: Any) -> Self:
        """Connect. Raises `ConnectionError`, for which discord.py waits before it tries again."""
        try:
            return await super().from_client(*args, **options)
        except ReconnectWebSocket:
            raise ConnectionError("the gateway hung up") from None

    def log_receive(self, frame: Any, /) -> None:
        """discord.py calls this with each message before it reads it."""
        self._frame = frame

    async def received_message(self, msg: Any, /) -> None:
        """Read one message. Raises `ConnectionError` for one without which the connection is of no use."""
        self._frame = None
        try:
            await super().received_message(msg)
        except MEANT:
            raise
        except Exception as error:
            event = _event(self._frame)
            kind = event or "a message that is no event"
            if (seen := (kind, describe(error))) not in _logged:
                _logged.add(seen)
                log.error("the gateway sent %s in an unknown form: %s", *seen, extra={"place": place_of(error)})
            if event is None or event in SESSION_EVENTS:
                await self.close()
                raise ConnectionError("the gateway can't be understood") from None


class Backoff(ExponentialBackoff[Any]):
    """Exponential backoff, with pauses of at most `LONGEST_PAUSE`."""

    def delay(self) -> float:  # type: ignore[override]
        """Seconds to wait now."""
        return min(super().delay(), LONGEST_PAUSE)


def _event(frame: Any) -> str | None:
    """The name of the event that a message brings; None if it brings none."""
    try:
        event = json.loads(frame)["t"]
    except (ValueError, TypeError, LookupError):
        return None
    return event if isinstance(event, str) else None


def patch_discord() -> None:
    """Make clients start and reconnect this way from now on."""
    discord.client.HTTPClient = PatientHTTP  # type: ignore[attr-defined]
    discord.shard.DiscordWebSocket = PatientWebSocket  # type: ignore[misc]
    discord.shard.ExponentialBackoff = Backoff  # type: ignore[attr-defined]
