"""`Mail`: what is sent to one player: by direct message, or by one line in the channel where that is refused.

A door found closed is remembered, and left alone for a while.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from hashlib import blake2b

import discord

from bot.post import CLOSED_DOOR_CODES, FOR_NOW, GONE_CODES, UNKNOWN_CHANNEL, Post, Refused
from bot.projection import nudge_place, reminder_place
from bot.render import board, panel
from bot.render.card import Card
from bot.table import Table
from games import Player
from storage import DuelStore, MessageRow

log = logging.getLogger(__name__)

CLOSED_FOR = timedelta(hours=1)
"""How long a door found closed is left alone: Discord bans an address for 10,000 refused requests in 10 minutes."""
SENDS_AT_ONCE = 10
"""Direct messages under way at the same time. Discord takes 50 requests a second from a bot: of a hundred at once the
half is refused, and again with each try, until discord.py gives the last ones up."""

Make = Callable[[], tuple[discord.ui.LayoutView, discord.File | None]]


class Mail:
    """Reaches players, by the way they can be reached."""

    def __init__(self, post: Post, store: DuelStore, clock: Callable[[], datetime]) -> None:
        self._post = post
        self._store = store
        self._clock = clock
        self._line = asyncio.Semaphore(SENDS_AT_ONCE)

    async def came_in(self, user_id: int) -> None:
        """A person has used the bot in direct messages: their door is open."""
        door = await self._store.door(user_id)
        if door.closed_at is not None:
            await self._store.put_door(user_id, door.channel_id, None)

    async def choose(self, user_id: int, prompts: bool | None, reminders: bool | None) -> tuple[bool, bool]:
        """Switch a person's prompts and reminders on or off, None leaving them; how they are then."""
        door = await self._store.door(user_id)
        chosen = door.prompts if prompts is None else prompts, door.reminders if reminders is None else reminders
        await self._store.put_notices(user_id, prompts=chosen[0], reminders=chosen[1])
        return chosen

    async def nudge(self, table: Table, player: Player, about: Card, state: int, channel_id: int) -> None:
        """One line in the channel, which pings the player; or, where they have left, a word to the other."""
        user_id = table.user(player)
        if await self._post.has_left(table.row.guild_id, user_id):
            await self._tell_of_leaving(table, player, about)
        else:
            line = MessageRow(table.row.id, nudge_place(player), channel_id, None, state)
            await self._call(table, user_id, line, partial(board.nudge, about, user_id))

    async def remind(self, table: Table, player: Player, about: Card, state: int, channel_id: int) -> None:
        """Say once that a player's time is nearly up, by the way their prompts go."""
        user_id, place = table.user(player), reminder_place(player)
        door = await self._store.door(user_id)
        if not door.reminders:
            return
        if door.prompts and await self._remind_directly(table, player, about, state):
            return
        called = False
        if not await self._post.has_left(table.row.guild_id, user_id):
            line = MessageRow(table.row.id, place, channel_id, None, state)
            called = await self._call(table, user_id, line, partial(board.reminder, about, user_id))
        if not called and not door.prompts:
            await self._remind_directly(table, player, about, state)  # no other way is left

    async def _remind_directly(self, table: Table, player: Player, about: Card, state: int) -> bool:
        place, reminder = reminder_place(player), partial(panel.reminder, about, player)
        nonce = nonce_of(table, place, state)
        delivered = await self.write_to(table, player, lambda: (reminder(), None), nonce, first=False)
        if delivered:
            await self._store.put_message(MessageRow(table.row.id, place, *delivered, state))
        return delivered is not None

    async def _call(
        self, table: Table, user_id: int, line: MessageRow, make: Callable[[], discord.ui.LayoutView]
    ) -> bool:
        """A line that pings somebody where the duel began, which both can see, or else where the board is by now; False
        where neither can be had.
        """
        for channel_id in dict.fromkeys((table.row.channel_id, line.channel_id)):
            try:
                nonce = nonce_of(table, line.place, line.shown)
                message_id = await self._post.send(channel_id, make(), nonce=nonce, ping=user_id)
            except Refused as refused:
                if refused.code not in GONE_CODES:
                    raise
                log.info("%(person)d can't be called: code=%(code)s", {"person": user_id, "code": refused.code})
            else:
                await self._store.put_message(replace(line, channel_id=channel_id, message_id=message_id))
                return True
        return False

    async def put_off(self, table: Table, player: Player, about: Card, line: MessageRow, state: int) -> None:
        """A reminder that was sent names the time that holds now."""
        user_id = table.user(player)
        by_dm = line.channel_id == (await self._store.door(user_id)).channel_id
        layout = panel.reminder(about, player) if by_dm else board.reminder(about, user_id)
        try:
            if line.message_id:
                await self._post.edit(line.channel_id, line.message_id, layout)
        except Refused as refused:
            if refused.code in FOR_NOW:
                raise
        await self._store.put_message(replace(line, shown=state))

    async def _tell_of_leaving(self, table: Table, player: Player, about: Card) -> None:
        """The one who stays is told once that the other has left the server and can't be written to."""
        place, other = f"left-{player.value}", player.other
        if any(row.place == place for row in await self._store.messages(table.row.id)):
            return
        await self.write_to(
            table, other, lambda: (panel.left(about, other), None), nonce_of(table, place, 0), first=True
        )
        await self._store.put_message(MessageRow(table.row.id, place, 0, None, 0))

    async def write_to(
        self, table: Table, player: Player, make: Make, nonce: str, *, first: bool
    ) -> tuple[int, int] | None:
        """A direct message: its channel and id, or None where the person can't be written to. `first`: knock in any
        case. Raises `Refused` where it may be done later.
        """
        user_id = table.user(player)
        door = await self._store.door(user_id)
        now = int(self._clock().timestamp() * 1000)
        if door.closed_at is not None and not first and now - door.closed_at < CLOSED_FOR / timedelta(milliseconds=1):
            return None
        layout, file = make()
        try:
            async with self._line:
                channel_id = door.channel_id or await self._post.open_channel(user_id)
                message_id = await self._post.send(channel_id, layout, file, nonce=nonce)
        except Refused as refused:
            log.info("no direct message to %(person)d: code=%(code)s", {"person": user_id, "code": refused.code})
            if refused.code in CLOSED_DOOR_CODES:
                await self._store.put_door(user_id, door.channel_id, now)
            elif refused.code == UNKNOWN_CHANNEL:
                await self._store.put_door(user_id, None, door.closed_at)
                raise Refused(None) from None
            elif refused.code in FOR_NOW:
                raise
            return None
        if (door.channel_id, door.closed_at) != (channel_id, None):
            await self._store.put_door(user_id, channel_id, None)
        return channel_id, message_id


def nonce_of(table: Table, place: str, state: int) -> str:
    """The same for the same message only; Discord allows 25 characters.

    A state can come again, as where a draw is offered, lapses and is offered again: the log has grown by then.
    """
    named = f"{table.row.id} {table.row.created_at} {place} {state} {table.plies}"
    return blake2b(named.encode(), digest_size=12).hexdigest()
