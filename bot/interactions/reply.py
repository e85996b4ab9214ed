"""`Reply`: one interaction's answer, in time and once, whatever the work behind it does.

Discord waits 3 s for an answer. Work that takes longer than `PATIENCE` is acknowledged first, privately, and its answer
follows. A refused or lost answer is logged and never raised: what was saved stays saved.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import discord

from bot.delivery.known import Known
from bot.discord_api import UNDELIVERED, UNKNOWN_MESSAGE, DiscordApi, Refused
from bot.drawing import Layout
from bot.errors import report
from bot.interactions.rivals import suspect
from bot.logs import describe
from bot.render.panel import sentence
from bot.service.saved_duel import SavedDuel
from bot.token_api import ORIGINAL, TokenApi

log = logging.getLogger(__name__)

PATIENCE = 2.0
"""Seconds after which an interaction is acknowledged without its answer: Discord allows 3."""

Choice = TypeVar("Choice")


class Reply:
    """The answer to one interaction. `in_place`: the answer changes the message whose button was pressed.

    `given`: the person has had an answer, so that a failure after it is only logged. `shown`: the duels whose turn the
    answer shows. `changed`: the duel that the interaction has changed, whose messages are updated then; `afterwards`:
    what is to be said after that. `message_id`: the message that the newest answer is, or has changed.
    """

    def __init__(self, interaction: discord.Interaction[Any], *, in_place: bool) -> None:
        self.interaction = interaction
        self.api = TokenApi(interaction)
        self._in_place = in_place
        self._first = asyncio.Lock()
        self._held = False
        self.given = False
        self.message_id: int | None = None
        self.shown: list[Known] = []
        self.changed: SavedDuel | Known | None = None
        self.afterwards: Callable[[], Awaitable[None]] | None = None

    @property
    def is_shared(self) -> bool:
        """Whether others can see the message whose button was pressed."""
        message = self.interaction.message
        return message is not None and not message.flags.ephemeral and not self.interaction.context.dm_channel

    @property
    def changes_ephemeral(self) -> bool:
        """Whether the answer changes an ephemeral message, whose button was pressed."""
        message = self.interaction.message
        return self._in_place and message is not None and message.flags.ephemeral

    async def private(self, layout: Layout) -> bool:
        """Tell the person alone. True where it got through."""

        async def first() -> None:
            self.message_id = await self.api.send(layout)

        async def later() -> None:
            if self._held and not self._in_place:
                self._held = False
                self.message_id = await self.api.edit(ORIGINAL, layout)
            else:
                self.message_id = await self.api.follow(layout)

        return await self._answer(first, later)

    async def picture(self, layout: Layout, content: bytes, name: str) -> None:
        """Send the person alone a file beside the answer, which has to be given already and stands by itself."""

        async def follow() -> None:
            await self.api.follow(layout, (content, name))

        await self._answer(follow, follow)

    async def update(self, layout: Layout) -> bool:
        """Change the message whose button was pressed. True where it got through; it may be deleted by now."""
        reached = True

        async def first() -> None:
            nonlocal reached
            try:
                await self.api.update(layout)
            except discord.NotFound as error:
                if error.code != UNKNOWN_MESSAGE:
                    raise
                await self.api.acknowledge()
                reached = False

        async def later() -> None:
            nonlocal reached
            reached = self._in_place
            # Else the acknowledgement was a message of its own, and the one that was pressed is out of reach.
            if reached:
                await self.api.edit(ORIGINAL, layout)

        reached = await self._answer(first, later) and reached
        if reached and self.interaction.message:
            self.message_id = self.interaction.message.id
        return reached

    async def discard(self) -> None:
        """Delete the message whose button was pressed, which only this person sees: another one has followed it."""

        async def first() -> None:
            await self.api.acknowledge()
            await self.api.delete(ORIGINAL)

        async def later() -> None:
            if self._in_place:
                await self.api.delete(ORIGINAL)

        await self._answer(first, later, first_is_answer=False)

    async def public(self, layout: Layout, ping: int | None, beside: str) -> tuple[int, int] | None:
        """Answer for all to see, pinging one person or nobody. The message's channel and id, or None where it got lost.
        `beside`: what the person is told besides, where it can't be the first answer.
        """
        sent: list[tuple[int, int]] = []
        channel_id = self.interaction.channel_id or 0

        async def first() -> None:
            sent.append((channel_id, await self.api.send(layout, ping=ping, ephemeral=False) or 0))

        async def later() -> None:
            # The acknowledgement was private, and so would be its answer: the message comes from the bot itself.
            by_itself = DiscordApi(self.interaction.client, self.interaction.client.drawing)
            nonce = str(self.interaction.id)
            sent.append((channel_id, await by_itself.send(channel_id, layout, nonce=nonce, ping=ping)))
            await self.private(sentence(beside))

        await self._answer(first, later)
        return sent[0] if sent else await self._arrived()

    async def _arrived(self) -> tuple[int, int] | None:
        """Where the first answer stands that seemed to get lost: a connection may drop when it is there already."""
        if self._held:
            return None
        try:
            message_id = await self.api.original()
        except UNDELIVERED:
            return None
        self.given = self.api.is_answered = True
        return self.interaction.channel_id or 0, message_id

    async def hold(self) -> None:
        """Acknowledge now; the answer follows."""

        async def acknowledge() -> None:
            if self._in_place:
                await self.api.acknowledge()
            else:
                await self.api.promise()
            self._held = True

        async def nothing() -> None:
            return

        await self._answer(acknowledge, nothing, first_is_answer=False)

    async def _answer(
        self,
        first: Callable[[], Awaitable[None]],
        later: Callable[[], Awaitable[None]],
        *,
        first_is_answer: bool = True,
    ) -> bool:
        """Give the first answer, or one that follows it."""
        try:
            async with self._first:
                if not self.api.is_answered:
                    await first()
                    self.given = first_is_answer
                    return True
            await later()
            self.given = True
        except (*UNDELIVERED, Refused) as error:
            log.warning("the answer did not get through: %s", describe(error))
            suspect(self.interaction.client, error)
            return False
        return True


async def answered(
    interaction: discord.Interaction[Any], work: Callable[[Reply], Awaitable[None]], *, in_place: bool, age: float
) -> Reply:
    """Do the work for an interaction, `age` seconds old, which gets an answer, and one only. Nothing is raised."""
    reply, held = Reply(interaction, in_place=in_place), list[asyncio.Task[None]]()
    patience = asyncio.get_running_loop().call_later(
        max(0.0, PATIENCE - age), lambda: held.append(asyncio.ensure_future(reply.hold()))
    )
    try:
        try:
            await work(reply)
        finally:
            patience.cancel()
            await asyncio.gather(*held)
    except Exception as error:
        told = report(error)
        if not reply.given:
            await reply.private(sentence(told))
    return reply


async def offered(choices: Awaitable[list[Choice]]) -> list[Choice]:
    """An autocomplete's choices; none where they would come too late, or can't be found out. Nothing is raised."""
    try:
        async with asyncio.timeout(PATIENCE):
            return await choices
    except TimeoutError:
        log.info("an autocomplete was not ready in time")
    except Exception as error:
        report(error)
    return []
