"""`LaterDeadlines`: after an absence every deadline is later, and thousands of messages show it as it was. They are
edited behind all that people do, those with the earliest deadlines first.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from bot.delivery.updates import Updates
from storage import DuelStore

REQUESTS_A_SECOND = 25
"""Half of what Discord allows a bot. What people do counts, so that the other half is always there for that."""
AT_ONCE = 20
"""Duels that are under way at the same time: some wait long, since Discord limits the edits in one channel."""
READ_AT_ONCE = 100


class LaterDeadlines:
    """Shows them, as many a second as there is room for."""

    def __init__(self, updates: Updates, store: DuelStore) -> None:
        self._updates = updates
        self._store = store
        self._places = asyncio.Semaphore(AT_ONCE)

    async def show(self, begin: Callable[[Coroutine[Any, Any, None]], object]) -> None:
        """Show those that are not shown yet, each once; `begin` runs what is not waited for."""
        after = (-1, -1)
        while found := await self._store.with_later_deadline(after, READ_AT_ONCE):
            for due_at, duel_id, messages in found:
                await self._places.acquire()
                begin(self._show(duel_id))
                await self._give_way(messages)
                after = (due_at, duel_id)

    async def _show(self, duel_id: int) -> None:
        try:
            await self._updates.show_later_deadline(duel_id)
        finally:
            self._places.release()

    async def _give_way(self, requests: int) -> None:
        """Wait as long as these requests take, and those that people have caused meanwhile."""
        while requests:
            before = self._updates.begun
            await asyncio.sleep(requests / REQUESTS_A_SECOND)
            requests = self._updates.begun - before
