"""The ids that buttons carry: what is pressed, of which duel, and for which of the player's own turns.

Whoever sees a message can read them, and anybody may send any: they hold nothing hidden, and are parsed strictly.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

CUSTOM_ID_LIMIT = 100
"""Characters of a custom id: Discord's limit, which discord.py does not check."""
MAX_DUEL_ID = 2**63 - 1
"""SQLite's largest integer."""


class Press(StrEnum):
    """What a button does, apart from making a move."""

    OPEN = "open"
    WATCH = "watch"
    POST_BOARD = "board"
    ACCEPT = "accept"
    DECLINE = "decline"
    CANCEL = "cancel"
    OFFER_DRAW = "draw"
    ACCEPT_DRAW = "draw-yes"
    DECLINE_DRAW = "draw-no"
    REMATCH = "rematch"
    RESIGN = "resign"
    CONFIRM_RESIGN = "resign-yes"
    KEEP_PLAYING = "resign-no"


TEMPLATE = re.compile(
    rf"duel:(?P<duel>[1-9][0-9]{{0,18}}):(?:(?P<turn>0|[1-9][0-9]{{0,8}}):(?P<action>[a-z]{{1,10}}(?:-[1-9][0-9]?)?)"
    rf"|(?P<press>{'|'.join(sorted(Press, key=len, reverse=True))}))",
    re.ASCII,
)
"""Of every button."""

CHOOSE_DUEL = "choose-duel"
"""Of the menu of one's duels; its values are their numbers."""


@dataclass(frozen=True)
class ButtonId:
    """One button's id: a `press`, or an `action` token together with the player's own `turn` it was made for."""

    duel: int
    press: Press | None = None
    turn: int = 0
    action: str = ""

    def __str__(self) -> str:
        return f"duel:{self.duel}:{self.press}" if self.press else f"duel:{self.duel}:{self.turn}:{self.action}"

    @classmethod
    def parse(cls, custom_id: str) -> ButtonId | None:
        """The way back; None for anything that `str` does not make."""
        found = TEMPLATE.fullmatch(custom_id)
        if found is None or int(found["duel"]) > MAX_DUEL_ID:
            return None
        if found["press"]:
            return cls(int(found["duel"]), Press(found["press"]))
        return cls(int(found["duel"]), None, int(found["turn"]), found["action"])
