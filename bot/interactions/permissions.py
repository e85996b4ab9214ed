"""The permissions without which no duel is begun in a channel, and which of them is missing. Knows no duel."""

from __future__ import annotations

from typing import Any

import discord

from bot import refusals


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
