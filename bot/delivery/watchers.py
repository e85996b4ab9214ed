"""`Watchers`: what people who look on are shown follows the duel, for as long as Discord lets it be edited.

Like `EphemeralPanels`, it keeps tokens in memory alone.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from typing import Any

import discord

from bot.delivery.ephemeral_panels import EDITABLE_FOR, close
from bot.delivery.known import Known
from bot.delivery.projection import watched
from bot.discord_api import UNDELIVERED
from bot.service.deadlines import Clock, now
from bot.token_api import TokenApi

MOST = 25
"""Watchers of one duel whose messages follow it: each costs an edit for each move."""


@dataclass(frozen=True)
class _Watcher:
    answers: TokenApi
    message_id: int
    until: int
    version: int


class Watchers:
    """By duel, the newest message of each person who looks on, and which version of the duel it shows."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._watchers: dict[int, dict[int, _Watcher]] = {}

    def until(self, duel_id: int, user_id: int) -> int | None:
        """Until when a message that is opened now follows the duel, in milliseconds since 1970; None where too many
        people look on.
        """
        watching = self._live(duel_id)
        if len(watching) >= MOST and user_id not in watching:
            return None
        return int((self._clock() + EDITABLE_FOR).timestamp()) * 1000

    async def keep(self, known: Known, interaction: discord.Interaction[Any], message_id: int, until: int) -> None:
        """This interaction has just shown somebody the duel. What they were shown before is closed."""
        watching = self._live(known.duel_id)
        before = watching.get(interaction.user.id)
        watching[interaction.user.id] = _Watcher(TokenApi(interaction), message_id, until, known.saved.row.version)
        self._watchers[known.duel_id] = watching
        if before is not None and before.message_id != message_id:
            await close(before.answers, before.message_id)

    def has(self, duel_id: int) -> bool:
        """Whether anybody looks on."""
        return bool(self._live(duel_id))

    async def show(self, known: Known) -> None:
        """Bring what they see up to date. Nobody waits for another, and whoever can't be shown it is forgotten."""
        duel = known.saved.duel
        await asyncio.gather(*(self._show(known, user_id) for user_id in list(self._live(known.duel_id))))
        if duel is None or duel.outcome:
            self._watchers.pop(known.duel_id, None)

    async def _show(self, known: Known, user_id: int) -> None:
        watcher, version = self._watchers[known.duel_id][user_id], known.saved.row.version
        if watcher.version >= version:
            return
        layout = watched(known.saved, known.header, until=watcher.until)
        shown: _Watcher | None = replace(watcher, version=version)
        try:
            await watcher.answers.edit(watcher.message_id, layout)
        except UNDELIVERED:
            shown = None
        watching = self._watchers.get(known.duel_id, {})
        if watching.get(user_id) is not watcher:
            return  # a press that came meanwhile has a newer one
        if shown:
            watching[user_id] = shown
        else:
            del watching[user_id]

    def _live(self, duel_id: int) -> dict[int, _Watcher]:
        """Of this duel, those whose messages can still be edited; nothing else is kept."""
        at = now(self._clock)
        live = {user: one for user, one in self._watchers.get(duel_id, {}).items() if at < one.until}
        if live:
            self._watchers[duel_id] = live
        else:
            self._watchers.pop(duel_id, None)
        return live
