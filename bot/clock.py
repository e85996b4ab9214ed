"""`Clock`: what is due comes when it is due: lapsed deadlines, reminders, and time that the bot was away.

All it goes by is in the store, so that a restart loses nothing and no message's life matters. Times are absolute. It
brings up to date besides what could not be told when it happened.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

import discord

from bot import errors
from bot.challenges import milliseconds
from bot.courier import Courier
from bot.logs import about
from bot.post import give_up
from bot.service import DuelService
from storage import DuelStore, Unwritable

log = logging.getLogger(__name__)

INTERVAL = timedelta(seconds=20)
"""Between two looks: both players are to hear within a minute."""
AWAY = timedelta(minutes=1)
"""How long nobody may look before that counts as an absence, and is given back to everybody."""
LAST_LOOK = "last-look"
"""The note that holds when the clock last looked, with Discord in reach."""


class Clock:
    """Looks again and again, from `start` to `stop`, while Discord is in reach."""

    def __init__(
        self,
        client: discord.Client,
        service: DuelService,
        courier: Courier,
        store: DuelStore,
        clock: Callable[[], datetime],
    ) -> None:
        self._client = client
        self._service = service
        self._courier = courier
        self._store = store
        self._clock = clock
        self._looking = asyncio.Lock()
        self._loop: asyncio.Task[None] | None = None
        self._at_work: set[asyncio.Task[None]] = set()
        self._in_reach = False
        self._failure: str | None = None

    def start(self) -> None:
        """Discord is in reach: begin to look, or look again; and what was saved and not delivered is delivered now."""
        self._in_reach = True
        self._loop = self._loop or asyncio.create_task(self._run())
        self._begin(self._back())

    async def _back(self) -> None:
        await self.look()
        await self._courier.catch_up(at_once=True)

    def pause(self) -> None:
        """Discord is out of reach, so nobody can move: nothing runs out until it is back."""
        self._in_reach = False

    async def stop(self, patience: float) -> None:
        """Look no more. What is being told has so many seconds to be finished; the rest is left to the next start."""
        if self._loop:
            self._loop.cancel()
        if self._at_work:
            await asyncio.wait(self._at_work, timeout=patience)
        await give_up([task for task in (self._loop, *self._at_work) if task])

    async def look(self) -> None:
        """Save all that is due now, and have it told. Nobody waits here for a message. Never raises."""
        if not self._in_reach:
            return
        try:
            async with self._looking:
                await self._look()
        except Exception as error:
            # Not with every look anew.
            if (kind := errors.describe(error)) != self._failure:
                self._courier.outage.report(error)
            self._failure = kind
        else:
            self._failure = None

    async def _look(self) -> None:
        if await self._courier.outage.is_on():
            return
        now = int(self._clock().timestamp() * 1000)
        last = int(await self._store.note(LAST_LOOK) or now)
        away = now - last if now - last > milliseconds(AWAY) else 0
        if away:
            log.info("away for %d s: every deadline is that much later", away // 1000)
            await self._store.move_deadlines(away, LAST_LOOK, str(now))
        else:
            await self._store.put_note(LAST_LOOK, str(now))
        for duel_id in await self._store.due(now):
            with about(duel=duel_id):
                try:
                    await self._service.run_out(duel_id)
                except Unwritable:
                    raise
                except Exception as error:
                    errors.report(error)  # the others' time is up all the same
                else:
                    self._begin(self._courier.update(duel_id))
        self._begin(self._courier.catch_up())
        self._begin(self._courier.remind(await self._store.to_remind(now)))

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        async def done() -> None:
            try:
                await work
            except Exception as error:
                self._courier.outage.report(error)

        task = asyncio.create_task(done())
        self._at_work.add(task)
        task.add_done_callback(self._at_work.discard)

    async def _run(self) -> None:
        while True:
            self._begin(self.look())
            # Not a bare sleep: after a reconnect there is no time to lose.
            with suppress(TimeoutError):
                await self._client.wait_for("resumed", timeout=INTERVAL.total_seconds())
