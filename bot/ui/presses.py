"""`Presses`: what each button does. A press is checked by the service, answered by the desk, then the courier goes out.

No rules are known here.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot import errors
from bot.logs import about
from bot.projection import watched
from bot.render import board, panel
from bot.render.panel import sentence
from bot.table import Table
from bot.ui.custom_ids import ButtonId, Press
from bot.ui.desk import CANT_WRITE, OUTDATED, UNKNOWN_BUTTON, Desk, Interaction, person
from bot.ui.reply import Reply
from games import Action, Player

UNACCEPTABLE = (errors.ChallengerGone, errors.ChallengerAtLimit)
"""Refusals of a challenge that nobody can accept any more."""
ANSWERED_BESIDE = (Press.OPEN, Press.WATCH, Press.POST_BOARD, Press.REMATCH, Press.RESIGN)
"""Presses that leave the message as it is whose button was pressed."""

Deed = Callable[[Reply, int], Awaitable[None]]


class Presses:
    """All buttons, and the menu."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._service = desk.service
        self._courier = desk.courier

    async def pressed(self, interaction: Interaction, button_id: ButtonId | None) -> None:
        """A button."""
        if button_id is None:
            await self._desk.refuse(interaction, UNKNOWN_BUTTON)
        elif button_id.press is None:
            await self._answer(interaction, button_id.duel, lambda reply, _: self._move(reply, button_id), updates=True)
        else:
            does: dict[Press, Deed] = {
                Press.OPEN: self._desk.show,
                Press.WATCH: self._watch,
                Press.POST_BOARD: self._post_board,
                Press.ACCEPT: self._accept,
                Press.DECLINE: self._decline,
                Press.CANCEL: self._cancel,
                Press.OFFER_DRAW: self._offer_draw,
                Press.ACCEPT_DRAW: self._accept_draw,
                Press.DECLINE_DRAW: self._decline_draw,
                Press.REMATCH: self._rematch,
                Press.RESIGN: self._desk.ask_to_resign,
                Press.CONFIRM_RESIGN: self._resign,
                Press.KEEP_PLAYING: self._keep_playing,
            }
            updates = button_id.press not in ANSWERED_BESIDE
            await self._answer(interaction, button_id.duel, does[button_id.press], updates=updates)

    async def chosen(self, interaction: Interaction, value: str) -> None:
        """An option of the menu of duels."""

        async def work(reply: Reply) -> None:
            button_id = ButtonId.parse(f"duel:{value}:{Press.OPEN}")
            if button_id is None:
                raise errors.NoDuel
            await self._desk.show(reply, button_id.duel)

        await self._desk.answer(interaction, work)

    async def _answer(self, interaction: Interaction, duel_id: int, deed: Deed, *, updates: bool) -> None:
        """Do what a button of this duel does. An outsider gets one sentence, and *Watch* where there is anything."""

        async def work(reply: Reply) -> None:
            try:
                await deed(reply, duel_id)
            except errors.NotYourDuel as refusal:
                if await self._watchable(reply, duel_id) is None:
                    raise
                await reply.private(board.outsider(str(refusal), duel_id))

        with about(duel=duel_id):
            await self._desk.answer(interaction, work, updates=updates, duel_id=duel_id if updates else None)

    async def _move(self, reply: Reply, button: ButtonId) -> None:
        user_id = reply.interaction.user.id
        try:
            table = await self._service.play(button.duel, user_id, Action.parse(button.action), button.turn)
        except OUTDATED as refusal:
            await self._desk.outdated(reply, button.duel, refusal)
        else:
            await self._desk.refresh(reply, table)

    async def _accept(self, reply: Reply, duel_id: int) -> None:
        try:
            table = await self._accepted(reply, duel_id)
        except errors.AlreadyAnswered as refusal:
            await self._answered_already(reply, duel_id, refusal)
        except UNACCEPTABLE as refusal:
            if await self._close(reply, duel_id, self._service.lapse):
                await reply.private(sentence(errors.report(refusal)))
        else:
            await self._desk.show_public(reply, table)
            await self._courier.update(duel_id)
            if await self._courier.in_vain(table, reply.interaction.user.id):
                await reply.private(sentence(CANT_WRITE.format(duel=duel_id)))

    async def _accepted(self, reply: Reply, duel_id: int) -> Table:
        """The duel, accepted, unless its challenger has left."""
        user = reply.interaction.user
        table = await self._service.seated(duel_id, user.id)
        row, asked = table.row, not table.is_answered and user.id == table.row.player_two
        if asked and await self._courier.post.has_left(row.guild_id, row.player_one):
            raise errors.ChallengerGone(duel=duel_id, other=row.name_one)
        return await self._service.accept(duel_id, person(user))

    async def _decline(self, reply: Reply, duel_id: int) -> None:
        await self._close(reply, duel_id, self._service.decline)

    async def _cancel(self, reply: Reply, duel_id: int) -> None:
        await self._close(reply, duel_id, self._service.cancel)

    async def _close(self, reply: Reply, duel_id: int, close: Callable[[int, int], Awaitable[Table]]) -> bool:
        try:
            table = await close(duel_id, reply.interaction.user.id)
        except errors.AlreadyAnswered as refusal:
            await self._answered_already(reply, duel_id, refusal)
            return False
        await self._desk.show_public(reply, table)
        return True

    async def _answered_already(self, reply: Reply, duel_id: int, refusal: errors.Refusal) -> None:
        """The challenge's buttons should be gone: they are now."""
        await self._desk.show_public(reply, await self._service.seated(duel_id, reply.interaction.user.id))
        await reply.private(sentence(errors.report(refusal)))

    async def _offer_draw(self, reply: Reply, duel_id: int) -> None:
        await self._talk(reply, duel_id, self._service.offer_draw)

    async def _accept_draw(self, reply: Reply, duel_id: int) -> None:
        await self._talk(reply, duel_id, self._service.accept_draw)

    async def _decline_draw(self, reply: Reply, duel_id: int) -> None:
        await self._talk(reply, duel_id, self._service.decline_draw)

    async def _talk(self, reply: Reply, duel_id: int, say: Callable[[int, int], Awaitable[Table]]) -> None:
        """Something about a draw, pressed on a panel: it stays one, unless the duel is over by it."""
        user_id = reply.interaction.user.id
        try:
            table = await say(duel_id, user_id)
        except (*OUTDATED, errors.OfferedAlready, errors.NoOffer) as refusal:
            await self._desk.refresh(reply, await self._service.seated(duel_id, user_id), stays=True)
            await reply.private(sentence(errors.report(refusal)))
        else:
            await self._desk.refresh(reply, table, stays=True)

    async def _rematch(self, reply: Reply, duel_id: int) -> None:
        user = reply.interaction.user
        if not await self._service.has_rematch(duel_id):
            await self._check_present(duel_id, user.id)
        duel = await self._service.seated(duel_id, user.id)
        table = await self._service.rematch(duel_id, person(user), await self._courier.channel(duel))
        rematch_id = table.row.id
        if table.row.player_two == user.id:
            await self._start_rematch(reply, rematch_id)
        elif await self._courier.post_challenge(table):
            await reply.private(panel.rematch_asked(await self._courier.card(table)))
        else:
            # Nobody can see it, so nobody can answer it.
            try:
                await self._service.withdraw_unposted(rematch_id, user.id)
            except errors.AlreadyAnswered:
                await self._desk.show(reply, rematch_id)  # the other has accepted it meanwhile
            else:
                raise errors.NotPosted

    async def _check_present(self, duel_id: int, user_id: int) -> None:
        """Both are still in the server, as for any challenge. Raises `GoneForRematch`."""
        table = await self._service.seated(duel_id, user_id)
        for player in Player:
            if await self._courier.post.has_left(table.row.guild_id, table.user(player)):
                raise errors.GoneForRematch(duel=duel_id)

    async def _start_rematch(self, reply: Reply, rematch_id: int) -> None:
        """Both want it: who presses second accepts."""
        try:
            table = await self._accepted(reply, rematch_id)
        except UNACCEPTABLE:
            await self._service.lapse(rematch_id, reply.interaction.user.id)
            await self._courier.update(rematch_id)
            raise
        await self._desk.open_panel(reply, table, await self._courier.card(table))
        await self._courier.update(rematch_id)

    async def _watch(self, reply: Reply, duel_id: int) -> None:
        table = await self._watchable(reply, duel_id)
        if table is None:
            raise errors.NothingToWatch(duel=duel_id)
        await reply.private(*watched(table, await self._courier.card(table)))

    async def _post_board(self, reply: Reply, duel_id: int) -> None:
        table, interaction = await self._service.seated(duel_id, reply.interaction.user.id), reply.interaction
        if table.duel is None or table.duel.outcome:
            raise errors.AlreadyOver(duel=duel_id)
        if interaction.guild_id is None or interaction.guild_id != table.row.guild_id:
            raise errors.BoardNotPosted(duel=duel_id)
        await self._courier.post_here(table, interaction.channel_id or 0)
        await reply.private(sentence(f"Here is the board of duel {duel_id}."))

    async def _watchable(self, reply: Reply, duel_id: int) -> Table | None:
        """A duel that has begun, if this person may look at it: in its server, and its players anywhere."""
        table, guild_id = await self._service.look(duel_id), reply.interaction.guild_id
        if table is None or table.row.opened_at is None:
            return None
        here = guild_id is not None and guild_id == table.row.guild_id
        return table if here or table.seat(reply.interaction.user.id) else None

    async def _resign(self, reply: Reply, duel_id: int) -> None:
        try:
            table = await self._service.resign(duel_id, reply.interaction.user.id)
        except OUTDATED as refusal:
            await self._desk.outdated(reply, duel_id, refusal)
            return
        await self._desk.refresh(reply, table)

    async def _keep_playing(self, reply: Reply, duel_id: int) -> None:
        table = await self._service.seated(duel_id, reply.interaction.user.id)
        if table.duel is None or table.duel.outcome:
            await self._desk.outdated(reply, duel_id, errors.AlreadyOver(duel=duel_id))
        else:
            await reply.update(sentence(f"Duel {duel_id} goes on."))
