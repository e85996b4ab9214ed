"""`Boards`: the public message of each duel: edited where it stands, or posted anew, and the one before retired.

Knows nothing of who plays: what is public comes from `projection`.
"""

from __future__ import annotations

import asyncio
import logging
from datetime import timedelta
from weakref import WeakValueDictionary

import discord

from bot import refusals
from bot.delivery.known import Known, Messages
from bot.delivery.places import Place
from bot.delivery.projection import challenge_message, nonce_of, public_message
from bot.discord_api import (
    ARCHIVED,
    FOR_NOW,
    GONE_CODES,
    NOT_AUTHOR,
    OUT_OF_REACH,
    RATE_LIMITED,
    TOO_OLD_TO_EDIT,
    UNKNOWN_MESSAGE,
    DiscordApi,
    Refused,
)
from bot.render import board, result
from bot.service.deadlines import Clock, milliseconds, now
from bot.service.duels import Duels
from games import Ending
from storage import MessageRow

log = logging.getLogger(__name__)

ONCE_IN = timedelta(minutes=1)
"""How often a board may be asked for anew."""
NEWS_FOR = timedelta(hours=1)
"""How long after its end a duel's result is news for the channel."""
EDITS_AT_ONCE = 5
"""Boards of one channel that are edited at the same time: Discord allows about five edits in five seconds."""


class Boards:
    """Brings boards up to date. What Discord refuses is raised as `Refused`."""

    def __init__(self, api: DiscordApi, messages: Messages, duels: Duels, clock: Clock) -> None:
        self._api = api
        self._messages = messages
        self._duels = duels
        self._clock = clock
        self._queues: WeakValueDictionary[int, asyncio.Semaphore] = WeakValueDictionary()
        # Servers that the bot was removed from: no more requests are made for them.
        self._left: set[int] = set()
        # Servers from which something came since then, or since the start.
        self._in: set[int] = set()
        # By duel, the channel and id of a challenge that stands there, until that is noted.
        self._unnoted: dict[int, tuple[int, int]] = {}

    async def post_challenge(self, known: Known) -> None:
        """Post a challenge that is not the answer to a command; it pings the opponent."""
        saved = known.saved
        layout = challenge_message(saved, known.header, saved.row.player_two)
        nonce = nonce_of(saved, Place.BOARD, 0)
        message_id = await self._api.send(saved.row.channel_id, layout, nonce=nonce, ping=saved.row.player_two)
        await self.posted(known, saved.row.channel_id, message_id)

    async def posted(self, known: Known, channel_id: int, message_id: int, *, is_answered: bool = False) -> None:
        """A challenge stands there: it will be the board. Of two, it is the one that was answered (`is_answered`), or
        else the one that was noted first; the other is to be retired.
        """
        known = await self._messages.fresh(known)
        self._unnoted[known.duel_id] = channel_id, message_id
        new, row = MessageRow(known.duel_id, Place.BOARD, channel_id, message_id, 0), known.rows.get(Place.BOARD)
        if row is None or row.message_id is None:
            await self._messages.put(known, new)
        elif row.message_id != message_id and is_answered:
            await self._messages.put(known, new, superseded_board(known, row.channel_id, row.message_id))
        elif row.message_id != message_id:
            await self._messages.put(known, superseded_board(known, channel_id, message_id))
        del self._unnoted[known.duel_id]

    def is_in(self, guild_id: int) -> bool:
        """Whether something came from this server before, and the bot was not removed from it since."""
        return guild_id in self._in

    def came_back(self, guild_id: int) -> None:
        """Something has come from this server."""
        self._left.discard(guild_id)
        self._in.add(guild_id)

    async def bring_up(self, known: Known) -> None:
        """The channel sees what is saved."""
        saved, row = known.saved, known.rows.get(Place.BOARD)
        if saved.row.guild_id in self._left or not saved.has_board:
            return
        if row is None and known.duel_id in self._unnoted:
            await self.posted(known, *self._unnoted[known.duel_id])
            row = known.rows[Place.BOARD]
        if row is None and not saved.is_answered:
            await self._post_late(known)
            return
        try:
            if row is None or row.shown < saved.row.version:
                await self._show_in_turn(known)
            await self._tell_result(known)
            for old in Place.BOARD.superseded_in(known.rows):
                await self._retire(known, old)
        except Refused as refused:
            if not await self._was_removed(saved.row.guild_id, refused.code):
                raise

    async def _post_late(self, known: Known) -> None:
        """Post a challenge that a crash left unposted. Where that can't be done, it is closed."""
        try:
            await self.post_challenge(known)
        except Refused as refused:
            if refused.code in FOR_NOW:
                raise
            log.info("the challenge can't be posted: code=%s", refused.code)
            if not await self._was_removed(known.saved.row.guild_id, refused.code):
                await self._duels.close_unposted(known.duel_id)

    async def post_here(self, known: Known, channel_id: int) -> None:
        """Post the board anew in a channel, as a player asks. Raises `BoardIsNew` too."""
        row = known.rows.get(Place.BOARD)
        if row and row.message_id:
            age = self._clock() - discord.utils.snowflake_time(row.message_id)
            if age < ONCE_IN:
                raise refusals.BoardIsNew(duel=known.duel_id)
        await self._post_anew(known, channel_id)

    async def _show_in_turn(self, known: Known) -> None:
        """In a burst, the boards of a channel are queued, and show what is saved when it is their turn."""
        queue = self._queues.setdefault(known.channel_id, asyncio.Semaphore(EDITS_AT_ONCE))
        had_to_wait = queue.locked()
        async with queue:
            newer = await self._messages.load(known.duel_id) if had_to_wait else None
            await self._show(newer or known)

    async def _show(self, known: Known) -> None:
        saved, row = known.saved, known.rows.get(Place.BOARD)
        try:
            if row is None or row.message_id is None:
                raise Refused(UNKNOWN_MESSAGE)
            await self._api.edit(row.channel_id, row.message_id, public_message(saved, known.header.without_link()))
            await self._messages.put(
                known, MessageRow(known.duel_id, Place.BOARD, row.channel_id, row.message_id, saved.row.version)
            )
        except Refused as refused:
            if refused.code not in (UNKNOWN_MESSAGE, TOO_OLD_TO_EDIT, RATE_LIMITED, ARCHIVED, NOT_AUTHOR):
                raise
            if saved.row.opened_at is not None or (refused.code == NOT_AUTHOR and not saved.is_answered):
                # A thread that archives itself again and again would collect a line for each move.
                await self._post_anew(known, known.channel_id, deletes=refused.code == ARCHIVED)
            elif refused.code in FOR_NOW:
                raise

    async def _post_anew(self, known: Known, channel_id: int, *, deletes: bool = False) -> None:
        """`deletes`: the one before is deleted rather than reduced to a link. The nonce names the board before, since
        the same board may be posted anew twice within minutes.
        """
        saved, row = known.saved, known.rows.get(Place.BOARD)
        before = f"{Place.BOARD}-{row.message_id if row else None}"
        layout = public_message(saved, known.header.without_link())
        message_id = await self._api.send(channel_id, layout, nonce=nonce_of(saved, before, saved.row.version))
        new = MessageRow(known.duel_id, Place.BOARD, channel_id, message_id, saved.row.version)
        old = [superseded_board(known, row.channel_id, row.message_id)] if row and row.message_id else []
        await self._messages.put(known, new, *old)
        for gone in old:
            await self._retire(known, gone, deletes=deletes)

    async def _retire(self, known: Known, old: MessageRow, *, deletes: bool = False) -> None:
        """Take the buttons off a board that stands elsewhere by now, or delete it; else it is tried again."""
        known = await self._messages.fresh(known)
        if any(row.message_id == old.message_id for place, row in known.rows.items() if place != old.place):
            await self._messages.drop(known, old.place)  # it was pressed before it was noted where it stands
            return
        try:
            assert old.message_id is not None
            try:
                if not deletes:
                    await self._api.edit(old.channel_id, old.message_id, board.moved(known.header))
            except Refused as refused:
                if refused.code not in (TOO_OLD_TO_EDIT, RATE_LIMITED):
                    raise
                deletes = True
            if deletes:
                await self._api.delete(old.channel_id, old.message_id)
        except Refused as refused:
            if refused.code not in GONE_CODES:
                log.info("an old board keeps its buttons: code=%s", refused.code)
                return
        await self._messages.drop(known, old.place)

    async def _tell_result(self, known: Known) -> None:
        """Where the board is not the newest message of its channel any more, one line says who has won, if both are
        people. Raises `Refused` for what may pass; where it is refused for good, it is dropped.
        """
        saved, row = known.saved, known.rows.get(Place.BOARD)
        is_told = Place.RESULT in known.rows or row is None or row.message_id is None or saved.computer
        if saved.duel is None or not saved.duel.outcome or saved.duel.outcome.ending is Ending.VOID or is_told:
            return
        assert row is not None and saved.row.ended_at is not None  # noqa: PT018
        message_id: int | None = None
        if now(self._clock) - saved.row.ended_at < milliseconds(NEWS_FOR):
            try:
                if await self._api.last_message(row.channel_id) != row.message_id:
                    line = result.line(saved.view(None), known.header)
                    nonce = nonce_of(saved, Place.RESULT, 0)
                    message_id = await self._api.send(row.channel_id, line, nonce=nonce)
            except Refused as refused:
                if refused.code in FOR_NOW:
                    raise
                log.info("no line says who has won: code=%s", refused.code)
        await self._messages.put(known, MessageRow(known.duel_id, Place.RESULT, row.channel_id, message_id, 0))

    async def _was_removed(self, guild_id: int | None, code: int | None) -> bool:
        """Whether the bot was removed from a server, where this refusal may mean that: its duels are called off."""
        if guild_id is None or code not in OUT_OF_REACH or not await self._api.is_out_of(guild_id):
            return False
        log.info("server %d: the bot was removed from it", guild_id)
        await self._duels.call_off_server(guild_id)
        self._in.discard(guild_id)
        self._left.add(guild_id)  # only now: where that could not be saved, it is tried again
        return True


def superseded_board(known: Known, channel_id: int, message_id: int) -> MessageRow:
    """A board that is to be retired."""
    return MessageRow(known.duel_id, Place.BOARD.superseded(message_id), channel_id, message_id, 0)
