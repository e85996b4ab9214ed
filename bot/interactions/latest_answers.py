"""`LatestAnswers`: of the same private answer to one person, given again and again, the newest alone is left."""

from __future__ import annotations

from collections import OrderedDict
from contextlib import suppress
from typing import Any

import discord
from discord import ui

from bot.discord_api import UNDELIVERED
from bot.interactions.reply import Reply

REMEMBERED = 1000
"""Answers that are kept in memory. Discord lets one be deleted for 15 minutes."""


class LatestAnswers:
    """The newest answer to each person about each duel."""

    def __init__(self) -> None:
        self._answers: OrderedDict[tuple[int, int], discord.Interaction[Any]] = OrderedDict()

    async def give(self, reply: Reply, duel_id: int, layout: ui.LayoutView) -> None:
        """Tell the person alone, and delete what they were told before. So they see an answer to each press."""
        interaction = reply.interaction
        await reply.private(layout)
        if interaction.response.type is not discord.InteractionResponseType.channel_message:
            return  # the interaction's own message is not this answer, but the one that was pressed
        before = self._answers.pop((interaction.user.id, duel_id), None)
        self._answers[interaction.user.id, duel_id] = interaction
        if len(self._answers) > REMEMBERED:
            self._answers.popitem(last=False)
        if before is not None:
            with suppress(*UNDELIVERED):  # it may be gone
                await before.delete_original_response()
