"""`Panels`: what the bot tells each player of a duel by itself: panels, prompts, reminders and results.

An open ephemeral panel is edited; everybody else gets a direct message or, where those are closed, one line in the
channel.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from functools import partial

from bot.delivery.direct_messages import DirectMessages
from bot.delivery.ephemeral_panels import EphemeralPanels
from bot.delivery.known import Known, Messages
from bot.delivery.panel_state import MAY_CALL_OFF, OVER, PanelState
from bot.delivery.places import Place
from bot.delivery.projection import for_player, moved_on, nonce_of, spent_panel
from bot.delivery.sent_before import sent_before
from bot.delivery.told import Told, is_told
from bot.discord_api import ARCHIVED, FOR_NOW, GONE_CODES, DiscordApi, Refused
from bot.render import panel
from bot.service.deadlines import Clock
from games import Player
from storage import MessageRow, Status

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class _PanelChange:
    """What a player's newest message shows, None where there is none, and what it is to show."""

    shown: PanelState | None
    state: PanelState
    is_offered_draw: bool

    @property
    def is_another_turn(self) -> bool:
        """The message belongs to a turn, or a wait, that is over."""
        return self.shown is None or self.shown.turn < self.state.turn

    @property
    def calls(self) -> bool:
        """Whoever can't be written to is called in the channel: for each turn, and for an offer of a draw."""
        return (self.state.acting and self.is_another_turn) or self.is_offered_draw

    @property
    def needs_new_message(self) -> bool:
        """An edit notifies nobody: the start, a turn, an offer, the end, and that the duel may be called off come as
        messages of their own.
        """
        if self.shown is None or self.state.over or self.shown.waits < self.state.waits == MAY_CALL_OFF:
            return True
        is_new_talk = self.shown.talk_of_turn < self.state.talk_of_turn
        return (self.state.acting and self.is_another_turn) or (self.is_offered_draw and is_new_talk)


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
        self._ephemeral_panels = ephemeral_panels
        self._told = told
        self._clock = clock

    async def bring_up(self, known: Known, player: Player) -> bool:
        """Tell a player what there is; False where something is left for later."""
        if known.saved.row.opened_at is None:
            await self._tell_challenger(known, player)
            return True
        state = PanelState.of(known.saved, player)
        await self._tidy_lines(known, player, state)
        is_live = await self._ephemeral_panels.show(
            known.duel_id, player, state, partial(moved_on, known.saved, player, known.header)
        )
        is_done = await self._bring_up_message(known, player, state, is_live=is_live)
        for old in Place.panel(player).superseded_in(known.rows):
            await self._edit(known, player, old, is_panel=False)
            await self._messages.drop(known, old.place)
        return is_done

    async def tell_of_no_board(self, known: Known) -> None:
        """The bot can't act any more where the board stands: both are told, once. Raises `Refused`, after both."""
        refusal: Refused | None = None
        for player in Player:
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
        """The player's newest direct message is edited, or followed by a new one."""
        place = Place.panel(player)
        row, duel = known.rows.get(place), known.saved.duel
        shown = PanelState.unpack(row.shown) if row else None
        if shown == state:
            return True
        change = _PanelChange(shown, state, duel is not None and duel.is_offered(player))
        is_done = True
        if row and row.message_id:
            is_panel = not change.needs_new_message and not change.is_another_turn
            is_done = await self._edit_or_supersede(known, player, row, change, is_panel=is_panel)
        if not change.needs_new_message:
            stays = row if row and not change.is_another_turn else MessageRow(known.duel_id, place, 0, None, 0)
            channel_id = row.channel_id if row else 0
            await self._messages.put(known, replace(stays, channel_id=channel_id, shown=state.pack()))
            return is_done
        # Who let their time pass is not looking at a panel.
        if is_live and not (state.over and known.header.late):
            if row and is_done:
                await self._messages.put(known, replace(row, message_id=None))
            return False
        await self._send(known, player, row, change)
        return is_done

    async def _send(self, known: Known, player: Player, row: MessageRow | None, change: _PanelChange) -> None:
        """A new message for the player, who is called in the channel where they can't be written to."""
        place, wants_prompts, was_told = Place.panel(player), known.contacts[player].prompts, is_told(known, player)
        sent = MessageRow(known.duel_id, place, row.channel_id if row else 0, None, change.state.pack())
        if change.state.over or wants_prompts:
            delivered = await self._write(known, player, change, first=row is None)
            if delivered:
                sent = replace(sent, channel_id=delivered[0], message_id=delivered[1])
                await self._told.is_told_now(known, player)
            elif change.calls and wants_prompts:
                await self._call(known, player, change.state)
        rows = [sent]
        if was_told and sent.message_id is None:
            # They stay so, even if they switch prompts on later in this turn.
            rows.append(MessageRow(known.duel_id, Place.answer(player), 0, None, change.state.pack()))
        await self._messages.put(known, *rows)

    @staticmethod
    def _is_called(known: Known, player: Player, change: _PanelChange) -> bool:
        """Whether a line in the channel stands in this turn: what follows is another one, and no direct message."""
        line = known.rows.get(Place.call(player))
        return change.calls and line is not None and PanelState.unpack(line.shown).turn == change.state.turn

    async def _write(
        self, known: Known, player: Player, change: _PanelChange, *, first: bool
    ) -> tuple[int, int] | None:
        """A direct message's channel and id; None where the player is to be called instead: they can't be written to, a
        minute after the move still nothing has arrived, or they have been called in this turn.
        """
        if self._is_called(known, player, change):
            return None
        nonce = nonce_of(known.saved, Place.panel(player), change.state.pack())
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

    async def _sent_before(self, known: Known, player: Player, change: _PanelChange) -> tuple[int, int] | None:
        """Where the message stands already, if it does; its deadline is brought up to date. An offer is not looked for:
        how long it has been due is not known.
        """
        if not change.is_another_turn:
            return None
        layout, _ = for_player(known.saved, player, known.header)
        found = await sent_before(self._api, known, player, layout, self._clock)
        if found and change.state.extended_s:
            try:
                await self._api.edit(*found, layout)
            except Refused as refused:
                if refused.code in FOR_NOW:
                    raise
                return None
        return found

    async def _edit_or_supersede(
        self, known: Known, player: Player, row: MessageRow, change: _PanelChange, *, is_panel: bool
    ) -> bool:
        """Edit a message. Where that can't be done now, and a new one is more urgent, it is left for later: False."""
        try:
            await self._edit(known, player, row, is_panel=is_panel)
        except Refused:
            if not change.needs_new_message:
                raise
            assert row.message_id is not None
            place = Place.panel(player).superseded(row.message_id)
            await self._messages.put(known, replace(row, place=place))
            return False
        return True

    async def _edit(self, known: Known, player: Player, row: MessageRow, *, is_panel: bool) -> None:
        """Bring a direct message up to date, or reduce it to what was played. Raises `Refused` for what may pass."""
        assert row.message_id is not None
        saved, header = known.saved, known.header
        layout = panel.open_panel(saved.view(player), header) if is_panel else spent_panel(saved, player, header)
        try:
            await self._api.edit(row.channel_id, row.message_id, layout)
        except Refused as refused:
            # Its buttons carry their turn: pressed, they are answered politely, and go then.
            log.info("an old panel keeps its buttons: code=%s", refused.code)
            if refused.code in FOR_NOW:
                raise

    async def _tell_challenger(self, known: Known, player: Player) -> None:
        """Who challenged is told what became of it, but for their own withdrawal; the opponent has not asked to be
        written to.
        """
        place, status = Place.panel(Player.ONE), known.saved.row.status
        is_due = status in (Status.DECLINED, Status.EXPIRED) and place not in known.rows
        if player is not Player.ONE or not is_due:
            return
        how = "unposted" if status is Status.EXPIRED and Place.BOARD not in known.rows else status.value
        layout = panel.not_accepted(known.header, how)
        nonce = nonce_of(known.saved, place, OVER.pack())
        if not await sent_before(self._api, known, player, layout, self._clock):
            await self._direct_messages.write_to(known, player, lambda: (layout, None), nonce, first=True)
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
