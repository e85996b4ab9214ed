"""`Lateness`: how old a click is, so that a pile-up is not worked off for nobody. Knows no clock and keeps no click."""

from __future__ import annotations

from collections import deque

import discord

TOO_LATE = 2.0
"""Seconds: an answer is due within 3, and the work and the way back take some."""
MEMORY = 60.0
"""Seconds over which the smallest difference is looked for: one id of a Discord server that is fast must not last."""


class Lateness:
    """A click's age is its own time against our clock, less the smallest such difference of late: two clocks seldom
    agree, and ours need only run evenly.
    """

    def __init__(self) -> None:
        self._least: deque[tuple[float, float]] = deque()
        """Clicks that no later one has been quicker than: when each came, and its difference, rising."""

    def age(self, snowflake: int, now: float) -> float:
        """Seconds since the click with this id was made. `now`: of a clock that nobody sets."""
        difference = now - discord.utils.snowflake_time(snowflake).timestamp()
        while self._least and self._least[0][0] < now - MEMORY:
            self._least.popleft()
        while self._least and self._least[-1][1] >= difference:
            self._least.pop()
        self._least.append((now, difference))
        return difference - self._least[0][1]
