"""`PatientHTTP`: what Discord refuses for now while the bot starts is waited out. Knows no duel.

discord.py ends the process where Discord answers 429 without JSON, as Cloudflare does for an address with too many
invalid requests. And it begins a session where none is left for today, for which Discord resets the bot's token.

It keeps what it knows of each channel's rate limits for five minutes, and looks at all of that for each new channel.
"""

from __future__ import annotations

import asyncio
import logging
from itertools import islice
from typing import Any

import discord
from discord.http import HTTPClient, Ratelimit, Route

from bot.discord_api import RATE_LIMITED
from bot.logs import describe

log = logging.getLogger(__name__)

NEEDED = ("/users/@me", "/oauth2/applications/@me", "/gateway/bot")
"""The requests without which the bot can't start. All others have their own retries, or can do without."""
BAN_SECONDS = 600.0
"""How long to wait where Discord does not say. It counts invalid requests over 10 minutes."""
LONGEST_WAIT = 3600.0
"""Seconds after which to ask again, whatever Discord says: Cloudflare's bans may be lifted early."""
RATE_LIMITS = 1_000
"""Rate limits that are kept in memory, 1 KiB each, apart from those that count just now. A duel's messages have six."""


class PatientHTTP(HTTPClient):
    """discord.py's HTTP client, which waits at the start instead of giving up, and keeps few rate limits."""

    async def request(self, route: Route, **options: Any) -> Any:
        """One request. Raises what discord.py does, but for a 429 of a request that the start needs."""
        while True:
            try:
                return await super().request(route, **options)
            except (discord.HTTPException, discord.RateLimited) as error:
                if route.path not in NEEDED or not is_for_now(error):
                    raise
                wait = _wait_of(error)
                log.warning("Discord lets this address in later (%s): asking again in %d s", describe(error), wait)
            await asyncio.sleep(wait)

    async def get_bot_gateway(self) -> tuple[int, str, Any]:
        """How many shards there are, the gateway's address and the limit, once there is a session left for each."""
        while True:
            shards, url, limit = await super().get_bot_gateway()
            if limit["remaining"] >= shards:
                return shards, url, limit
            wait = min(limit["reset_after"] / 1000 + 1, LONGEST_WAIT)
            log.warning(
                "Discord lets this bot begin %d sessions a day, and all are used up by starts: "
                "nobody can play until there is one again. Asking again in %d s",
                limit["total"],
                wait,
            )
            await asyncio.sleep(wait)

    def _try_clear_expired_ratelimits(self) -> None:
        """discord.py calls this with each rate limit that is new. Of the oldest two, those that count are kept."""
        for key, limit in tuple(islice(self._buckets.items(), 2 if len(self._buckets) > RATE_LIMITS else 0)):
            del self._buckets[key]
            if _counts(limit):
                self._buckets[key] = limit


def _counts(limit: Ratelimit) -> bool:
    """Whether a request goes by it, or waits for it, or it will be renewed at a time to come."""
    is_open = limit.expires is not None and not limit.is_expired()
    return bool(is_open or limit.outgoing or limit._pending_requests)


def is_for_now(error: discord.DiscordException) -> bool:
    """Whether it means that there were too many requests, as a rate limit or a ban of this address does."""
    return isinstance(error, discord.RateLimited) or getattr(error, "status", None) == RATE_LIMITED


def _wait_of(error: discord.HTTPException | discord.RateLimited) -> float:
    """Seconds until it is worth asking again."""
    if isinstance(error, discord.RateLimited):
        said: Any = error.retry_after
    else:
        said = error.response.headers.get("Retry-After", BAN_SECONDS)
    try:
        return min(max(float(said), 1.0), LONGEST_WAIT)
    except ValueError:
        return BAN_SECONDS
