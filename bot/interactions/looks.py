"""`Looks`: buttons that change nothing: *Watch*, rules, course, review, help; and a duel chosen for a command."""

from __future__ import annotations

from typing import Any

import discord

from bot import errors, refusals
from bot.components.custom_ids import ButtonId, Press, Purpose
from bot.delivery.direct_messages import DirectMessages
from bot.delivery.projection import header_of, watched
from bot.delivery.updates import Updates
from bot.delivery.watchers import Watchers
from bot.drawing import Layout
from bot.interactions import typed
from bot.interactions.handlers import Handlers
from bot.interactions.latest_answers import LatestAnswers
from bot.interactions.listed import show_all
from bot.interactions.people import over, seat, watchable
from bot.interactions.reply import Reply
from bot.render import board, pages, panel, result, review
from bot.render.panel import sentence
from bot.service.saved_duel import SavedDuel
from bot.worker import Runner
from games import get, names
from players import MOST_MOVES, NO_REVIEW, chart, reviewed
from storage import Status

Interaction = discord.Interaction[Any]


class Looks:
    """Answers them, privately."""

    def __init__(
        self,
        handlers: Handlers,
        updates: Updates,
        watchers: Watchers,
        direct_messages: DirectMessages,
        *,
        runner: Runner,
    ) -> None:
        self._handlers = handlers
        self._updates = updates
        self._watchers = watchers
        self._direct_messages = direct_messages
        self.runner = runner
        self._refused = LatestAnswers()

    async def watch(self, reply: Reply, duel_id: int) -> None:
        """A duel that has begun, as everybody sees it. Raises `NothingToWatch`."""
        saved = await watchable(self._handlers.duels, reply, duel_id)
        if saved is None:
            raise refusals.NothingToWatch(duel=duel_id)
        known = await self._updates.known(saved)
        until = self._watchers.until(duel_id, reply.interaction.user.id)
        layout = watched(known.saved, known.header, until=until)
        if await (reply.update(layout) if reply.changes_ephemeral else reply.private(layout)):
            reply.shown.append(known)  # it says whose turn it is, to a player too
            if until and known.saved.duel and not known.saved.duel.outcome:
                await self._watchers.keep(known, reply.interaction, reply.message_id or 0, until)
        self._handlers.retire_unknown_board(reply, known)

    async def not_theirs(self, reply: Reply, duel_id: int, refusal: refusals.Refusal, *, wants_to_see: bool) -> None:
        """Somebody has pressed another's button. They get what they were after where they wanted to see the duel, and
        else one sentence, with *Watch* where there is anything.
        """
        if await watchable(self._handlers.duels, reply, duel_id) is None:
            await self._refused.give(reply, duel_id, sentence(errors.report(refusal)))
        elif wants_to_see:
            await self.watch(reply, duel_id)
        else:
            await reply.private(board.outsider(errors.report(refusal), duel_id))

    async def rules(self, reply: Reply, duel_id: int) -> None:
        """The rules of a duel's game, to anybody."""
        saved = await self._handlers.duels.load_or_call_off(duel_id)
        if saved is None:
            raise refusals.UnknownDuel(duel=duel_id)
        await reply.private(rules_of(saved.row.game))

    async def course(self, reply: Reply, duel_id: int) -> None:
        """All that happened in a duel that is over, to who may watch it."""
        saved = await watchable(self._handlers.duels, reply, duel_id)
        if saved is None:
            raise refusals.NothingToWatch(duel=duel_id)
        known = await self._updates.known(saved)
        if known.saved.duel is None or not known.saved.duel.outcome:
            await _without_course(reply, known.saved)
            return
        view = known.saved.view(known.saved.seat(reply.interaction.user.id))
        await reply.private(result.course(view, known.header))

    async def review(self, reply: Reply, duel_id: int) -> None:
        """What was best in a duel that is over, to one of its players. It is worked out of what each of them saw."""
        saved = await self._handlers.duels.seated(duel_id, reply.interaction.user.id)
        if saved.duel is None or not saved.duel.outcome:
            await _without_course(reply, saved)
            return
        made = await self.runner.run(reviewed, saved.duel.decisions(MOST_MOVES), saved.duel.outcome)
        if made is None:
            await reply.private(sentence(NO_REVIEW))
            return
        header, reader = header_of(saved, None), seat(saved, reply)
        for page in review.pages(made, header, reader):
            if not await reply.private(page):
                return  # what follows means nothing without it
        if drawn := await self.runner.run(chart, made, reader):
            await reply.picture(review.picture(made, header, reader), drawn, review.PICTURE)

    async def ask_to_resign(self, reply: Reply, duel_id: int) -> None:
        """Ask before giving up."""
        saved = await self._handlers.duels.seated(duel_id, reply.interaction.user.id)
        if not saved.is_answered:
            raise refusals.NotStarted(duel=duel_id)
        if saved.duel is None or saved.duel.outcome:
            refusal = over(saved)
            if reply.interaction.message is None:
                raise refusal
            await self._handlers.outdated(reply, duel_id, refusal)
            return
        await reply.private(panel.confirm_resignation(header_of(saved, None), seat(saved, reply)))

    async def asked(self, interaction: Interaction, page: str) -> None:
        """A button of the help: `duels`, `notices`, `rules`, or `rules-` and the name of a game."""

        async def work(reply: Reply) -> None:
            kind, _, game = page.partition("-")
            if kind == "duels":
                await show_all(self._handlers, reply)
            elif kind == "notices":
                await self.notices(reply)
            else:
                await reply.private(rules_of(game) if game else all_rules())

        await self._handlers.answer(interaction, work)

    async def notices(self, reply: Reply, prompts: bool | None = None, reminders: bool | None = None) -> None:
        """What a person is written, once what is not None is changed."""
        chosen = await self._direct_messages.choose(reply.interaction.user.id, prompts, reminders)
        await reply.private(sentence(pages.notices(*chosen)))

    async def meant(self, interaction: Interaction, purpose: Purpose, value: str) -> None:
        """A duel is chosen from a menu."""

        async def work(reply: Reply) -> None:
            match purpose:
                case Purpose.SHOW:
                    await self._handlers.show(reply, duel_chosen(value))
                case Purpose.DRAW:
                    await typed.draw(self._handlers, reply, duel_chosen(value))
                case Purpose.RESIGN:
                    await self.ask_to_resign(reply, duel_chosen(value))

        await self._handlers.answer(interaction, work)


async def _without_course(reply: Reply, saved: SavedDuel) -> None:
    """Tells why a duel has no course to be shown. Raises `NoCourseYet`."""
    if saved.row.status is not Status.ENDED:
        raise refusals.NoCourseYet(duel=saved.row.id)
    await reply.private(watched(saved, header_of(saved, None), until=None))


def duel_chosen(value: str) -> int:
    """The number of the duel that a menu's option stands for. Raises `NoDuel`: anybody can send anything."""
    button_id = ButtonId.parse(f"duel:{value}:{Press.OPEN}")
    if button_id is None:
        raise refusals.NoDuel
    return button_id.duel


def rules_of(game: str) -> Layout:
    """One game's rules. Raises `NoSuchGame`."""
    if game not in names():
        raise refusals.NoSuchGame
    return pages.rules(get(game).title, get(game).how_to_play, get(game).known)


def all_rules() -> Layout:
    """Every game in a few words."""
    return pages.all_rules(tuple((name, get(name).title, get(name).tagline) for name in names()))
