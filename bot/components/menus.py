"""The buttons of the help, and the menu of a person's duels. What each is for is in its id."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Any, Protocol, Self, cast

import discord
from discord import ui

from bot.components.custom_ids import HELP


class Purpose(StrEnum):
    """What a duel is chosen for."""

    SHOW = "show"
    DRAW = "draw"
    RESIGN = "resign"


PURPOSE = re.compile(rf"choose-duel:(?P<purpose>{'|'.join(Purpose)})", re.ASCII)
"""Matches the custom id of such a menu."""


class LookHandler(Protocol):
    """Receives each press and choice and answers it."""

    async def asked(self, interaction: discord.Interaction[Any], page: str) -> None:
        """A page is wanted: `duels`, `notices`, `rules`, or `rules-` and the name of a game, which there may not be."""

    async def meant(self, interaction: discord.Interaction[Any], purpose: Purpose, value: str) -> None:
        """An option was chosen; `value` is a duel's number, or anything that somebody has sent instead."""


class HasLookHandler(Protocol):
    """A client that can answer them."""

    @property
    def looks(self) -> LookHandler:
        """Receives them."""


class DuelMenu(ui.DynamicItem[ui.Select[Any]], template=PURPOSE):
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
        """Pass the choice on. `LookHandler` always answers it."""
        value = next(iter(self.item.values), "")
        await _handler(interaction).meant(interaction, self._purpose, value)


class HelpButton(ui.DynamicItem[ui.Button[Any]], template=HELP):
    """A button to a page that a command shows as well."""

    def __init__(self, button: ui.Button[Any], page: str) -> None:
        super().__init__(button)
        self._page = page

    @classmethod
    def of(cls, page: str, label: str) -> Self:
        """A new button; `page` as `LookHandler.asked` takes it."""
        return cls(ui.Button(label=label, custom_id=f"help:{page}"), page)

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The pressed button."""
        return cls(cast("ui.Button[Any]", item), match["page"])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Pass the press on."""
        await _handler(interaction).asked(interaction, self._page)


def _handler(interaction: discord.Interaction[Any]) -> LookHandler:
    return cast("HasLookHandler", interaction.client).looks
