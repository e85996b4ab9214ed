"""Puts blocks of text and rows of buttons together into one message within Discord's limits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import IntEnum
from functools import lru_cache

from discord import ComponentType

from bot.components.buttons import row
from bot.drawing import TEXT, Component, Layout
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


Block = str | Sequence[Component] | Component
"""Text, a sequence of buttons (which is split into rows), or any other single component."""
CONTAINER = ComponentType.container.value


def message(*blocks: Block, accent: Accent | None = None) -> Layout:
    """One message made of blocks. Empty blocks are skipped. Do not keep the result or send it twice."""
    parts: list[Component] = []
    for block in blocks:
        if isinstance(block, str):
            parts += [text(block)] if block else []
        elif isinstance(block, dict):
            parts.append(block)
        else:
            parts += [row(*buttons) for buttons in _rows(block)]
    return Layout({"type": CONTAINER, "components": parts, "accent_color": accent})


def text(content: str) -> Component:
    """A text of its own."""
    return {"type": TEXT, "content": content}


def _rows(buttons: Sequence[Component]) -> list[Sequence[Component]]:
    """The buttons, as many in a row as a phone shows beside each other; as even as can be."""
    if not buttons:
        return []
    length = _length(tuple(_width(button["label"], "url" in button) for button in buttons))
    return [buttons[start : start + length] for start in range(0, len(buttons), length)]


@lru_cache(maxsize=256)
def _length(widths: tuple[int, ...]) -> int:
    """How many buttons of these widths a row has: most messages have the same as many others."""
    for length in range(min(ROW_LENGTH, len(widths)), 1, -1):
        even = -(-len(widths) // -(-len(widths) // length))
        rows = [widths[start : start + even] for start in range(0, len(widths), even)]
        if all(sum(row) + GAP * (len(row) - 1) <= ROW_WIDTH for row in rows):
            return even
    return 1


@lru_cache(maxsize=256)
def _width(label: str, is_link: bool) -> int:
    """How wide a button is about, in pixels. Most labels are a number or a few words, in every message again."""
    letters = sum(
        NARROW_WIDTH if letter in NARROW else SIGN_WIDTH if letter in SIGNS else LETTER_WIDTH for letter in label
    )
    return max(BUTTON_WIDTH, BUTTON_EDGE + letters + (LINK_WIDTH if is_link else 0))


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
