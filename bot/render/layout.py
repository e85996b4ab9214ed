"""Puts blocks of text and rows of buttons together into one message within Discord's limits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import IntEnum
from typing import Any

from discord import ui

TEXT_LIMIT = 4000
"""Most characters of all text in one Components V2 message: Discord's limit, which discord.py does not check."""
COURSE_ROOM = TEXT_LIMIT // 2
"""Most characters of a duel's course in a message. The rest of any message needs far less than the other half."""
LABEL_LIMIT = 80
"""Most characters of a button's label. A menu option may have 100; we use the shorter limit for both."""
ROW_LENGTH = 5
"""Most buttons in a row: Discord's limit."""
ROW_WIDTH = 310
"""Pixels that a row of buttons has on a phone 390 pixels wide; a wider one would break."""
BUTTON_WIDTH, BUTTON_EDGE, LETTER_WIDTH, LINK_WIDTH, GAP = 54, 32, 8, 20, 8
"""Pixels: a button's least width, its edges, about a letter of its label, the sign of a link, between two buttons."""
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
    """The buttons, as many in a row as a phone shows beside each other."""
    rows: list[list[ui.Item[Any]]] = []
    room = 0
    for button in buttons:
        width = _width(button)
        if not rows or width > room or len(rows[-1]) == ROW_LENGTH:
            rows.append([])
            room = ROW_WIDTH
        rows[-1].append(button)
        room -= width + GAP
    return rows


def _width(button: ui.Item[Any]) -> int:
    """How wide a button is about, in pixels."""
    shown: Any = getattr(button, "item", button)
    return max(BUTTON_WIDTH, BUTTON_EDGE + LETTER_WIDTH * len(shown.label or "") + (LINK_WIDTH if shown.url else 0))


def newest_that_fit(lines: Iterable[str], limit: int) -> str:
    """The last lines that fit into `limit` characters, joined. If some are left out, the first line is `ELLIPSIS`."""
    kept: list[str] = []
    room = limit - len(ELLIPSIS) - 1
    for line in reversed(tuple(lines)):
        room -= len(line) + 1
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
