"""`Panels`: what the bot tells each player of a duel by itself: panels, prompts, reminders and results.

A player has one panel in direct messages: it is edited while there is nothing to answer, and deleted when the next is
sent. An open ephemeral panel is edited; who can't be written to is called by one line in the channel.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial

from bot.delivery.direct_messages import DirectMessages
from bot.delivery.ephemeral_panels import EphemeralPanels
from bot.delivery.known import Known, Messages
from bot.delivery.old_panels import OldPanels
from bot.delivery.panel_change import PanelChange
from bot.delivery.panel_state import OVER, PanelState
from bot.delivery.places import Place
from bot.delivery.projection import for_player, nonce_of
from bot.delivery.sent_before import sent_before
from bot.delivery.told import Told, is_told
from bot.discord_api import ARCHIVED, FOR_NOW, GONE_CODES, DiscordApi, Refused
from bot.drawing import Layout
from bot.render import panel
from bot.service.deadlines import Clock
from games import Player
from storage import MessageRow, Status

log = logging.getLogger(__name__)


class Panels:
    """Brings what players are told up to date. What Discord refuses for now is raised as `Refused`."""

    def __init__(
        self,
        api: DiscordApi,
        messages: Messages,
        direct_messages: DirectMessages,
        ephemeral_panels: EphemeralPanels,
        told: Told,
        *,
        clock: Clock,
    ) -> None:
        self._api = api
        self._messages = messages
        self._direct_messages = direct_messages
        self.ephemeral_panels = ephemeral_panels
        self._told = told
        self._clock = clock
        self.old = OldPanels(api, messages)

    async def bring_up(self, known: Known, player: Player) -> bool:
        """Tell a player what there is; False where something is left for later."""
        if known.saved.row.opened_at is None:
            await self._tell_challenger(known, player)
            return True
        state = PanelState.of(known.saved, player)
        await self._tidy_lines(known, player, state)
        is_live = await self.ephemeral_panels.show(
            known.duel_id, player, state, partial(self._ephemeral, known, player)
        )
        is_done = await self._bring_up_message(known, player, state, is_live=is_live)
        await self.old.delete(known, player, is_noted=is_done)
        return is_done

    @staticmethod
    def _ephemeral(known: Known, player: Player, until: int, posts_board: bool) -> Layout:
        return for_player(known.saved, player, known.header, until=until, posts_board=posts_board)

    async def tell_of_no_board(self, known: Known) -> None:
        """The bot can't act any more where the board stands: both are told, once. Raises `Refused`, after both."""
        refusal: Refused | None = None
        for player in known.saved.people:
            if (place := Place.no_board(player)) not in known.rows:
                try:
                    await self._direct_messages.tell_of_no_board(known, player, place)
                except Refused as refused:
                    refusal = refused
        if refusal:
            raise refusal

    async def has_board(self, known: Known) -> None:
        """The board is up to date: where it can't be shown again, both are told again."""
        for place in map(Place.no_board, Player):
            if place in known.rows:
                await self._messages.drop(known, place)

    async def outdate(self, known: Known) -> None:
        """What links to the board is to be shown anew."""
        for player in Player:
            self.ephemeral_panels.outdate(known.duel_id, player)
            row = known.rows.get(Place.panel(player))
            if row and row.message_id:
                shown = PanelState.unpack(row.shown)
                if shown.over:  # it shows no version
                    with suppress(Refused):
                        await self._edit(known, player, row)
                await self._messages.put(known, replace(row, shown=replace(shown, version=0).pack()))

    async def remind(self, known: Known) -> None:
        """Tell those who are to move that their time is nearly up, once a turn. Raises `Refused`, after both."""
        assert known.saved.duel is not None
        refusal: Refused | None = None
        for player in known.saved.duel.to_act:
            state, row = PanelState.of(known.saved, player), known.rows.get(Place.reminder(player))
            if row is None or PanelState.unpack(row.shown).turn < state.turn:
                try:
                    await self._direct_messages.remind(known, player, state)
                except Refused as refused:
                    refusal = refused
        if refusal:
            raise refusal

    async def _tidy_lines(self, known: Known, player: Player, state: PanelState) -> None:
        """Lines of a turn that is over are deleted; a reminder names the deadline that holds now."""
        for place in (Place.call(player), Place.reminder(player)):
            line = known.rows.get(place)
            if line is None:
                continue
            shown = PanelState.unpack(line.shown)
            if shown.turn < state.turn or (not state.acting and shown.talk < state.talk):
                await self._delete(known, line)
            elif place == Place.call(player) and shown.talk < state.talk:
                await self._direct_messages.update_call(known, player, line, state)
            elif place == Place.reminder(player) and line.shown != state.pack():
                await self._direct_messages.update_reminder(known, player, line, state)

    async def _bring_up_message(self, known: Known, player: Player, state: PanelState, *, is_live: bool) -> bool:
        """The player's direct message is edited, or followed by a new one. False where that is left for later."""
        place = Place.panel(player)
        row = known.rows.get(place)
        shown = PanelState.unpack(row.shown) if row else None
        if shown == state:
            return True
        change = PanelChange.of(known.saved, player, row, state)
        # Who let their time pass is not looking at a panel.
        is_seen = is_live and not (state.over and known.header.late)
        if (shown or known.saved.computer) and change.needs_new_message and is_seen and not state.over:
            await self._keep_true(known, player, row, shown)
            return False
        # Whoever wants no messages, or sees how it ended, has the one that stands kept up to date.
        is_quiet = is_seen if state.over else not known.contacts[player].prompts
        is_quiet = is_quiet and bool((row and row.message_id) or known.saved.computer)
        is_sent = change.needs_new_message and not is_quiet
        if not is_sent and row and row.message_id and not await self._edit(known, player, row):
            is_sent = state.over or (not is_quiet and (state.acting or change.is_offered_draw))
            row = replace(row, message_id=None)
        if not is_sent:
            new = row or MessageRow(known.duel_id, place, 0, None, 0)
            await self._note(known, row, replace(new, shown=state.pack()))
            return True
        try:
            await self._send(known, player, row, change)
        except Refused:
            await self._keep_true(known, player, row, shown)
            raise
        return True

    async def _keep_true(self, known: Known, player: Player, row: MessageRow | None, shown: PanelState | None) -> None:
        """A new message is due and not sent yet: until then, the one that stands says what is so now. For which turn it
        was sent stays noted.
        """
        noted = shown and replace(shown, version=PanelState.version_of(known.saved))
        if row is None or row.message_id is None or noted is None or noted == shown:
            return
        is_there = await self._edit(known, player, row)
        await self._note(known, row, replace(row, message_id=row.message_id if is_there else None, shown=noted.pack()))

    async def _send(self, known: Known, player: Player, row: MessageRow | None, change: PanelChange) -> None:
        """A new message for the player, who is called in the channel where they can't be written to. The one before it
        is deleted.
        """
        place, wants_prompts, was_told = Place.panel(player), known.contacts[player].prompts, is_told(known, player)
        sent = MessageRow(known.duel_id, place, row.channel_id if row else 0, None, change.state.pack())
        if change.state.over or wants_prompts:
            delivered = await self._write(known, player, change, first=row is None)
            if delivered:
                sent = replace(sent, channel_id=delivered[0], message_id=delivered[1])
                await self._told.is_told_now(known, player)
            elif change.calls and wants_prompts and known.saved.computer is None:
                await self._call(known, player, change.state)
        await self._note(known, row, sent)
        if was_told and sent.message_id is None:
            # They stay so, even if they switch prompts on later in this turn.
            answer = MessageRow(known.duel_id, Place.answer(player), 0, None, change.state.pack())
            await self._messages.put(known, answer)

    async def _note(self, known: Known, before: MessageRow | None, new: MessageRow) -> None:
        """Note what stands in place of the panel `before`. Where the answer to a press has noted another one meanwhile,
        the later of the two is the panel. What is none any more is to be deleted.
        """

        def rows(now: Known) -> Iterator[MessageRow]:
            at, panel = now.rows.get(new.place), new
            if at and at.message_id != (before and before.message_id) and at.shown >= new.shown:
                panel = at
            yield panel
            for old in {row.message_id: row for row in (before, at, new) if row and row.message_id}.values():
                if old.message_id != panel.message_id:
                    yield replace(old, place=Place(new.place).superseded(old.message_id or 0))

        await self._messages.note(known, rows)

    @staticmethod
    def _is_called(known: Known, player: Player, change: PanelChange) -> bool:
        """Whether a line in the channel stands in this turn: what follows is another one, and no direct message."""
        line = known.rows.get(Place.call(player))
        return change.calls and line is not None and PanelState.unpack(line.shown).turn == change.state.turn

    async def _write(self, known: Known, player: Player, change: PanelChange, *, first: bool) -> tuple[int, int] | None:
        """A direct message's channel and id; None where the player is to be called instead: they can't be written to, a
        minute after the move still nothing has arrived, or they have been called in this turn.
        """
        if self._is_called(known, player, change):
            return None
        nonce = nonce_of(known.saved, Place.panel(player), replace(change.state, version=0).pack())
        make = partial(for_player, known.saved, player, known.header)
        try:
            if found := await self._sent_before(known, player, change):
                return found
            return await self._direct_messages.write_to(known, player, make, nonce, first=first)
        except Refused:
            if not change.calls or change.state.over or not self._told.is_late(known):
                raise
            return None

    async def _call(self, known: Known, player: Player, state: PanelState) -> None:
        """Call a player in the channel. While that is refused too, their time is held."""
        try:
            await self._direct_messages.call(known, player, state)
        except Refused:
            if self._told.is_late(known):
                await self._told.hold(known)
            raise

    async def _sent_before(self, known: Known, player: Player, change: PanelChange) -> tuple[int, int] | None:
        """Where the message stands already, if it does; its deadline is brought up to date. An offer is not looked for:
        how long it has been due is not known.
        """
        if not change.is_another_turn:
            return None
        make = partial(for_player, known.saved, player, known.header)
        found = await sent_before(self._api, known, player, make, self._clock)
        if found:
            try:
                await self._api.edit(*found, make())
            except Refused as refused:
                if refused.code in FOR_NOW:
                    raise
                return None
        return found

    async def _edit(self, known: Known, player: Player, row: MessageRow) -> bool:
        """Bring a direct message up to date. False where it can't be edited any more. Raises `Refused` for what may
        pass.
        """
        assert row.message_id is not None
        try:
            await self._api.edit(row.channel_id, row.message_id, for_player(known.saved, player, known.header))
        except Refused as refused:
            if refused.code in FOR_NOW:
                raise
            log.info("a panel can't be edited: code=%s", refused.code)
            await self._messages.put(known, replace(row, place=Place.panel(player).superseded(row.message_id)))
            return False
        return True

    async def _tell_challenger(self, known: Known, player: Player) -> None:
        """Who challenged is told what became of it, but for their own withdrawal; the opponent has not asked to be
        written to.
        """
        place, status = Place.panel(Player.ONE), known.saved.row.status
        is_due = status in (Status.DECLINED, Status.EXPIRED) and place not in known.rows
        if player is not Player.ONE or not is_due:
            return
        how = "unposted" if status is Status.EXPIRED and Place.BOARD not in known.rows else status.value
        make, nonce = partial(panel.not_accepted, known.header, how), nonce_of(known.saved, place, OVER.pack())
        if not await sent_before(self._api, known, player, make, self._clock):
            await self._direct_messages.write_to(known, player, make, nonce, first=True)
        await self._messages.put(known, MessageRow(known.duel_id, place, 0, None, OVER.pack()))

    async def _delete(self, known: Known, row: MessageRow) -> None:
        """Delete a line and forget it; where that fails for now, it is tried again with the next change."""
        try:
            if row.message_id:
                await self._api.delete(row.channel_id, row.message_id)
        except Refused as refused:
            if refused.code not in GONE_CODES or refused.code == ARCHIVED:
                log.info("a line stays: code=%s", refused.code)
                return
        await self._messages.drop(known, row.place)
