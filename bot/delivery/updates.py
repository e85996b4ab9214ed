"""`Updates`: brings a duel's messages up to what is saved, and records what has been delivered.

What each message shows is worked out from the log, so it does not matter how often this is done, or after what. No
failure here changes a duel or reaches the player who moved: it is logged, and retried with growing waits.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Collection, Iterable
from contextlib import asynccontextmanager

from bot import errors, refusals
from bot.delivery.boards import Boards, superseded_board
from bot.delivery.known import Known, Messages
from bot.delivery.outage import Outage
from bot.delivery.panels import Panels
from bot.delivery.places import Place
from bot.delivery.retries import Key, Retries
from bot.delivery.told import untold
from bot.delivery.watchers import Watchers
from bot.discord_api import FOR_NOW, SHUT_OUT, Refused
from bot.logs import log_context
from bot.service.deadlines import Clock
from bot.service.saved_duel import SavedDuel
from games import Player
from storage import DuelStore, MessageRow, Status, Unwritable

log = logging.getLogger(__name__)

PANELS = {Place.panel(player): player for player in Player}
PLACES = (*PANELS, Place.BOARD)
"""Players first: the boards of one channel have to wait for each other."""
REMINDERS = "reminders"
"""Not a place, but brought up like one: the reminders of both players."""
WATCHERS = "watchers"
"""Nor is this: what those who look on are shown."""
GIVEN_UP_AFTER = 10
"""Failures, some three hours of them, after which a message of a duel that is over is left as it is."""
AT_ONCE = 20
"""Messages that are caught up with at the same time."""


class Updates:
    """The one place that tells people what has changed. Whoever has changed a duel, and saved it, calls `bring_up`
    once; what could not be delivered then is delivered by `catch_up`.
    """

    def __init__(
        self,
        messages: Messages,
        boards: Boards,
        panels: Panels,
        watchers: Watchers,
        outage: Outage,
        *,
        store: DuelStore,
        clock: Clock,
    ) -> None:
        self._messages = messages
        self._boards = boards
        self._panels = panels
        self._watchers = watchers
        self._outage = outage
        self._store = store
        self._clock = clock
        self._again: dict[Key, bool] = {}
        """The places at work; True where they are to be brought up once more afterwards."""
        self._queued: set[Key] = set()
        self.begun = 0  # messages so far, but for those that only show a later deadline
        self.retries = Retries(clock)
        self._reached: dict[int, dict[str, int]] = {}
        """By duel, the version that each place shows, until all show the same."""

    # ---- what an answer shows, and notes about it

    async def known(self, saved: SavedDuel) -> Known:
        """What is known of a duel's messages, as they are now."""
        known = await self._messages.of(saved)
        assert known is not None, "no duel is ever deleted"
        return known

    async def posted(self, known: Known, channel_id: int, message_id: int, *, is_answered: bool = False) -> None:
        """A challenge stands there: it will be the board. Of two, it is the one that was answered."""
        try:
            await self._boards.posted(known, channel_id, message_id, is_answered=is_answered)
        except Unwritable as error:
            self._outage.report(error)  # where it stands will be noted when it is brought up to date

    async def retire_unknown_board(self, known: Known, channel_id: int, message_id: int) -> None:
        """A public message of a duel was pressed. Where it is not known, a crash left it behind, and it is retired."""
        known = await self._messages.fresh(known)
        if Place.BOARD not in known.rows or any(row.message_id == message_id for row in known.rows.values()):
            return
        await self._messages.put(known, superseded_board(known, channel_id, message_id))
        await self._keep_all_up(known.duel_id, [Place.BOARD])

    # ---- messages at somebody's request

    @asynccontextmanager
    async def posting(self, saved: SavedDuel, place: Place = Place.BOARD) -> AsyncIterator[Known]:
        """A new challenge, or another first message of a duel, is posted in here, or else withdrawn, and by nobody else
        meanwhile. Nothing may be awaited between its creation and this.
        """
        # It may be accepted before it is out: the board is then brought up to date as soon as it is there.
        async with self._alone(saved.row.id, place):
            yield await self.known(saved)

    async def post_challenge(self, known: Known) -> bool:
        """Post a challenge that is not the answer to a command; it pings the opponent. False where that is refused."""
        try:
            await self._boards.post_challenge(known)
        except Refused as refused:
            log.info("the challenge can't be posted: code=%s", refused.code)
            return False
        except Unwritable as error:
            self._outage.report(error)  # it stands there, and where will be noted when it is brought up to date
        return True

    async def post_here(self, known: Known, channel_id: int) -> None:
        """A player wants the board in this channel, at its end. Raises `BoardIsNew` or `BoardNotPosted`."""
        duel_id = known.duel_id
        if (duel_id, Place.BOARD) in self._again:
            raise refusals.BoardIsNew(duel=duel_id)
        async with self._alone(duel_id, Place.BOARD):
            before = known.rows.get(Place.BOARD)
            try:
                await self._boards.post_here(known, channel_id)
            except Refused as refused:
                log.info("the board can't be posted: code=%s", refused.code)
                raise refusals.BoardNotPosted(duel=duel_id) from None
            except Unwritable as error:
                self._outage.report(error)  # it stands there; a press on it finds that it was not noted
            else:
                await self._follow_board(known, before)
            # What was refused where it stood before is no reason to leave it alone here.
            self.retries.succeeded((duel_id, Place.BOARD))

    # ---- bringing up to date

    async def catch_up(self, behind: Collection[int], but: Collection[int] = ()) -> None:
        """Deliver what was saved and not delivered, `but` of these. Never raises."""
        # Of all other duels nothing is kept in memory.
        self.retries.forget_old()
        kept = {*behind, *(duel_id for duel_id, _ in self._again)}
        self._reached = {duel_id: reached for duel_id, reached in self._reached.items() if duel_id in kept}
        await self._all((duel_id, place) for place in PLACES for duel_id in behind if duel_id not in but)

    async def heard_from(self, guild_id: int) -> None:
        """An interaction has come from a server. After a removal from it, old boards there still have their buttons."""
        if not self._boards.is_in(guild_id):
            behind = await self._store.outdated_of(guild_id)
            self._boards.came_back(guild_id)
            await self._all((duel_id, Place.BOARD) for duel_id in behind)

    async def show_later_deadline(self, duel_id: int) -> None:
        """All that is new in this duel is that its deadline is later. Never raises."""
        await self._keep_all_up(duel_id, PLACES)

    async def remind(self, duel_ids: Iterable[int]) -> None:
        """Tell who is to move in these duels that their time is nearly up. Never raises."""
        await self._all((duel_id, REMINDERS) for duel_id in duel_ids)

    async def bring_up(self, saved: SavedDuel) -> None:
        """`bring_up_known` for a duel of whose messages nothing is at hand."""
        try:
            known = await self.known(saved)
        except Exception as error:
            return self._outage.report(error)  # it is behind, and caught up with
        await self.bring_up_known(known)

    async def bring_up_known(self, known: Known) -> None:
        """Bring all messages of a duel up to what is saved. Never raises. None of them waits for another."""
        places = (*PLACES, WATCHERS) if self._watchers.has(known.duel_id) else PLACES
        self.begun += len(places)
        await self._keep_all_up(known.duel_id, places, known)

    async def _keep_all_up(self, duel_id: int, places: Iterable[str], known: Known | None = None) -> None:
        """Bring places up. Whoever is the last at work on a duel writes down what is left. Never raises."""
        await asyncio.gather(*(self._keep_up(duel_id, place, known) for place in places))
        try:
            if not any((duel_id, place) in self._again for place in PLACES):
                await self._messages.write_rest(duel_id)
        except Exception as error:
            self._outage.report(error)

    async def _keep_up(self, duel_id: int, place: str, known: Known | None = None) -> None:
        """Bring one place up, to the newest state: who comes while it is at work has it done once more, and goes."""
        key = duel_id, place
        if key in self._again:
            self._again[key] = True
            return
        if not self.retries.is_due(key):
            return
        self._again[key] = True
        with log_context(duel=duel_id):
            try:
                while self._again.get(key):
                    self._again[key] = False
                    if await self._outage.is_on():
                        return
                    if known is None or known.is_stale:
                        known = await self._messages.load(duel_id)
                    if known:
                        await self._one_pass(known, place)
                    known = None
                self.retries.succeeded(key)
            except Refused as refused:
                log.warning("a message is not up to date: code=%s", refused.code)
                self.retries.failed(key, refused.code)
            except Unwritable as error:
                self._outage.report(error)
            except Exception as error:
                errors.report(error)
                self.retries.failed(key, None)
            finally:
                self._again.pop(key, None)

    async def _one_pass(self, known: Known, place: str) -> None:
        """Where this tells somebody late, or finds that they can't be told, the other messages say so."""
        version = known.saved.row.version
        try:
            if place == REMINDERS:
                await self._remind(known)
            elif place == WATCHERS:
                await self._watchers.show(known)
            else:
                await self._bring_up(known, place)
        finally:
            if known.saved.row.version != version:
                self._again[known.duel_id, place] = True
                await asyncio.gather(*(self._keep_up(known.duel_id, other) for other in PLACES if other != place))

    async def _bring_up(self, known: Known, place: str) -> None:
        duel_id, saved, row = known.duel_id, known.saved, known.saved.row
        try:
            if place == Place.BOARD:
                before = known.rows.get(Place.BOARD)
                await self._boards.bring_up(known)
                await self._panels.has_board(known)
                await self._follow_board(known, before)
            elif (player := PANELS[Place(place)]) in saved.people and not await self._panels.bring_up(known, player):
                return
        except Refused as refused:
            if place == Place.BOARD and refused.code in SHUT_OUT and row.status is Status.OPEN:
                await self._panels.tell_of_no_board(known)
            is_on = row.status in (Status.CHALLENGED, Status.OPEN)
            if refused.code in FOR_NOW or is_on or self.retries.failures((duel_id, place)) < GIVEN_UP_AFTER:
                raise
            log.info("a message stays as it is: code=%s", refused.code)
        (reached := self._reached.setdefault(duel_id, {}))[place] = row.version
        # Behind as long as the computer is to move: so it is found by the next look, and after a kill.
        if all(reached.get(place) == row.version for place in PLACES) and not known.saved.waits_for_computer:
            del self._reached[duel_id]
            self._panels.ephemeral_panels.delivered(known)
            await self._messages.delivered(duel_id, row.version)

    async def _follow_board(self, known: Known, before: MessageRow | None) -> None:
        """Where the board stands elsewhere now, the panels link to it. `before`: where it stood."""
        known = await self._messages.fresh(known)
        if (now := known.rows.get(Place.BOARD)) and now.message_id != (before and before.message_id):
            await self._panels.outdate(known)
            await asyncio.gather(*(self._keep_up(known.duel_id, place) for place in PANELS))

    async def _remind(self, known: Known) -> None:
        remind_at, duel = known.saved.row.remind_at, known.saved.duel
        if remind_at is None or (known.saved.is_begun and untold(known)):
            return  # while time is held, nobody's is nearly up: the reminder moves with the deadline
        if duel and not duel.outcome and known.saved.computer is None:
            await self._panels.remind(known)
        await self._store.put_reminded(known.duel_id, remind_at)

    @asynccontextmanager
    async def _alone(self, duel_id: int, place: str) -> AsyncIterator[None]:
        """Nobody else brings this place up meanwhile; whoever wanted to has it done afterwards."""
        key = duel_id, place
        self._again[key] = False
        try:
            with log_context(duel=duel_id):
                yield
        finally:
            await self._keep_all_up(duel_id, [place] if self._again.pop(key, False) else [])

    async def _all(self, keys: Iterable[Key]) -> None:
        """`AT_ONCE` of them run together, so that Discord's limits are kept busy; each key queues once."""
        limit = asyncio.Semaphore(AT_ONCE)
        new = [key for key in keys if key not in self._queued]
        self._queued.update(new)

        async def one(key: Key) -> None:
            try:
                async with limit:
                    self.begun += 1
                    await self._keep_all_up(key[0], key[1:])
            finally:
                self._queued.discard(key)

        await asyncio.gather(*map(one, new))
