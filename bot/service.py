"""`DuelService`: everything that people can do to duels, checked and saved. Knows no Discord: ids and names come in.

Each method saves first and returns what is true then; telling people is the courier's. All it raises is a `Refusal`
or, where the store fails, a `StorageError`.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress

from bot import errors
from bot.challenges import CLOSED_WORDS, ChallengeService
from bot.table import Table, is_known
from games import (
    Action,
    Duel,
    DuelOver,
    IllegalAction,
    NotYourTurn,
    Player,
)
from storage import Result, StaleLog, StaleStatus, Status

log = logging.getLogger(__name__)


class DuelService(ChallengeService):
    """The one door to the duels."""

    # ---- duels

    async def play(self, duel_id: int, user_id: int, action: Action, turn: int | None = None) -> Table:
        """Make a move. `turn` is the player's own turn that a button was made for; None means the present one."""

        def move(duel: Duel, player: Player) -> Duel:
            present = duel.turn(player)
            if turn is not None and turn != present:
                raise errors.AlreadyPlayed(duel=duel_id)
            return duel.play(player, action)

        table = await self._append(duel_id, user_id, move)
        ids = {"duel": duel_id, "person": user_id}
        log.info("duel %(duel)d: entry %(entry)d by %(person)d", {**ids, "entry": table.plies})
        return table

    async def resign(self, duel_id: int, user_id: int) -> Table:
        """Give up, on whosever turn."""
        table = await self._append(duel_id, user_id, Duel.resign)
        log.info("duel %(duel)d: resigned by %(person)d", {"duel": duel_id, "person": user_id})
        return table

    async def offer_draw(self, duel_id: int, user_id: int) -> Table:
        """Offer a draw, or accept the other's offer where it stands."""

        def offer(duel: Duel, player: Player) -> Duel:
            if not duel.outcome and not duel.is_offered(player) and not duel.may_offer(player):
                raise errors.OfferedAlready(duel=duel_id)
            return duel.offer_draw(player)

        table = await self._append(duel_id, user_id, offer)
        log.info("duel %(duel)d: an offer by %(person)d", {"duel": duel_id, "person": user_id})
        return table

    async def accept_draw(self, duel_id: int, user_id: int) -> Table:
        """Accept the other's offer of a draw."""

        def accept(duel: Duel, player: Player) -> Duel:
            if not duel.outcome and not duel.is_offered(player):
                raise errors.NoOffer(duel=duel_id)
            return duel.agree_draw()

        table = await self._append(duel_id, user_id, accept)
        log.info("duel %(duel)d: an offer accepted by %(person)d", {"duel": duel_id, "person": user_id})
        return table

    async def decline_draw(self, duel_id: int, user_id: int) -> Table:
        """Decline the other's offer of a draw."""

        def decline(duel: Duel, player: Player) -> Duel:
            if not duel.outcome and not duel.is_offered(player):
                raise errors.NoOffer(duel=duel_id)
            return duel.decline_draw(player)

        table = await self._append(duel_id, user_id, decline)
        log.info("duel %(duel)d: an offer declined by %(person)d", {"duel": duel_id, "person": user_id})
        return table

    async def _append(self, duel_id: int, user_id: int, change: Callable[[Duel, Player], Duel]) -> Table:
        """Load, check, save; again from the start where somebody was faster."""
        while True:
            table = await self.seated(duel_id, user_id)
            player = table.seat(user_id)
            assert player is not None
            if table.row.status is Status.CHALLENGED:
                raise errors.NotStarted(duel=duel_id)
            if table.row.opened_at is None:
                raise errors.AlreadyAnswered(duel=duel_id, status=CLOSED_WORDS[table.row.status])
            if table.duel is None or table.row.status is not Status.OPEN:
                raise errors.AlreadyOver(duel=duel_id)
            try:
                duel = change(table.duel, player)
            except DuelOver:
                raise errors.AlreadyOver(duel=duel_id) from None
            except NotYourTurn:
                raise errors.NotYetYourTurn(duel=duel_id, other=table.name(player.other)) from None
            except IllegalAction:
                raise errors.NoSuchAction(duel=duel_id) from None
            try:
                return await self._save(table, duel)
            except StaleLog:
                continue

    async def run_out(self, duel_id: int) -> Table | None:
        """End a challenge or a duel whose time is up: who had to move loses. A duel is called off where both had to, or
        where nobody has moved yet. None where there was nothing to end.
        """
        while (table := await self.look(duel_id)) is not None:
            row, duel = table.row, table.duel
            if row.due_at is None or row.due_at > self._now():
                break
            try:
                if row.status is Status.CHALLENGED:
                    ended = Table(await self._store.close(duel_id, Status.EXPIRED, self._now()))
                elif row.status is Status.OPEN and duel is not None:
                    begun = any(move.is_move for move in duel.moves)
                    late = duel.expire(*duel.to_act) if begun and len(duel.to_act) == 1 else duel.void()
                    ended = await self._save(table, late)
                else:
                    break
            except (StaleStatus, StaleLog):
                continue  # somebody answered or moved meanwhile
            end = ended.row.ending or ended.row.status
            log.info("duel %(duel)d: its time is up: %(end)s", {"duel": duel_id, "end": end})
            return ended
        return None

    async def _save(self, table: Table, duel: Duel) -> Table:
        """Append the duel's last entry, with its outcome where it has one."""
        assert table.duel is not None
        move, outcome = duel.moves[-1], duel.outcome
        result = Result(outcome.winner.value if outcome.winner else None, outcome.ending) if outcome else None
        row = await self._store.append(
            table.row.id,
            len(duel.moves) - 1,
            move.player.value if move.player else None,
            move.token,
            self._now(),
            # Each turn has its own time; in sudden death, who picks first takes none from the other and gives none.
            restarts_clock=move.is_move and not duel.to_act < table.duel.to_act,
            result=result,
        )
        return Table(row, duel, len(duel.moves))

    async def call_off_server(self, guild_id: int) -> None:
        """The bot was removed from a server: nobody can see its duels there, so they are called off, with no winner."""
        for row in await self._store.with_status(Status.CHALLENGED):
            if row.guild_id == guild_id:
                with suppress(StaleStatus):
                    await self._store.close(row.id, Status.EXPIRED, self._now())
        for row in await self._store.with_status(Status.OPEN):
            while row.guild_id == guild_id and (table := await self.look(row.id)) and table.row.status is Status.OPEN:
                assert table.duel is not None
                with suppress(StaleLog):
                    await self._save(table, table.duel.void())

    # ---- looking

    async def call_off_forgotten(self) -> None:
        """Call off every open duel whose rules are not known any more, so that nobody waits for a move in one."""
        for row in await self._store.with_status(Status.OPEN):
            if not is_known(row):
                await self.look(row.id)

    async def seated(self, duel_id: int, user_id: int) -> Table:
        """A duel in which this person has a seat. Raises `UnknownDuel` or `NotYourDuel`."""
        table = await self.look(duel_id)
        if table is None:
            raise errors.UnknownDuel(duel=duel_id)
        if table.seat(user_id) is None:
            raise errors.NotYourDuel(duel=duel_id)
        return table

    async def tables_of(self, user_id: int) -> tuple[Table, ...]:
        """A person's open duels and unanswered challenges: those that wait for this person first, then by number."""
        wanted = {Status.OPEN, Status.CHALLENGED}
        rows = await self._store.duels_of(user_id, wanted)
        tables = [table for row in rows if (table := await self.look(row.id)) is not None]
        # Looking may have called one off.
        on = [table for table in tables if table.row.status in wanted]
        return tuple(sorted(on, key=lambda table: (not table.waits_for(user_id), table.row.id)))
