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
from functools import partial
from hashlib import blake2b
from typing import Any

import discord

from bot import errors
from bot.post import CLOSED_DOOR_CODES, GONE_CODES, UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, Post, Refused
from bot.projection import (
    BOARD,
    OVER,
    TURN,
    board_state,
    card_of,
    challenge_card,
    for_seat,
    nudge_place,
    panel_place,
    public_message,
    seat_state,
    spent_panel,
)
from bot.render import board, panel
from bot.render.card import Card
from bot.service import DuelService
from bot.table import Table
from games import Player
from storage import DoorRow, DuelStore, MessageRow, Status

log = logging.getLogger(__name__)

CLOSED_FOR = timedelta(hours=1)
"""How long a door found closed is left alone: Discord bans an address for 10,000 refused requests in 10 minutes."""

Make = Callable[[], tuple[discord.ui.LayoutView, discord.File | None]]


class Courier:
    """Knows where each duel's messages are and what they show."""

    def __init__(
        self, client: discord.Client, service: DuelService, store: DuelStore, clock: Callable[[], datetime]
    ) -> None:
        self.post = Post(client)
        self._service = service
        self._store = store
        self._clock = clock
        self._again: dict[int, bool] = {}

    # ---- what the desk tells and asks

    async def posted(self, duel_id: int, channel_id: int, message_id: int) -> None:
        """A challenge stands there: it will be the board."""
        await self._store.put_message(MessageRow(duel_id, BOARD, channel_id, message_id, 0))

    async def post_challenge(self, table: Table) -> bool:
        """Post a challenge that no command's answer carries; it pings the opponent. False where the channel refuses."""
        duel_id, opponent = table.row.id, table.row.player_two
        layout = challenge_card(table, card_of(table, None), opponent)
        # It may be accepted before it is out: the board is then brought up to date as soon as it is there.
        self._again[duel_id] = False
        try:
            nonce = _nonce(table, BOARD, 0)
            message_id = await self.post.send(table.row.channel_id, layout, nonce=nonce, ping=opponent)
            await self.posted(duel_id, table.row.channel_id, message_id)
        except Refused as refused:
            log.info("duel %d: the challenge can't be posted: code=%s", duel_id, refused.code)
            return False
        finally:
            if self._again.pop(duel_id):
                await self.update(duel_id)
        return True

    async def shown(self, table: Table, message_id: int, *, live: bool = False) -> None:
        """An answer has brought this message up to date; the courier need not. `live`: a panel kept its buttons."""
        for row in await self._store.messages(table.row.id):
            if row.message_id != message_id:
                continue
            if row.place == BOARD:
                await self._store.put_message(replace(row, shown=board_state(table)))
            for player in Player:
                if row.place == panel_place(player) and table.duel:
                    spent = replace(row, message_id=None, shown=2 * table.duel.turn(player) * TURN)
                    await self._store.put_message(replace(row, shown=seat_state(table, player)) if live else spent)

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
            if isinstance(outcome, Refused):
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
                raise Refused(UNKNOWN_MESSAGE)
            await self.post.edit(row.channel_id, row.message_id, layout, file)
            channel_id, message_id = row.channel_id, row.message_id
        except Refused as refused:
            if refused.code != UNKNOWN_MESSAGE:
                if refused.code in GONE_CODES:
                    log.info("duel %d: the board can't be reached: code=%d", table.row.id, refused.code)
                    return
                raise
            if table.row.opened_at is None:
                return
            layout, file = public_message(table, card_of(table, None))  # a file can be sent only once
            channel_id = table.row.channel_id
            message_id = await self.post.send(channel_id, layout, file, nonce=_nonce(table, BOARD, state))
        await self._store.put_message(MessageRow(table.row.id, BOARD, channel_id, message_id, state))

    async def _bring_up_seat(self, table: Table, player: Player, rows: dict[str, MessageRow]) -> None:
        """One player's direct messages: the old panel stripped, the new one or the result sent."""
        place, about = panel_place(player), card_of(table, rows.get(BOARD))
        row, state = rows.get(place), seat_state(table, player)
        acts = table.duel is not None and player in table.duel.to_act
        asked = table.duel is not None and table.duel.is_offered(player)
        nudge = rows.get(nudge_place(player))
        if nudge and nudge.shown // TURN < state // TURN:
            await self._delete(nudge)
        if row and row.shown == state:
            return
        new_turn = row is None or row.shown // TURN < state // TURN
        fresh = row is None or state == OVER or (acts and new_turn) or asked
        if row and row.message_id:
            stays = not fresh and not new_turn
            layout = panel.panel(table.view(player), about) if stays else spent_panel(table, player, about)
            try:
                await self.post.edit(row.channel_id, row.message_id, layout)
            except Refused as refused:
                if refused.code is None and not fresh:
                    raise
                # Its buttons carry their turn: pressed, they are answered politely, and go then.
                log.info("duel %d: an old panel keeps its buttons: code=%s", table.row.id, refused.code)
        sent = MessageRow(table.row.id, place, row.channel_id if row else 0, None, state)
        if row and not fresh and not new_turn:
            sent = replace(row, shown=state)
        if fresh:
            nonce = _nonce(table, place, state)
            make = partial(for_seat, table, player, about)
            delivered = await self._write_to(table, player, make, nonce, first=row is None, nudges=acts and new_turn)
            if delivered:
                sent = replace(sent, channel_id=delivered[0], message_id=delivered[1])
            elif acts and new_turn:
                await self._nudge(table, player, about, state)
        await self._store.put_message(sent)

    async def _nudge(self, table: Table, player: Player, about: Card, state: int) -> None:
        """One line in the channel, which pings the player; or, where they have left, a word to the other."""
        user_id, channel_id = table.user(player), table.row.channel_id
        if await self.post.has_left(table.row.guild_id, user_id):
            await self._tell_of_leaving(table, player, about)
            return
        try:
            message_id = await self.post.send(
                channel_id, board.nudge(about, user_id), nonce=_nonce(table, nudge_place(player), state), ping=user_id
            )
        except Refused as refused:
            if refused.code not in GONE_CODES:
                raise
            log.info("duel %d: a player can't be told that it is their turn: code=%s", table.row.id, refused.code)
            return
        await self._store.put_message(MessageRow(table.row.id, nudge_place(player), channel_id, message_id, state))

    async def _tell_of_leaving(self, table: Table, player: Player, about: Card) -> None:
        """The one who stays is told once that the other has left the server and can't be written to."""
        place, other = f"left-{player.value}", player.other
        if any(row.place == place for row in await self._store.messages(table.row.id)):
            return
        await self._write_to(
            table, other, lambda: (panel.left(about, other), None), _nonce(table, place, 0), first=True, nudges=True
        )
        await self._store.put_message(MessageRow(table.row.id, place, 0, None, 0))

    # ---- requests

    async def _write_to(
        self, table: Table, player: Player, make: Make, nonce: str, *, first: bool, nudges: bool
    ) -> tuple[int, int] | None:
        """A direct message: its channel and id, or None where it did not get through. `first`: knock in any case;
        `nudges`: it need not be sent later, since something else takes its place."""
        user_id = table.user(player)
        door = await self._store.door(user_id)
        now = int(self._clock().timestamp() * 1000)
        if door.closed_at is not None and not first and now - door.closed_at < CLOSED_FOR / timedelta(milliseconds=1):
            return None
        layout, file = make()
        try:
            channel_id = door.channel_id or await self.post.open_channel(user_id)
            message_id = await self.post.send(channel_id, layout, file, nonce=nonce)
        except Refused as refused:
            log.info("duel %d: no direct message to %d: code=%s", table.row.id, user_id, refused.code)
            if refused.code in CLOSED_DOOR_CODES:
                await self._store.put_door(replace(door, closed_at=now))
            elif refused.code == UNKNOWN_CHANNEL:
                await self._store.put_door(replace(door, channel_id=None))
            elif refused.code is None and not nudges:
                raise
            return None
        if door != (opened := DoorRow(user_id, channel_id, None)):
            await self._store.put_door(opened)
        return channel_id, message_id

    async def _delete(self, row: MessageRow) -> None:
        """Take a message away and forget it; where that fails for now, it is tried again with the next move."""
        try:
            if row.message_id:
                await self.post.delete(row.channel_id, row.message_id)
        except Refused as refused:
            if refused.code not in GONE_CODES:
                log.info("duel %d: a line in the channel stays: code=%s", row.duel_id, refused.code)
                return
        await self._store.drop_message(row.duel_id, row.place)


def _nonce(table: Table, place: str, state: int) -> str:
    """The same for the same message only; Discord allows 25 characters.

    A state can come again, as where a draw is offered, lapses and is offered again: the log has grown by then.
    """
    named = f"{table.row.id} {table.row.created_at} {place} {state} {table.plies}"
    return blake2b(named.encode(), digest_size=12).hexdigest()
