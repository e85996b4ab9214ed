"""`Answers`: notes what the answer to a press has shown, so that nobody is shown it again."""

from __future__ import annotations

from dataclasses import replace

import discord

from bot.delivery.known import Known, Messages
from bot.delivery.panel_state import PanelState
from bot.delivery.places import Place
from bot.service.saved_duel import SavedDuel
from games import Player
from storage import MessageRow


class Answers:
    """Whatever it notes is true already: an answer has got through."""

    def __init__(self, messages: Messages) -> None:
        self._messages = messages

    async def shown_board(self, known: Known, message_id: int) -> None:
        """An answer has brought this message up to date, where it is the board."""
        saved, known = known.saved, await self._messages.fresh(known)  # answering took a while
        row = known.rows.get(Place.BOARD)
        if row and row.message_id == message_id:
            await self._messages.put(known, replace(row, shown=saved.row.version))

    async def shown_panel(self, known: Known, player: Player, message: discord.Message, *, goes_on: bool) -> None:
        """An answer has brought a player's panel up to date. `goes_on`: it is their turn again, and another follows."""
        saved, known = known.saved, await self._messages.fresh(known)
        place, state = Place.panel(player), PanelState.of(saved, player)
        row, rows = known.rows.get(place), []
        shown = PanelState.unpack(row.shown) if row else PanelState()
        here = MessageRow(known.duel_id, place, message.channel.id, message.id, 0)
        if row and row.message_id not in (None, message.id):
            if shown >= state:  # it came while this was answered
                await self._messages.put(known, replace(here, place=place.superseded(message.id)))
                return
            rows.append(replace(row, place=place.superseded(row.message_id or 0)))
        if goes_on:
            state = replace(shown, version=state.version)
        await self._messages.put(known, replace(here, shown=state.pack()), *rows)

    @staticmethod
    def is_panel(known: Known, player: Player, message_id: int) -> bool:
        """Whether this is the player's newest panel in direct messages."""
        row = known.rows.get(Place.panel(player))
        return row is not None and row.message_id == message_id

    async def is_unreachable(self, saved: SavedDuel, user_id: int) -> bool:
        """Whether this player can't be written to about the duel, though they want to be."""
        known, player = await self._messages.of(saved), saved.seat(user_id)
        if known is None or player is None:
            return False
        row = known.rows.get(Place.panel(player))
        return row is not None and row.message_id is None and known.contacts[player].prompts
