"""`Move`: an entry of a duel's log. What may follow what is for `Duel` to know."""

from __future__ import annotations

from typing import NamedTuple

from games.model import Ending, Player

ENDINGS = {
    "!resign": Ending.RESIGNATION,
    "!time": Ending.TIME,
    "!draw": Ending.AGREEMENT,
    "!void": Ending.VOID,
}
"""Entries of the log that end a duel without being moves. `!resign` and `!time` belong to the player who loses."""


class Move(NamedTuple):
    """One entry of the log, as a token: a move, what is said about a draw, or an ending that is no move.

    `player` is whose entry it is: of `!resign` and `!time` the loser; None for `!draw` and `!void`.
    """

    player: Player | None
    token: str

    @property
    def is_move(self) -> bool:
        """Whether it is a move by the rules; endings and offers are none."""
        return not self.token.startswith("!")
