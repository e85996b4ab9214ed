"""`Practice`: begins duels against the bot, and shows them: a board and a panel in a server, else the panel alone."""

from __future__ import annotations

from collections import deque
from typing import Any

import discord

from bot import refusals
from bot.delivery.answers import Answers
from bot.delivery.ephemeral_panels import close
from bot.delivery.places import Place
from bot.delivery.projection import for_player, public_message
from bot.delivery.updates import Updates
from bot.interactions.handlers import Handlers
from bot.interactions.people import person, seat
from bot.interactions.permissions import check_permissions, check_thread
from bot.interactions.reply import Reply
from bot.render import pages
from bot.render.panel import sentence
from bot.service.saved_duel import SavedDuel
from games import Player, get, names
from players import Level

Interaction = discord.Interaction[Any]

BEGUN = "Your duel has begun."
"""Said beside it where an answer came too late to be the duel itself."""
BEGUN_BEFORE = "Your duel has begun already. /practice starts another."
REMEMBERED = 1000
"""Offers of which it is known that one of their buttons was pressed: a second click begins no second duel."""


class Practice:
    """Begins them, asked for by a command or a button."""

    def __init__(self, handlers: Handlers, updates: Updates, answers: Answers) -> None:
        self._handlers = handlers
        self._updates = updates
        self._answers = answers
        self._taken: deque[int] = deque(maxlen=REMEMBERED)

    async def chosen(self, interaction: Interaction, game: str, level: str) -> None:
        """A level is chosen where practice was offered."""

        async def work(reply: Reply) -> None:
            offer = interaction.message
            assert offer is not None
            if offer.id in self._taken:
                await reply.private(sentence(BEGUN_BEFORE))
                return
            self._taken.append(offer.id)
            try:
                saved = await self._begun(reply, game, Level(level))
            except Exception:
                self._taken.remove(offer.id)
                raise
            await self.show(reply, saved)
            if offer.flags.ephemeral:
                await close(reply.api, offer.id)

        await self._handlers.answer(interaction, work)

    async def offer(self, reply: Reply, game: str) -> None:
        """Who wants to play alone is offered the levels. Raises `NoSuchGame`."""
        if game not in names():
            raise refusals.NoSuchGame
        await reply.private(pages.practice_offered(game, get(game).title, Level))

    async def begin(self, reply: Reply, game: str, level: Level, starter: Player | None = None) -> None:
        """A duel where the person is. `starter` None is a coin toss. Raises what keeps it from being played there."""
        await self.show(reply, await self._begun(reply, game, level, starter))

    async def _begun(self, reply: Reply, game: str, level: Level, starter: Player | None = None) -> SavedDuel:
        interaction = reply.interaction
        check_permissions(interaction)
        await check_thread(interaction)
        place = interaction.guild_id, interaction.channel_id or 0
        user, computer = person(interaction.user), person(interaction.client.user)
        challenges = self._handlers.challenges
        return await challenges.practice(user, computer, game, level, starter=starter, place=place)

    async def show(self, reply: Reply, saved: SavedDuel) -> None:
        """Answer with a duel that has just begun: for all to see where that is its channel, and the panel for its
        player. Nothing may be awaited between its creation and this.
        """
        player, place = seat(saved, reply), Place.BOARD if saved.has_board else Place.panel(Player.ONE)
        is_here = reply.interaction.channel_id == saved.row.channel_id
        async with self._updates.posting(saved, place):
            known = await self._handlers.changed(reply, saved)
            if is_here and saved.has_board:
                posted = await reply.public(public_message(known.saved, known.header.without_link()), None, BEGUN)
                if posted:
                    await self._updates.posted(known, *posted)
                    await self._answers.shown_board(known, posted[1])
            elif is_here:
                posted = await reply.public(for_player(known.saved, player, known.header), None, BEGUN)
                if posted:
                    await self._answers.posted_panel(known, player, *posted)
        if saved.has_board or not is_here:
            await self._handlers.panels.open(reply, await self._updates.known(known.saved))
