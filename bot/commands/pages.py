"""`/rules`, `/help` and `/notices`: what is about no duel."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.interactions.handlers import Handlers
from bot.interactions.looks import Looks, all_rules, rules_of
from bot.interactions.reply import Reply
from bot.render import pages
from games import get, names

Interaction = discord.Interaction[Any]

SWITCH = [app_commands.Choice(name=value, value=value) for value in ("on", "off")]
GAMES = [app_commands.Choice(name=f"{get(name).title}: {get(name).tagline}", value=name) for name in names()]
"""The games as choices: the title and the tagline are shown, the key is the value."""


def add_commands(tree: app_commands.CommandTree[Any], handlers: Handlers, looks: Looks) -> None:
    """Add these commands to the tree."""

    @tree.command(name="rules", description="How a game is played, with one worked exchange")
    @app_commands.describe(game="The game; without it, all of them in a line each")
    @app_commands.choices(game=GAMES)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
    @app_commands.allowed_installs(guilds=True, users=False)
    async def rules(interaction: Interaction, game: str | None = None) -> None:
        async def work(reply: Reply) -> None:
            await reply.private(all_rules() if game is None else rules_of(game))

        await handlers.answer(interaction, work)

    @tree.command(name="help", description="What there is, on one screen")
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
    @app_commands.allowed_installs(guilds=True, users=False)
    async def help_(interaction: Interaction) -> None:
        async def work(reply: Reply) -> None:
            await reply.private(pages.help_page())

        await handlers.answer(interaction, work)

    @tree.command(name="notices", description="What I write to you: switch prompts and reminders on and off")
    @app_commands.describe(
        prompts="Direct messages when it is your turn", reminders="One reminder when your time is nearly up"
    )
    @app_commands.choices(prompts=SWITCH, reminders=SWITCH)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
    @app_commands.allowed_installs(guilds=True, users=False)
    async def notices(interaction: Interaction, prompts: str | None = None, reminders: str | None = None) -> None:
        wanted = [None if option is None else option == "on" for option in (prompts, reminders)]
        await handlers.answer(interaction, lambda reply: looks.notices(reply, *wanted))
