"""The rights that a duel needs where it is played, and which of them is missing. Knows no duel."""

from __future__ import annotations

from typing import Any

import discord

from bot import refusals


def check_permissions(interaction: discord.Interaction[Any]) -> None:
    """The bot may show a duel and call its players in the channel where it is asked to. Raises `MissingRight`.

    An answer needs none of these rights, but all that follows it does: it is refused before anything is begun.
    """
    if interaction.guild_id is None:
        return  # there are no rights in direct messages
    may = interaction.app_permissions
    threaded = isinstance(interaction.channel, discord.Thread)
    if not may.view_channel:
        raise refusals.MissingRight(right="View Channel")
    if threaded and not may.send_messages_in_threads:
        raise refusals.MissingRight(right="Send Messages in Threads")
    if not threaded and not may.send_messages:
        raise refusals.MissingRight(right="Send Messages")
