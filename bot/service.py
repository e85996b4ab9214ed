"""`DuelService`: everything that people can do to duels, checked and saved. Knows no Discord: ids and names come in.

Each method saves first and returns what is true then; telling people is the courier's. All it raises is a `Refusal`
or, where the store fails, a `StorageError`.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime

from bot import errors
from bot.table import Person, Table, is_known
from games import (
    SEED_BYTES,
    Action,
    Duel,
    DuelOver,
    Ending,
    IllegalAction,
    NotYourTurn,
    Player,
    get,
)
from storage import DuelRow, DuelStore, NewDuel, Result, StaleLog, StaleStatus, Status

log = logging.getLogger(__name__)

MAX_UNANSWERED_TO_ONE = 3
"""Unanswered challenges from one person to another: more would be pestering."""
MAX_UNANSWERED = 10
"""Unanswered challenges of one person in all."""
MAX_OPEN = 25
"""Open duels of one person: as many as a menu has options."""

CLOSED_WORDS = {
    Status.OPEN: "accepted",
    Status.ENDED: "accepted",
    Status.DECLINED: "declined",
    Status.CANCELLED: "cancelled",
    Status.EXPIRED: "expired",
}


class DuelService:
    """The one door to the duels."""

    def __init__(self, store: DuelStore, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._clock = clock
        # Limits are counted before a row is written: one at a time, so that two can't slip through together.
        self._counting = asyncio.Lock()

    # ---- challenges

    async def challenge(
        self,
        challenger: Person,
        opponent: Person,
        game: str,
        *,
        starter: Player | None,
        guild_id: int,
        channel_id: int,
    ) -> Table:
        """Write a challenge down. Player ONE is the challenger; `starter` None is a coin toss."""
        rules = get(game)
        if challenger.id == opponent.id:
            raise errors.SelfChallenge
        if opponent.bot:
            raise errors.BotChallenge
        async with self._counting:
            waiting = await self._store.duels_of(challenger.id, {Status.CHALLENGED})
            mine = [row for row in waiting if row.player_one == challenger.id]
            if sum(row.player_two == opponent.id for row in mine) >= MAX_UNANSWERED_TO_ONE:
                raise errors.TooManyAtOnePerson(limit=MAX_UNANSWERED_TO_ONE)
            if len(mine) >= MAX_UNANSWERED:
                raise errors.TooManyChallenges(limit=MAX_UNANSWERED)
            await self._check_open(challenger.id, opponent.id)
            row = await self._store.create(
                NewDuel(
                    game=game,
                    rules_version=rules.rules_version,
                    player_one=challenger.id,
                    player_two=opponent.id,
                    name_one=challenger.name,
                    name_two=opponent.name,
                    starter=starter.value if starter else None,
                    guild_id=guild_id,
                    channel_id=channel_id,
                    created_at=self._now(),
                )
            )
        log.info("duel %d: challenge to %s from %d to %d", row.id, game, challenger.id, opponent.id)
        return Table(row)

    async def accept(self, duel_id: int, person: Person) -> Table:
        """The opponent accepts: the starter is settled and the cards are dealt."""
        row = await self._challenge(duel_id, person.id, 2, errors.OnlyOpponentAnswers)
        async with self._counting:
            await self._check_open(person.id, row.player_one)
            starter = row.starter or 1 + secrets.randbelow(2)
            seed = secrets.token_bytes(SEED_BYTES)
            try:
                await self._store.open(duel_id, name_two=person.name, starter=starter, seed=seed, at=self._now())
            except StaleStatus:
                await self._challenge(duel_id, person.id, 2, errors.OnlyOpponentAnswers)
                raise
        log.info("duel %d: accepted by %d", duel_id, person.id)
        table = await self.look(duel_id)
        assert table is not None
        return table

    async def decline(self, duel_id: int, user_id: int) -> Table:
        """The opponent declines."""
        return await self._close(duel_id, user_id, 2, errors.OnlyOpponentAnswers, Status.DECLINED)

    async def cancel(self, duel_id: int, user_id: int) -> Table:
        """The challenger withdraws the challenge."""
        return await self._close(duel_id, user_id, 1, errors.OnlyChallengerCancels, Status.CANCELLED)

    async def _close(self, duel_id: int, user_id: int, seat: int, wrong: type[errors.Refusal], status: Status) -> Table:
        await self._challenge(duel_id, user_id, seat, wrong)
        try:
            row = await self._store.close(duel_id, status, self._now())
        except StaleStatus:
            await self._challenge(duel_id, user_id, seat, wrong)
            raise
        log.info("duel %d: %s by %d", duel_id, status, user_id)
        return Table(row)

    async def _challenge(self, duel_id: int, user_id: int, seat: int, wrong: type[errors.Refusal]) -> DuelRow:
        """The row of a challenge that this person, in seat 1 or 2, may still answer."""
        row = await self._store.duel(duel_id)
        if row is None:
            raise errors.UnknownDuel(duel=duel_id)
        if user_id not in (row.player_one, row.player_two):
            raise errors.NotYourDuel(duel=duel_id)
        if row.status is not Status.CHALLENGED:
            raise errors.AlreadyAnswered(duel=duel_id, status=CLOSED_WORDS[row.status])
        if user_id != (row.player_one, row.player_two)[seat - 1]:
            raise wrong(duel=duel_id)
        return row

    async def _check_open(self, asker: int, other: int) -> None:
        for user_id, refusal in ((asker, errors.TooManyDuels), (other, errors.OpponentHasTooManyDuels)):
            if len(await self._store.duels_of(user_id, {Status.OPEN})) >= MAX_OPEN:
                raise refusal(limit=MAX_OPEN)

    # ---- duels

    async def play(self, duel_id: int, user_id: int, action: Action, turn: int | None = None) -> Table:
        """Make a move. `turn` is the player's own turn that a button was made for; None means the present one."""

        def move(duel: Duel, player: Player) -> Duel:
            present = duel.turn(player)
            if turn is not None and turn != present:
                raise errors.AlreadyPlayed(duel=duel_id)
            return duel.play(player, action)

        table = await self._append(duel_id, user_id, move)
        log.info("duel %d: entry %d by %d", duel_id, table.plies, user_id)
        return table

    async def resign(self, duel_id: int, user_id: int) -> Table:
        """Give up, on whosever turn."""
        table = await self._append(duel_id, user_id, Duel.resign)
        log.info("duel %d: resigned by %d", duel_id, user_id)
        return table

    async def _append(self, duel_id: int, user_id: int, change: Callable[[Duel, Player], Duel]) -> Table:
        """Load, check, save; again from the start where somebody was faster."""
        while True:
            table = await self.seated(duel_id, user_id)
            player = table.seat(user_id)
            assert player is not None
            if table.row.status is Status.CHALLENGED:
                raise errors.NotStarted(duel=duel_id)
            if table.duel is None or table.row.status is not Status.OPEN:
                raise errors.AlreadyOver(duel=duel_id)
            try:
                duel = change(table.duel, player)
            except DuelOver:
                raise errors.AlreadyOver(duel=duel_id) from None
            except NotYourTurn:
                raise errors.NotYetYourTurn(duel=duel_id) from None
            except IllegalAction:
                raise errors.NoSuchAction(duel=duel_id) from None
            try:
                return await self._save(table, duel)
            except StaleLog:
                continue

    async def _save(self, table: Table, duel: Duel) -> Table:
        """Append the duel's last entry, with its outcome where it has one."""
        move, outcome = duel.moves[-1], duel.outcome
        result = Result(outcome.winner.value if outcome.winner else None, outcome.ending) if outcome else None
        row = await self._store.append(
            table.row.id,
            len(duel.moves) - 1,
            move.player.value if move.player else None,
            move.token,
            self._now(),
            result=result,
        )
        return Table(row, duel, len(duel.moves))

    # ---- looking

    async def look(self, duel_id: int) -> Table | None:
        """A duel as saved, for the courier. One whose rules are no longer known is called off first."""
        while (loaded := await self._store.load(duel_id)) is not None:
            row, moves = loaded
            if row.seed is None or row.starter is None:
                return Table(row)
            if is_known(row):
                return Table.replayed(row, moves)
            if row.status is Status.ENDED:
                return Table(row, None, len(moves))
            log.warning("duel %d: %s version %d is not known any more", duel_id, row.game, row.rules_version)
            result = Result(None, Ending.VOID)
            with suppress(StaleLog):
                row = await self._store.append(duel_id, len(moves), None, "!void", self._now(), result=result)
                return Table(row, None, len(moves) + 1)
        return None

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

    def _now(self) -> int:
        return int(self._clock().timestamp() * 1000)
