"""`OwnPanels`: a player's panel as the answer to a press or a command: opened for them alone, or brought up to date
where it was pressed.
"""

from __future__ import annotations

from bot.delivery.answers import Answers
from bot.delivery.ephemeral_panels import EphemeralPanels
from bot.delivery.known import Known
from bot.delivery.panel_state import PanelState
from bot.delivery.projection import for_player
from bot.drawing import Layout
from bot.interactions.people import seat
from bot.interactions.reply import Reply
from bot.render import panel


class OwnPanels:
    """Nothing private is ever written where others can see it."""

    def __init__(self, answers: Answers, ephemeral_panels: EphemeralPanels) -> None:
        self._answers = answers
        self._ephemeral_panels = ephemeral_panels

    async def refresh(self, reply: Reply, known: Known, *, moved: bool = False) -> None:
        """Bring the player's own panel, whose button was pressed, up to date. `moved`: by a move of theirs.

        Where it is their turn, and the pressed panel was made for an earlier one, a new message has the next panel: a
        second click on the one that was pressed must not be another move.
        """
        saved, player, message = known.saved, seat(known.saved, reply), reply.interaction.message
        if reply.is_shared or message is None:  # nothing private is written where others can see it
            await self.open(reply, known)
            return
        state, is_ephemeral = PanelState.of(saved, player), message.flags.ephemeral
        panels = self._ephemeral_panels if is_ephemeral else self._answers
        goes_on = state.acting and panels.turn_of(known, player, message.id) != state.turn
        if is_ephemeral and goes_on:
            await reply.update(panel.own(saved.view(player), known.header, goes_on=True))
            await self.open(reply, known, replaces=message.id)
        elif is_ephemeral:
            await self.open(reply, known)
        elif not moved and self._answers.turn_of(known, player, message.id) is None:
            await reply.discard()
        else:
            self._ephemeral_panels.leave(known.duel_id, player)
            layout = panel.own(saved.view(player), known.header, goes_on=True) if goes_on else None
            if await reply.update(layout or for_player(saved, player, known.header)):
                reply.shown.append(known)
                await self._answers.shown_panel(known, player, message, goes_on=goes_on)

    async def open(
        self,
        reply: Reply,
        known: Known,
        *,
        posts_board: bool = False,
        is_asked_for: bool = True,
        replaces: int | None = None,
    ) -> None:
        """A player's panel, for them alone: in place of the ephemeral message that was pressed, unless it `replaces`
        that one. From now on it follows the duel; where they have not asked for it, they are prompted all the same.
        """
        saved, player, until = known.saved, seat(known.saved, reply), self._ephemeral_panels.until()
        pressed = reply.interaction.message
        posts_board = posts_board or self._ephemeral_panels.posts_board(saved.row.id, player, pressed)
        layout = for_player(saved, player, known.header, until=until, posts_board=posts_board)
        if await self.answer(reply, layout, beside=replaces is not None):
            reply.shown.append(known)
            await self._ephemeral_panels.keep(
                saved.row.id,
                player,
                reply.interaction,
                reply.message_id or 0,
                until=until,
                posts_board=posts_board,
                state=PanelState.of(saved, player),
                is_used=is_asked_for,
                replaces=replaces,
            )

    @staticmethod
    async def answer(reply: Reply, layout: Layout, *, beside: bool = False) -> bool:
        """For the person alone: in place of the ephemeral message that was pressed, or as a message of its own."""
        in_place = reply.changes_ephemeral and not beside
        return await (reply.update(layout) if in_place else reply.private(layout))
