"""The custom ids of buttons and menus: what each does, in which duel, and for which of the player's own turns.

Anybody who sees a message can read its ids, and anybody can send any id. So ids contain nothing hidden, and are parsed
strictly.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

CUSTOM_ID_LIMIT = 100
"""Most characters of a custom id: Discord's limit, which discord.py does not check."""
MAX_DUEL_ID = 2**63 - 1
"""SQLite's largest integer."""


class Purpose(StrEnum):
    """What a duel is chosen for."""

    SHOW = "show"
    DRAW = "draw"
    RESIGN = "resign"


class Press(StrEnum):
    """What a button does, if it does not make a move."""

    OPEN = "open"
    WATCH = "watch"
    RULES = "rules"
    COURSE = "course"
    REVIEW = "review"
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
    CALL_OFF = "call-off"


TEMPLATE = re.compile(
    rf"duel:(?P<duel>[1-9][0-9]{{0,18}}):(?:(?P<turn>0|[1-9][0-9]{{0,8}}):(?P<action>[a-z]{{1,10}}(?:-[1-9][0-9]?)?)"
    rf"|(?P<press>{'|'.join(sorted(Press, key=len, reverse=True))}))",
    re.ASCII,
)
"""Matches the custom id of every button of a duel."""

PURPOSE = re.compile(rf"choose-duel:(?P<purpose>{'|'.join(Purpose)})", re.ASCII)
"""Matches the custom id of a menu of a person's duels."""

PAGE = re.compile(r"duels-page:(?P<page>0|[1-9][0-9]{0,3})", re.ASCII)
"""Matches the custom id of a button to another page of a person's duels."""

HELP = re.compile(r"help:(?P<page>duels|notices|rules(?:-[a-z]{1,20})?)", re.ASCII)
"""Matches the custom id of a button of the help: the duels, the notices, the list of games, or one game's rules."""

PRACTICE = re.compile(r"practice:(?P<game>[a-z]{1,20}):(?P<level>easy|medium|hard)", re.ASCII)
"""Matches the custom id of a button that begins a duel against the bot: the game and the level."""


@dataclass(frozen=True)
class ButtonId:
    """One button's id: a `press`, or an `action` token with the player's own `turn` that it is for."""

    duel: int
    press: Press | None = None
    turn: int = 0
    action: str = ""

    def __str__(self) -> str:
        return f"duel:{self.duel}:{self.press}" if self.press else f"duel:{self.duel}:{self.turn}:{self.action}"

    @classmethod
    def parse(cls, custom_id: str) -> ButtonId | None:
        """The inverse of `str`; None for anything that `str` does not make."""
        found = TEMPLATE.fullmatch(custom_id)
        if found is None or int(found["duel"]) > MAX_DUEL_ID:
            return None
        if found["press"]:
            return cls(int(found["duel"]), Press(found["press"]))
        return cls(int(found["duel"]), None, int(found["turn"]), found["action"])
