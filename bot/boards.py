"""`Boards`: the public message of each duel: edited where it stands, posted anew where it can't be, and retired then.

Knows nothing of who plays: what is public comes from `projection`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from weakref import WeakValueDictionary

import discord

from bot import errors
from bot.mail import nonce_of
from bot.post import (
    ARCHIVED,
    GONE_CODES,
    LACKING_RIGHT,
    OUT_OF_REACH,
    RATE_LIMITED,
    TOO_OLD_TO_EDIT,
    UNKNOWN_MESSAGE,
    Post,
    Refused,
)
from bot.projection import BOARD, board_state, card_of, challenge_card, public_message
from bot.render import board
from bot.service import DuelService
from bot.table import Table
from storage import DuelStore, MessageRow, Status

log = logging.getLogger(__name__)

OLD = "old-board-"
"""Places of boards that were posted anew elsewhere begin so."""
ONCE_IN = timedelta(minutes=1)
"""How often a board may be asked for anew."""
EDITS_AT_ONCE = 5
"""Boards of one channel that are brought up at the same time: Discord lets about five edits in five seconds through."""

Rows = dict[str, MessageRow]


class Boards:
    """Brings boards up to date. What is refused is raised as `Refused`."""

    def __init__(self, post: Post, service: DuelService, store: DuelStore, clock: Callable[[], datetime]) -> None:
        self._post = post
        self._service = service
        self._store = store
        self._clock = clock
        self._lines: WeakValueDictionary[int, asyncio.Semaphore] = WeakValueDictionary()
        # Servers that the bot was removed from: nothing is asked of them any more.
        self._left: set[int] = set()

    async def post_challenge(self, table: Table) -> None:
        """Post a challenge that no command's answer carries; it pings the opponent."""
        layout = challenge_card(table, card_of(table, None), table.row.player_two)
        channel_id = table.row.channel_id
        message_id = await self._post.send(
            channel_id, layout, nonce=nonce_of(table, BOARD, 0), ping=table.row.player_two
        )
        await self.posted(table, channel_id, message_id)

    async def posted(self, table: Table, channel_id: int, message_id: int) -> None:
        """A challenge stands there: it will be the board."""
        self._left.discard(table.row.guild_id or 0)
        await self._store.put_message(MessageRow(table.row.id, BOARD, channel_id, message_id, 0))

    async def bring_up(self, table: Table, rows: Rows) -> None:
        """What the channel sees is what there is."""
        row = rows.get(BOARD)
        if table.row.guild_id in self._left:
            return
        if row is None and not table.is_answered:
            if table.row.rematch_of is not None:
                await self.post_challenge(table)
            return
        try:
            if row is None or row.shown < board_state(table):
                # Amid a burst boards stand in line, and what they show is looked up when it is their turn.
                channel_id = row.channel_id if row else table.row.channel_id
                async with self._lines.setdefault(channel_id, asyncio.Semaphore(EDITS_AT_ONCE)):
                    await self._show(await self._service.look(table.row.id) or table, row)
            for old in [row for place, row in rows.items() if place.startswith(OLD)]:
                await self._retire(table, old)
        except Refused as refused:
            if not await self._is_out(table.row.guild_id, refused.code):
                raise

    async def post_here(self, table: Table, row: MessageRow | None, channel_id: int) -> None:
        """Post the board anew in a channel, at a player's wish. Raises `BoardIsNew` too."""
        if row and row.message_id:
            age = self._clock() - discord.utils.snowflake_time(row.message_id)
            if age < ONCE_IN:
                raise errors.BoardIsNew(duel=table.row.id)
        await self._post_anew(table, row, channel_id)

    async def _show(self, table: Table, row: MessageRow | None, *, attached: bool = True) -> None:
        """`attached`: with the file of a result, which the bot may lack the right to attach."""
        try:
            try:
                if row is None or row.message_id is None:
                    raise Refused(UNKNOWN_MESSAGE)
                shown = public_message(table, card_of(table, None), attached=attached)
                await self._post.edit(row.channel_id, row.message_id, *shown)
                await self._store.put_message(
                    MessageRow(table.row.id, BOARD, row.channel_id, row.message_id, board_state(table))
                )
            except Refused as refused:
                if refused.code not in (UNKNOWN_MESSAGE, TOO_OLD_TO_EDIT, RATE_LIMITED, ARCHIVED):
                    raise
                if table.row.opened_at is not None:
                    channel_id = row.channel_id if row else table.row.channel_id
                    await self._post_anew(table, row, channel_id, attached=attached)
        except Refused as refused:
            if refused.code != LACKING_RIGHT or not attached or table.row.status is not Status.ENDED:
                raise
            await self._show(table, row, attached=False)

    async def _post_anew(self, table: Table, row: MessageRow | None, channel_id: int, *, attached: bool = True) -> None:
        """The nonce names the board before, since the same board may be posted anew twice within minutes."""
        before = f"{BOARD}-{row.message_id if row else None}"
        layout, file = public_message(table, card_of(table, None), attached=attached)
        message_id = await self._post.send(channel_id, layout, file, nonce=nonce_of(table, before, board_state(table)))
        new = MessageRow(table.row.id, BOARD, channel_id, message_id, board_state(table))
        old = [old_board(table, row.channel_id, row.message_id)] if row and row.message_id else []
        await self._store.put_message(new, *old)
        for gone in old:
            await self._retire(table, gone)

    async def _retire(self, table: Table, old: MessageRow) -> None:
        """Take the buttons off a board that stands elsewhere by now, or the board away; else it is tried again."""
        rows = {row.place: row for row in await self._store.messages(table.row.id)}
        if any(row.message_id == old.message_id for place, row in rows.items() if place != old.place):
            await self._store.drop_message(table.row.id, old.place)  # pressed before it was noted where it stands
            return
        try:
            assert old.message_id is not None
            try:
                layout = board.moved(card_of(table, rows.get(BOARD)))
                await self._post.edit(old.channel_id, old.message_id, layout)
            except Refused as refused:
                if refused.code not in (TOO_OLD_TO_EDIT, RATE_LIMITED):
                    raise
                await self._post.delete(old.channel_id, old.message_id)
        except Refused as refused:
            if refused.code not in GONE_CODES:
                log.info("an old board keeps its buttons: code=%s", refused.code)
                return
        await self._store.drop_message(table.row.id, old.place)

    async def _is_out(self, guild_id: int | None, code: int | None) -> bool:
        """Whether the bot was removed from a server, where this refusal may mean that: its duels are called off."""
        if guild_id is None or code not in OUT_OF_REACH or not await self._post.is_out_of(guild_id):
            return False
        log.info("server %d: the bot was removed from it", guild_id)
        await self._service.call_off_server(guild_id)
        self._left.add(guild_id)  # only now: where that could not be saved, it is tried again
        return True


def old_board(table: Table, channel_id: int, message_id: int) -> MessageRow:
    """A board that is to be retired."""
    return MessageRow(table.row.id, f"{OLD}{message_id}", channel_id, message_id, 0)
