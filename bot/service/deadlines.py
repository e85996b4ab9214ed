"""When something happens in a duel: how long a move may take, when its reminder is sent, what extends a deadline.

The store counts times as whole milliseconds since 1970 in UTC.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

Clock = Callable[[], datetime]
"""Tells the present time, with its zone."""

PACES = {"live": timedelta(minutes=5), "daily": timedelta(days=1), "slow": timedelta(days=3)}
"""How long a move may take."""
REMINDER_SHARE = 4
"""A reminder is sent when one part in so many of the pace is left."""
LONGEST_CHALLENGE = timedelta(days=1)
PACES_OF_A_CHALLENGE = 3
"""A challenge stands for a day, or for so many paces where that is less: who accepts then finds the other there."""
AWAY = timedelta(minutes=1)
"""How long the scheduler may not have looked before that counts as an absence, by which all deadlines are extended."""
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

IDLE_UNTIL_VOID = timedelta(days=7)
"""A practice duel in which nobody has moved for so long is called off; nothing else in it has a deadline."""


def milliseconds(time: timedelta) -> int:
    """A span in milliseconds."""
    return time // timedelta(milliseconds=1)


def reminder_lead(pace: int) -> int:
    """How many milliseconds before a move's deadline its reminder is sent. `pace`: in milliseconds, too."""
    return pace // REMINDER_SHARE


def now(clock: Clock) -> int:
    """The present time in milliseconds."""
    return int(clock().timestamp() * 1000)
