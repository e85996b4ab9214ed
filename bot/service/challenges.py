"""Challenges: made, answered, withdrawn, and made again after a duel. Knows no Discord: ids and names come in."""

from __future__ import annotations

import asyncio
import logging
import secrets
from contextlib import suppress
from datetime import timedelta

from bot import refusals
from bot.service.deadlines import (
    IDLE_UNTIL_VOID,
    LONGEST_CHALLENGE,
    PACES_OF_A_CHALLENGE,
    Clock,
    milliseconds,
    now,
    reminder_lead,
)
from bot.service.duels import Duels
from bot.service.saved_duel import CLOSED_WORDS, Person, SavedDuel
from games import SEED_BYTES, Duel, Player, Seeded, get, names
from players import Level
from storage import DuelRow, DuelStore, NewDuel, StaleStatus, Status

log = logging.getLogger(__name__)

MAX_UNANSWERED_TO_ONE = 3
"""Unanswered challenges from one person to another: more would be pestering."""
MAX_UNANSWERED = 10
"""Unanswered challenges of one person in all."""
MAX_OPEN = 25
"""Open duels of one person: as many as a menu has options."""


class Challenges:
    """All that leads to a duel. Each method saves first and returns what is true then; it raises a `Refusal` or, where
    the store fails, a `StorageError`.
    """

    def __init__(self, store: DuelStore, duels: Duels, clock: Clock) -> None:
        self._store = store
        self._duels = duels
        self._clock = clock
        # Limits are counted before a row is written: one at a time, so that two can't slip through together.
        self._counting = asyncio.Lock()

    async def challenge(
        self,
        challenger: Person,
        opponent: Person,
        game: str,
        *,
        starter: Player | None,
        pace: timedelta,
        guild_id: int | None,
        channel_id: int,
        rematch_of: int | None = None,
    ) -> SavedDuel:
        """Write a challenge down. Player ONE is the challenger; `starter` None is a coin toss; `pace` is how long
        a move may take.

        Raises `ChallengedAlready` where one the other way round stands: that can be accepted instead.
        """
        if game not in names():
            raise refusals.NoSuchGame
        rules = get(game)
        if challenger.id == opponent.id:
            raise refusals.SelfChallenge
        if opponent.bot:
            raise refusals.BotChallenge
        async with self._counting:
            if rematch_of is not None and await self._store.rematch_of(rematch_of):
                # Before any limit, which it may just have reached itself.
                raise StaleStatus(f"Duel {rematch_of} has a rematch already.")
            waiting = await self._store.duels_of(challenger.id, {Status.CHALLENGED})
            for row in waiting:
                if row.player_one == opponent.id and rematch_of is None:
                    raise refusals.ChallengedAlready(row.id, SavedDuel(row).name(Player.ONE))
            mine = [row for row in waiting if row.player_one == challenger.id]
            if sum(row.player_two == opponent.id for row in mine) >= MAX_UNANSWERED_TO_ONE:
                raise refusals.TooManyAtOnePerson(limit=MAX_UNANSWERED_TO_ONE, other=opponent.beside(challenger))
            if len(mine) >= MAX_UNANSWERED:
                raise refusals.TooManyChallenges(limit=MAX_UNANSWERED)
            if await self._is_full(challenger.id):
                raise refusals.TooManyDuels(limit=MAX_OPEN)
            if await self._is_full(opponent.id):
                raise refusals.OpponentHasTooManyDuels(limit=MAX_OPEN, other=opponent.beside(challenger))
            at = now(self._clock)
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
                    created_at=at,
                    pace=milliseconds(pace),
                    due_at=at + milliseconds(min(pace * PACES_OF_A_CHALLENGE, LONGEST_CHALLENGE)),
                    rematch_of=rematch_of,
                    username_one=challenger.username,
                    username_two=opponent.username,
                )
            )
        ids = {"duel": row.id, "person": challenger.id, "opponent": opponent.id}
        log.info("duel %(duel)d: challenge to %(game)s from %(person)d to %(opponent)d", {**ids, "game": game})
        alike = (waiting.id for waiting in mine if (waiting.player_two, waiting.game) == (opponent.id, game))
        return SavedDuel(row, twin=next(alike, None))

    async def practice(
        self,
        person: Person,
        computer: Person,
        game: str,
        level: Level,
        *,
        starter: Player | None,
        place: tuple[int | None, int],
        rematch_of: int | None = None,
    ) -> SavedDuel:
        """A duel against the bot itself, the computer, which is open at once. `starter` None is a coin toss; `place`:
        server, None for direct messages, and channel. Raises `StaleStatus` for a second rematch.
        """
        if game not in names():
            raise refusals.NoSuchGame
        async with self._counting:
            if await self._is_full(person.id):
                raise refusals.TooManyDuels(limit=MAX_OPEN)
            at, pace = now(self._clock), milliseconds(IDLE_UNTIL_VOID)
            new = NewDuel(
                game=game,
                rules_version=get(game).rules_version,
                player_one=person.id,
                player_two=computer.id,
                name_one=person.name,
                name_two=computer.name,
                starter=starter.value if starter else None,
                guild_id=place[0],
                channel_id=place[1],
                created_at=at,
                pace=pace,
                due_at=at + pace,
                rematch_of=rematch_of,
                username_one=person.username,
                username_two=computer.username,
                practice=level,
            )
            first = new.starter or 1 + secrets.randbelow(2)
            seed = secrets.token_bytes(SEED_BYTES)
            row = await self._store.begin(new, starter=first, seed=seed, remind_before=reminder_lead(pace))
        ids = {"duel": row.id, "person": person.id, "game": game, "level": level}
        log.info("duel %(duel)d: practice of %(game)s, %(level)s, by %(person)d", ids)
        return SavedDuel(row, Duel.start(game, Seeded(seed), Player(first)))

    async def rematch(self, duel_id: int, person: Person, channel_id: int | None = None) -> SavedDuel:
        """A player of a duel that is over asks for another, with the starter swapped: a challenge, in that channel or
        else where the duel began. Of practice it is begun at once.

        Where the opponent has asked already, theirs comes back, and is to be accepted.
        """
        saved = await self._duels.load_or_call_off(duel_id)
        if saved is None:
            raise refusals.UnknownDuel(duel=duel_id)
        player = saved.seat(person.id)
        if player is None:
            raise refusals.NotYourDuel(duel=duel_id)
        if saved.row.status is not Status.ENDED or saved.first is None:
            raise refusals.NotOver(duel=duel_id)
        while (made := await self._store.rematch_of(duel_id)) is None:
            with suppress(StaleStatus):  # somebody else was faster, and may have withdrawn theirs since
                row, other = saved.row, saved.person(player.other)
                starter = Player.TWO if saved.first is player else Player.ONE
                place = row.guild_id, channel_id or row.channel_id
                if row.practice:
                    level = Level(row.practice)
                    return await self.practice(
                        person, other, row.game, level, starter=starter, place=place, rematch_of=duel_id
                    )
                return await self.challenge(
                    person,
                    other,
                    row.game,
                    starter=starter,
                    pace=timedelta(milliseconds=row.pace),
                    guild_id=place[0],
                    channel_id=place[1],
                    rematch_of=duel_id,
                )
        if made.status is not Status.CHALLENGED:
            if made.opened_at is None:
                raise refusals.RematchClosed(duel=duel_id, rematch=made.id, status=CLOSED_WORDS[made.status])
            raise refusals.RematchUsed(duel=duel_id, rematch=made.id)
        if made.player_one == person.id:
            raise refusals.RematchAsked(duel=duel_id, rematch=made.id, other=SavedDuel(made).name(Player.TWO))
        return SavedDuel(made)

    async def accept(self, duel_id: int, person: Person) -> SavedDuel:
        """The opponent accepts: the starter is settled and the cards are dealt."""
        async with self._counting:
            # In here, or of two presses the second could meet a limit that the first has just reached.
            row = await self._challenge(duel_id, person.id, 2, refusals.OnlyOpponentAnswers)
            if await self._is_full(person.id):
                raise refusals.TooManyDuels(limit=MAX_OPEN)
            if await self._is_full(row.player_one):
                raise refusals.ChallengerAtLimit(limit=MAX_OPEN, duel=duel_id, other=SavedDuel(row).name(Player.ONE))
            starter = row.starter or 1 + secrets.randbelow(2)
            seed = secrets.token_bytes(SEED_BYTES)
            try:
                at, lead = now(self._clock), reminder_lead(row.pace)
                await self._store.open(
                    duel_id, name_two=person.name, starter=starter, seed=seed, at=at, remind_before=lead
                )
            except StaleStatus:
                await self._challenge(duel_id, person.id, 2, refusals.OnlyOpponentAnswers)
                raise
        log.info("duel %(duel)d: accepted by %(person)d", {"duel": duel_id, "person": person.id})
        saved = await self._duels.load_or_call_off(duel_id)
        assert saved is not None
        return saved

    async def decline(self, duel_id: int, user_id: int) -> SavedDuel:
        """The opponent declines."""
        return await self._close(duel_id, user_id, 2, refusals.OnlyOpponentAnswers, Status.DECLINED)

    async def cancel(self, duel_id: int, user_id: int) -> SavedDuel:
        """The challenger withdraws the challenge."""
        return await self._close(duel_id, user_id, 1, refusals.OnlyChallengerCancels, Status.CANCELLED)

    async def has_rematch(self, duel_id: int) -> bool:
        """Whether a rematch has been asked for."""
        return await self._store.rematch_of(duel_id) is not None

    async def withdraw_unposted(self, duel_id: int, user_id: int) -> None:
        """The challenger's rematch could not be posted: nobody has seen it, so another may be asked for."""
        await self._close(duel_id, user_id, 1, refusals.OnlyChallengerCancels, Status.CANCELLED, unlink=True)

    async def lapse(self, duel_id: int, user_id: int) -> SavedDuel:
        """The opponent meets a challenge that can't be accepted any more."""
        return await self._close(duel_id, user_id, 2, refusals.OnlyOpponentAnswers, Status.EXPIRED)

    async def _close(
        self,
        duel_id: int,
        user_id: int,
        seat: int,
        wrong: type[refusals.Refusal],
        status: Status,
        *,
        unlink: bool = False,
    ) -> SavedDuel:
        await self._challenge(duel_id, user_id, seat, wrong)
        try:
            row = await self._store.close(duel_id, status, now(self._clock), unlink=unlink)
        except StaleStatus:
            await self._challenge(duel_id, user_id, seat, wrong)
            raise
        log.info("duel %(duel)d: %(status)s by %(person)d", {"duel": duel_id, "status": status, "person": user_id})
        return SavedDuel(row)

    async def _challenge(self, duel_id: int, user_id: int, seat: int, wrong: type[refusals.Refusal]) -> DuelRow:
        """The row of a challenge that this person, in seat 1 or 2, may still answer."""
        row = await self._store.duel(duel_id)
        if row is None:
            raise refusals.UnknownDuel(duel=duel_id)
        if user_id not in (row.player_one, row.player_two):
            raise refusals.NotYourDuel(duel=duel_id)
        if row.status is not Status.CHALLENGED:
            raise refusals.AlreadyAnswered(duel=duel_id, status=CLOSED_WORDS[row.status])
        if user_id != (row.player_one, row.player_two)[seat - 1]:
            raise wrong(duel=duel_id, other=SavedDuel(row).name(Player(seat)))
        return row

    async def _is_full(self, user_id: int) -> bool:
        duels = await self._store.duels_of(user_id, {Status.OPEN})
        return sum(row.set_aside_at is None for row in duels) >= MAX_OPEN
