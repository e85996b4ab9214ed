"""`LatestAnswers`: of the same private answer to one person, given again and again, the newest alone is left."""

from __future__ import annotations

from collections import OrderedDict

from bot.delivery.ephemeral_panels import close
from bot.drawing import Layout
from bot.interactions.reply import Reply
from bot.token_api import TokenApi

REMEMBERED = 1000
"""Answers that are kept in memory. Discord lets one be deleted for 15 minutes."""


class LatestAnswers:
    """The newest answer to each person about each duel."""

    def __init__(self) -> None:
        self._answers: OrderedDict[tuple[int, int], tuple[TokenApi, int]] = OrderedDict()

    async def give(self, reply: Reply, duel_id: int, layout: Layout) -> None:
        """Tell the person alone, and then delete what they were told before: so each press is seen to be answered."""
        key = reply.interaction.user.id, duel_id
        if not await reply.private(layout) or reply.message_id is None:
            return
        before = self._answers.pop(key, None)
        self._answers[key] = reply.api, reply.message_id
        if len(self._answers) > REMEMBERED:
            self._answers.popitem(last=False)
        if before is not None:
            await close(*before)
