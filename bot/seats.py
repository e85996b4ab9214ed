"""`Seats`: what each player of a duel is told by the bot itself: panels, prompts, reminders and results.

Each is written to by the way that reaches them: a live panel, a direct message, or one line in the channel.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from functools import partial

from bot.live import LivePanels
from bot.mail import Mail, nonce_of
from bot.post import FOR_NOW, GONE_CODES, Post, Refused
from bot.projection import (
    BOARD,
    OVER,
    PUT_OFF,
    TURN,
    card_of,
    channel_of,
    for_seat,
    moved_on,
    nudge_place,
    panel_place,
    reminder_place,
    seat_state,
    spent_panel,
)
from bot.render import panel
from bot.render.card import Card
from bot.table import Table
from games import Player
from storage import DuelStore, MessageRow, Status

log = logging.getLogger(__name__)

OLD = "old-"
"""Places of panels that could not be stripped yet begin so."""

Rows = dict[str, MessageRow]


class Seats:
    """Brings what players are told up to date. What is refused for now is raised as `Refused`."""

    def __init__(self, post: Post, store: DuelStore, clock: Callable[[], datetime]) -> None:
        self.mail = Mail(post, store, clock)
        self.live = LivePanels(clock)
        self._post = post
        self._store = store

    async def bring_up(self, table: Table, player: Player, rows: Rows) -> bool:
        """Tell a player what there is; False where something is left for later."""
        about = card_of(table, rows.get(BOARD))
        if table.row.opened_at is None:
            await self._bring_up_challenger(table, player, about, rows)
            return True
        is_done = await self._tell(table, player, about, rows)
        for old in [row for place, row in rows.items() if place.startswith(f"{OLD}{panel_place(player)}")]:
            await self._change(old, table, player, about, stays=False, may_wait=False)
            await self._store.drop_message(table.row.id, old.place)
        return is_done

    async def _tell(self, table: Table, player: Player, about: Card, rows: Rows) -> bool:
        """By a live panel, which is given some time, or else by a direct message or a line in the channel."""
        place, state = panel_place(player), seat_state(table, player)
        row = rows.get(place)
        for line in (rows.get(nudge_place(player)), rows.get(reminder_place(player))):
            if line and line.shown // TURN < state // TURN:
                await self._take_back(line)
            elif line and line.place == reminder_place(player) and line.shown != state:
                await self.mail.put_off(table, player, about, line, state)
        is_live = await self.live.show(table.row.id, player, state, partial(moved_on, table, player, about))
        if row and row.shown == state:
            return True
        turn_is_new = row is None or row.shown // TURN < state // TURN
        is_new = row is None or row.shown // PUT_OFF < state // PUT_OFF
        to_act = table.duel is not None and player in table.duel.to_act
        is_asked = table.duel is not None and table.duel.is_offered(player)
        is_fresh = row is None or state == OVER or (to_act and turn_is_new) or (is_asked and is_new)
        is_done = True
        if row and row.message_id:
            stays = not is_fresh and not turn_is_new
            is_done = await self._change(row, table, player, about, stays=stays, may_wait=is_fresh)
        # Who let their time pass is not looking.
        if is_fresh and is_live and not (state == OVER and about.late):
            if row and is_done:
                await self._store.put_message(replace(row, message_id=None))
            return False
        first = row is None
        sent = MessageRow(table.row.id, place, row.channel_id if row else 0, None, state)
        if row and not is_fresh and not turn_is_new:
            sent = replace(row, shown=state)
        if is_fresh:
            sent = await self._write(table, player, about, sent, first=first)
            if sent.message_id is None and to_act and turn_is_new and await self._wants_prompts(table, player):
                await self.mail.nudge(table, player, about, state, channel_of(table, rows))
        await self._store.put_message(sent)
        return is_done

    async def remind(self, table: Table) -> None:
        """Tell those who are to move that their time is nearly up, once a turn."""
        assert table.duel is not None
        rows = {row.place: row for row in await self._store.messages(table.row.id)}
        about = card_of(table, rows.get(BOARD))
        for player in table.duel.to_act:
            state, row = seat_state(table, player), rows.get(reminder_place(player))
            if row is None or row.shown // TURN < state // TURN:
                await self.mail.remind(table, player, about, state, channel_of(table, rows))

    async def _write(self, table: Table, player: Player, about: Card, row: MessageRow, *, first: bool) -> MessageRow:
        """Send a player their panel or the result by direct message; the row says whether it got through."""
        if row.shown != OVER and not await self._wants_prompts(table, player):
            return row
        make, nonce = partial(for_seat, table, player, about), nonce_of(table, row.place, row.shown)
        delivered = await self.mail.write_to(table, player, make, nonce, first=first)
        return replace(row, channel_id=delivered[0], message_id=delivered[1]) if delivered else row

    async def _wants_prompts(self, table: Table, player: Player) -> bool:
        return (await self._store.door(table.user(player))).prompts

    async def _bring_up_challenger(self, table: Table, player: Player, about: Card, rows: Rows) -> None:
        """Who challenged is told that nobody answered in time; who was challenged has not asked to be written to."""
        place = panel_place(Player.ONE)
        if player is not Player.ONE or place in rows or table.row.status is not Status.EXPIRED or not about.late:
            return
        unanswered = partial(panel.unanswered, about)
        nonce = nonce_of(table, place, OVER)
        await self.mail.write_to(table, player, lambda: (unanswered(), None), nonce, first=True)
        await self._store.put_message(MessageRow(table.row.id, place, 0, None, OVER))

    async def _change(
        self, row: MessageRow, table: Table, player: Player, about: Card, *, stays: bool, may_wait: bool
    ) -> bool:
        """Bring a direct message up to date, or strip it to what was played. `may_wait`: where that can't be done now,
        it is put aside for later, since something else is more urgent; False then.
        """
        assert row.message_id is not None
        layout = panel.panel(table.view(player), about) if stays else spent_panel(table, player, about)
        try:
            await self._post.edit(row.channel_id, row.message_id, layout)
        except Refused as refused:
            # Its buttons carry their turn: pressed, they are answered politely, and go then.
            log.info("an old panel keeps its buttons: code=%s", refused.code)
            if refused.code in FOR_NOW and not may_wait:
                raise
            if refused.code in FOR_NOW:
                await self._store.put_message(replace(row, place=f"{OLD}{row.place}-{row.message_id}"))
                return False
        return True

    async def _take_back(self, row: MessageRow) -> None:
        """Take a line away and forget it; where that fails for now, it is tried again with the next change."""
        try:
            if row.message_id:
                await self._post.delete(row.channel_id, row.message_id)
        except Refused as refused:
            if refused.code not in GONE_CODES:
                log.info("a line stays: code=%s", refused.code)
                return
        await self._store.drop_message(row.duel_id, row.place)
