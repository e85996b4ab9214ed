"""`DiscordClock`: the present time by Discord's clock, because that is the one that players' deadlines are shown by.

It is learnt from the `Date` header of each answer, and from ids. In between it is counted by the event loop's clock,
which runs evenly. This machine's clock counts only until the first answer.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord

log = logging.getLogger(__name__)

RESOLUTION = timedelta(seconds=1)
"""A `Date` header is cut off to whole seconds (RFC 9110, section 5.6.7)."""
TOLERANCE = timedelta(seconds=2)
"""How far off this machine's clock may be before somebody is told."""


class DiscordClock:
    """Call it for the present time, with its zone. Its error is at most a second and the time that an answer takes.

    `machine` is this machine's clock. `elapsed`: seconds of a clock that runs evenly; where it begins does not matter.
    """

    def __init__(
        self,
        machine: Callable[[], datetime] = discord.utils.utcnow,
        elapsed: Callable[[], float] = lambda: asyncio.get_running_loop().time(),
    ) -> None:
        self._machine = machine
        self._elapsed = elapsed
        self._anchor: datetime | None = None
        """When `elapsed` was 0; None until something was learnt."""
        self._logged = False
        self._last: str | None = None
        """The newest `Date` header; empty where there was none."""

    def __call__(self) -> datetime:
        """The present time."""
        return self._machine() if self._anchor is None else self._anchor + self._counted()

    def learn(self, earliest: datetime, latest: datetime | None = None) -> None:
        """The present time is known to lie between these two. If the clock shows another one, it is set to the nearer.

        `latest` is None if only the one bound is known.
        """
        time = max(self(), earliest)
        if latest is not None:
            time = min(time, latest)
        self._anchor = time - self._counted()

    def learn_from_id(self, snowflake: int) -> None:
        """Something with this id has arrived. It may have been under way for long, so the time can be any later one."""
        self.learn(discord.utils.snowflake_time(snowflake))

    def trace(self) -> aiohttp.TraceConfig:
        """For the option `http_trace` of a discord.py client: learn from every answer that it gets."""
        config = aiohttp.TraceConfig()
        config.on_request_headers_sent.append(self._on_sent)
        config.on_request_end.append(self._on_answer)
        return config

    def fault(self) -> str | None:
        """What is wrong with this machine's clock, and what to do; None if it is right."""
        if self._anchor is None:
            return "Discord's answers do not say what time it is. If there is a proxy, let the header Date through."
        ahead = self._machine() - self()
        if abs(ahead) <= TOLERANCE:
            return None
        by, side = abs(ahead).total_seconds(), "ahead of" if ahead > timedelta() else "behind"
        return (
            f"This machine's clock is {by:.0f} s {side} Discord's, which the bot goes by. "
            "Have it set by NTP, for example with `timedatectl set-ntp true`."
        )

    def _counted(self) -> timedelta:
        return timedelta(seconds=self._elapsed())

    async def _on_sent(self, session: object, context: SimpleNamespace, params: object) -> None:
        context.sent = self._elapsed()

    async def _on_answer(self, session: object, context: SimpleNamespace, params: Any) -> None:
        header = params.response.headers.get("Date", "")
        if header == self._last:  # the first answer in a second says nearly all that the others do
            return
        self._last = header
        with suppress(ValueError, OverflowError):  # it would fail the request
            date = parsedate_to_datetime(header).replace(tzinfo=UTC)
            self.learn(date, date + RESOLUTION + timedelta(seconds=self._elapsed() - context.sent))
        if not self._logged and (fault := self.fault()):
            self._logged = True
            log.warning("%s", fault)
