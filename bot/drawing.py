"""`Layout`: one message, as Discord takes it. `Drawing`: its pictures are drawn as it is sent.

It is told how they are drawn, and which there are.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeVar

import discord

log = logging.getLogger(__name__)

INVALID = 50035
"""Discord's code for a message that it takes for malformed. A picture in it may be the cause."""

Component = dict[str, Any]
"""A part of a message, such as a button, as Discord's API takes it."""
TEXT = discord.ComponentType.text_display.value
COMPONENTS_V2, EPHEMERAL = (discord.MessageFlags(**{flag: True}).value for flag in ("components_v2", "ephemeral"))

Sent = TypeVar("Sent")


class Layout:
    """A message made of components. Of discord.py's own classes it would take five times as long to build, and those
    are made for handlers that are kept in memory, which ours are not.
    """

    def __init__(self, *components: Component) -> None:
        self.components = list(components)

    def body(self, *, ping: int | None = None, ephemeral: bool = False) -> dict[str, Any]:
        """What Discord is sent. Its mentions notify nobody but `ping`."""
        return {
            "components": self.components,
            "flags": COMPONENTS_V2 | EPHEMERAL if ephemeral else COMPONENTS_V2,
            "allowed_mentions": {"parse": [], "users": [ping]} if ping else {"parse": []},
        }

    @property
    def texts(self) -> list[Component]:
        """Its texts: those by themselves, and those in a box."""
        parts = (part for box in self.components for part in (box, *box.get("components", ())))
        return [part for part in parts if part["type"] == TEXT]


class Drawing:
    """`drawn` makes a text from one that has pictures in it and the `ids` of the application's emojis, by name; `limit`
    is the most characters of all texts of a message. `refused` is called when Discord has refused a message because of
    its pictures; `ids` are empty then.
    """

    def __init__(self, drawn: Callable[[str, Mapping[str, int]], str], limit: int) -> None:
        self._drawn, self._limit = drawn, limit
        self.ids: dict[str, int] = {}
        self.refused: Callable[[], None] = lambda: None

    async def sent(self, layout: Layout, request: Callable[[], Awaitable[Sent]]) -> Sent:
        """Draw the pictures of a layout, and make the request that sends it. If Discord refuses that, it is made once
        more, in plain text.
        """
        parts = layout.texts
        texts = [part["content"] for part in parts]
        drawn = [self._drawn(text, self.ids) for text in texts]
        if sum(map(len, drawn)) > self._limit:
            drawn = [self._drawn(text, {}) for text in texts]
        _write(parts, drawn)
        try:
            return await request()
        except discord.HTTPException as error:
            plain = [self._drawn(text, {}) for text in texts]
            if error.code != INVALID or drawn == plain:
                raise
        _write(parts, plain)
        sent = await request()
        if self.ids:  # no other message has found out meanwhile
            self.ids = {}
            log.warning("Discord refused a message with pictures (%d): plain text stands for them, for now", INVALID)
            self.refused()
        return sent


def _write(parts: list[Component], texts: list[str]) -> None:
    for part, text in zip(parts, texts, strict=True):
        part["content"] = text
