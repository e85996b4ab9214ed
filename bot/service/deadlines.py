"""Times as the store counts them: whole milliseconds since 1970 in UTC."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

Clock = Callable[[], datetime]
"""Tells the present time, with its zone."""


def milliseconds(time: timedelta) -> int:
    """A span in milliseconds."""
    return time // timedelta(milliseconds=1)


LATE = timedelta(minutes=1)
"""How late a player may be told that they are to move before the deadline is extended."""
GRACE = timedelta(seconds=5)
"""How long after a deadline a press from before it may still be under way to us."""
AFTER_RETURN = timedelta(minutes=1)
"""How long no deadline passes after a start or a reconnect: whoever was about to move can."""
CALL_OFF_AFTER = timedelta(hours=1)
"""How long a player, or their pace where that is more, waits for one who can't be reached before they may call the duel
off."""
PACES_UNTIL_VOID = 3
SHORTEST_UNTIL_VOID, LONGEST_UNTIL_VOID = timedelta(days=1), timedelta(days=7)
"""After so many paces, within these limits, it is called off by itself."""


def now(clock: Clock) -> int:
    """The present time in milliseconds."""
    return int(clock().timestamp() * 1000)
