"""`Answers`: notes what the answer to a press has shown, so that nobody is shown it again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import discord

from bot.delivery.known import Known, Messages
from bot.delivery.panel_state import PanelState, Turn
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
        version = known.saved.row.version

        def rows(now: Known) -> Iterator[MessageRow]:  # answering took a while
            row = now.rows.get(Place.BOARD)
            if row and row.message_id == message_id:
                yield replace(row, shown=version)

        await self._messages.note(known, rows)

    async def posted_panel(self, known: Known, player: Player, channel_id: int, message_id: int) -> None:
        """An answer is a player's panel in direct messages, and stays."""
        shown = PanelState.of(known.saved, player).pack()
        panel = MessageRow(known.duel_id, Place.panel(player), channel_id, message_id, shown)
        await self._messages.put(known, panel)

    async def shown_panel(self, known: Known, player: Player, message: discord.Message, *, goes_on: bool) -> None:
        """An answer has brought a player's panel up to date. `goes_on`: it is their turn again, and another follows;
        where that can't be sent, this one is edited. Where one came while this was answered, the one that was pressed
        is to be deleted.
        """
        place, state = Place.panel(player), PanelState.of(known.saved, player)

        def rows(now: Known) -> Iterator[MessageRow]:
            row, pressed = now.rows.get(place), MessageRow(now.duel_id, place, message.channel.id, message.id, 0)
            before = PanelState.unpack(row.shown) if row else PanelState()
            if row and row.message_id not in (None, message.id):
                if before >= state:
                    yield replace(pressed, place=place.superseded(message.id))
                    return
                yield replace(row, place=place.superseded(row.message_id or 0))
            yield replace(pressed, shown=(replace(before, version=0) if goes_on else state).pack())

        await self._messages.note(known, rows)

    @staticmethod
    def turn_of(known: Known, player: Player, message_id: int) -> Turn | None:
        """For which turn this message was made; None if it is not the player's panel in direct messages."""
        row = known.rows.get(Place.panel(player))
        return PanelState.unpack(row.shown).turn if row and row.message_id == message_id else None

    async def is_unreachable(self, saved: SavedDuel, user_id: int) -> bool:
        """Whether this player can't be written to about the duel, though they want to be."""
        known, player = await self._messages.of(saved), saved.seat(user_id)
        if known is None or player is None:
            return False
        row = known.rows.get(Place.panel(player))
        return row is not None and row.message_id is None and known.contacts[player].prompts
