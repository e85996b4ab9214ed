"""The buttons and the menu, as things that outlive a restart: what they do is in their ids, and nothing else is kept.

All that is pressed goes to the client's `presses`; nothing is looked up here.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Self, cast

import discord
from discord import ui

from bot.ui.custom_ids import CHOOSE_DUEL, TEMPLATE, ButtonId, Press

if TYPE_CHECKING:
    from bot.client import DuelBot


class DuelButton(ui.DynamicItem[ui.Button[Any]], template=TEMPLATE):
    """Every button there is but links."""

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
        """A fresh button."""
        return cls(ui.Button(label=label, style=style, disabled=disabled, custom_id=str(button_id)), button_id)

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The button that was pressed, from its id alone."""
        return cls(cast("ui.Button[Any]", item), ButtonId.parse(match.string))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hand it on; it is always answered."""
        await _client(interaction).presses.pressed(interaction, self._button_id)


class DuelMenu(ui.DynamicItem[ui.Select[Any]], template=re.escape(CHOOSE_DUEL)):
    """The menu of one's duels."""

    @classmethod
    def of(cls, options: list[discord.SelectOption]) -> Self:
        """A fresh menu; 1 to 25 options, whose values are duel numbers."""
        return cls(ui.Select(custom_id=CHOOSE_DUEL, placeholder="Choose a duel", options=options))

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The menu that was used."""
        return cls(cast("ui.Select[Any]", item))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hand it on; it is always answered."""
        await _client(interaction).presses.chosen(interaction, next(iter(self.item.values), ""))


def link(label: str, url: str) -> ui.Button[Any]:
    """A button that leads somewhere."""
    return ui.Button(label=label, url=url)


def press(duel: int, what: Press, label: str, style: discord.ButtonStyle = discord.ButtonStyle.secondary) -> DuelButton:
    """A button that is no move."""
    return DuelButton.of(ButtonId(duel, what), label, style)


def _client(interaction: discord.Interaction[Any]) -> DuelBot:
    return cast("DuelBot", interaction.client)
