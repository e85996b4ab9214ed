"""The buttons and menus of messages. They survive a restart, because what they do is in their ids and nowhere else."""

from __future__ import annotations

import discord

from bot.components.custom_ids import ButtonId, Press, Purpose
from bot.drawing import Component

Style = discord.ButtonStyle
BUTTON = discord.ComponentType.button.value
ROW = discord.ComponentType.action_row.value
MENU = discord.ComponentType.select.value


def button(label: str, custom_id: str, style: Style = Style.secondary, *, disabled: bool = False) -> Component:
    """A button with any id."""
    return {"type": BUTTON, "style": style.value, "label": label, "custom_id": custom_id, "disabled": disabled}


def button_of(duel: int, what: Press, label: str, style: Style = Style.secondary) -> Component:
    """A button of a duel that does not make a move."""
    return button(label, str(ButtonId(duel, what)), style)


def page_button(page: int, label: str) -> Component:
    """A button to another page of a person's duels; the first is 0."""
    return button(label, f"duels-page:{page}")


def help_button(page: str, label: str) -> Component:
    """A button to a page that a command shows as well: `duels`, `notices`, `rules`, or `rules-` and a game's name."""
    return button(label, f"help:{page}")


def practice_button(game: str, level: str) -> Component:
    """A button that begins a duel against the bot, labelled with the level."""
    return button(level.capitalize(), f"practice:{game}:{level}")


def link(label: str, url: str) -> Component:
    """A button that opens a URL."""
    return {"type": BUTTON, "style": Style.link.value, "label": label, "url": url}


def row(*parts: Component) -> Component:
    """A row of 1 to 5 buttons, or of one menu."""
    return {"type": ROW, "components": list(parts)}


def option(label: str, value: str, description: str = "") -> Component:
    """An option of a menu."""
    return {"label": label, "value": value} | ({"description": description} if description else {})


def duel_menu(purpose: Purpose, options: list[Component]) -> Component:
    """A menu of a person's open duels, with 1 to 25 options, whose values are duel numbers."""
    custom_id = f"choose-duel:{purpose}"
    return row({"type": MENU, "custom_id": custom_id, "placeholder": "Choose a duel", "options": options})
