"""The places of a duel's messages. The store keeps one message for each duel and place, under the place's value."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from games import Player
from storage import MessageRow

SUPERSEDED = "old-"
"""Begins the names of messages that stand elsewhere by now, and still have to lose their buttons."""

Rows = Mapping[str, MessageRow]


class Place(StrEnum):
    """Which of a duel's messages it is; the number is the player's it is for. Where it stands is in its row."""

    BOARD = "board"
    """The public message."""
    PANEL_ONE = "panel-1"
    PANEL_TWO = "panel-2"
    """A player's newest panel, or their result."""
    CALL_ONE = "nudge-1"
    CALL_TWO = "nudge-2"
    """The line in the channel that calls a player who can't be written to."""
    RESULT = "result"
    """The line in the channel that says who has won, where the board is no longer its newest message."""
    REMINDER_ONE = "reminder-1"
    REMINDER_TWO = "reminder-2"
    """The reminder of a player's deadline."""
    ANSWER_ONE = "answer-1"
    ANSWER_TWO = "answer-2"
    """No message: what an answer to the player's own press or command has shown them."""
    LEFT_ONE = "left-1"
    LEFT_TWO = "left-2"
    """The message to the other that this player has left the server."""
    NO_BOARD_ONE = "no-board-1"
    NO_BOARD_TWO = "no-board-2"
    """The message to a player that the board can't be shown any more."""

    @classmethod
    def panel(cls, player: Player) -> Place:
        """The place of a player's panel."""
        return _OF_PLAYERS["panel"][player.index]

    @classmethod
    def call(cls, player: Player) -> Place:
        """The place of the line that calls a player."""
        return _OF_PLAYERS["nudge"][player.index]

    @classmethod
    def reminder(cls, player: Player) -> Place:
        """The place of a player's reminder."""
        return _OF_PLAYERS["reminder"][player.index]

    @classmethod
    def answer(cls, player: Player) -> Place:
        """The place of what a player was last shown in an answer."""
        return _OF_PLAYERS["answer"][player.index]

    @classmethod
    def left(cls, player: Player) -> Place:
        """The place of the message that this player has left."""
        return _OF_PLAYERS["left"][player.index]

    @classmethod
    def no_board(cls, player: Player) -> Place:
        """The place of the message to this player that the board can't be shown any more."""
        return _OF_PLAYERS["no-board"][player.index]

    def superseded(self, message_id: int) -> str:
        """The name of a message that stood at this place."""
        return f"{SUPERSEDED}{self}-{message_id}"

    def superseded_in(self, rows: Rows) -> list[MessageRow]:
        """The messages that stood at this place and still have their buttons."""
        return [row for place, row in rows.items() if place.startswith(f"{SUPERSEDED}{self}-")]


_OF_PLAYERS = {
    kind: (Place(f"{kind}-1"), Place(f"{kind}-2"))
    for kind in ("panel", "nudge", "reminder", "answer", "left", "no-board")
}
"""The places that each player has: asked for some twenty times a move."""
