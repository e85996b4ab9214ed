"""`DirectMessages`: what is sent to one player: a direct message or, where those are refused, a line in the channel.

That somebody can't be written to is remembered, and not tried again for a while.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from functools import partial

from bot.delivery.known import Known, Messages
from bot.delivery.panel_state import PanelState
from bot.delivery.places import Place
from bot.delivery.projection import nonce_of
from bot.delivery.told import Told
from bot.discord_api import (
    CLOSED_CODES,
    FOR_NOW,
    GONE_CODES,
    MISSING_ACCESS,
    UNKNOWN_CHANNEL,
    UNKNOWN_USER,
    DiscordApi,
    Refused,
)
from bot.drawing import Layout
from bot.render import board, panel
from bot.service.deadlines import Clock, milliseconds, now
from games import Player
from storage import ContactRow, DuelStore, MessageRow

log = logging.getLogger(__name__)

CLOSED_FOR = timedelta(hours=1)
"""How long closed direct messages are not tried again: Discord bans an address for 10,000 refused requests in 10
minutes."""
SENDS_AT_ONCE = 10
"""Direct messages under way at the same time. Discord allows a bot 50 requests a second: half of 100 at once get
rate-limited, some of them until discord.py gives up."""

DEAD_CHANNEL = frozenset({UNKNOWN_CHANNEL, MISSING_ACCESS})
"""Codes for a direct message channel that is gone, or not ours any more: another one may be opened."""

Make = Callable[[], Layout]


class DirectMessages:
    """Reaches players in the way in which they can be reached."""

    def __init__(self, api: DiscordApi, messages: Messages, told: Told, store: DuelStore, clock: Clock) -> None:
        self._api = api
        self._messages = messages
        self._told = told
        self._store = store
        self._clock = clock
        self._sending = asyncio.Semaphore(SENDS_AT_ONCE)
        self._reopened: dict[tuple[int, Player], object] = {}
        """The turns in which a player's channel was opened anew: once each."""

    # ---- what people do

    async def mark_open(self, user_id: int, contact: ContactRow | None) -> None:
        """A person has used the bot in direct messages: they can be written to. `contact`: where it is at hand."""
        contact = contact or await self._store.contact(user_id)
        if contact.closed_at is not None:
            await self._messages.put_contact(replace(contact, closed_at=None))

    async def choose(self, user_id: int, prompts: bool | None, reminders: bool | None) -> tuple[bool, bool]:
        """Switch a person's prompts and reminders on or off, None leaving them; how they are then."""
        contact = await self._store.contact(user_id)
        chosen = (
            contact.prompts if prompts is None else prompts,
            contact.reminders if reminders is None else reminders,
        )
        await self._store.put_notices(user_id, prompts=chosen[0], reminders=chosen[1])
        return chosen

    # ---- what is sent

    async def write_to(
        self, known: Known, player: Player, make: Make, nonce: str, *, first: bool
    ) -> tuple[int, int] | None:
        """A direct message: its channel and id, or None where the person can't be written to. `first`: try it in any
        case. Raises `Refused` where it may be done later.
        """
        async with self._sending:
            return await self._write_to(known, player, make, nonce, first=first)

    async def _write_to(
        self, known: Known, player: Player, make: Make, nonce: str, *, first: bool
    ) -> tuple[int, int] | None:
        contact = known.contacts[player]
        at = now(self._clock)
        if contact.closed_at is not None and not first and at - contact.closed_at < milliseconds(CLOSED_FOR):
            return None
        try:
            try:
                channel_id = contact.channel_id or await self._api.open_channel(contact.user_id)
                message_id = await self._api.send(channel_id, make(), nonce=nonce)
            except Refused as refused:
                if refused.code not in DEAD_CHANNEL or not self._may_reopen(known, player):
                    raise
                channel_id = await self._api.open_channel(contact.user_id)
                message_id = await self._api.send(channel_id, make(), nonce=nonce)
        except Refused as refused:
            log.info(
                "no direct message to %(person)d: code=%(code)s", {"person": contact.user_id, "code": refused.code}
            )
            if refused.code not in CLOSED_CODES and refused.code != UNKNOWN_USER:
                raise
            await self._messages.put_contact(replace(contact, closed_at=at))
            return None
        self._reopened.pop((known.duel_id, player), None)
        if (contact.channel_id, contact.closed_at) != (channel_id, None):
            await self._messages.put_contact(replace(contact, channel_id=channel_id, closed_at=None))
        return channel_id, message_id

    def _may_reopen(self, known: Known, player: Player) -> bool:
        """Once in each turn; otherwise it is tried as often as anything else that fails."""
        key, turn = (known.duel_id, player), PanelState.of(known.saved, player).turn
        if self._reopened.get(key) == turn:
            return False
        self._reopened[key] = turn
        return True

    async def call(self, known: Known, player: Player, state: PanelState) -> None:
        """One line in the channel, which pings the player; or, where they have left, a message to the other. Raises
        `Refused` where it can't be posted.
        """
        user_id = known.saved.user(player)
        if await self._api.has_left(known.saved.row.guild_id, user_id):
            await self._tell_of_leaving(known, player, state)
            return
        line = MessageRow(known.duel_id, Place.call(player), known.channel_id, None, state.pack())
        await self._post_line(known, player, line, self._line(known, player, state))

    def _line(self, known: Known, player: Player, state: PanelState) -> Callable[[], Layout]:
        """What the line that calls a player says now: whether it is their turn, and whether a draw is on offer."""
        duel = known.saved.duel
        is_offered = duel is not None and duel.is_offered(player)
        return partial(
            board.call, known.header, player, known.saved.user(player), is_turn=state.acting, is_offered=is_offered
        )

    async def update_call(self, known: Known, player: Player, line: MessageRow, state: PanelState) -> None:
        """The line that calls a player to their turn no longer speaks of a draw that was on offer, or does now."""
        await self._edit_line(known, line, state, self._line(known, player, state)())

    async def remind(self, known: Known, player: Player, state: PanelState) -> None:
        """Say once that a player's time is nearly up, in the way in which they are prompted."""
        contact = known.contacts[player]
        if not contact.reminders:
            return
        line = known.rows.get(Place.call(player))
        is_called = line is not None and PanelState.unpack(line.shown).turn == state.turn
        if contact.prompts and not is_called and await self._remind_directly(known, player, state):
            return
        if not await self._api.has_left(known.saved.row.guild_id, contact.user_id):
            reminder = MessageRow(known.duel_id, Place.reminder(player), known.channel_id, None, state.pack())
            try:
                await self._post_line(
                    known, player, reminder, partial(board.reminder, known.header, player, contact.user_id)
                )
            except Refused as refused:
                if refused.code not in GONE_CODES:
                    raise
            else:
                return
        if not contact.prompts:
            await self._remind_directly(known, player, state)  # no other way is left

    async def update_reminder(self, known: Known, player: Player, line: MessageRow, state: PanelState) -> None:
        """A reminder that was sent names the deadline that holds now."""
        contact, header = known.contacts[player], known.header
        by_dm = line.channel_id == contact.channel_id
        layout = panel.reminder(header, player) if by_dm else board.reminder(header, player, contact.user_id)
        await self._edit_line(known, line, state, layout)

    async def _edit_line(self, known: Known, line: MessageRow, state: PanelState, layout: Layout) -> None:
        try:
            if line.message_id:
                await self._api.edit(line.channel_id, line.message_id, layout)
        except Refused as refused:
            if refused.code in FOR_NOW:
                raise
        await self._messages.put(known, replace(line, shown=state.pack()))

    async def _remind_directly(self, known: Known, player: Player, state: PanelState) -> bool:
        place, reminder = Place.reminder(player), partial(panel.reminder, known.header, player)
        nonce = nonce_of(known.saved, place, state.pack())
        delivered = await self.write_to(known, player, reminder, nonce, first=False)
        if delivered:
            await self._told.is_told_now(known, player)
            await self._messages.put(known, MessageRow(known.duel_id, place, *delivered, state.pack()))
        return delivered is not None

    async def _post_line(self, known: Known, player: Player, line: MessageRow, make: Callable[[], Layout]) -> None:
        """A line that pings a player where the duel began, which both can see, or else where its board stands now.
        Raises `Refused` where it can't be posted in either channel.
        """
        user_id, last = known.saved.user(player), Refused(None)
        for channel_id in dict.fromkeys((known.saved.row.channel_id, line.channel_id)):
            try:
                nonce = nonce_of(known.saved, line.place, line.shown)
                message_id = await self._api.send(channel_id, make(), nonce=nonce, ping=user_id)
            except Refused as refused:
                if refused.code not in GONE_CODES:
                    raise
                log.info("%(person)d can't be called: code=%(code)s", {"person": user_id, "code": refused.code})
                last = refused
            else:
                await self._told.is_told_now(known, player)
                before = known.rows.get(line.place)
                await self._messages.put(known, replace(line, channel_id=channel_id, message_id=message_id))
                if before and before.message_id:
                    with suppress(Refused):  # it says what the new one says, and less, or could not be deleted before
                        await self._api.delete(before.channel_id, before.message_id)
                return
        raise last

    async def tell_of_no_board(self, known: Known, player: Player, place: Place) -> None:
        """A player is told, once, that the board can't be shown any more. Raises `Refused`."""
        nonce = nonce_of(known.saved, place, known.saved.row.version)
        make = partial(panel.no_board, known.header, player)
        await self.write_to(known, player, make, nonce, first=False)
        await self._messages.put(known, MessageRow(known.duel_id, place, 0, None, 0))

    async def _tell_of_leaving(self, known: Known, player: Player, state: PanelState) -> None:
        """The one who stays is told once that the other has left the server and can't be written to. It is noted for
        each turn: they may come back.
        """
        place, other = Place.left(player), player.other
        if place not in known.rows:
            nonce = nonce_of(known.saved, place, 0)
            await self.write_to(known, other, partial(panel.left, known.header, other), nonce, first=True)
        await self._messages.put(known, MessageRow(known.duel_id, place, 0, None, state.pack()))
