"""`Courier`: brings a duel's messages up to what is saved, and records what it has delivered.

What each message shows is worked out from the log, so it does not matter how often this is done, or after what. No
failure here changes a duel or reaches the player who moved: it is logged, and made good a little later. Whatever keeps
failing is tried less and less often.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

import discord

from bot import errors
from bot.boards import Boards, old_board
from bot.logs import about
from bot.outage import Outage
from bot.post import FOR_NOW, Post, Refused
from bot.projection import BOARD, TURN, board_state, card_of, channel_of, panel_place, seat_state
from bot.render.card import Card
from bot.seats import Seats
from bot.service import DuelService
from bot.table import Table
from games import Player
from storage import DuelStore, Status, Unwritable

log = logging.getLogger(__name__)

SEATS = {panel_place(player): player for player in Player}
PLACES = (*SEATS, BOARD)
"""Players first: boards of one channel have to wait for each other."""
REMINDER = "reminder"
"""Not a place, but brought up like one: the reminders of both players."""
FIRST_WAIT, LONGEST_WAIT = timedelta(seconds=15), timedelta(hours=1)
"""How long a message that failed is left alone: twice as long each time, from one look of the clock to a rare try."""
DOUBLED = 8
"""Times after which the longest wait is reached, however many failures there are."""
LONGEST_SILENCE = timedelta(minutes=1)
"""The same where Discord has not answered at all: nobody minds that it is asked, and an outage ends when it ends."""
GIVEN_UP_AFTER = 10
"""Failures, some three hours of them, after which what Discord refuses of a duel that is over is left as it is."""
AT_ONCE = 20
"""Messages that are caught up with at the same time."""

Key = tuple[int, str]


@dataclass(frozen=True)
class _Wait:
    """How often a message failed, when it may be tried again, and Discord's reason, None where there was none."""

    failures: int
    until: datetime
    code: int | None


class Courier:
    """Knows where each duel's messages are and what they show."""

    def __init__(
        self, client: discord.Client, service: DuelService, store: DuelStore, clock: Callable[[], datetime]
    ) -> None:
        self.post = Post(client)
        self.seats = Seats(self.post, store, clock)
        self.mail, self.live = self.seats.mail, self.seats.live
        self._boards = Boards(self.post, service, store, clock)
        self._service = service
        self._store = store
        self._clock = clock
        self.outage = Outage(store)
        self._again: dict[Key, bool] = {}
        self._in_line: set[Key] = set()
        self._waits: dict[Key, _Wait] = {}
        self._reached: dict[int, dict[str, int]] = {}

    # ---- what the desk tells and asks

    async def posted(self, table: Table, channel_id: int, message_id: int) -> None:
        """A challenge stands there: it will be the board."""
        await self._boards.posted(table, channel_id, message_id)

    async def post_challenge(self, table: Table) -> bool:
        """Post a challenge that no command's answer carries; it pings the opponent. False where the channel refuses."""
        # It may be accepted before it is out: the board is then brought up to date as soon as it is there.
        async with self._alone(table.row.id, BOARD):
            try:
                await self._boards.post_challenge(table)
            except Refused as refused:
                log.info("the challenge can't be posted: code=%s", refused.code)
                return False
            except Unwritable as error:
                self.outage.report(error)  # it stands there, and where will be noted when it is brought up to date
        await self.update(table.row.id)
        return True

    async def post_here(self, table: Table, channel_id: int) -> None:
        """A player wants the board in this channel, at its end. Raises `BoardIsNew` or `BoardNotPosted`."""
        duel_id = table.row.id
        if (duel_id, BOARD) in self._again:
            raise errors.BoardIsNew(duel=duel_id)
        async with self._alone(duel_id, BOARD):
            rows = {row.place: row for row in await self._store.messages(duel_id)}
            try:
                await self._boards.post_here(table, rows.get(BOARD), channel_id)
            except Refused as refused:
                log.info("the board can't be posted: code=%s", refused.code)
                raise errors.BoardNotPosted(duel=duel_id) from None
            # What was refused where it stood before is no reason to leave it alone here.
            self._waits.pop((duel_id, BOARD), None)

    async def shown(self, table: Table, message_id: int, *, live: bool = False) -> None:
        """An answer has brought this message up to date; the courier need not. `live`: a panel kept its buttons."""
        for row in await self._store.messages(table.row.id):
            if row.message_id != message_id:
                continue
            if row.place == BOARD:
                await self._store.put_message(replace(row, shown=board_state(table)))
            for player in Player:
                if row.place == panel_place(player) and table.duel:
                    spent = replace(row, message_id=None, shown=2 * table.duel.turn(player) * TURN)
                    await self._store.put_message(replace(row, shown=seat_state(table, player)) if live else spent)

    async def came_upon(self, table: Table, channel_id: int, message_id: int) -> None:
        """A public message of a duel was pressed: one that is not known is a board that a crash left behind."""
        rows = await self._store.messages(table.row.id)
        if any(row.place == BOARD for row in rows) and all(row.message_id != message_id for row in rows):
            await self._store.put_message(old_board(table, channel_id, message_id))
            await self.update(table.row.id)

    async def card(self, table: Table) -> Card:
        """A duel as its messages name it."""
        rows = {row.place: row for row in await self._store.messages(table.row.id)}
        return card_of(table, rows.get(BOARD))

    async def channel(self, table: Table) -> int:
        """The channel in which a duel is shown."""
        return channel_of(table, {row.place: row for row in await self._store.messages(table.row.id)})

    async def in_vain(self, table: Table, user_id: int) -> bool:
        """Whether this person can't be written to about the duel, though they want to be."""
        player, rows = table.seat(user_id), await self._store.messages(table.row.id)
        lost = any(player and row.place == panel_place(player) and row.message_id is None for row in rows)
        return lost and (await self._store.door(user_id)).prompts

    # ---- bringing up to date

    async def catch_up(self, *, at_once: bool = False) -> None:
        """Deliver what was saved and not delivered. `at_once`: what got lost is not waited for any longer."""
        if at_once:
            self._waits = {key: wait for key, wait in self._waits.items() if wait.code not in FOR_NOW}
        behind = await self._store.behind()
        # Of what is done with, nothing is kept.
        now = self._clock()
        self._waits = {key: wait for key, wait in self._waits.items() if now < wait.until + LONGEST_WAIT}
        self._reached = {duel_id: self._reached[duel_id] for duel_id in behind if duel_id in self._reached}
        await self._all((duel_id, place) for place in PLACES for duel_id in behind)

    async def remind(self, duel_ids: Iterable[int]) -> None:
        """Tell who is to move in these duels that their time is nearly up. Never raises."""
        await self._all((duel_id, REMINDER) for duel_id in duel_ids)

    async def update(self, duel_id: int) -> None:
        """Bring all messages of a duel up to what is saved. Never raises. None of them waits for another."""
        await asyncio.gather(*(self._keep_up(duel_id, place) for place in PLACES))

    async def _keep_up(self, duel_id: int, place: str) -> None:
        """Bring one place up. Only the newest state is delivered: whoever comes while it is being done has it done once
        more, and goes.
        """
        key = duel_id, place
        if key in self._again:
            self._again[key] = True
            return
        wait = self._waits.get(key)
        if wait and self._clock() < wait.until:
            return
        self._again[key] = True
        with about(duel=duel_id):
            try:
                while self._again[key]:
                    self._again[key] = False
                    if await self.outage.is_on():
                        return
                    await (self._remind(duel_id) if place == REMINDER else self._bring_up(duel_id, place))
                self._waits.pop(key, None)
            except Refused as refused:
                log.warning("a message is not up to date: code=%s", refused.code)
                self._put_off(key, refused.code)
            except Unwritable as error:
                self.outage.report(error)
            except Exception as error:
                errors.report(error)
                self._put_off(key, None)
            finally:
                del self._again[key]

    def _put_off(self, key: Key, code: int | None) -> None:
        before = self._waits.get(key)
        failures = before.failures if before else 0
        wait = min(FIRST_WAIT * 2 ** min(failures, DOUBLED), LONGEST_SILENCE if code in FOR_NOW else LONGEST_WAIT)
        self._waits[key] = _Wait(failures + 1, self._clock() + wait, code)

    async def _bring_up(self, duel_id: int, place: str) -> None:
        table = await self._service.look(duel_id)
        if table is None:
            return
        rows = {row.place: row for row in await self._store.messages(duel_id)}
        try:
            if place == BOARD:
                await self._boards.bring_up(table, rows)
            elif not await self.seats.bring_up(table, SEATS[place], rows):
                return
        except Refused as refused:
            wait = self._waits.get((duel_id, place))
            over = table.row.status not in (Status.CHALLENGED, Status.OPEN)
            if refused.code in FOR_NOW or not over or wait is None or wait.failures < GIVEN_UP_AFTER:
                raise
            log.info("a message stays as it is: code=%s", refused.code)
        reached = self._reached.setdefault(duel_id, {})
        reached[place] = table.row.version
        if all(reached.get(place) == table.row.version for place in PLACES):
            del self._reached[duel_id]
            await self._store.put_delivered(duel_id, table.row.version)

    async def _remind(self, duel_id: int) -> None:
        table = await self._service.look(duel_id)
        if table is None or table.row.remind_at is None:
            return
        if table.duel and not table.duel.outcome:
            await self.seats.remind(table)
        await self._store.put_reminded(duel_id, table.row.remind_at)

    @asynccontextmanager
    async def _alone(self, duel_id: int, place: str) -> AsyncIterator[None]:
        """Nobody else brings this place up meanwhile; whoever wanted to has it done afterwards."""
        self._again[duel_id, place] = False
        try:
            with about(duel=duel_id):
                yield
        finally:
            if self._again.pop((duel_id, place)):
                await self.update(duel_id)

    async def _all(self, keys: Iterable[Key]) -> None:
        """So many of them at once that Discord's limits are kept busy, and no more. Who stands in line stands once."""
        limit = asyncio.Semaphore(AT_ONCE)
        new = [key for key in keys if key not in self._in_line]
        self._in_line.update(new)

        async def one(key: Key) -> None:
            try:
                async with limit:
                    await self._keep_up(*key)
            finally:
                self._in_line.discard(key)

        await asyncio.gather(*map(one, new))
