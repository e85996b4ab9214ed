"""`Courier`: brings a duel's messages up to its log, and records what it has delivered.

What each message shows is worked out from the log, so it does not matter how often this is done, or after what. No
failure here changes a duel or reaches the player who moved: it is logged, and made good when the duel is next brought
up to date.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from dataclasses import replace
from datetime import datetime, timedelta
from hashlib import blake2b
from typing import Any

import discord
from discord import ui

from bot import errors
from bot.projection import (
    BOARD,
    OVER,
    board_state,
    card_of,
    for_seat,
    nudge_place,
    panel_place,
    public_message,
    seat_state,
    spent_panel,
)
from bot.render import board
from bot.render.card import Card
from bot.service import DuelService
from bot.table import Table
from bot.ui.reply import UNDELIVERED
from games import Player
from storage import DoorRow, DuelStore, MessageRow, Status

log = logging.getLogger(__name__)

CLOSED_DOOR_CODES = frozenset({50007, 50278})
"""Discord's codes for a person who can't be written to: closed or blocked, and no server in common. They come with
status 403 and with 400, so the code decides."""
UNKNOWN_CHANNEL, UNKNOWN_MESSAGE = 10003, 10008
GONE_CODES = frozenset({UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, 50001, 50013, 50083})
"""Refusals that asking again does not change: what was there is gone, locked, or no longer ours to change."""
CLOSED_FOR = timedelta(hours=1)
"""How long a door found closed is left alone: Discord bans an address for 10,000 refused requests in 10 minutes."""


class _Failed(Exception):
    """A request that Discord refused or lost. `code` is Discord's, None where it gave no reason: it may do it yet."""

    def __init__(self, code: int | None) -> None:
        super().__init__(code)
        self.code = code


class Courier:
    """Knows where each duel's messages are and what they show."""

    def __init__(
        self, client: discord.Client, service: DuelService, store: DuelStore, clock: Callable[[], datetime]
    ) -> None:
        self._client = client
        self._service = service
        self._store = store
        self._clock = clock
        self._again: dict[int, bool] = {}

    # ---- what the desk tells and asks

    async def posted(self, duel_id: int, channel_id: int, message_id: int) -> None:
        """A challenge stands there: it will be the board."""
        await self._store.put_message(MessageRow(duel_id, BOARD, channel_id, message_id, 0))

    async def shown(self, table: Table, message_id: int) -> None:
        """An answer has brought this message up to date already; the courier need not."""
        for row in await self._store.messages(table.row.id):
            if row.message_id != message_id:
                continue
            if row.place == BOARD:
                await self._store.put_message(replace(row, shown=board_state(table)))
            for player in Player:
                if row.place == panel_place(player) and table.duel:
                    spent = replace(row, message_id=None, shown=2 * table.duel.turn(player))
                    await self._store.put_message(spent)

    async def card(self, table: Table) -> Card:
        """A duel as its messages name it."""
        rows = {row.place: row for row in await self._store.messages(table.row.id)}
        return card_of(table, rows.get(BOARD))

    async def in_vain(self, table: Table, user_id: int) -> bool:
        """Whether this person was written to about the duel, and it did not get through, for whatever reason."""
        player, rows = table.seat(user_id), await self._store.messages(table.row.id)
        return not any(player and row.place == panel_place(player) and row.message_id for row in rows)

    async def came_in(self, user_id: int) -> None:
        """A person has used the bot in direct messages: their door is open."""
        door = await self._store.door(user_id)
        if door.closed_at is not None:
            await self._store.put_door(replace(door, closed_at=None))

    # ---- bringing up to date

    async def catch_up(self) -> None:
        """Deliver what was saved and not delivered when the bot last stopped."""
        for duel_id in await self._store.behind():
            await self.update(duel_id)

    async def update(self, duel_id: int) -> None:
        """Bring all messages of a duel up to its log. Never raises.

        Only the newest state is delivered: whoever calls while it is being done has it done once more, and goes.
        """
        if duel_id in self._again:
            self._again[duel_id] = True
            return
        self._again[duel_id] = True
        try:
            while self._again[duel_id]:
                self._again[duel_id] = False
                await self._bring_up(duel_id)
        except Exception as error:
            errors.report(error)
        finally:
            del self._again[duel_id]

    async def _bring_up(self, duel_id: int) -> None:
        table = await self._service.look(duel_id)
        if table is None or table.row.status is Status.CHALLENGED:
            return
        rows = {row.place: row for row in await self._store.messages(duel_id)}
        jobs: list[Coroutine[Any, Any, None]] = [self._bring_up_board(table, rows)]
        if table.row.opened_at is not None:
            jobs += [self._bring_up_seat(table, player, rows) for player in Player]
        outcomes = await asyncio.gather(*jobs, return_exceptions=True)
        for outcome in outcomes:
            if isinstance(outcome, _Failed):
                log.warning("duel %d: a message is not up to date: code=%s", duel_id, outcome.code)
            elif isinstance(outcome, BaseException):
                raise outcome
        if not any(outcomes):
            await self._store.put_delivered(duel_id, table.plies)

    async def _bring_up_board(self, table: Table, rows: dict[str, MessageRow]) -> None:
        """The public message: edited where it stands, or posted anew where it is gone."""
        row, state = rows.get(BOARD), board_state(table)
        if row and row.shown >= state:
            return
        layout, file = public_message(table, card_of(table, None))
        try:
            if row is None or row.message_id is None:
                raise _Failed(UNKNOWN_MESSAGE)
            await self._edit(row.channel_id, row.message_id, layout, file)
            channel_id, message_id = row.channel_id, row.message_id
        except _Failed as failed:
            if failed.code != UNKNOWN_MESSAGE:
                if failed.code in GONE_CODES:
                    log.info("duel %d: the board can't be reached: code=%d", table.row.id, failed.code)
                    return
                raise
            if table.row.opened_at is None:
                return
            layout, file = public_message(table, card_of(table, None))  # a file can be sent only once
            channel_id = table.row.channel_id
            message_id = await self._send(channel_id, layout, file, nonce=_nonce(table, BOARD, state))
        await self._store.put_message(MessageRow(table.row.id, BOARD, channel_id, message_id, state))

    async def _bring_up_seat(self, table: Table, player: Player, rows: dict[str, MessageRow]) -> None:
        """One player's direct messages: the old panel stripped, the new one or the result sent."""
        place, about = panel_place(player), card_of(table, rows.get(BOARD))
        row, state = rows.get(place), seat_state(table, player)
        acts = table.duel is not None and player in table.duel.to_act
        nudge = rows.get(nudge_place(player))
        if nudge and nudge.shown < state:
            await self._delete(nudge)
        if row and row.shown >= state:
            return
        sends = row is None or acts or state == OVER
        if row and row.message_id:
            try:
                await self._edit(row.channel_id, row.message_id, spent_panel(table, player, about))
            except _Failed as failed:
                if failed.code is None and not sends:
                    raise
                # Its buttons carry their turn: pressed, they are answered politely, and go then.
                log.info("duel %d: an old panel keeps its buttons: code=%s", table.row.id, failed.code)
        sent = MessageRow(table.row.id, place, row.channel_id if row else 0, None, state)
        if sends:
            delivered = await self._write_to(table, player, about, first=row is None, acts=acts)
            if delivered:
                sent = replace(sent, channel_id=delivered[0], message_id=delivered[1])
            elif acts:
                await self._nudge(table, player, about, state)
        await self._store.put_message(sent)

    async def _nudge(self, table: Table, player: Player, about: Card, state: int) -> None:
        """One line in the channel, which pings the player."""
        user_id, channel_id = table.user(player), table.row.channel_id
        try:
            message_id = await self._send(
                channel_id, board.nudge(about, user_id), nonce=_nonce(table, nudge_place(player), state), ping=user_id
            )
        except _Failed as failed:
            if failed.code not in GONE_CODES:
                raise
            log.info("duel %d: a player can't be told that it is their turn: code=%s", table.row.id, failed.code)
            return
        await self._store.put_message(MessageRow(table.row.id, nudge_place(player), channel_id, message_id, state))

    # ---- requests

    async def _write_to(
        self, table: Table, player: Player, about: Card, *, first: bool, acts: bool
    ) -> tuple[int, int] | None:
        """A direct message: its channel and id, or None where it did not get through. `first`: knock in any case;
        `acts`: it is no use to this player later."""
        user_id = table.user(player)
        door = await self._store.door(user_id)
        now = int(self._clock().timestamp() * 1000)
        if door.closed_at is not None and not first and now - door.closed_at < CLOSED_FOR / timedelta(milliseconds=1):
            return None
        layout, file = for_seat(table, player, about)
        nonce = _nonce(table, panel_place(player), seat_state(table, player))
        try:
            channel_id = door.channel_id or await self._open_channel(user_id)
            message_id = await self._send(channel_id, layout, file, nonce=nonce)
        except _Failed as failed:
            log.info("duel %d: no direct message to %d: code=%s", table.row.id, user_id, failed.code)
            if failed.code in CLOSED_DOOR_CODES:
                await self._store.put_door(replace(door, closed_at=now))
            elif failed.code == UNKNOWN_CHANNEL:
                await self._store.put_door(replace(door, channel_id=None))
            elif failed.code is None and not acts:
                raise
            return None
        if door != (opened := DoorRow(user_id, channel_id, None)):
            await self._store.put_door(opened)
        return channel_id, message_id

    async def _open_channel(self, user_id: int) -> int:
        try:
            return (await self._client.create_dm(discord.Object(user_id))).id
        except UNDELIVERED as error:
            raise _failed(error) from None

    async def _send(
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
            message = await channel.send(view=layout, files=files, nonce=nonce, allowed_mentions=pings)
        except UNDELIVERED as error:
            raise _failed(error) from None
        return message.id

    async def _edit(
        self, channel_id: int, message_id: int, layout: ui.LayoutView, file: discord.File | None = None
    ) -> None:
        message = self._client.get_partial_messageable(channel_id).get_partial_message(message_id)
        try:
            await message.edit(view=layout, attachments=[file] if file else [])
        except UNDELIVERED as error:
            raise _failed(error) from None

    async def _delete(self, row: MessageRow) -> None:
        """Take a message away and forget it; where that fails for now, it is tried again with the next move."""
        try:
            if row.message_id:
                await self._client.get_partial_messageable(row.channel_id).get_partial_message(row.message_id).delete()
        except UNDELIVERED as error:
            if _failed(error).code not in GONE_CODES:
                log.info("duel %d: a line in the channel stays: code=%s", row.duel_id, _failed(error).code)
                return
        await self._store.drop_message(row.duel_id, row.place)


def _nonce(table: Table, place: str, state: int) -> str:
    """The same for the same message only; Discord allows 25 characters."""
    return blake2b(f"{table.row.id} {table.row.created_at} {place} {state}".encode(), digest_size=12).hexdigest()


def _failed(error: BaseException) -> _Failed:
    code: Any = getattr(error, "code", None)
    return _Failed(code if isinstance(code, int) and code else None)
