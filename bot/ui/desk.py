"""`Desk`: what happens when something is pressed, chosen or typed. Calls the service, answers, then sends the courier.

Every press is answered, whoever pressed whatever: that is `answered`'s. No rules are known here.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

import discord

from bot import errors
from bot.courier import Courier
from bot.logs import about
from bot.post import give_up
from bot.projection import challenge_card, moved_on, public_message, seat_state, spent_panel
from bot.render import pages, panel, words
from bot.render.card import Card
from bot.render.panel import sentence
from bot.service import DuelService
from bot.table import Person, Table
from bot.ui.lateness import TOO_LATE, Lateness
from bot.ui.reply import Reply, answered
from games import Action, IllegalAction, Player

log = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]
OUTDATED = (errors.AlreadyPlayed, errors.NotYetYourTurn, errors.NoSuchAction, errors.AlreadyOver)
"""Refusals of a button that was in order once."""
Work = Callable[[Reply], Awaitable[None]]

DRAIN = 2.5
"""Seconds that an orderly stop waits for what is in hand: just below what an answer may take."""

GONE_BUTTON = (
    "I don't know that button any more: it was pressed already, or its turn is over. /status shows what is next."
)
UNKNOWN_BUTTON = "I don't know that button any more. /status shows your duels, with buttons that work."
RESTARTING = "I am being restarted. Nothing is lost: press again in a minute."
CANT_WRITE = (
    "I can't send you direct messages. Press *Your move* on the board of duel {duel}: "
    "it opens your panel, for you alone."
)


class Desk:
    """Where every interaction is dealt with."""

    def __init__(self, service: DuelService, courier: Courier) -> None:
        self.service = service
        self.courier = courier
        self._closing = False
        self._in_hand: set[asyncio.Task[None]] = set()
        self._lateness = Lateness()
        self._dropped = 0

    def age(self, interaction: Interaction) -> float | None:
        """How many seconds old an interaction is; None where it is too old to be answered, and not worked on.

        A lone one always is: a move that comes late is still a move, and only a pile-up has to be worked off.
        """
        age = self._lateness.age(interaction.id, asyncio.get_running_loop().time())
        if age > TOO_LATE and self._in_hand:
            self._dropped += 1
            return None
        if self._dropped:
            log.warning("interactions dropped, too old to be answered: %d", self._dropped)
            self._dropped = 0
        return age

    async def answer(
        self, interaction: Interaction, work: Work, *, updates: bool = False, duel_id: int | None = None
    ) -> None:
        """Have the work done, and the interaction answered whatever comes of it; then, that duel's messages brought up
        to date: what was saved is told, whatever became of the answer.
        """
        if (age := self.age(interaction)) is None:
            return
        if self._closing:  # the store may be closed as well, before this is answered
            work, updates, duel_id = (lambda reply: _say(reply, RESTARTING)), False, None
        task = asyncio.ensure_future(self._answer(interaction, work, updates, age, duel_id))
        self._in_hand.add(task)
        task.add_done_callback(self._in_hand.discard)
        await task

    async def _answer(
        self, interaction: Interaction, work: Work, updates: bool, age: float, duel_id: int | None
    ) -> None:
        with about(interaction=interaction.id, person=interaction.user.id):
            await answered(interaction, work, updates=updates, age=age)
            if duel_id is not None:
                await self.courier.update(duel_id)
            if interaction.context.dm_channel and not self._closing:
                try:
                    await self.courier.mail.came_in(interaction.user.id)
                except Exception as error:
                    self.courier.outage.report(error)  # they have had their answer

    async def drain(self) -> None:
        """Take nothing new, and let those finish that are in hand. What waits at Discord's limits is told later."""
        self._closing = True
        if self._in_hand:
            _, waiting = await asyncio.wait(set(self._in_hand), timeout=DRAIN)
            await give_up(waiting)

    async def refuse(self, interaction: Interaction, text: str) -> None:
        """One private sentence, and nothing else."""
        await self.answer(interaction, lambda reply: _say(reply, text))

    async def refresh(self, reply: Reply, table: Table, *, stays: bool = False) -> None:
        """Bring the player's own panel, whose button was pressed, up to date. `stays`: no move was made by it.

        In direct messages the next panel is a message of its own. An ephemeral panel has no other to follow it, so it
        becomes the next one where it is the player's turn again.
        """
        player, message = seat(table, reply), reply.interaction.message
        about = await self.courier.card(table)
        ephemeral = message is not None and message.flags.ephemeral
        stays = stays and table.duel is not None and not table.duel.outcome
        if stays:
            layout = panel.panel(table.view(player), about)
        else:
            layout = moved_on(table, player, about) if ephemeral else spent_panel(table, player, about)
        if await reply.update(layout) and message is not None:
            if ephemeral:
                self._keep(reply, table)
            else:
                await self.courier.shown(table, message.id, live=stays)

    async def outdated(self, reply: Reply, duel_id: int, refusal: errors.Refusal) -> None:
        """The panel is an old one: it shows what holds now, and the reason comes beside it."""
        await self.refresh(reply, await self.service.seated(duel_id, reply.interaction.user.id))
        await reply.private(sentence(errors.report(refusal)))

    async def show_public(self, reply: Reply, table: Table) -> None:
        """Turn the message that was pressed into what the channel is to see, or, where it is private, the panel."""
        message, about = reply.interaction.message, await self.courier.card(table)
        if message is not None and message.flags.ephemeral and table.duel and not table.duel.outcome:
            if await reply.update(panel.panel(table.view(seat(table, reply)), about)):
                self._keep(reply, table)
            return
        layout, file = public_message(table, about.without_link())
        if await reply.update(layout, file) and message is not None:
            if about.board_url is None and not message.flags.ephemeral:
                # The bot was killed after it posted the challenge and before it noted where.
                await self.courier.posted(table, message.channel.id, message.id)
            await self.courier.shown(table, message.id)

    # ---- what buttons and commands share

    async def show(self, reply: Reply, duel_id: int) -> None:
        """One duel to one of its players alone: their panel, a challenge with its buttons, or the result."""
        table = await self.service.seated(duel_id, reply.interaction.user.id)
        about, message = await self.courier.card(table), reply.interaction.message
        if table.duel and not table.duel.outcome:
            asked_for = message is None or message.flags.ephemeral
            is_here = reply.interaction.guild_id is not None and reply.interaction.guild_id == table.row.guild_id
            await self.open_panel(reply, table, about, posts_board=asked_for and is_here)
            if message is not None and not asked_for and reply.interaction.guild_id is not None:
                await self.courier.came_upon(table, message.channel.id, message.id)
        elif not table.is_answered:
            await reply.private(challenge_card(table, about, None, reader=seat(table, reply)))
        elif message is None or message.flags.ephemeral:
            await reply.private(*public_message(table, about))
        else:
            # A public message whose button should be gone: it is now.
            await self.show_public(reply, table)
            await reply.private(sentence(str(errors.AlreadyOver(duel=duel_id))))
            await self.courier.update(duel_id)

    async def open_panel(self, reply: Reply, table: Table, about: Card, *, posts_board: bool = False) -> None:
        """A player's panel, for them alone."""
        if await reply.private(panel.panel(table.view(seat(table, reply)), about, posts_board=posts_board)):
            self._keep(reply, table)

    def _keep(self, reply: Reply, table: Table) -> None:
        """What this interaction has just opened or changed is the player's ephemeral panel: it is live from now on."""
        player = seat(table, reply)
        self.courier.live.keep(table.row.id, player, reply.interaction, seat_state(table, player))

    async def show_challenge(self, reply: Reply, refusal: errors.ChallengedAlready) -> None:
        """Offer the challenge that stands the other way round, instead of the one that was to be made."""
        table = await self.service.seated(refusal.duel, reply.interaction.user.id)
        about = await self.courier.card(table)
        await reply.private(challenge_card(table, about, None, str(refusal), seat(table, reply)))

    async def show_all(self, reply: Reply) -> None:
        """A person's duels: the list, or the only one there is."""
        user_id = reply.interaction.user.id
        tables = await self.service.tables_of(user_id)
        if not tables:
            raise errors.NoDuel
        if len(tables) == 1:
            await self.show(reply, tables[0].row.id)
        else:
            await reply.private(pages.duel_list(tuple([await self.entry(table, user_id) for table in tables])))

    async def entry(self, table: Table, user_id: int) -> pages.Entry:
        """One duel in a person's list."""
        about, player = await self.courier.card(table), table.seat(user_id)
        assert player is not None
        against = about.names[player.other.index]
        if table.duel:
            state = words.whose_turn(table.view(player), words.Speaker(("you", "they"), player))
            state = state if table.waits_for(user_id) else "waiting for {}"
        else:
            state = "a challenge to you" if table.waits_for(user_id) else "your challenge, unanswered"
        return pages.Entry(about, against, state)

    async def play(self, reply: Reply, table: Table, token: str) -> None:
        """A typed move. What is secret is never typed: the panel opens instead."""
        duel_id, player, about = table.row.id, seat(table, reply), await self.courier.card(table)
        if table.duel and table.view(player).secret:
            if player not in table.duel.to_act:
                raise errors.NotYetYourTurn(duel=duel_id, other=table.name(player.other))
            await self.open_panel(reply, table, about)
            return
        try:
            action = Action.parse("-".join(token.lower().replace("-", " ").split()))
        except IllegalAction:
            raise errors.NoSuchAction(duel=duel_id) from None
        table = await self.service.play(duel_id, reply.interaction.user.id, action)
        try:
            if await reply.private(moved_on(table, player, about)):
                self._keep(reply, table)
        finally:
            await self.courier.update(duel_id)

    async def draw(self, reply: Reply, duel_id: int) -> None:
        """A typed offer of a draw, which accepts the other's where that stands."""
        table = await self.service.offer_draw(duel_id, reply.interaction.user.id)
        try:
            player, about = seat(table, reply), await self.courier.card(table)
            drawn = table.duel is not None and table.duel.outcome
            await reply.private(spent_panel(table, player, about) if drawn else panel.draw_offered(about, player))
        finally:
            await self.courier.update(duel_id)

    async def ask_to_resign(self, reply: Reply, duel_id: int) -> None:
        """Ask before giving up."""
        table = await self.service.seated(duel_id, reply.interaction.user.id)
        if not table.is_answered:
            raise errors.NotStarted(duel=duel_id)
        if table.duel is None or table.duel.outcome:
            refusal = errors.AlreadyOver(duel=duel_id)
            if reply.interaction.message is None:
                raise refusal
            await self.outdated(reply, duel_id, refusal)
            return
        await reply.private(panel.confirm_resignation(await self.courier.card(table), seat(table, reply)))


def person(user: discord.User | discord.Member) -> Person:
    """Somebody on Discord, by the name they go by where they are."""
    return Person(user.id, user.display_name, user.bot)


def seat(table: Table, reply: Reply) -> Player:
    """Where the person sits who is to be answered, and who has a seat."""
    player = table.seat(reply.interaction.user.id)
    assert player is not None  # `seated` has checked it
    return player


async def _say(reply: Reply, text: str) -> None:
    await reply.private(sentence(text))
