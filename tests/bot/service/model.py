"""What the service is to do, said once more and apart from it: a world of rows, and what each deed makes of it.

Pure, and on purpose not made of the service's own parts: of the games it asks which moves there are, and how they end.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import permutations
from typing import Any

from bot import refusals
from bot.service.saved_duel import Person
from games import Player, get
from storage import DuelRow, Status
from tests.bot.service import life
from tests.bot.service.hall import CHANNEL, DAY, GUILD
from tests.bot.service.life import Entries

World = Mapping[int, tuple[DuelRow, Entries]]
"""Every duel there is, by its number: its row and its log."""
Refused = type[refusals.Refusal]

UNANSWERED_TO_ONE, UNANSWERED, OPEN = 2, 3, 4
"""The limits under which this is tried: low enough to be met all the time."""
BECOMES = {Status.CHALLENGED: set(Status), Status.OPEN: {Status.OPEN, Status.ENDED}}
"""What a status may be a step of two deeds later; what is not here stays."""


class Kind(StrEnum):
    """What somebody may do."""

    CHALLENGE = "challenge"
    REMATCH = "rematch"
    ACCEPT = "accept"
    DECLINE = "decline"
    CANCEL = "cancel"
    LAPSE = "lapse"
    PLAY = "play"
    RESIGN = "resign"
    OFFER = "offer_draw"
    TAKE = "accept_draw"
    REFUSE = "decline_draw"
    RUN_OUT = "run_out"
    CALL_OFF = "call_off_server"
    GIVE_BACK = "extend_deadlines"


ELSEWHERE = GUILD + 1
"""The server that the bot is removed from, now and then."""
NOBODY = Person(0, "nobody")
QUIET = {Kind.CALL_OFF, Kind.GIVE_BACK}
"""What nobody is told about at once."""
COUNTED = {Kind.CHALLENGE, Kind.REMATCH, Kind.ACCEPT}
"""What has a limit."""


@dataclass(frozen=True)
class Deed:
    """One thing that somebody does, or nobody. `duel` is what it is about; `to` to `guild` belong to a challenge; `by`
    is how much later all is due."""

    kind: Kind
    who: Person
    duel: int = 0
    token: str = ""
    turn: int | None = None
    to: Person | None = None
    game: str = ""
    first: int | None = None
    pace: int = DAY
    guild: int = GUILD
    by: int = 0

    def __str__(self) -> str:
        told = f"{self.to.name}, {self.game}, first: {self.first}" if self.to else f"duel {self.duel}"
        return f"{self.who.name}: {self.kind} ({told}{f', {self.token}, {self.turn}' * (self.kind is Kind.PLAY)})"


def orders(world: World, steps: list[tuple[Deed, Any]]) -> Iterator[Sequence[tuple[Deed, Any]]]:
    """In which order deeds that are done at once may come. A server is called off duel by duel, challenges first, and
    somebody may do something in between.
    """
    yield from permutations(steps)
    for (deed, nothing), *others in permutations(steps):
        if deed.kind is Kind.CALL_OFF and others:
            on = [row for row, _ in world.values() if row.guild_id == deed.guild and row.status in BECOMES]
            on.sort(key=lambda row: (row.status is Status.OPEN, row.id))
            parts = [(replace(deed, duel=row.id), nothing) for row in on]
            yield from ([*parts[:at], *others, *parts[at:]] for at in range(1, len(parts)))


def after(world: World, deed: Deed, now: int, seen: World) -> World | Refused:
    """The world after a deed, or what refuses it. `seen`: the world as it was found, for what luck decides in it."""
    if deed.kind is Kind.CHALLENGE:
        assert deed.to is not None
        game, guild = deed.game, deed.guild
        return _challenged(world, deed.who, deed.to, game, first=deed.first, pace=deed.pace, guild=guild, now=now)
    if deed.kind is Kind.CALL_OFF:
        return {
            n: life.ended(*duel, "!void", None, now) if duel[0].guild_id == deed.guild and deed.duel in (0, n) else duel
            for n, duel in world.items()
        }
    if deed.kind is Kind.GIVE_BACK:
        return {number: (life.given_back(row, deed.by), entries) for number, (row, entries) in world.items()}
    if deed.kind is Kind.RUN_OUT:
        return {**world, deed.duel: life.run_out(*world[deed.duel], now)} if deed.duel in world else world
    if deed.duel not in world:
        return refusals.UnknownDuel
    row, entries = world[deed.duel]
    seat = seat_of(row, deed.who)
    if seat is None:
        return refusals.NotYourDuel
    if deed.kind is Kind.REMATCH:
        return _rematch(world, row, seat, deed.who, now)
    if deed.kind in (Kind.ACCEPT, Kind.DECLINE, Kind.CANCEL, Kind.LAPSE):
        changed = _answered(world, row, seat, deed.kind, now=now, seen=seen[row.id][0])
        return {**world, row.id: (changed, entries)} if isinstance(changed, DuelRow) else changed
    if row.status is Status.CHALLENGED:
        return refusals.NotStarted
    if row.status is not Status.OPEN:
        return refusals.AlreadyAnswered if row.opened_at is None else refusals.AlreadyOver
    entry = _entered(row, entries, seat, deed)
    if not isinstance(entry, tuple):
        return entry
    return {**world, row.id: life.appended(row, entries, *entry, now)}


def holds(before: World, seen: World) -> None:
    """What may never happen, whatever anybody did."""
    assert list(seen) == list(range(1, len(seen) + 1)), "a duel is gone, or a number left out"
    for number, (row, entries) in seen.items():
        was, log = before.get(number, (None, ()))
        assert entries[: len(log)] == log, "an entry has changed"
        assert [entry.ply for entry in entries] == list(range(len(entries)))
        assert {entry.player for entry in entries} <= {None, 1, 2}
        if was is None:
            continue
        assert row.status in BECOMES.get(was.status, {was.status}), "a life that goes back"
        if was.status not in BECOMES:
            assert (row, entries) == (was, log), "what is over has changed"
        assert row.due_at is not None
        assert was.due_at is not None
        assert row.status is not was.status or row.due_at >= was.due_at, "less time than before"
        assert row.version >= was.version
        for name in ("game", "player_one", "player_two", "name_one", "created_at", "channel_id", "rematch_of", "pace"):
            assert getattr(row, name) == getattr(was, name)
        if was.seed is not None:
            assert (row.seed, row.starter, row.opened_at) == (was.seed, was.starter, was.opened_at)
    rows = [row for row, _ in seen.values()]
    for user in {row.player_one for row in rows} | {row.player_two for row in rows}:
        asked = [row.player_two for row in rows if row.player_one == user and row.status is Status.CHALLENGED]
        assert _open(seen, user) <= OPEN
        assert len(asked) <= UNANSWERED
        assert all(asked.count(other) <= UNANSWERED_TO_ONE for other in asked)


def may_be_apart(world: World, one: Deed, two: Deed) -> bool:
    """Whether two deeds may be done by two connections at once. Limits are one process's to keep, and no two ever
    work on one file: so not where a limit could be met."""
    if not {one.kind, two.kind} <= COUNTED:
        return True
    if one.duel != two.duel or one.duel not in world:
        return False
    row, rows = world[one.duel][0], [row for row, _ in world.values()]
    users = row.player_one, row.player_two
    asked = any(other.status is Status.CHALLENGED and other.player_one in users for other in rows)
    return not (asked and Kind.REMATCH in (one.kind, two.kind)) and all(_open(world, user) < OPEN - 1 for user in users)


def seat_of(row: DuelRow, person: Person) -> int | None:
    """1, 2, or None for who has none."""
    return {row.player_one: 1, row.player_two: 2}.get(person.id)


def _open(world: World, user: int) -> int:
    return sum(row.status is Status.OPEN and user in (row.player_one, row.player_two) for row, _ in world.values())


def _challenged(
    world: World,
    who: Person,
    to: Person,
    game: str,
    *,
    first: int | None,
    pace: int,
    guild: int | None,
    now: int,
    rematch_of: int | None = None,
) -> World | Refused:
    if who.id == to.id:
        return refusals.SelfChallenge
    waiting = [row for row, _ in world.values() if row.status is Status.CHALLENGED]
    if rematch_of is None and any((row.player_one, row.player_two) == (to.id, who.id) for row in waiting):
        return refusals.ChallengedAlready
    mine = [row for row in waiting if row.player_one == who.id]
    if sum(row.player_two == to.id for row in mine) >= UNANSWERED_TO_ONE:
        return refusals.TooManyAtOnePerson
    if len(mine) >= UNANSWERED:
        return refusals.TooManyChallenges
    if _open(world, who.id) >= OPEN:
        return refusals.TooManyDuels
    if _open(world, to.id) >= OPEN:
        return refusals.OpponentHasTooManyDuels
    number = len(world) + 1
    row = DuelRow(
        id=number,
        game=game,
        rules_version=get(game).rules_version,
        player_one=who.id,
        player_two=to.id,
        name_one=who.name,
        name_two=to.name,
        starter=first,
        guild_id=guild,
        channel_id=CHANNEL,
        status=Status.CHALLENGED,
        seed=None,
        created_at=now,
        opened_at=None,
        ended_at=None,
        winner=None,
        ending=None,
        rematch_of=rematch_of,
        pace=pace,
        due_at=now + min(3 * pace, DAY),
        remind_at=None,
        extended_by=0,
        unreached=0,
        may_call_off=False,
        set_aside_at=None,
        version=0,
    )
    return {**world, number: (row, ())}


def _rematch(world: World, row: DuelRow, seat: int, who: Person, now: int) -> World | Refused:
    if row.status is not Status.ENDED:
        return refusals.NotOver
    made = next((other for other, _ in world.values() if other.rematch_of == row.id), None)
    if made is None:
        other = Person(row.player_two, row.name_two) if seat == 1 else Person(row.player_one, row.name_one)
        # The starter is swapped, and who asks is now player one.
        first = 2 if row.starter == seat else 1
        guild, pace = row.guild_id, row.pace
        return _challenged(world, who, other, row.game, first=first, pace=pace, guild=guild, now=now, rematch_of=row.id)
    if made.status is not Status.CHALLENGED:
        return refusals.RematchClosed if made.opened_at is None else refusals.RematchUsed
    return refusals.RematchAsked if made.player_one == who.id else world


def _answered(world: World, row: DuelRow, seat: int, kind: Kind, *, now: int, seen: DuelRow) -> DuelRow | Refused:
    if row.status is not Status.CHALLENGED:
        return refusals.AlreadyAnswered
    if kind is Kind.CANCEL:
        return life.closed(row, Status.CANCELLED, now) if seat == 1 else refusals.OnlyChallengerCancels
    if seat != 2:
        return refusals.OnlyOpponentAnswers
    if kind is not Kind.ACCEPT:
        return life.closed(row, Status.DECLINED if kind is Kind.DECLINE else Status.EXPIRED, now)
    if _open(world, row.player_two) >= OPEN:
        return refusals.TooManyDuels
    if _open(world, row.player_one) >= OPEN:
        return refusals.ChallengerAtLimit
    begun = [other for other, _ in world.values() if other.game == row.game and other.opened_at is not None]
    veterans = {user for other in begun for user in (other.player_one, other.player_two)}
    first = (row.player_one not in veterans) + 2 * (row.player_two not in veterans)
    row = replace(row, tossed=row.starter is None, newcomers=first, starter=row.starter or seen.starter)
    row = replace(row, status=Status.OPEN, seed=seen.seed, opened_at=now)
    return replace(life.wound_up(row, now), version=row.version + 1)


def _entered(row: DuelRow, entries: Entries, seat: int, deed: Deed) -> tuple[int | None, str] | Refused:
    """The entry that a deed adds to the log of an open duel."""
    offered = life.is_offered(entries, seat)
    match deed.kind:
        case Kind.PLAY:
            duel, player = life.position(row, entries), Player(seat)
            if deed.turn not in (None, sum(e.player == seat and not e.action.startswith("!") for e in entries)):
                return refusals.AlreadyPlayed
            if seat not in life.to_act(row, entries):
                return refusals.NotYetYourTurn
            legal = {str(action) for action in duel.view(player).actions}
            if deed.token in legal:
                return seat, deed.token
            acts = {token.split("-")[0] for token in legal}
            return refusals.NotHeld if deed.token.split("-")[0] in acts else refusals.WrongAct
        case Kind.RESIGN:
            return seat, "!resign"
        case Kind.OFFER if not offered:
            since = entries[life.after_last_move(entries, seat) :]
            again = any((entry.player, entry.action) == (seat, "!offer") for entry in since)
            return refusals.OfferedAlready if again else (seat, "!offer")
        case _ if not offered:
            return refusals.NoOffer
        case Kind.REFUSE:
            return seat, "!decline"
    return None, "!draw"
