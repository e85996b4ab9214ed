"""Blocks of text and rows of controls, put together into one message within Discord's limits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from discord import ui

TEXT_LIMIT = 4000
"""Characters of all text in one Components V2 message: Discord's limit, which discord.py does not check."""
COURSE_ROOM = TEXT_LIMIT // 2
"""Characters that a duel's course may take: the rest of any message needs far less than the other half."""
LABEL_LIMIT = 80
"""Characters of a button's label, and of a menu option's (100 there; the shorter serves both)."""
ROW_LENGTH = 5
"""Buttons in a row."""
ELLIPSIS = "…"

Block = str | Sequence[ui.Item[Any]] | ui.Item[Any]
"""Text, a run of buttons (broken into rows), or a component of its own."""


def message(*blocks: Block) -> ui.LayoutView:
    """One message out of blocks; empty texts and empty runs are left out. Never keep or re-send what it returns."""
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
    """As many of the last lines as fit into `limit` characters, joined; a line that says so where some are left out."""
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
    """Lines one below the other; empty ones are left out."""
    return "\n".join(filter(None, lines))


def small(lines: Iterable[str]) -> str:
    """Lines in Discord's small print."""
    return "\n".join(f"-# {line}" for line in lines)
