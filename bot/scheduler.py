"""`Scheduler`: ends what has run out of time, has reminders sent, and extends all deadlines after an absence.

All deadlines are absolute times in the store, so a restart loses nothing. Each look also retries what could not be told
when it happened.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from datetime import timedelta
from typing import Any

from bot import errors
from bot.delivery.held_time import HeldTime
from bot.delivery.later_deadlines import LaterDeadlines
from bot.delivery.outage import Outage
from bot.delivery.updates import Updates
from bot.discord_api import give_up
from bot.logs import describe, log_context
from bot.service.computer import Computer
from bot.service.deadlines import AFTER_RETURN, AWAY, GRACE, Clock, milliseconds, now
from bot.service.duels import Duels
from storage import Agenda, DuelStore, Unwritable

log = logging.getLogger(__name__)

INTERVAL = timedelta(seconds=20)
"""Between two looks: both players are to hear within a minute."""
BEHIND_AT_ONCE = 500
"""Duels that are caught up with in one look: Discord allows no more requests than these need until the next."""
COMPUTER = "computer"
"""Not a place, but what is retried like one: the move of the bot itself."""
LAST_LOOK = "last-look"
"""The note that holds when the last look was, with Discord in reach."""


class Scheduler:
    """Looks again and again, from `start` to `stop`, while Discord is in reach."""

    def __init__(
        self,
        *,
        duels: Duels,
        computer: Computer,
        updates: Updates,
        later_deadlines: LaterDeadlines,
        held_time: HeldTime,
        outage: Outage,
        store: DuelStore,
        clock: Clock,
    ) -> None:
        self._duels = duels
        self._computer = computer
        self._updates = updates
        self._later_deadlines = later_deadlines
        self._held_time = held_time
        self._outage = outage
        self._store = store
        self._clock = clock
        self._looking = asyncio.Lock()
        self._thinking = asyncio.Lock()
        self._loop: asyncio.Task[None] | None = None
        self._showing: asyncio.Task[None] | None = None
        self._at_work: set[asyncio.Task[None]] = set()
        self._in_reach = self._has_returned = False
        self._failure: str | None = None
        self._last_look: int | None = None
        self._caught_up_to = 0
        """The duels with higher numbers are caught up with next."""

    def start(self) -> None:
        """Discord is in reach: begin to look, or look again; and what was saved and not delivered is delivered now."""
        self._in_reach = self._has_returned = True
        self._duels.spare()
        self._loop = self._loop or asyncio.create_task(self._run())
        self._updates.retries.retry_lost()
        self._begin(self.look())

    def pause(self) -> None:
        """Discord is out of reach, so nobody can move: nothing runs out until it is back."""
        self._in_reach = False

    async def stop(self, patience: float) -> None:
        """Look no more. What is being told has so many seconds to be finished; the rest is left to the next start."""
        for task in (self._loop, self._showing):
            if task:
                task.cancel()
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
            if (kind := describe(error)) != self._failure:
                self._outage.report(error)
            self._failure = kind
        else:
            self._failure = None

    async def _look(self) -> None:
        if await self._outage.is_on():
            return
        at = now(self._clock)
        await self._give_back(at)
        if self._has_returned:
            await self._store.spare(at + milliseconds(AFTER_RETURN))
            self._has_returned = False
        agenda = await self._store.agenda(at, grace=milliseconds(GRACE), after=self._caught_up_to, most=BEHIND_AT_ONCE)
        for duel_id in agenda.due:
            with log_context(duel=duel_id):
                try:
                    is_held, changed = await self._held_time.hold(duel_id)
                    ended = None if is_held else await self._duels.run_out(duel_id)
                except Unwritable:
                    raise
                except Exception as error:
                    errors.report(error)  # the others' time is up all the same
                else:
                    if ended:
                        self._begin(self._updates.bring_up(ended))
                    elif changed:
                        self._begin(self._updates.bring_up_known(changed))
        self._caught_up_to = agenda.behind[-1] if len(agenda.behind) == BEHIND_AT_ONCE else 0
        self._begin(self._updates.catch_up(agenda.behind, agenda.practice))
        self._begin(self._practise(agenda))
        if self._showing is None or self._showing.done():
            self._showing = self._begin(self._later_deadlines.show(self._begin))
        self._begin(self._updates.remind(duel_id for duel_id in agenda.to_remind if duel_id not in agenda.due))

    async def _give_back(self, at: int) -> None:
        """After an absence all deadlines are extended by it."""
        if self._last_look is None:
            await self._store.finish_extension()
        last = self._last_look or int(await self._store.note(LAST_LOOK) or at)
        away = at - last if at - last > milliseconds(AWAY) else 0
        if away:
            log.info("away for %d s: every deadline is that much later", away // 1000)
            self._last_look = None  # where this is interrupted, the note tells whether it has begun
            await self._store.extend_deadlines(away, at, LAST_LOOK, str(at))
        else:
            await self._store.put_note(LAST_LOOK, str(at))
        self._last_look = at

    async def _practise(self, agenda: Agenda) -> None:
        """The messages of these practice duels are behind, and maybe so is the computer: it moves first."""
        if not agenda.practice or self._thinking.locked():
            return
        async with self._thinking:
            for duel_id in agenda.practice:
                with log_context(duel=duel_id):
                    await self._reply(duel_id)
        await self._updates.catch_up(agenda.behind, set(agenda.behind) - set(agenda.practice))

    async def _reply(self, duel_id: int) -> None:
        key, retries = (duel_id, COMPUTER), self._updates.retries
        try:
            saved = await self._duels.load_or_call_off(duel_id)
            if saved and saved.waits_for_computer and retries.is_due(key):
                await self._computer.reply(saved)
                retries.succeeded(key)
        except Unwritable:
            raise
        except Exception as error:
            retries.failed(key, None)
            errors.report(error)  # the others go on

    def _begin(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        async def done() -> None:
            try:
                await work
            except Exception as error:
                self._outage.report(error)

        task = asyncio.create_task(done())
        self._at_work.add(task)
        task.add_done_callback(self._at_work.discard)
        return task

    async def _run(self) -> None:
        while True:
            self._begin(self.look())
            await asyncio.sleep(INTERVAL.total_seconds())
