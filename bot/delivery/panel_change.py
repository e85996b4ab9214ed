"""`PanelChange`: whether what is new to a player comes as a new message, or as an edit of the one that stands."""

from __future__ import annotations

from dataclasses import dataclass

from bot.delivery.panel_state import MAY_CALL_OFF, PanelState
from bot.service.saved_duel import SavedDuel
from games import Duel, Ending, Player
from storage import MessageRow


@dataclass(frozen=True)
class PanelChange:
    """What a player's newest message shows, None where there is none, and what it is to show. `ended_it`: the duel is
    over by their own doing, so that they know, and their message is there to be edited.
    """

    shown: PanelState | None
    state: PanelState
    is_offered_draw: bool
    ended_it: bool

    @classmethod
    def of(cls, saved: SavedDuel, player: Player, row: MessageRow | None, state: PanelState) -> PanelChange:
        """From the message that the player's panel is, if there is one, to that state."""
        duel, shown = saved.duel, PanelState.unpack(row.shown) if row else None
        ended_it = bool(row and row.message_id and duel and _ended_it(duel, player))
        return cls(shown, state, duel is not None and duel.is_offered(player), ended_it)

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
        if self.shown is None or self.shown.waits < self.state.waits == MAY_CALL_OFF:
            return True
        if self.state.over:
            return not self.ended_it
        is_new_talk = self.shown.talk_of_turn < self.state.talk_of_turn
        return (self.state.acting and self.is_another_turn) or (self.is_offered_draw and is_new_talk)


def _ended_it(duel: Duel, player: Player) -> bool:
    """Whether the duel is over by the player's own move or resignation."""
    if duel.outcome is None or duel.outcome.ending is Ending.TIME:
        return False
    return bool(duel.moves) and duel.moves[-1].player is player
