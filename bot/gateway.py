"""How the bot comes back to Discord's gateway: never in haste, and never too late. Knows no duel.

discord.py 2.7 tries again without a pause, a thousand times a second, where the gateway takes a connection and ends it
before it has said anything; the process ends where that happens after the gateway was out of reach; and after an outage
it waits for up to 17 minutes. Its sharded client looks both classes up by name, so they are replaced there.
"""

from __future__ import annotations

from typing import Any, Self

import discord.shard
from discord.backoff import ExponentialBackoff
from discord.gateway import DiscordWebSocket, ReconnectWebSocket

LONGEST_PAUSE = 120.0
"""Seconds between two attempts, at most: a day has fewer of them than the 1,000 sessions that Discord allows."""


class PatientWebSocket(DiscordWebSocket):
    """A connection that was ended before it began counts as one that failed: a pause follows."""

    @classmethod
    async def from_client(cls, *args: Any, **options: Any) -> Self:
        """Connect. Raises `ConnectionError`, for which discord.py waits before it tries again."""
        try:
            return await super().from_client(*args, **options)
        except ReconnectWebSocket:
            raise ConnectionError("the gateway hung up") from None


class Backoff(ExponentialBackoff[Any]):
    """Longer and longer pauses, up to `LONGEST_PAUSE`."""

    def delay(self) -> float:  # type: ignore[override]
        """Seconds to wait now."""
        return min(super().delay(), LONGEST_PAUSE)


def be_patient() -> None:
    """From now on, sharded clients reconnect like this."""
    discord.shard.DiscordWebSocket = PatientWebSocket  # type: ignore[misc]
    discord.shard.ExponentialBackoff = Backoff  # type: ignore[attr-defined]
