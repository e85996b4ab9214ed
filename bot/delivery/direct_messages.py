"""`DirectMessages`: what is sent to one player: a direct message or, where those are refused, a line in the channel.

That somebody can't be written to is remembered, and not tried again for a while.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from functools import partial

import discord

from bot.delivery.known import Known, Messages
from bot.delivery.panel_state import PanelState
from bot.delivery.places import Place
from bot.delivery.projection import nonce_of
from bot.discord_api import CLOSED_CODES, FOR_NOW, GONE_CODES, UNKNOWN_CHANNEL, DiscordApi, Refused
from bot.render import board, panel
from bot.service.times import Clock, milliseconds, now
from games import Player
from storage import ContactRow, DuelStore, MessageRow

log = logging.getLogger(__name__)

CLOSED_FOR = timedelta(hours=1)
"""How long closed direct messages are not tried again: Discord bans an address for 10,000 refused requests in 10
minutes."""
SENDS_AT_ONCE = 10
"""Direct messages under way at the same time. Discord allows a bot 50 requests a second: half of 100 at once get
rate-limited, some of them until discord.py gives up."""

Make = Callable[[], tuple[discord.ui.LayoutView, discord.File | None]]


class DirectMessages:
    """Reaches players in the way in which they can be reached."""

    def __init__(self, api: DiscordApi, messages: Messages, store: DuelStore, clock: Clock) -> None:
        self._api = api
        self._messages = messages
        self._store = store
        self._clock = clock
        self._sending = asyncio.Semaphore(SENDS_AT_ONCE)

    # ---- what people do

    async def came_in(self, user_id: int, contact: ContactRow | None) -> None:
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
        layout, file = make()
        try:
            channel_id = contact.channel_id or await self._api.open_channel(contact.user_id)
            message_id = await self._api.send(channel_id, layout, file, nonce=nonce)
        except Refused as refused:
            log.info(
                "no direct message to %(person)d: code=%(code)s", {"person": contact.user_id, "code": refused.code}
            )
            if refused.code in CLOSED_CODES:
                await self._messages.put_contact(replace(contact, closed_at=at))
            elif refused.code == UNKNOWN_CHANNEL:
                await self._messages.put_contact(replace(contact, channel_id=None))
                raise Refused(None) from None
            elif refused.code in FOR_NOW:
                raise
            return None
        if (contact.channel_id, contact.closed_at) != (channel_id, None):
            await self._messages.put_contact(replace(contact, channel_id=channel_id, closed_at=None))
        return channel_id, message_id

    async def call(self, known: Known, player: Player, state: PanelState) -> None:
        """One line in the channel, which pings the player; or, where they have left, a message to the other."""
        user_id = known.saved.user(player)
        if await self._api.has_left(known.saved.row.guild_id, user_id):
            await self._tell_of_leaving(known, player)
        else:
            line = MessageRow(known.duel_id, Place.call(player), known.channel_id, None, state.pack())
            await self._post_line(known, user_id, line, partial(board.call, known.header, user_id))

    async def remind(self, known: Known, player: Player, state: PanelState) -> None:
        """Say once that a player's time is nearly up, in the way in which they are prompted."""
        contact = known.contacts[player]
        if not contact.reminders:
            return
        if contact.prompts and await self._remind_directly(known, player, state):
            return
        called = False
        if not await self._api.has_left(known.saved.row.guild_id, contact.user_id):
            line = MessageRow(known.duel_id, Place.reminder(player), known.channel_id, None, state.pack())
            called = await self._post_line(
                known, contact.user_id, line, partial(board.reminder, known.header, contact.user_id)
            )
        if not called and not contact.prompts:
            await self._remind_directly(known, player, state)  # no other way is left

    async def update_reminder(self, known: Known, player: Player, line: MessageRow, state: PanelState) -> None:
        """A reminder that was sent names the deadline that holds now."""
        contact, header = known.contacts[player], known.header
        by_dm = line.channel_id == contact.channel_id
        layout = panel.reminder(header, player) if by_dm else board.reminder(header, contact.user_id)
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
        delivered = await self.write_to(known, player, lambda: (reminder(), None), nonce, first=False)
        if delivered:
            await self._messages.put(known, MessageRow(known.duel_id, place, *delivered, state.pack()))
        return delivered is not None

    async def _post_line(
        self, known: Known, user_id: int, line: MessageRow, make: Callable[[], discord.ui.LayoutView]
    ) -> bool:
        """A line that pings somebody where the duel began, which both can see, or else where its board stands now;
        False where it can't be posted in either channel.
        """
        for channel_id in dict.fromkeys((known.saved.row.channel_id, line.channel_id)):
            try:
                nonce = nonce_of(known.saved, line.place, line.shown)
                message_id = await self._api.send(channel_id, make(), nonce=nonce, ping=user_id)
            except Refused as refused:
                if refused.code not in GONE_CODES:
                    raise
                log.info("%(person)d can't be called: code=%(code)s", {"person": user_id, "code": refused.code})
            else:
                await self._messages.put(known, replace(line, channel_id=channel_id, message_id=message_id))
                return True
        return False

    async def _tell_of_leaving(self, known: Known, player: Player) -> None:
        """The one who stays is told once that the other has left the server and can't be written to."""
        place, other = Place.left(player), player.other
        if place in known.rows:
            return
        nonce = nonce_of(known.saved, place, 0)
        await self.write_to(known, other, lambda: (panel.left(known.header, other), None), nonce, first=True)
        await self._messages.put(known, MessageRow(known.duel_id, place, 0, None, 0))
