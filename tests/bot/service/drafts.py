"""Deeds in the making: what Hypothesis draws, and what becomes of it in the world as it is by then.

The numbers drawn choose among what there is. So no draw hangs on who won a race, and each can be drawn again.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import timedelta

from hypothesis import strategies as st

from bot.service.deadlines import PACES
from bot.service.saved_duel import SavedDuel
from bot.service.deadlines import milliseconds
from games import Action, Player, names
from storage import DuelRow, Status
from tests.bot.service import life, model
from tests.bot.service.hall import ADA, BEN, CHANNEL, CY, GUILD, Hall, stranger
from tests.bot.service.life import Entries
from tests.bot.service.model import Deed, Kind, World

PEOPLE = ADA, BEN, CY, stranger(0)
ODD_TOKENS = "attack-9", "defend-1", "pick-3", "take", "draw-2", "attack-99"
ANSWERS = Kind.ACCEPT, Kind.DECLINE, Kind.LAPSE
FITS = {Kind.REMATCH: Status.ENDED, Kind.CANCEL: Status.CHALLENGED, **dict.fromkeys(ANSWERS, Status.CHALLENGED)}
"""The duels that a deed is mostly about: open ones, where nothing else is said."""


@dataclass(frozen=True)
class Draft:
    """Numbers that choose a deed."""

    kind: Kind
    which: int = 0
    who: int = 0
    choice: int = 0
    turn: int | None = 0

    def deed(self, world: World, about: int | None = None) -> Deed:
        """The deed that it is in this world; `about` a duel, where that is given."""
        if self.kind is Kind.CHALLENGE:
            who, to = PEOPLE[self.who % 4], PEOPLE[(self.who + 1 + self.which % 4) % 4]
            game, first = names()[self.choice % len(names())], (None, 1, 2)[self.choice % 3]
            pace, guild = list(PACES.values())[self.choice % 3], (GUILD, model.ELSEWHERE)[self.choice % 4 == 3]
            return Deed(self.kind, who, to=to, game=game, first=first, pace=milliseconds(pace), guild=guild)
        if self.kind is Kind.CALL_OFF:
            return Deed(self.kind, model.NOBODY, guild=model.ELSEWHERE)
        number = about or self._number(world)
        if number not in world:
            return Deed(self.kind, PEOPLE[self.who % 4], number, ODD_TOKENS[0])
        if self.kind is Kind.RUN_OUT:
            return Deed(self.kind, model.NOBODY, number)
        row, entries = world[number]
        seats = sorted(self._seats(row, entries)) or [1, 2]
        user = (row.player_one, row.player_two)[seats[self.who % len(seats)] - 1]
        # One in four is done by whoever comes along, and one in eight is a move that may not be there.
        who = PEOPLE[self.choice % 4] if self.who % 4 == 3 else next(one for one in PEOPLE if one.id == user)
        token, turn = ODD_TOKENS[self.which % len(ODD_TOKENS)], self.turn
        if (seat := model.seat_of(row, who)) and row.seed:
            view = life.position(row, entries).view(Player(seat))
            if view.actions and self.choice % 8 < 7:
                token = str(view.actions[self.choice // 8 % len(view.actions)])
            turn = None if turn is None else view.turn + turn
        return Deed(self.kind, who, number, token, turn)

    def _number(self, world: World) -> int:
        """A duel that it fits, but for one in eight; else any, or one that never was."""
        status = FITS.get(self.kind, Status.OPEN)
        fit = [number for number, (row, _) in world.items() if row.status is status]
        if self.kind in (Kind.TAKE, Kind.REFUSE):
            fit = [number for number in fit if self._seats(*world[number])] or fit
        if self.kind is Kind.REMATCH:
            followed = {row.rematch_of for row, _ in world.values()}
            fit = [number for number in fit if number not in followed] or fit
        numbers = (fit or [*world]) if self.which % 8 < 7 and world else [len(world) + 1, *world]
        return numbers[-1 - self.which // 8 % len(numbers)]

    def _seats(self, row: DuelRow, entries: Entries) -> set[int]:
        """Those for whom it is to do this, if it is for one alone."""
        match self.kind:
            case Kind.CANCEL:
                return {1}
            case Kind.ACCEPT | Kind.DECLINE | Kind.LAPSE:
                return {2}
            case Kind.PLAY:
                return life.to_act(row, entries)
            case Kind.TAKE | Kind.REFUSE:
                return {seat for seat in (1, 2) if life.is_offered(entries, seat)}
        return set()


DRAFTS = st.builds(
    Draft,
    kind=st.sampled_from(
        [
            *[kind for kind in Kind if kind is not Kind.GIVE_BACK],
            *[Kind.CHALLENGE, Kind.ACCEPT, Kind.PLAY] * 3,
            Kind.OFFER,
            Kind.TAKE,
            Kind.REFUSE,
            Kind.REMATCH,
        ]
    ),
    which=st.integers(0, 63),
    who=st.integers(0, 15),
    choice=st.integers(0, 127),
    turn=st.sampled_from([0, 0, 0, None, -1, 1]),
)


@dataclass(frozen=True)
class Pair:
    """Two deeds at once: of one duel, of one kind besides, of any two, or one deed twice.

    `within` n: another connection does the second before the first's n-th step. 0: both are under way together, `apart`
    on two connections or on one, the second a little later.
    """

    first: Draft
    second: Draft
    same: str
    within: int
    apart: bool
    later: int

    def deeds(self, world: World) -> tuple[Deed, Deed]:
        """Both, in this world."""
        one = self.first.deed(world)
        if self.same == "deed":
            return one, one
        second = replace(self.second, kind=one.kind) if self.same == "kind" else self.second
        return one, second.deed(world, one.duel if self.same != "nothing" else None)


PAIRS = st.builds(
    Pair,
    first=DRAFTS,
    second=DRAFTS,
    same=st.sampled_from(["duel", "deed", "kind", "duel", "deed", "nothing"]),
    within=st.integers(0, 7),
    apart=st.booleans(),
    later=st.integers(0, 12),
)


async def attempt(service: Hall, deed: Deed) -> SavedDuel | None:
    """The deed, done; what there is to be told of it, if there is something."""
    call: Callable[..., Awaitable[SavedDuel | None]] = service.does(deed.kind)
    match deed.kind:
        case Kind.CHALLENGE:
            assert deed.to is not None
            return await service.challenges.challenge(
                deed.who,
                deed.to,
                deed.game,
                starter=Player(deed.first) if deed.first else None,
                pace=timedelta(milliseconds=deed.pace),
                guild_id=deed.guild,
                channel_id=CHANNEL,
            )
        case Kind.PLAY:
            return await service.duels.play(deed.duel, deed.who.id, Action.parse(deed.token), deed.turn)
        case Kind.CALL_OFF | Kind.RUN_OUT:
            return await call(deed.guild if deed.kind is Kind.CALL_OFF else deed.duel)
        case Kind.ACCEPT | Kind.REMATCH:
            return await call(deed.duel, deed.who)
    return await call(deed.duel, deed.who.id)
