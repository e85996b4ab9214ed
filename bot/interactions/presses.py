"""`Presses`: what each button does. A press is checked by the service, answered, and then told.

No rules are known here.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot import errors, refusals
from bot.components.custom_ids import ButtonId, Press
from bot.delivery.answers import Answers
from bot.delivery.updates import Updates
from bot.interactions.handlers import OUTDATED, Handlers, Interaction
from bot.interactions.listed import show_page
from bot.interactions.looks import Looks
from bot.interactions.members import Left, Members, named
from bot.interactions.origins import Origins
from bot.interactions.people import over
from bot.interactions.practice import Practice
from bot.interactions.reply import Reply
from bot.logs import log_context
from bot.refusals import CANT_WRITE, UNKNOWN_BUTTON
from bot.render import panel
from bot.render.panel import sentence
from bot.service.challenges import Challenges
from bot.service.duels import Duels
from bot.service.saved_duel import Person, SavedDuel
from bot.service.unreached import Unreached
from games import Action, IllegalAction, Player

UNACCEPTABLE = (refusals.ChallengerGone, refusals.ChallengerAtLimit)
"""Refusals of a challenge that nobody can accept any more."""
NOT_THEIRS = (refusals.NotYourDuel, refusals.OnlyOpponentAnswers, refusals.OnlyChallengerCancels)
"""Refusals of a button that is somebody else's."""
BESIDE = (
    Press.OPEN,
    Press.WATCH,
    Press.POST_BOARD,
    Press.REMATCH,
    Press.RESIGN,
    Press.RULES,
    Press.COURSE,
    Press.REVIEW,
)
"""Presses that leave the message as it is whose button was pressed."""

Deed = Callable[[Reply, int], Awaitable[None]]


class Presses:
    """All buttons of duels."""

    def __init__(
        self,
        handlers: Handlers,
        *,
        duels: Duels,
        unreached: Unreached,
        challenges: Challenges,
        updates: Updates,
        answers: Answers,
        members: Members,
        looks: Looks,
        practice: Practice,
    ) -> None:
        self._handlers = handlers
        self._duels = duels
        self._unreached = unreached
        self._challenges = challenges
        self._updates = updates
        self._answers = answers
        self._members = members
        self._looks = looks
        self._practice = practice
        self._origins = Origins(duels)

    async def pressed(self, interaction: Interaction, button_id: ButtonId | None) -> None:
        """A button."""
        if button_id is None:
            await self._handlers.refuse(interaction, UNKNOWN_BUTTON)
        elif button_id.press is None:
            await self._answer(
                interaction, button_id.duel, lambda reply, _: self._move(reply, button_id), in_place=True
            )
        else:
            does: dict[Press, Deed] = {
                Press.OPEN: self._handlers.show,
                Press.WATCH: self._looks.watch,
                Press.POST_BOARD: self._post_board,
                Press.ACCEPT: self._accept,
                Press.DECLINE: self._decline,
                Press.CANCEL: self._cancel,
                Press.OFFER_DRAW: self._offer_draw,
                Press.ACCEPT_DRAW: self._accept_draw,
                Press.DECLINE_DRAW: self._decline_draw,
                Press.REMATCH: self._rematch,
                Press.RESIGN: self._looks.ask_to_resign,
                Press.CONFIRM_RESIGN: self._resign,
                Press.KEEP_PLAYING: self._keep_playing,
                Press.CALL_OFF: self._call_off,
                Press.RULES: self._looks.rules,
                Press.COURSE: self._looks.course,
                Press.REVIEW: self._looks.review,
            }
            message = interaction.message
            looks_again = button_id.press in (Press.OPEN, Press.WATCH) and message and message.flags.ephemeral
            in_place = button_id.press not in BESIDE or bool(looks_again)
            await self._answer(interaction, button_id.duel, does[button_id.press], in_place=in_place)

    async def turned(self, interaction: Interaction, page: int) -> None:
        """A button to another page of a person's duels."""
        await self._handlers.answer(interaction, lambda reply: show_page(self._handlers, reply, page), in_place=True)

    async def _answer(self, interaction: Interaction, duel_id: int, deed: Deed, *, in_place: bool) -> None:
        """Do what a button of this duel does, if it is theirs."""

        async def work(reply: Reply) -> None:
            await self._origins.check(interaction.message, duel_id)
            try:
                await deed(reply, duel_id)
            except NOT_THEIRS as refusal:
                await self._looks.not_theirs(reply, duel_id, refusal, wants_to_see=deed == self._handlers.show)

        with log_context(duel=duel_id):
            await self._handlers.answer(interaction, work, in_place=in_place)

    async def _move(self, reply: Reply, button: ButtonId) -> None:
        user_id = reply.interaction.user.id
        try:
            try:
                action = Action.parse(button.action)
            except IllegalAction:  # no button of ours: anybody can send any id
                raise refusals.WrongAct(duel=button.duel) from None
            saved = await self._handlers.in_time(
                reply, button.duel, lambda at: self._duels.play(button.duel, user_id, action, button.turn, at=at)
            )
        except OUTDATED as refusal:
            await self._handlers.outdated(reply, button.duel, refusal)
        else:
            await self._handlers.panels.refresh(reply, await self._handlers.changed(reply, saved), moved=True)

    async def _accept(self, reply: Reply, duel_id: int) -> None:
        try:
            saved = await self._accepted(reply, duel_id)
        except refusals.AlreadyAnswered as refusal:
            await self._answered_already(reply, duel_id, refusal)
        except UNACCEPTABLE as refusal:
            if await self._close(reply, duel_id, self._challenges.lapse):
                await reply.private(sentence(errors.report(refusal)))
        else:
            known = await self._handlers.changed(reply, saved)
            reply.afterwards = lambda: self._say_if_unreachable(reply, saved)
            await self._handlers.show_public(reply, known, is_news=True)
            if reply.is_shared:
                await self._handlers.panels.open(reply, known, is_asked_for=False)

    async def _say_if_unreachable(self, reply: Reply, saved: SavedDuel) -> None:
        """Whoever can't be written to is told how to play all the same."""
        if await self._answers.is_unreachable(saved, reply.interaction.user.id):
            await reply.private(sentence(CANT_WRITE.format(duel=saved.row.id)))

    async def _accepted(self, reply: Reply, duel_id: int) -> SavedDuel:
        """The duel, accepted, unless one of the two has left."""
        user_id = reply.interaction.user.id
        saved = await self._duels.seated(duel_id, user_id)
        found: dict[Player, Person] = {}
        if not saved.is_answered and user_id == saved.row.player_two:
            try:
                found = await self._members.look_up(reply.interaction, saved)
            except Left as left:
                if left.player is Player.TWO:
                    raise refusals.OpponentGone(duel=duel_id) from None
                raise refusals.ChallengerGone(duel=duel_id, other=saved.name(left.player)) from None
        return await self._challenges.accept(duel_id, named(reply.interaction, saved, found))

    async def _decline(self, reply: Reply, duel_id: int) -> None:
        await self._close(reply, duel_id, self._challenges.decline)

    async def _cancel(self, reply: Reply, duel_id: int) -> None:
        await self._close(reply, duel_id, self._challenges.cancel)

    async def _close(self, reply: Reply, duel_id: int, close: Callable[[int, int], Awaitable[SavedDuel]]) -> bool:
        try:
            saved = await close(duel_id, reply.interaction.user.id)
        except refusals.AlreadyAnswered as refusal:
            await self._answered_already(reply, duel_id, refusal)
            return False
        await self._handlers.show_public(reply, await self._handlers.changed(reply, saved), is_news=True)
        return True

    async def _answered_already(self, reply: Reply, duel_id: int, refusal: refusals.Refusal) -> None:
        """The challenge's buttons should be gone: they are now."""
        saved = await self._duels.seated(duel_id, reply.interaction.user.id)
        await self._handlers.show_public(reply, await self._handlers.changed(reply, saved))
        await reply.private(sentence(errors.report(refusal)))

    async def _offer_draw(self, reply: Reply, duel_id: int) -> None:
        await self._talk(reply, duel_id, self._duels.offer_draw)

    async def _accept_draw(self, reply: Reply, duel_id: int) -> None:
        await self._talk(reply, duel_id, self._duels.accept_draw)

    async def _decline_draw(self, reply: Reply, duel_id: int) -> None:
        await self._talk(reply, duel_id, self._duels.decline_draw)

    async def _talk(self, reply: Reply, duel_id: int, say: Callable[..., Awaitable[SavedDuel]]) -> None:
        """Something about a draw, pressed on a panel: it stays one, unless the duel is over by it."""
        try:
            saved = await self._in_time(reply, duel_id, say)
        except (*OUTDATED, refusals.OfferedAlready, refusals.NoOffer) as refusal:
            await self._handlers.outdated(reply, duel_id, refusal)
        else:
            await self._handlers.panels.refresh(reply, await self._handlers.changed(reply, saved))

    async def _rematch(self, reply: Reply, duel_id: int) -> None:
        user = reply.interaction.user
        saved = await self._duels.seated(duel_id, user.id)
        found: dict[Player, Person] = {}
        if saved.computer is None and not await self._challenges.has_rematch(duel_id):
            try:
                found = await self._members.look_up(reply.interaction, saved)
            except Left:
                raise refusals.GoneForRematch(duel=duel_id) from None
        ended = await self._updates.known(saved)
        self._handlers.retire_unknown_board(reply, ended)
        rematch = await self._challenges.rematch(duel_id, named(reply.interaction, saved, found), ended.channel_id)
        if rematch.computer:
            await self._practice.show(reply, rematch)
            return
        if rematch.row.player_two == user.id:
            await self._start_rematch(reply, rematch.row.id)
            return
        async with self._updates.posting(rematch) as known:
            if not await self._updates.post_challenge(known):
                # Nobody can see it, so nobody can answer it.
                try:
                    await self._challenges.withdraw_unposted(rematch.row.id, user.id)
                except refusals.AlreadyAnswered:  # the other has accepted it meanwhile
                    accepted = await self._duels.seated(rematch.row.id, user.id)
                    await self._handlers.panels.open(reply, await self._updates.known(accepted))
                    return
                raise refusals.NotPosted
        reply.changed = known
        await reply.private(panel.rematch_asked(known.header))
        if rematch.twin is not None:
            await reply.private(panel.twin(known.header, rematch.twin))

    async def _start_rematch(self, reply: Reply, rematch_id: int) -> None:
        """Both want it: who presses second accepts."""
        try:
            saved = await self._accepted(reply, rematch_id)
        except UNACCEPTABLE:
            reply.changed = await self._challenges.lapse(rematch_id, reply.interaction.user.id)
            raise
        await self._handlers.panels.open(reply, await self._handlers.changed(reply, saved))

    async def _post_board(self, reply: Reply, duel_id: int) -> None:
        saved, interaction = await self._duels.seated(duel_id, reply.interaction.user.id), reply.interaction
        if saved.duel is None or saved.duel.outcome:
            raise over(saved)
        if interaction.guild_id is None or interaction.guild_id != saved.row.guild_id:
            raise refusals.BoardNotPosted(duel=duel_id)
        await self._updates.post_here(await self._updates.known(saved), interaction.channel_id or 0)
        await reply.private(sentence(f"Here is the board of duel {duel_id}."))

    async def _resign(self, reply: Reply, duel_id: int) -> None:
        try:
            saved = await self._in_time(reply, duel_id, self._duels.resign)
        except OUTDATED as refusal:
            await self._handlers.outdated(reply, duel_id, refusal)
        else:
            await self._handlers.panels.refresh(reply, await self._handlers.changed(reply, saved))

    async def _in_time(self, reply: Reply, duel_id: int, deed: Callable[..., Awaitable[SavedDuel]]) -> SavedDuel:
        user_id = reply.interaction.user.id
        return await self._handlers.in_time(reply, duel_id, lambda at: deed(duel_id, user_id, at=at))

    async def _call_off(self, reply: Reply, duel_id: int) -> None:
        try:
            saved = await self._unreached.call_off(duel_id, reply.interaction.user.id)
        except (*OUTDATED, refusals.NotToBeCalledOff) as refusal:
            await self._handlers.outdated(reply, duel_id, refusal)
        else:
            await self._handlers.panels.refresh(reply, await self._handlers.changed(reply, saved))

    async def _keep_playing(self, reply: Reply, duel_id: int) -> None:
        saved = await self._duels.seated(duel_id, reply.interaction.user.id)
        if saved.duel is None or saved.duel.outcome:
            await self._handlers.outdated(reply, duel_id, over(saved))
        elif reply.is_shared:
            await self._handlers.show_saved(reply, saved)
        else:
            await reply.discard()
