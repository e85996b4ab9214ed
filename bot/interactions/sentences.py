"""What people are told by itself, whatever became of what they pressed."""

from __future__ import annotations

GONE_BUTTON = (
    "I don't know that button any more: it was pressed already, or its turn is over. /status shows what is next."
)
UNKNOWN_BUTTON = "I don't know that button any more. /status shows your duels, with buttons that work."
RESTARTING = "I am being restarted. Nothing is lost: press again in a minute."
CANT_WRITE = (
    "I can't send you direct messages. Press *Your move* on the board of duel {duel}: "
    "it opens your panel, for you alone."
)
