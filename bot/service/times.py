"""Times as the store counts them: whole milliseconds since 1970 in UTC."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

Clock = Callable[[], datetime]
"""Tells the present time, with its zone."""


def milliseconds(time: timedelta) -> int:
    """A span in milliseconds."""
    return time // timedelta(milliseconds=1)


def now(clock: Clock) -> int:
    """The present time in milliseconds."""
    return int(clock().timestamp() * 1000)
