"""`Retries`: when a message that failed may be tried again: later after each failure. Kept in memory alone."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.discord_api import FOR_NOW
from bot.service.deadlines import Clock

FIRST_WAIT, LONGEST_WAIT = timedelta(seconds=15), timedelta(hours=1)
"""Before a message that failed is retried: twice as long each time, from about one look of the scheduler on."""
DOUBLED = 8
"""Failures after which the longest wait is reached."""
LONGEST_SILENCE = timedelta(minutes=1)
"""The longest wait where Discord has not answered at all: polling is harmless there."""

Key = tuple[int, str]
"""A duel's number and one of its places."""


@dataclass(frozen=True)
class _Wait:
    """How often a message failed, when it may be tried again, and Discord's reason, None where there was none."""

    failures: int
    until: datetime
    code: int | None


class Retries:
    """The waits of all places that have failed."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._waits: dict[Key, _Wait] = {}

    def is_due(self, key: Key) -> bool:
        """Whether this place may be tried now."""
        wait = self._waits.get(key)
        return wait is None or self._clock() >= wait.until

    def failures(self, key: Key) -> int:
        """How often this place has failed in a row."""
        wait = self._waits.get(key)
        return wait.failures if wait else 0

    def failed(self, key: Key, code: int | None) -> None:
        """This place has failed, with that code of Discord's."""
        failures = self.failures(key)
        wait = min(FIRST_WAIT * 2 ** min(failures, DOUBLED), LONGEST_SILENCE if code in FOR_NOW else LONGEST_WAIT)
        self._waits[key] = _Wait(failures + 1, self._clock() + wait, code)

    def succeeded(self, key: Key) -> None:
        """This place is up to date."""
        self._waits.pop(key, None)

    def retry_lost(self) -> None:
        """What got lost is retried without a wait."""
        self._waits = {key: wait for key, wait in self._waits.items() if wait.code not in FOR_NOW}

    def forget_old(self) -> None:
        """Forget what has long been due, and so is no longer behind."""
        at = self._clock()
        self._waits = {key: wait for key, wait in self._waits.items() if at < wait.until + LONGEST_WAIT}
