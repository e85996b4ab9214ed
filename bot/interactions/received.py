"""What a message is made of that came with a press. Knows discord.py's components, and no duel."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


def every(components: Iterable[Any]) -> list[Any]:
    """The components of a message, at any depth, in the order in which they are shown."""
    found: list[Any] = []
    for component in components:
        found.append(component)
        if children := getattr(component, "children", ()):
            found += every(children)
    return found
