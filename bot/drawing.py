"""`Layout`: one message, as Discord takes it. `Drawing`: its pictures are drawn as it is sent.

It is told how they are drawn, and which there are.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from typing import Any, TypeVar

import discord
from discord import ui

log = logging.getLogger(__name__)

INVALID = 50035
"""Discord's code for a message that it takes for malformed. A picture in it may be the cause."""

Component = dict[str, Any]
"""A part of a message, such as a button, as Discord's API takes it."""
TEXT = discord.ComponentType.text_display.value

Sent = TypeVar("Sent")


class Layout(ui.LayoutView):
    """A message made of components, for discord.py to send. Built of its own classes a panel takes five times as long,
    and they are made for handlers that are kept in memory, which ours are not.
    """

    def __init__(self, *components: Component) -> None:
        super().__init__(timeout=None)
        self.components = list(components)

    def to_components(self) -> list[Component]:
        """What is sent."""
        return self.components

    def has_components_v2(self) -> bool:
        """Texts of their own, and boxes around them, are."""
        return True

    def is_dispatchable(self) -> bool:
        """Presses are not handed to it."""
        return False

    def is_finished(self) -> bool:
        """Nothing of it is kept: discord.py would keep one that is not, if it is ephemeral, for 15 minutes."""
        return True

    @property
    def texts(self) -> list[Component]:
        """Its texts, at any depth."""
        return [part for part in _parts(self.components) if part["type"] == TEXT]


def _parts(components: Iterable[Component]) -> Iterator[Component]:
    for component in components:
        yield component
        if "components" in component:
            yield from _parts(component["components"])


class Drawing:
    """`drawn` makes a text from one that has pictures in it and the `ids` of the application's emojis, by name; `limit`
    is the most characters of all texts of a message. `refused` is called when Discord has refused a message because of
    its pictures; `ids` are empty then.
    """

    def __init__(self, drawn: Callable[[str, Mapping[str, int]], str], limit: int) -> None:
        self._drawn, self._limit = drawn, limit
        self.ids: dict[str, int] = {}
        self.refused: Callable[[], None] = lambda: None

    async def sent(self, layout: Layout | None, request: Callable[[], Awaitable[Sent]]) -> Sent:
        """Draw the pictures of a layout, if there is one, and make the request that sends it. If Discord refuses that,
        it is made once more, in plain text.
        """
        parts = layout.texts if layout else []
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
