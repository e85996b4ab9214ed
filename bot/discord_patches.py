"""Fixes how discord.py reconnects to Discord's gateway: not too fast, and not too late. Knows no duel.

If the gateway accepts a connection and closes it before HELLO, discord.py 2.7 retries without a pause, a thousand times
a second. If that happens after the gateway was unreachable, the process ends. And after an outage it waits up to 17
minutes. Its sharded client looks up both classes by name, so they are replaced there.
"""

from __future__ import annotations

from typing import Any, Self

import discord.shard
from discord.backoff import ExponentialBackoff
from discord.gateway import DiscordWebSocket, ReconnectWebSocket

LONGEST_PAUSE = 120.0
"""Longest pause between two attempts, in seconds: a day of them stays below the 1,000 sessions that Discord allows."""


class PatientWebSocket(DiscordWebSocket):
    """Treats a connection that was closed before it began as failed, so that a pause follows."""

    @classmethod
    async def from_client(cls, *args: Any, **options: Any) -> Self:
        """Connect. Raises `ConnectionError`, for which discord.py waits before it tries again."""
        try:
            return await super().from_client(*args, **options)
        except ReconnectWebSocket:
            raise ConnectionError("the gateway hung up") from None


class Backoff(ExponentialBackoff[Any]):
    """Exponential backoff, with pauses of at most `LONGEST_PAUSE`."""

    def delay(self) -> float:  # type: ignore[override]
        """Seconds to wait now."""
        return min(super().delay(), LONGEST_PAUSE)


def patch_discord() -> None:
    """Make sharded clients reconnect this way from now on."""
    discord.shard.DiscordWebSocket = PatientWebSocket  # type: ignore[misc]
    discord.shard.ExponentialBackoff = Backoff  # type: ignore[attr-defined]
