"""`Outage`: whether nothing can be saved for now. Knows no Discord.

What the bot does by itself it does again and again: while that can't be saved, it is said once, at the beginning and at
the end. And nothing is told then, since what was told could not be noted, and would be told twice.
"""

from __future__ import annotations

import logging

from bot import errors
from storage import DuelStore, Unwritable

log = logging.getLogger(__name__)

PROBE = "probe"
"""The note that is written to find out whether anything can be."""


class Outage:
    """Begins with a failure that is reported here, and is over when something is saved."""

    def __init__(self, store: DuelStore) -> None:
        self._store = store
        self._is_on = False

    def report(self, error: Exception) -> None:
        """A failure of what will be tried again."""
        if not isinstance(error, Unwritable):
            errors.report(error)
        elif not self._is_on:
            self._is_on = True
            log.error("the database can't be written, so nothing is saved or told for now: %s", error.reason)

    async def is_on(self) -> bool:
        """Whether there still is one."""
        if self._is_on:
            try:
                await self._store.put_note(PROBE, "")
            except Unwritable:
                return True
            if self._is_on:
                self._is_on = False
                log.info("the database can be written again")
        return False
