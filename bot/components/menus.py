"""The menu of duels for a command that fits several: what it is for is in its id, and the duels are its values."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Any, Protocol, Self, cast

import discord
from discord import ui


class Purpose(StrEnum):
    """What a duel is chosen for."""

    DRAW = "draw"
    RESIGN = "resign"


PURPOSE = re.compile(rf"choose-duel:(?P<purpose>{'|'.join(Purpose)})", re.ASCII)
"""Matches the custom id of such a menu."""


class MenuHandler(Protocol):
    """Receives each choice and answers it."""

    async def meant(self, interaction: discord.Interaction[Any], purpose: Purpose, value: str) -> None:
        """An option was chosen; `value` is a duel's number, or anything that somebody has sent instead."""


class HasMenuHandler(Protocol):
    """A client that can answer choices."""

    @property
    def looks(self) -> MenuHandler:
        """Receives the choices."""


class PurposeMenu(ui.DynamicItem[ui.Select[Any]], template=PURPOSE):
    """A menu of a person's open duels."""

    def __init__(self, menu: ui.Select[Any], purpose: Purpose) -> None:
        super().__init__(menu)
        self._purpose = purpose

    @classmethod
    def of(cls, purpose: Purpose, options: list[discord.SelectOption]) -> Self:
        """A new menu with 1 to 25 options, whose values are duel numbers."""
        return cls(ui.Select(custom_id=f"choose-duel:{purpose}", placeholder="Choose a duel", options=options), purpose)

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The menu that was used."""
        return cls(cast("ui.Select[Any]", item), Purpose(match["purpose"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Pass the choice on. `MenuHandler` always answers it."""
        value = next(iter(self.item.values), "")
        await cast("HasMenuHandler", interaction.client).looks.meant(interaction, self._purpose, value)
