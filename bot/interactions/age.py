"""`InteractionAges`: how old an interaction is, so that no work is done for one that can't be answered any more."""

from __future__ import annotations

from collections import deque
from typing import Any

import discord

TOO_OLD = 2.0
"""Seconds: an answer is due within 3, and the work and the way back take some."""
MEMORY = 60.0
"""Seconds over which the smallest difference counts, so that one fast Discord clock does not skew ages for ever."""


def created_at(interaction: discord.Interaction[Any]) -> int:
    """When Discord received an interaction, in milliseconds since 1970."""
    return int(discord.utils.snowflake_time(interaction.id).timestamp() * 1000)


class InteractionAges:
    """An interaction's age is the difference between our clock and its id's time, less the smallest such difference
    in the last `MEMORY` seconds: the two clocks need not agree, ours only has to run evenly.
    """

    def __init__(self) -> None:
        self._least: deque[tuple[float, float]] = deque()
        """Arrival times and differences, both rising: only those that can still be the smallest are kept."""

    def age(self, snowflake: int, now: float) -> float:
        """Seconds since the interaction with this id was made. `now`: seconds of a monotonic clock."""
        difference = now - discord.utils.snowflake_time(snowflake).timestamp()
        while self._least and self._least[0][0] < now - MEMORY:
            self._least.popleft()
        while self._least and self._least[-1][1] >= difference:
            self._least.pop()
        self._least.append((now, difference))
        return difference - self._least[0][1]
