"""The least that a bot can do with a click: one button that brings its own message up to date. Keeps nothing."""

from __future__ import annotations

import re
from typing import Any, Self

import discord
from discord import ui
from dotenv import dotenv_values


class Button(ui.DynamicItem[ui.Button[Any]], template=r"duel:bare"):
    """The one button."""

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """From its id alone."""
        return cls(ui.Button(label="Your move", custom_id="duel:bare"))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Answer."""
        await interaction.response.edit_message(view=message())


class Bot(discord.AutoShardedClient):
    """Answers any command with a message that has the button."""

    async def setup_hook(self) -> None:
        """Know the button."""
        self.add_dynamic_items(Button)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """A command."""
        if interaction.type is discord.InteractionType.application_command:
            await interaction.response.send_message(view=message())


def message() -> ui.LayoutView:
    """A fresh one."""
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.TextDisplay("A message"))
    view.add_item(ui.ActionRow(Button(ui.Button(label="Your move", custom_id="duel:bare"))))
    return view


if __name__ == "__main__":
    Bot(intents=discord.Intents.none(), max_messages=None).run(str(dotenv_values(".env")["DISCORD_TOKEN"]))
