"""`Drawing`: the pictures of a message are drawn as it is sent. It is told how, and which there are."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeVar

import discord
from discord import ui

log = logging.getLogger(__name__)

INVALID = 50035
"""Discord's code for a message that it takes for malformed. A picture in it may be the cause."""

Sent = TypeVar("Sent")


class Drawing:
    """`drawn` makes a text from one that has pictures in it and the `ids` of the application's emojis, by name; `limit`
    is the most characters of all texts of a message. `refused` is called when Discord has refused a message because of
    its pictures; `ids` are empty then.
    """

    def __init__(self, drawn: Callable[[str, Mapping[str, int]], str], limit: int) -> None:
        self._drawn, self._limit = drawn, limit
        self.ids: dict[str, int] = {}
        self.refused: Callable[[], None] = lambda: None

    async def sent(self, layout: ui.LayoutView | None, request: Callable[[], Awaitable[Sent]]) -> Sent:
        """Draw the pictures of a layout, if there is one, and make the request that sends it. If Discord refuses that,
        it is made once more, in plain text.
        """
        if layout is not None:
            layout.stop()  # else discord.py keeps an ephemeral one for 15 minutes, though nobody waits for its presses
        items = () if layout is None else layout.walk_children()
        displays = [item for item in items if isinstance(item, ui.TextDisplay)]
        texts = [display.content for display in displays]
        drawn = [self._drawn(text, self.ids) for text in texts]
        if sum(map(len, drawn)) > self._limit:
            drawn = [self._drawn(text, {}) for text in texts]
        _write(displays, drawn)
        try:
            return await request()
        except discord.HTTPException as error:
            plain = [self._drawn(text, {}) for text in texts]
            if error.code != INVALID or drawn == plain:
                raise
        _write(displays, plain)
        sent = await request()
        if self.ids:  # no other message has found out meanwhile
            self.ids = {}
            log.warning("Discord refused a message with pictures (%d): plain text stands for them, for now", INVALID)
            self.refused()
        return sent


def _write(displays: list[ui.TextDisplay[Any]], texts: list[str]) -> None:
    for display, text in zip(displays, texts, strict=True):
        display.content = text
