"""`DiscordApi`: the requests that show messages, and what Discord's error codes mean. Knows no duel; has no state."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable, Mapping
from typing import Any

import aiohttp
import discord
from discord.http import MultipartParameters

from bot.drawing import Drawing, Layout

LOST = (aiohttp.ClientError, OSError, asyncio.TimeoutError)
"""What a request raises if its connection drops, before or after it has arrived. discord.py does not wrap these."""
UNDELIVERED = (discord.DiscordException, *LOST)
"""What a request to Discord may raise."""

CLOSED_CODES = frozenset({50007, 50278})
"""Discord's codes for a user who can't be sent direct messages: they are closed or the bot is blocked, or there is no
server in common. They come with status 403 and with 400, so check the code."""
UNKNOWN_CHANNEL, UNKNOWN_GUILD, UNKNOWN_MEMBER, UNKNOWN_MESSAGE, UNKNOWN_USER = 10003, 10004, 10007, 10008, 10013
LEFT = (UNKNOWN_MEMBER, UNKNOWN_USER)
"""Codes for somebody who is looked up in a server and is not in it."""
MISSING_ACCESS, LACKING_PERMISSION = 50001, 50013
NOT_AUTHOR = 50005
"""The message is another application's: the database was used with another token."""
TOO_OLD_TO_EDIT = 30046
"""A message older than an hour has been edited too often."""
RATE_LIMITED = 429
"""Not one of Discord's error codes: the rate limit asks for a longer wait than we accept."""
OPENED_TOO_FAST = 40003
"""Direct message channels were opened too fast, one after the other."""
FOR_NOW = (None, RATE_LIMITED, OPENED_TOO_FAST)
"""Temporary failures: no code, or a rate limit. A retry a little later may succeed."""
ARCHIVED = 50083
"""Messages in an archived thread can't be edited. A new message reopens the thread, unless it is locked."""
OUT_OF_REACH = frozenset({UNKNOWN_CHANNEL, UNKNOWN_GUILD, MISSING_ACCESS})
"""Codes that a bot gets after it was removed from the server. Other causes give the same codes."""
SHUT_OUT = OUT_OF_REACH | {LACKING_PERMISSION, ARCHIVED}
"""Codes that the bot gets in a channel where it can't act any more. A thread that can't be reopened is locked."""
GONE_CODES = OUT_OF_REACH | {UNKNOWN_MESSAGE, LACKING_PERMISSION, ARCHIVED, NOT_AUTHOR}
"""Codes for which an immediate retry is useless: the message is gone or locked, or we may not change it."""

GRACE = 0.1
"""Seconds that a cancelled task gets to end before it is cancelled again."""
LOOK_BACK = 50
"""How many of a channel's newest messages are looked at: Discord allows 100 in one request, and 50 is its default."""

Fingerprint = tuple[tuple[str, bool], ...]
"""What tells a message from others: its custom ids in order, each with whether it is disabled. Where nothing can be
pressed, its texts."""


class Refused(Exception):
    """Discord refused a request, or it was lost. `code` is Discord's; None if there was none, and a lost request may
    still take effect.
    """

    def __init__(self, code: int | None) -> None:
        super().__init__(code)
        self.code = code


class DiscordApi:
    """Sends, edits and deletes messages by id, without a cache. Those that send, edit,
    delete or read raise `Refused`.

    They go by the HTTP routes: what discord.py makes of an answer, a message with all its parts, nobody asks for.
    """

    def __init__(self, client: discord.Client, drawing: Drawing) -> None:
        self._client = client
        self._drawing = drawing

    async def open_channel(self, user_id: int) -> int:
        """The id of the direct message channel with a user. discord.py's `create_dm` would give the one it knows back,
        even where that is gone.
        """
        try:
            return int((await self._client.http.start_private_message(user_id))["id"])
        except UNDELIVERED as error:
            raise _refused(error) from None

    async def send(
        self,
        channel_id: int,
        layout: Layout,
        *,
        nonce: str,
        ping: int | None = None,
    ) -> int:
        """Send a message; returns its id. The nonce makes it safe to send again within a few minutes."""
        body = layout.body(ping=ping) | {"nonce": nonce, "enforce_nonce": True}

        async def request() -> Mapping[str, Any]:
            return await self._client.http.send_message(channel_id, params=MultipartParameters(body, None, None))

        try:
            try:
                message = await self._drawing.sent(layout, request)
            except LOST:
                # The message may have arrived. Sending again gets its id, which is needed to edit or delete it.
                message = await self._drawing.sent(layout, request)
        except UNDELIVERED as error:
            raise _refused(error) from None
        return int(message["id"])

    async def edit(self, channel_id: int, message_id: int, layout: Layout) -> None:
        """Edit a message."""
        parameters = MultipartParameters(layout.body() | {"attachments": []}, None, None)

        async def request() -> Mapping[str, Any]:
            return await self._client.http.edit_message(channel_id, message_id, params=parameters)

        try:
            await self._drawing.sent(layout, request)
        except UNDELIVERED as error:
            raise _refused(error) from None

    async def delete(self, channel_id: int, message_id: int) -> None:
        """Delete a message."""
        try:
            await self._client.http.delete_message(channel_id, message_id)
        except UNDELIVERED as error:
            raise _refused(error) from None

    async def newest(self, channel_id: int) -> list[tuple[int, Fingerprint]]:
        """The newest messages of a channel of direct messages, newest first: each one's id and fingerprint."""
        try:
            messages = await self._client.http.logs_from(channel_id, LOOK_BACK)
        except UNDELIVERED as error:
            raise _refused(error) from None
        return [(int(message["id"]), fingerprint(message.get("components", ()))) for message in messages]

    async def last_message(self, channel_id: int) -> int | None:
        """The id of a channel's newest message, None where there is none. It may be deleted by now."""
        try:
            last: Any = (await self._client.http.get_channel(channel_id)).get("last_message_id")
        except UNDELIVERED as error:
            raise _refused(error) from None
        return int(last) if last else None

    async def member(self, guild_id: int, user_id: int) -> Mapping[str, Any]:
        """A member of a server, as Discord describes them."""
        try:
            return await self._client.http.get_member(guild_id, user_id)
        except UNDELIVERED as error:
            raise _refused(error) from None

    async def has_left(self, guild_id: int | None, user_id: int) -> bool:
        """Whether a user is known to have left a server; False if that can't be found out."""
        try:
            if guild_id:
                await self.member(guild_id, user_id)
        except Refused as refused:
            return refused.code in LEFT
        return False

    async def is_shut_out_of(self, channel_id: int) -> bool:
        """Whether the bot is known not to see a channel; False if that can't be found out."""
        try:
            await self._client.http.get_channel(channel_id)
        except UNDELIVERED as error:
            return _refused(error).code in (UNKNOWN_CHANNEL, MISSING_ACCESS)
        return False

    async def is_out_of(self, guild_id: int) -> bool:
        """Whether the bot is known to have left a server; False if that can't be found out."""
        try:
            await self._client.http.get_guild(guild_id, with_counts=False)
        except UNDELIVERED as error:
            return _refused(error).code in (UNKNOWN_GUILD, MISSING_ACCESS)
        return False


def fingerprint(components: Iterable[Mapping[str, Any]]) -> Fingerprint:
    """The fingerprint of a message with these components, as Discord sends them."""
    every, found = list(components), list[Mapping[str, Any]]()
    while every:
        found.append(component := every.pop(0))
        every = [*component.get("components", ()), *every]
    pressed = [(one["custom_id"], bool(one.get("disabled"))) for one in found if "custom_id" in one]
    return tuple(pressed or [(one["content"], False) for one in found if "content" in one])


async def give_up(tasks: Collection[asyncio.Task[Any]]) -> None:
    """Cancel tasks that may be waiting for a rate limit. discord.py finishes that wait when it is cancelled, unless it
    is cancelled again.
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
