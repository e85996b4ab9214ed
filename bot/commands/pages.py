"""`/rules` and `/help`: the same text for everybody."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot import refusals
from bot.interactions.handlers import Handlers
from bot.interactions.reply import Reply
from bot.render import pages
from games import get, names

Interaction = discord.Interaction[Any]

GAMES = [app_commands.Choice(name=get(name).title, value=name) for name in names()]
"""The games as choices: the title is shown, the key is the value."""


def add_commands(tree: app_commands.CommandTree[Any], handlers: Handlers) -> None:
    """Add both commands to the tree."""

    @tree.command(name="rules", description="How a game is played, with one worked exchange")
    @app_commands.describe(game="The game; without it, all of them in a line each")
    @app_commands.choices(game=GAMES)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
    @app_commands.allowed_installs(guilds=True, users=False)
    async def rules(interaction: Interaction, game: str | None = None) -> None:
        async def work(reply: Reply) -> None:
            if game is None:
                layout = pages.all_rules(tuple((name, get(name).title, get(name).summary) for name in names()))
            elif game not in names():
                raise refusals.NoSuchGame
            else:
                layout = pages.rules(get(game).title, get(game).how_to_play)
            await reply.private(layout)

        await handlers.answer(interaction, work)

    @tree.command(name="help", description="What there is, on one screen")
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
    @app_commands.allowed_installs(guilds=True, users=False)
    async def help_(interaction: Interaction) -> None:
        async def work(reply: Reply) -> None:
            await reply.private(pages.help_page())

        await handlers.answer(interaction, work)
