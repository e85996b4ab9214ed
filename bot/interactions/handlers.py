"""`Handlers`: what presses and commands share: take an interaction in, show what it is to show, update the messages.

Every interaction is answered, whatever it asks for: `answered` sees to that. No rules are known here.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from typing import Any

import discord

from bot import refusals
from bot.delivery.answers import Answers
from bot.delivery.direct_messages import DirectMessages
from bot.delivery.held_time import HeldTime
from bot.delivery.known import Known
from bot.delivery.outage import Outage
from bot.delivery.places import Place
from bot.delivery.projection import challenge_message, for_player, public_message
from bot.delivery.updates import Updates
from bot.discord_api import give_up
from bot.discord_clock import DiscordClock
from bot.interactions.age import TOO_OLD, InteractionAges, created_at
from bot.interactions.members import Members
from bot.interactions.own_panels import OwnPanels
from bot.interactions.people import refused, seat
from bot.interactions.reply import Reply, answered
from bot.logs import log_context
from bot.render.panel import sentence
from bot.service.challenges import Challenges
from bot.service.computer import Computer
from bot.service.duels import Duels
from bot.service.saved_duel import SavedDuel

log = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]
OUTDATED = (
    refusals.AlreadyPlayed,
    refusals.NotYetYourTurn,
    refusals.NotHeld,
    refusals.WrongAct,
    refusals.AlreadyOver,
    refusals.SetAside,
)
"""Refusals of a button that was right once."""
Work = Callable[[Reply], Awaitable[None]]

DRAIN = 2.5
"""Seconds that an orderly stop waits for what is under way: just below what an answer may take."""


class Handlers:
    """Takes in every interaction."""

    def __init__(
        self,
        *,
        duels: Duels,
        challenges: Challenges,
        computer: Computer,
        updates: Updates,
        answers: Answers,
        held_time: HeldTime,
        direct_messages: DirectMessages,
        panels: OwnPanels,
        members: Members,
        outage: Outage,
        clock: DiscordClock,
    ) -> None:
        self.duels = duels
        self.challenges = challenges
        self._computer = computer
        self._updates = updates
        self._answers = answers
        self._held_time = held_time
        self._direct_messages = direct_messages
        self.panels = panels
        self.members = members
        self._outage = outage
        self._clock = clock
        self._closing = False
        self._under_way: set[asyncio.Task[Any]] = set()
        self._ages = InteractionAges()
        self._dropped = 0

    # ---- taking in

    def age(self, interaction: Interaction) -> float | None:
        """How many seconds old an interaction is; None where it is too old to be answered, and not worked on.

        A lone one always is: a move that comes late is still a move, and only a backlog has to be worked off.
        """
        self._clock.learn_from_id(interaction.id)
        age = self._ages.age(interaction.id, asyncio.get_running_loop().time())
        if age > TOO_OLD and self._under_way:
            self._dropped += 1
            return None
        if self._dropped:
            log.warning("interactions dropped, too old to be answered: %d", self._dropped)
            self._dropped = 0
        return age

    async def answer(self, interaction: Interaction, work: Work, *, in_place: bool = False) -> None:
        """Have the work done and the interaction answered, whatever comes of it. Then the messages of the duel that it
        has changed are updated: what was saved is told, whatever became of the answer. `in_place`: the answer changes
        the message that was pressed.
        """
        if (age := self.age(interaction)) is None:
            return
        if self._closing:  # the store may be closed as well, before this is answered
            work, in_place = (lambda reply: _say(reply, refusals.RESTARTING)), False
        task = asyncio.current_task()
        assert task is not None
        self._under_way.add(task)
        try:
            await self._answer(interaction, work, in_place, age)
        finally:
            self._under_way.discard(task)

    async def _answer(self, interaction: Interaction, work: Work, in_place: bool, age: float) -> None:
        with log_context(interaction=interaction.id, person=interaction.user.id):
            if not self._closing:
                await self.members.note_name(interaction, interaction.user)
            reply = await answered(interaction, work, in_place=in_place, age=age)
            if isinstance(reply.changed, Known):
                await self._updates.bring_up_known(reply.changed)
            elif reply.changed:
                await self._updates.bring_up(reply.changed)
            try:
                for known in reply.shown:
                    await self._held_time.answered(known, interaction.user.id, created_at(interaction))
                if reply.afterwards:
                    await reply.afterwards()
                if interaction.guild_id is not None and not self._closing:
                    await self._updates.heard_from(interaction.guild_id)
                if interaction.context.dm_channel and not self._closing:
                    read = [reply.changed] if isinstance(reply.changed, Known) else reply.shown
                    contacts = (contact for known in read for contact in known.contacts.values())
                    own = next((contact for contact in contacts if contact.user_id == interaction.user.id), None)
                    await self._direct_messages.mark_open(interaction.user.id, own)
            except Exception as error:
                self._outage.report(error)  # they have had their answer

    async def drain(self) -> None:
        """Take nothing new, and let finish what is under way. What waits for a rate limit is told later."""
        self._closing = True
        if self._under_way:
            _, waiting = await asyncio.wait(set(self._under_way), timeout=DRAIN)
            await give_up(waiting)

    async def refuse(self, interaction: Interaction, text: str) -> None:
        """One private sentence, and nothing else."""
        await self.answer(interaction, lambda reply: _say(reply, text))

    async def in_time(
        self, reply: Reply, duel_id: int, deed: Callable[[int | None], Awaitable[SavedDuel]]
    ) -> SavedDuel:
        """What is done to a duel counts as of the moment when it was pressed or sent. Raises `TooLate`, unless time is
        held in that duel.
        """
        try:
            return await deed(created_at(reply.interaction))
        except refusals.TooLate:
            if not await self._held_time.is_held(duel_id, reply.interaction.user.id, created_at(reply.interaction)):
                raise
            return await deed(None)

    # ---- showing

    async def changed(self, reply: Reply, saved: SavedDuel) -> Known:
        """The interaction has changed this duel: its messages are updated after the answer. Against the bot, that moves
        first; where it can't, it is tried again.
        """
        reply.changed = saved
        try:
            saved = await self._computer.reply(saved)
        except Exception as error:
            self._outage.report(error)  # what the person has done is saved
        known = reply.changed = await self._updates.known(saved)
        return known

    async def outdated(self, reply: Reply, duel_id: int, refusal: refusals.Refusal) -> None:
        """The panel is an old one: it shows what holds now, and the reason comes beside it."""
        saved = await self.duels.seated(duel_id, reply.interaction.user.id)
        await self.panels.refresh(reply, await self.changed(reply, saved))
        await reply.private(refused(refusal, saved, reply))

    async def show_public(self, reply: Reply, known: Known, *, is_news: bool = False) -> None:
        """Turn the message that was pressed into what the channel is to see, or, where it is private, the panel.

        `is_news`: that is by this press. Of a challenge that stands twice, it makes this one the board.
        """
        saved, header, message = known.saved, known.header, reply.interaction.message
        if message is not None and message.flags.ephemeral and saved.duel and not saved.duel.outcome:
            await self.panels.open(reply, known)
            return
        row, pressed = known.rows.get(Place.BOARD), self._in_channel(reply)
        if pressed is not None and row is not None and row.message_id != pressed.id and not is_news:
            self.retire_unknown_board(reply, known)
            return
        if await reply.update(public_message(saved, header.without_link())) and message is not None:
            reply.shown.append(known)
            if pressed is not None:
                # It is not known yet where the bot was killed between posting and noting it.
                await self._updates.posted(known, pressed.channel.id, pressed.id, is_answered=is_news)
            await self._answers.shown_board(known, message.id)

    async def show(self, reply: Reply, duel_id: int) -> None:
        """One duel to one of its players alone: their panel, a challenge with its buttons, or the result."""
        await self.show_saved(reply, await self.duels.seated(duel_id, reply.interaction.user.id))

    async def show_saved(self, reply: Reply, saved: SavedDuel) -> None:
        """`show` for a duel that is at hand; the person has a seat in it."""
        known, interaction = await self._updates.known(saved), reply.interaction
        saved, header, message = known.saved, known.header, interaction.message
        is_private = message is None or message.flags.ephemeral
        if saved.duel and not saved.duel.outcome:
            is_here = interaction.guild_id is not None and interaction.guild_id == saved.row.guild_id
            await self.panels.open(reply, known, posts_board=is_private and is_here)
            self.retire_unknown_board(reply, known)
        elif not saved.is_answered:
            await self.panels.answer(reply, challenge_message(saved, header, None, reader=seat(saved, reply)))
        elif (is_private or saved.is_set_aside) and saved.row.opened_at is not None:
            await self.panels.answer(reply, for_player(saved, seat(saved, reply), header))
        elif is_private:
            await self.panels.answer(reply, public_message(saved, header))
        else:
            # A public message whose button should be gone: it is now.
            reply.changed = known
            await self.show_public(reply, known)
            await reply.private(sentence(str(refusals.AlreadyOver(duel=known.duel_id))))

    def retire_unknown_board(self, reply: Reply, known: Known) -> None:
        """A message was pressed: after the answer, a board that is not known is retired."""
        if (message := self._in_channel(reply)) is not None:
            reply.afterwards = partial(self._updates.retire_unknown_board, known, message.channel.id, message.id)

    @staticmethod
    def _in_channel(reply: Reply) -> discord.Message | None:
        """The public message that was pressed; None for a command, a private message, or a direct one."""
        message = reply.interaction.message
        return message if message and not message.flags.ephemeral and reply.interaction.guild_id else None

    async def has_listed(self, reply: Reply, found: Iterable[SavedDuel]) -> None:
        """The answer is a list of these duels, which tells whose turn it is."""
        user_id = reply.interaction.user.id
        held = [saved for saved in found if saved.seat(user_id) in saved.unreached]
        reply.shown += [await self._updates.known(saved) for saved in held]


async def _say(reply: Reply, text: str) -> None:
    await reply.private(sentence(text))
