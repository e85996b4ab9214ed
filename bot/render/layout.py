"""Puts blocks of text and rows of buttons together into one message within Discord's limits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import IntEnum
from functools import lru_cache
from typing import Any

from discord import ui

from bot.render.pictures import longest

TEXT_LIMIT = 4000
"""Most characters of all text in one Components V2 message: Discord's limit, which discord.py does not check."""
COURSE_ROOM = TEXT_LIMIT // 2
"""Most characters of a duel's course in a message. The rest of any message needs far less than the other half."""
LABEL_LIMIT = 80
"""Most characters of a button's label. A menu option may have 100; we use the shorter limit for both."""
ROW_LENGTH = 5
"""Most buttons in a row: Discord's limit."""
ROW_WIDTH = 245
"""Pixels that a row of buttons has on a phone 390 pixels wide (249 in the playground); a wider one would break."""
BUTTON_WIDTH, BUTTON_EDGE, LINK_WIDTH, GAP = 38, 26, 20, 8
"""Pixels: a button's least width, its edges, the sign of a link, and what is between two buttons."""
LETTER_WIDTH, NARROW_WIDTH, NARROW, SIGN_WIDTH, SIGNS = 8, 5, frozenset(" :.,'!()fijlrt"), 12, frozenset("+−")
"""Pixels of a letter in a label, about, of a narrow one, and of a plus or minus."""
ELLIPSIS = "…"


class Accent(IntEnum):
    """The colours of a message's bar. The words say the same."""

    CHALLENGE = 0xF0B232
    YOUR_TURN = 0x3B82F6
    WAITING = 0x80848E
    WON = 0x23A55A
    LOST = 0xDA373C
    DRAWN = 0xF2F3F5


Block = str | Sequence[ui.Item[Any]] | ui.Item[Any]
"""Text, a sequence of buttons (which is split into rows), or any other single component."""


def message(*blocks: Block, accent: Accent | None = None) -> ui.LayoutView:
    """One message made of blocks. Empty blocks are skipped. Do not keep the result or send it twice."""
    container: ui.Container[Any] = ui.Container(accent_color=accent)
    for block in blocks:
        if isinstance(block, str):
            if block:
                container.add_item(ui.TextDisplay(block))
        elif isinstance(block, ui.Item):
            container.add_item(block)
        else:
            for row in _rows(block):
                container.add_item(ui.ActionRow(*row))
    return ui.LayoutView(timeout=None).add_item(container)


def _rows(buttons: Sequence[ui.Item[Any]]) -> list[list[ui.Item[Any]]]:
    """The buttons, as many in a row as a phone shows beside each other; as even as can be."""
    for length in range(min(ROW_LENGTH, len(buttons)), 0, -1):
        even = -(-len(buttons) // -(-len(buttons) // length))
        rows = [list(buttons[start : start + even]) for start in range(0, len(buttons), even)]
        if all(sum(map(_width, row)) + GAP * (len(row) - 1) <= ROW_WIDTH for row in rows):
            return rows
    return [[button] for button in buttons]


def _width(button: ui.Item[Any]) -> int:
    """How wide a button is about, in pixels."""
    shown: Any = getattr(button, "item", button)
    return max(BUTTON_WIDTH, BUTTON_EDGE + _letters(shown.label or "") + (LINK_WIDTH if shown.url else 0))


@lru_cache(maxsize=256)
def _letters(label: str) -> int:
    """How wide a label is about, in pixels. Most labels are a number or a few words, in every message again."""
    return sum(
        NARROW_WIDTH if letter in NARROW else SIGN_WIDTH if letter in SIGNS else LETTER_WIDTH for letter in label
    )


def utf16(text: str) -> int:
    """Characters in UTF-16, which never counts fewer than Discord does."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def newest_that_fit(lines: Iterable[str], limit: int) -> str:
    """The last lines that fit into `limit` characters of UTF-16, joined; with pictures as emojis. If some are left out,
    the first line is `ELLIPSIS`.
    """
    kept: list[str] = []
    room = limit - len(ELLIPSIS) - 1
    for line in reversed(tuple(lines)):
        room -= utf16(line) - len(line) + longest(line) + 1
        if room < 0:
            kept.append(ELLIPSIS)
            break
        kept.append(line)
    return "\n".join(reversed(kept))


def stacked(*lines: str) -> str:
    """Joins lines; empty ones are skipped."""
    return "\n".join(filter(None, lines))


def small(lines: Iterable[str]) -> str:
    """Lines in Discord's small print."""
    return "\n".join(f"-# {line}" for line in lines)
