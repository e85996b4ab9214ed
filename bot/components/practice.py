"""The buttons that begin a duel against the bot."""

from __future__ import annotations

import re
from typing import Any, Protocol, Self, cast

import discord
from discord import ui

from bot.components.custom_ids import PRACTICE


class PracticeHandler(Protocol):
    """Receives each press and answers it."""

    async def chosen(self, interaction: discord.Interaction[Any], game: str, level: str) -> None:
        """A duel is wanted; `level` is the name of one, `game` need not be."""


class HasPracticeHandler(Protocol):
    """A client that can answer them."""

    @property
    def practice(self) -> PracticeHandler:
        """Receives them."""


class PracticeButton(ui.DynamicItem[ui.Button[Any]], template=PRACTICE):
    """A button for one game at one level."""

    def __init__(self, button: ui.Button[Any], game: str, level: str) -> None:
        super().__init__(button)
        self._game = game
        self._level = level

    @classmethod
    def of(cls, game: str, level: str) -> Self:
        """A new button, labelled with the level."""
        return cls(ui.Button(label=level.capitalize(), custom_id=f"practice:{game}:{level}"), game, level)

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The pressed button."""
        return cls(cast("ui.Button[Any]", item), match["game"], match["level"])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Pass the press on. `PracticeHandler` always answers it."""
        await cast("HasPracticeHandler", interaction.client).practice.chosen(interaction, self._game, self._level)
