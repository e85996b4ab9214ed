"""`Post`: the requests that show messages, and what Discord's refusals mean. Knows no duel, and keeps nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from typing import Any

import discord
from discord import ui

from bot.ui.reply import LOST, UNDELIVERED

CLOSED_DOOR_CODES = frozenset({50007, 50278})
"""Discord's codes for a person who can't be written to: closed or blocked, and no server in common. They come with
status 403 and with 400, so the code decides."""
UNKNOWN_CHANNEL, UNKNOWN_GUILD, UNKNOWN_MEMBER, UNKNOWN_MESSAGE = 10003, 10004, 10007, 10008
MISSING_ACCESS, LACKING_RIGHT = 50001, 50013
TOO_OLD_TO_EDIT = 30046
"""A message over an hour old has been edited too often."""
RATE_LIMITED = 429
"""Not one of Discord's codes: it asks for a longer wait than is waited here."""
FOR_NOW = (None, RATE_LIMITED)
"""No reason, or one that passes: the same request may be granted a little later."""
ARCHIVED = 50083
"""Nothing in an archived thread can be changed; what is sent to it opens it again, unless it is locked."""
OUT_OF_REACH = frozenset({UNKNOWN_CHANNEL, UNKNOWN_GUILD, MISSING_ACCESS})
"""Refusals that a bot which was removed from the server gets, and not only that one."""
GONE_CODES = OUT_OF_REACH | {UNKNOWN_MESSAGE, LACKING_RIGHT, ARCHIVED}
"""Refusals that asking again at once does not change: what was there is gone, locked, or not ours to change."""

GRACE = 0.1
"""Seconds in which what is cancelled can end by itself."""


class Refused(Exception):
    """A request that Discord refused or lost. `code` is Discord's, None where it gave no reason: it may do it yet."""

    def __init__(self, code: int | None) -> None:
        super().__init__(code)
        self.code = code


class Post:
    """Sends, edits and deletes by ids alone: no cache is needed. Each method raises `Refused`."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def open_channel(self, user_id: int) -> int:
        """The id of the channel of direct messages with a person."""
        try:
            return (await self._client.create_dm(discord.Object(user_id))).id
        except UNDELIVERED as error:
            raise _refused(error) from None

    async def send(
        self,
        channel_id: int,
        layout: ui.LayoutView,
        file: discord.File | None = None,
        *,
        nonce: str,
        ping: int | None = None,
    ) -> int:
        """Send, safely repeated within minutes thanks to the nonce; the message's id."""
        pings = discord.AllowedMentions(everyone=False, roles=False, users=[discord.Object(ping)] if ping else False)
        channel = self._client.get_partial_messageable(channel_id)
        files = [file] if file else []
        try:
            try:
                message = await channel.send(view=layout, files=files, nonce=nonce, allowed_mentions=pings)
            except LOST:
                if file:
                    raise  # it is read already
                # It may have arrived: without its id nobody could change it or take it away.
                message = await channel.send(view=layout, nonce=nonce, allowed_mentions=pings)
        except UNDELIVERED as error:
            raise _refused(error) from None
        return message.id

    async def edit(
        self, channel_id: int, message_id: int, layout: ui.LayoutView, file: discord.File | None = None
    ) -> None:
        """Change a message, whose attachments are then this file or none."""
        message = self._client.get_partial_messageable(channel_id).get_partial_message(message_id)
        try:
            await message.edit(view=layout, attachments=[file] if file else [])
        except UNDELIVERED as error:
            raise _refused(error) from None

    async def delete(self, channel_id: int, message_id: int) -> None:
        """Take a message away."""
        try:
            await self._client.get_partial_messageable(channel_id).get_partial_message(message_id).delete()
        except UNDELIVERED as error:
            raise _refused(error) from None

    async def has_left(self, guild_id: int | None, user_id: int) -> bool:
        """Whether a person is known to have left a server; where that can't be found out, they have not."""
        try:
            if guild_id:
                await self._client.http.get_member(guild_id, user_id)
        except UNDELIVERED as error:
            return _refused(error).code == UNKNOWN_MEMBER
        return False

    async def is_out_of(self, guild_id: int) -> bool:
        """Whether the bot is known to be in a server no more; where that can't be found out, it is still in."""
        try:
            await self._client.http.get_guild(guild_id, with_counts=False)
        except UNDELIVERED as error:
            return _refused(error).code in (UNKNOWN_GUILD, MISSING_ACCESS)
        return False


async def give_up(tasks: Collection[asyncio.Task[Any]]) -> None:
    """End work that may be waiting at Discord's limits: where discord.py is cancelled there, it first sleeps the wait
    out, unless it is cancelled again.
    """
    while tasks:
        for task in tasks:
            task.cancel()
        _, tasks = await asyncio.wait(tasks, timeout=GRACE)


def _refused(error: BaseException) -> Refused:
    if isinstance(error, discord.RateLimited):
        return Refused(RATE_LIMITED)
    code: Any = getattr(error, "code", None)
    return Refused(code if isinstance(code, int) and code else None)
