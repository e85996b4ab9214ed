"""`/practice`: a duel against the bot itself."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.commands.pages import GAMES
from bot.interactions.handlers import Handlers
from bot.interactions.practice import Practice
from players import Level

Interaction = discord.Interaction[Any]

LEVELS = [app_commands.Choice(name=level.value, value=level.value) for level in Level]


def add_commands(tree: app_commands.CommandTree[Any], handlers: Handlers, practice: Practice) -> None:
    """Add this command to the tree."""

    @tree.command(name="practice", description="Play against me; nothing you do in practice is counted")
    @app_commands.describe(game="Which game", level="How well I play; medium if left out")
    @app_commands.choices(game=GAMES, level=LEVELS)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
    @app_commands.allowed_installs(guilds=True, users=False)
    async def begin(interaction: Interaction, game: str, level: str = Level.MEDIUM.value) -> None:
        await handlers.answer(interaction, lambda reply: practice.begin(reply, game, Level(level)))
