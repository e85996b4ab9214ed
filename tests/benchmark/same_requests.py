"""A bot that makes the requests of ours with the components of ours, and nothing else: no game, no store.

`layouts.json`, in its folder, has what our bot sent in a duel of one pair: the components of each message, in order.
Every layout is built anew each time, by the classes of discord.py that our bot uses.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import re
import sys
from pathlib import Path
from typing import Any, Self

import discord
from discord import ui
from dotenv import dotenv_values

NOBODY = discord.AllowedMentions.none()
SAMPLE = "duel:1:"
"""How custom ids begin in `layouts.json`."""
Layouts = dict[str, list[Any]]


class Button(ui.DynamicItem[ui.Button[Any]], template=r"duel:(?P<duel>\d+):(?P<what>.+)"):
    """Any button."""

    def __init__(self, button: ui.Button[Any]) -> None:
        super().__init__(button)

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """From its id alone."""
        made = cls(ui.Button(label="pressed", custom_id=match.string))
        made.duel, made.what = int(match["duel"]), match["what"]  # type: ignore[attr-defined]
        return made

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Answer."""
        await interaction.client.pressed(interaction, self.duel, self.what)  # type: ignore[attr-defined]


class Message:
    """Where a message stands."""

    def __init__(self, channel: int, number: int) -> None:
        self.channel, self.number = channel, number


class Duel:
    """What is kept of a duel: its players' channels and messages, and how many moves were made."""

    def __init__(self, players: list[int]) -> None:
        self.players, self.plies = players, 0
        self.board: Message | None = None
        self.panels: list[Message] = []
        self.ephemeral: tuple[discord.Interaction[Any], int] | None = None


class Bot(discord.AutoShardedClient):
    """Makes the requests."""

    def __init__(self, layouts: Layouts) -> None:
        super().__init__(
            intents=discord.Intents.none(),
            allowed_mentions=NOBODY,
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
            chunk_guilds_at_startup=False,
            guild_ready_timeout=0,
        )
        self._layouts = layouts
        self._duels: dict[int, Duel] = {}
        self._nonces = itertools.count()

    async def setup_hook(self) -> None:
        """Know the buttons."""
        self.add_dynamic_items(Button)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """A command: `/duel` or `/status`."""
        if interaction.type is not discord.InteractionType.application_command:
            return
        data: Any = interaction.data
        if data["name"] == "status":
            await interaction.response.send_message(view=self._built("status", 0, 1), ephemeral=True)
            return
        number = len(self._duels) + 1
        opponent = next(int(option["value"]) for option in data["options"] if option["name"] == "opponent")
        duel = self._duels[number] = Duel([interaction.user.id, opponent])
        answer = await interaction.response.send_message(view=self._built("challenge", 0, number))
        duel.board = Message(interaction.channel_id or 0, answer.message_id or 0)

    async def pressed(self, interaction: discord.Interaction[Any], number: int, what: str) -> None:
        """A button: *Accept*, *Your move*, or a move."""
        duel = self._duels[number]
        if what == "accept":
            await self._edit_pressed(interaction, self._built("accepted", 0, number))
            beside = await interaction.followup.send(view=self._built("beside", 0, number), ephemeral=True, wait=True)
            duel.ephemeral = interaction, beside.id
            channels = [int((await self.http.start_private_message(user))["id"]) for user in duel.players]
            for player, channel in enumerate(channels):
                duel.panels.append(await self._sent(channel, self._built("first", player, number)))
        elif what == "open":
            await interaction.response.send_message(view=self._built("opened", 0, number), ephemeral=True)
        else:
            ply, duel.plies = duel.plies, duel.plies + 1
            await self._edit_pressed(interaction, self._built("answer", ply, number))
            await asyncio.gather(
                self._ephemeral(duel, ply, number), self._board(duel, ply, number), self._prompt(duel, ply, number)
            )

    @staticmethod
    async def _edit_pressed(interaction: discord.Interaction[Any], view: ui.LayoutView) -> None:
        await interaction.response.edit_message(view=view, attachments=[], allowed_mentions=NOBODY)

    async def _ephemeral(self, duel: Duel, ply: int, number: int) -> None:
        assert duel.ephemeral is not None
        interaction, message_id = duel.ephemeral
        await interaction.followup.edit_message(message_id, view=self._built("ephemeral", ply, number))

    async def _board(self, duel: Duel, ply: int, number: int) -> None:
        assert duel.board is not None
        board = self.get_partial_messageable(duel.board.channel).get_partial_message(duel.board.number)
        await board.edit(view=self._built("board", ply, number), attachments=[], allowed_mentions=NOBODY)

    async def _prompt(self, duel: Duel, ply: int, number: int) -> None:
        player = 1 - ply % 2
        before = duel.panels[player]
        duel.panels[player] = await self._sent(before.channel, self._built("prompt", ply, number))
        await self.get_partial_messageable(before.channel).get_partial_message(before.number).delete()

    async def _sent(self, channel: int, view: ui.LayoutView) -> Message:
        nonce = str(next(self._nonces))
        message = await self.get_partial_messageable(channel).send(view=view, nonce=nonce, allowed_mentions=NOBODY)
        return Message(channel, message.id)

    def _built(self, name: str, which: int, number: int) -> ui.LayoutView:
        view = ui.LayoutView(timeout=None)
        for component in self._layouts[name][which]:
            view.add_item(_item(component, f"duel:{number}:"))
        return view


def _item(component: Any, ids: str) -> ui.Item[Any]:
    """A component, with its custom ids those of another duel."""
    match component["type"]:
        case 1:
            return ui.ActionRow(*[_item(part, ids) for part in component["components"]])
        case 2 if "url" in component:
            return ui.Button(label=component["label"], url=component["url"])
        case 2:
            custom_id = component["custom_id"].replace(SAMPLE, ids)
            style = discord.ButtonStyle(component["style"])
            disabled = component.get("disabled", False)
            return Button(ui.Button(label=component["label"], style=style, disabled=disabled, custom_id=custom_id))
        case 10:
            return ui.TextDisplay(component["content"])
        case 17:
            container: ui.Container[Any] = ui.Container(accent_color=component.get("accent_color"))
            for part in component["components"]:
                container.add_item(_item(part, ids))
            return container
        case kind:
            raise ValueError(f"a component of type {kind}")


if __name__ == "__main__":
    if sys.argv[1:2] == ["bare"]:  # the client alone, for its memory
        Bot({}).run(str(dotenv_values(".env")["DISCORD_TOKEN"]), log_handler=None)
    else:
        Bot(json.loads(Path("layouts.json").read_text())).run(
            str(dotenv_values(".env")["DISCORD_TOKEN"]), log_handler=None
        )
