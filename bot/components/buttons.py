"""The buttons of duels. They survive a restart, because what they do is in their ids and nowhere else.

Every press goes to the client's `PressHandler`; nothing is looked up here.
"""

from __future__ import annotations

import re
from typing import Any, Protocol, Self, cast

import discord
from discord import ui

from bot.components.custom_ids import PAGE, TEMPLATE, ButtonId, Press


class PressHandler(Protocol):
    """Receives each press and answers it."""

    async def pressed(self, interaction: discord.Interaction[Any], button_id: ButtonId | None) -> None:
        """A button was pressed; `button_id` is None if the id is not one of ours."""

    async def turned(self, interaction: discord.Interaction[Any], page: int) -> None:
        """Another page of the person's duels is wanted; the first is 0."""


class HasPressHandler(Protocol):
    """A client that can answer presses."""

    @property
    def presses(self) -> PressHandler:
        """Receives the presses."""


class DuelButton(ui.DynamicItem[ui.Button[Any]], template=TEMPLATE):
    """Every button of the bot, except links."""

    def __init__(self, button: ui.Button[Any], button_id: ButtonId | None) -> None:
        super().__init__(button)
        self._button_id = button_id

    @classmethod
    def of(
        cls,
        button_id: ButtonId,
        label: str,
        style: discord.ButtonStyle = discord.ButtonStyle.secondary,
        *,
        disabled: bool = False,
    ) -> Self:
        """A new button."""
        return cls(ui.Button(label=label, style=style, disabled=disabled, custom_id=str(button_id)), button_id)

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The pressed button, rebuilt from its id alone."""
        return cls(cast("ui.Button[Any]", item), ButtonId.parse(match.string))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Pass the press on. `PressHandler` always answers it."""
        await _handler(interaction).pressed(interaction, self._button_id)


class PageButton(ui.DynamicItem[ui.Button[Any]], template=PAGE):
    """A button to another page of a person's duels."""

    def __init__(self, button: ui.Button[Any], page: int) -> None:
        super().__init__(button)
        self._page = page

    @classmethod
    def of(cls, page: int, label: str) -> Self:
        """A new button; the first page is 0."""
        return cls(ui.Button(label=label, custom_id=f"duels-page:{page}"), page)

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The pressed button."""
        return cls(cast("ui.Button[Any]", item), int(match["page"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Pass the press on."""
        await _handler(interaction).turned(interaction, self._page)


def link(label: str, url: str) -> ui.Button[Any]:
    """A button that opens a URL."""
    return ui.Button(label=label, url=url)


def button_of(
    duel: int, what: Press, label: str, style: discord.ButtonStyle = discord.ButtonStyle.secondary
) -> DuelButton:
    """A button that does not make a move."""
    return DuelButton.of(ButtonId(duel, what), label, style)


def _handler(interaction: discord.Interaction[Any]) -> PressHandler:
    return cast("HasPressHandler", interaction.client).presses
