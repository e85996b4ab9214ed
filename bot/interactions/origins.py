"""`Origins`: whether a message was made for the duel that its buttons name.

Where an older copy of the database is restored, numbers are used again, and old messages name them still.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Any, NamedTuple

import discord

from bot import refusals
from bot.interactions.received import every
from bot.service.deadlines import milliseconds
from bot.service.duels import Duels

SLACK = milliseconds(timedelta(seconds=10))
"""How much older than its duel a message may seem: far more than the clock's error, far less than a restore takes."""
REMEMBERED = 1_200
"""Duels whose origin is kept in memory, some 200 bytes each: it never changes."""


class _Origin(NamedTuple):
    """When a duel was created, in milliseconds since 1970, and its game's title; None where that is not known."""

    created_at: int
    title: str | None


class Origins:
    """Compares messages with their duels."""

    def __init__(self, duels: Duels) -> None:
        self._duels = duels
        self._known: dict[int, _Origin] = {}

    async def check(self, message: discord.Message | None, duel_id: int) -> None:
        """Raises `AnotherDuel` if the message is older than the duel, or is about another game."""
        origin = await self._of(duel_id)
        if message is None or origin is None:
            return
        sent_at = int(discord.utils.snowflake_time(message.id).timestamp() * 1000)
        lines = _lines(message.components)
        has_heading = any(line.startswith("### ") for line in lines)
        # A result has its game in the small print, below who won.
        naming = [line for line in lines if line.startswith(("### ", "-# "))]
        names_another = origin.title is not None and has_heading and not any(origin.title in line for line in naming)
        if sent_at < origin.created_at - SLACK or names_another:
            raise refusals.AnotherDuel(duel=duel_id)

    async def _of(self, duel_id: int) -> _Origin | None:
        if duel_id not in self._known:
            saved = await self._duels.load_or_call_off(duel_id)
            if saved is None:
                return None
            self._known[duel_id] = _Origin(saved.row.created_at, saved.title if saved.has_known_game else None)
            if len(self._known) > REMEMBERED:
                del self._known[next(iter(self._known))]
        return self._known[duel_id]


def _lines(components: Iterable[Any]) -> list[str]:
    """All lines of text in a message."""
    texts = [component for component in every(components) if isinstance(component, discord.TextDisplay)]
    return [line for text in texts for line in text.content.splitlines()]
