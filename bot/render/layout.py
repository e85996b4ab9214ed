"""Puts blocks of text and rows of buttons together into one message within Discord's limits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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
"""Buttons in a row."""
ELLIPSIS = "…"

Block = str | Sequence[ui.Item[Any]] | ui.Item[Any]
"""Text, a sequence of buttons (which is split into rows), or any other single component."""


def message(*blocks: Block) -> ui.LayoutView:
    """One message made of blocks. Empty blocks are skipped. Do not keep the result or send it twice."""
    container: ui.Container[Any] = ui.Container()
    for block in blocks:
        if isinstance(block, str):
            if block:
                container.add_item(ui.TextDisplay(block))
        elif isinstance(block, ui.Item):
            container.add_item(block)
        else:
            for start in range(0, len(block), ROW_LENGTH):
                container.add_item(ui.ActionRow(*block[start : start + ROW_LENGTH]))
    return ui.LayoutView(timeout=None).add_item(container)


def newest_that_fit(lines: Iterable[str], limit: int) -> str:
    """The last lines that fit into `limit` characters, joined; with pictures as emojis. If some are left out, the first
    line is `ELLIPSIS`.
    """
    kept: list[str] = []
    room = limit - len(ELLIPSIS) - 1
    for line in reversed(tuple(lines)):
        room -= longest(line) + 1
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
