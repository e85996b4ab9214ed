"""What a duel needs where it is played: the bot's permissions, and that the opponent is there. Knows no duel."""

from __future__ import annotations

from typing import Any

import discord

from bot import refusals
from bot.discord_api import DiscordApi


def check_permissions(interaction: discord.Interaction[Any]) -> None:
    """Raises `MissingPermission` where the bot may not show a duel or call its players in this channel.

    The answer to a command needs no permission, but the messages that follow do. Attach Files is not asked for: without
    it, a result comes without its file.
    """
    if interaction.guild_id is None:
        return  # there are no permissions in direct messages
    may = interaction.app_permissions
    threaded = isinstance(interaction.channel, discord.Thread)
    if not may.view_channel:
        raise refusals.MissingPermission(permission="View Channel")
    if threaded and not may.send_messages_in_threads:
        raise refusals.MissingPermission(permission="Send Messages in Threads")
    if not threaded and not may.send_messages:
        raise refusals.MissingPermission(permission="Send Messages")


async def check_thread(interaction: discord.Interaction[Any]) -> None:
    """The bot is in the thread where it is asked for a duel, if that is a private one: no permission says so. Where it
    can't be found out, it is. Raises `NotInThread`.
    """
    channel, api = interaction.channel, DiscordApi(interaction.client, interaction.client.drawing)
    if isinstance(channel, discord.Thread) and channel.is_private() and await api.is_shut_out_of(channel.id):
        raise refusals.NotInThread


def check_opponent(opponent: discord.User | discord.Member, name: str) -> None:
    """The opponent, called so, is in the server, and sees the channel. Raises `NotHere` or `CantSeeChannel`."""
    if not isinstance(opponent, discord.Member):
        raise refusals.NotHere
    may = opponent.resolved_permissions
    if may is not None and not may.view_channel and not opponent.bot:
        raise refusals.CantSeeChannel(other=name)
