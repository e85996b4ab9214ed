"""`Courier`: brings a duel's messages up to its log, and records what it has delivered.

What each message shows is worked out from the log, so it does not matter how often this is done, or after what. No
failure here changes a duel or reaches the player who moved: it is logged, and made good when the duel is next brought
up to date.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from functools import partial

import discord

from bot import errors
from bot.mail import Mail, nonce_of
from bot.post import (
    GONE_CODES,
    LACKING_RIGHT,
    RATE_LIMITED,
    TOO_OLD_TO_EDIT,
    UNKNOWN_MESSAGE,
    Post,
    Refused,
)
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
from storage import DuelStore, MessageRow, Status

log = logging.getLogger(__name__)

SEATS = {panel_place(player): player for player in Player}
PLACES = (BOARD, *SEATS)


class Courier:
    """Knows where each duel's messages are and what they show."""

    def __init__(
        self, client: discord.Client, service: DuelService, store: DuelStore, clock: Callable[[], datetime]
    ) -> None:
        self.post = Post(client)
        self.mail = Mail(self.post, store, clock)
        self._service = service
        self._store = store
        self._again: dict[tuple[int, str], bool] = {}
        self._reached: dict[int, dict[str, int]] = {}

    # ---- what the desk tells and asks

    async def posted(self, duel_id: int, channel_id: int, message_id: int) -> None:
        """A challenge stands there: it will be the board."""
        await self._store.put_message(MessageRow(duel_id, BOARD, channel_id, message_id, 0))

    async def post_challenge(self, table: Table) -> bool:
        """Post a challenge that no command's answer carries; it pings the opponent. False where the channel refuses."""
        duel_id, opponent = table.row.id, table.row.player_two
        key = duel_id, BOARD
        layout = challenge_card(table, card_of(table, None), opponent)
        # It may be accepted before it is out: the board is then brought up to date as soon as it is there.
        self._again[key] = False
        try:
            nonce = nonce_of(table, BOARD, 0)
            message_id = await self.post.send(table.row.channel_id, layout, nonce=nonce, ping=opponent)
            await self.posted(duel_id, table.row.channel_id, message_id)
        except Refused as refused:
            log.info("duel %d: the challenge can't be posted: code=%s", duel_id, refused.code)
            return False
        finally:
            if self._again.pop(key):
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

    # ---- bringing up to date

    async def catch_up(self) -> None:
        """Deliver what was saved and not delivered when the bot last stopped."""
        for duel_id in await self._store.behind():
            await self.update(duel_id)

    async def update(self, duel_id: int) -> None:
        """Bring all messages of a duel up to its log. Never raises. None of them waits for another."""
        await asyncio.gather(*(self._keep_up(duel_id, place) for place in PLACES))

    async def _keep_up(self, duel_id: int, place: str) -> None:
        """Bring one place up. Only the newest state is delivered: whoever comes while it is being done has it done once
        more, and goes.
        """
        key = duel_id, place
        if key in self._again:
            self._again[key] = True
            return
        self._again[key] = True
        try:
            while self._again[key]:
                self._again[key] = False
                await self._bring_up(duel_id, place)
        except Refused as refused:
            log.warning("duel %d: a message is not up to date: code=%s", duel_id, refused.code)
        except Exception as error:
            errors.report(error)
        finally:
            del self._again[key]

    async def _bring_up(self, duel_id: int, place: str) -> None:
        table = await self._service.look(duel_id)
        if table is None or not table.is_answered:
            return
        rows = {row.place: row for row in await self._store.messages(duel_id)}
        if place == BOARD:
            await self._bring_up_board(table, rows)
        elif table.row.opened_at is not None:
            await self._bring_up_seat(table, SEATS[place], rows)
        reached = self._reached.setdefault(duel_id, {})
        reached[place] = table.plies
        if all(reached.get(place) == table.plies for place in PLACES):
            await self._store.put_delivered(duel_id, table.plies)
            del self._reached[duel_id]

    async def _bring_up_board(self, table: Table, rows: dict[str, MessageRow]) -> None:
        """The public message: edited where it stands, or posted anew where it is gone or can't be edited any more."""
        row = rows.get(BOARD)
        if row and row.shown >= board_state(table):
            return
        try:
            await self._show_board(table, row)
        except Refused as refused:
            if refused.code not in GONE_CODES:
                raise
            log.info("duel %d: the board can't be reached: code=%d", table.row.id, refused.code)

    async def _show_board(self, table: Table, row: MessageRow | None, *, attached: bool = True) -> None:
        """`attached`: with the file of a result, which the bot may lack the right to attach."""
        state, about = board_state(table), card_of(table, None)
        try:
            try:
                if row is None or row.message_id is None:
                    raise Refused(UNKNOWN_MESSAGE)
                await self.post.edit(row.channel_id, row.message_id, *public_message(table, about, attached=attached))
                channel_id, message_id = row.channel_id, row.message_id
            except Refused as refused:
                if refused.code not in (UNKNOWN_MESSAGE, TOO_OLD_TO_EDIT, RATE_LIMITED):
                    raise
                if table.row.opened_at is None:
                    return
                channel_id, nonce = table.row.channel_id, nonce_of(table, BOARD, state)
                layout, file = public_message(table, about, attached=attached)
                message_id = await self.post.send(channel_id, layout, file, nonce=nonce)
        except Refused as refused:
            if refused.code != LACKING_RIGHT or not attached or table.row.status is not Status.ENDED:
                raise
            await self._show_board(table, row, attached=False)
            return
        await self._store.put_message(MessageRow(table.row.id, BOARD, channel_id, message_id, state))
        if row and row.message_id not in (None, message_id):
            with suppress(Refused):
                await self.post.edit(row.channel_id, row.message_id, board.moved(await self.card(table)))

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
            nonce = nonce_of(table, place, state)
            make = partial(for_seat, table, player, about)
            delivered = await self.mail.write_to(
                table, player, make, nonce, first=row is None, nudges=acts and new_turn
            )
            if delivered:
                sent = replace(sent, channel_id=delivered[0], message_id=delivered[1])
            elif acts and new_turn:
                await self.mail.nudge(table, player, about, state)
        await self._store.put_message(sent)

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
