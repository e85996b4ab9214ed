"""What the service is to do, said once more and apart from it: a world of rows, and what each deed makes of it.

Pure, and on purpose not made of the service's own parts: of the games it asks which moves there are, and how they end.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache

from bot import errors
from bot.table import Person
from games import Duel, Move, Player, Seeded, get
from storage import DuelRow, MoveRow, Status
from tests.service.hall import CHANNEL, GUILD

Entries = tuple[MoveRow, ...]
World = Mapping[int, tuple[DuelRow, Entries]]
"""Every duel there is, by its number: its row and its log."""
Refused = type[errors.Refusal]

UNANSWERED_TO_ONE, UNANSWERED, OPEN = 2, 3, 4
"""The limits under which this is tried: low enough to be met all the time."""


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


COUNTED = {Kind.CHALLENGE, Kind.REMATCH, Kind.ACCEPT}
"""What has a limit."""


@dataclass(frozen=True)
class Deed:
    """One thing that somebody does. `duel` is what it is about; `to`, `game` and `first` belong to a challenge."""

    kind: Kind
    who: Person
    duel: int = 0
    token: str = ""
    turn: int | None = None
    to: Person | None = None
    game: str = ""
    first: int | None = None

    def __str__(self) -> str:
        told = f"{self.to.name}, {self.game}, first: {self.first}" if self.to else f"duel {self.duel}"
        return f"{self.who.name}: {self.kind} ({told}{f', {self.token}, {self.turn}' * (self.kind is Kind.PLAY)})"


def after(world: World, deed: Deed, now: int, seen: World) -> World | Refused:
    """The world after a deed, or what refuses it. `seen`: the world as it was found, for what luck decides in it."""
    if deed.kind is Kind.CHALLENGE:
        assert deed.to is not None
        return _challenged(world, deed.who, deed.to, deed.game, first=deed.first, now=now)
    if deed.duel not in world:
        return errors.UnknownDuel
    row, entries = world[deed.duel]
    seat = seat_of(row, deed.who)
    if seat is None:
        return errors.NotYourDuel
    if deed.kind is Kind.REMATCH:
        return _rematch(world, row, seat, deed.who, now)
    if deed.kind in (Kind.ACCEPT, Kind.DECLINE, Kind.CANCEL, Kind.LAPSE):
        changed = _answered(world, row, seat, deed.kind, now=now, seen=seen[row.id][0])
        return {**world, row.id: (changed, entries)} if isinstance(changed, DuelRow) else changed
    if row.status is Status.CHALLENGED:
        return errors.NotStarted
    if row.status is not Status.OPEN:
        return errors.AlreadyAnswered if row.opened_at is None else errors.AlreadyOver
    entry = _entered(row, entries, seat, deed)
    if not isinstance(entry, tuple):
        return entry
    entries = (*entries, MoveRow(len(entries), *entry, now))
    result = result_of(row, entries)
    if result:
        row = replace(row, status=Status.ENDED, ended_at=now, winner=result[0], ending=result[1])
    return {**world, row.id: (row, entries)}


def may_be_apart(world: World, one: Deed, two: Deed) -> bool:
    """Whether two deeds may be done by two connections at once. Limits are one process's to keep, and no two ever
    work on one file: so not where a limit could be met."""
    if not {one.kind, two.kind} <= COUNTED:
        return True
    if one.duel != two.duel or one.duel not in world:
        return False
    row, rows = world[one.duel][0], [row for row, _ in world.values()]
    users = row.player_one, row.player_two
    asked = any(other.status is Status.CHALLENGED and other.player_one in users for other in rows if other != row)
    return not asked and all(_open(world, user) < OPEN - 1 for user in users)


def seat_of(row: DuelRow, person: Person) -> int | None:
    """1, 2, or None for who has none."""
    return {row.player_one: 1, row.player_two: 2}.get(person.id)


def position(row: DuelRow, entries: Entries) -> Duel:
    """How a duel stands by its moves alone."""
    assert row.seed is not None
    assert row.starter is not None
    moves = tuple((entry.player, entry.action) for entry in entries if not entry.action.startswith("!"))
    return _replayed(row.game, row.seed, row.starter, moves)


def result_of(row: DuelRow, entries: Entries) -> tuple[int | None, str] | None:
    """Who wins and how it ended, where it has."""
    last = entries[-1] if entries else None
    if last and last.player and last.action in ("!resign", "!time"):
        return 3 - last.player, {"!resign": "resignation", "!time": "time"}[last.action]
    if last and last.action in ("!draw", "!void"):
        return None, {"!draw": "agreement", "!void": "void"}[last.action]
    outcome = position(row, entries).outcome
    return (outcome.winner.value if outcome.winner else None, str(outcome.ending)) if outcome else None


def to_act(row: DuelRow, entries: Entries) -> set[int]:
    """The seats that are to move."""
    if row.status is not Status.OPEN:
        return set()
    return {player.value for player in position(row, entries).to_act}


def is_offered(entries: Entries, seat: int) -> bool:
    """Whether a draw is on offer to that seat."""
    talk = entries[_after_last_move(entries, None) :]
    offers = [n for n, entry in enumerate(talk) if entry.action == "!offer"]
    if not offers or talk[offers[-1]].player == seat:
        return False
    return not any(entry.action == "!decline" for entry in talk[offers[-1] :])


def _after_last_move(entries: Entries, seat: int | None) -> int:
    own = (e.ply + 1 for e in entries if not e.action.startswith("!") and seat in (None, e.player))
    return max(own, default=0)


@lru_cache(maxsize=4096)
def _replayed(game: str, seed: bytes, starter: int, moves: tuple[tuple[int, str], ...]) -> Duel:
    entries = (Move(Player(seat), token) for seat, token in moves)
    return Duel.replay(game, Seeded(seed), Player(starter), entries)


def _open(world: World, user: int) -> int:
    return sum(row.status is Status.OPEN and user in (row.player_one, row.player_two) for row, _ in world.values())


def _challenged(
    world: World, who: Person, to: Person, game: str, *, first: int | None, now: int, rematch_of: int | None = None
) -> World | Refused:
    if who.id == to.id:
        return errors.SelfChallenge
    waiting = [row for row, _ in world.values() if row.status is Status.CHALLENGED]
    if rematch_of is None and any((row.player_one, row.player_two) == (to.id, who.id) for row in waiting):
        return errors.ChallengedAlready
    mine = [row for row in waiting if row.player_one == who.id]
    if sum(row.player_two == to.id for row in mine) >= UNANSWERED_TO_ONE:
        return errors.TooManyAtOnePerson
    if len(mine) >= UNANSWERED:
        return errors.TooManyChallenges
    if _open(world, who.id) >= OPEN:
        return errors.TooManyDuels
    if _open(world, to.id) >= OPEN:
        return errors.OpponentHasTooManyDuels
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
        guild_id=GUILD,
        channel_id=CHANNEL,
        status=Status.CHALLENGED,
        seed=None,
        created_at=now,
        opened_at=None,
        ended_at=None,
        winner=None,
        ending=None,
        rematch_of=rematch_of,
    )
    return {**world, number: (row, ())}


def _rematch(world: World, row: DuelRow, seat: int, who: Person, now: int) -> World | Refused:
    if row.status is not Status.ENDED:
        return errors.NotOver
    made = next((other for other, _ in world.values() if other.rematch_of == row.id), None)
    if made is None:
        other = Person(row.player_two, row.name_two) if seat == 1 else Person(row.player_one, row.name_one)
        # The starter is swapped, and who asks is now player one.
        first = 2 if row.starter == seat else 1
        return _challenged(world, who, other, row.game, first=first, now=now, rematch_of=row.id)
    if made.status is not Status.CHALLENGED:
        return errors.RematchUsed
    return errors.RematchAsked if made.player_one == who.id else world


def _answered(world: World, row: DuelRow, seat: int, kind: Kind, *, now: int, seen: DuelRow) -> DuelRow | Refused:
    if row.status is not Status.CHALLENGED:
        return errors.AlreadyAnswered
    if kind is Kind.CANCEL:
        closed = replace(row, status=Status.CANCELLED, ended_at=now)
        return closed if seat == 1 else errors.OnlyChallengerCancels
    if seat != 2:
        return errors.OnlyOpponentAnswers
    if kind is not Kind.ACCEPT:
        return replace(row, status=Status.DECLINED if kind is Kind.DECLINE else Status.EXPIRED, ended_at=now)
    if _open(world, row.player_two) >= OPEN:
        return errors.TooManyDuels
    if _open(world, row.player_one) >= OPEN:
        return errors.ChallengerAtLimit
    return replace(row, status=Status.OPEN, seed=seen.seed, starter=row.starter or seen.starter, opened_at=now)


def _entered(row: DuelRow, entries: Entries, seat: int, deed: Deed) -> tuple[int | None, str] | Refused:
    """The entry that a deed adds to the log of an open duel."""
    offered = is_offered(entries, seat)
    match deed.kind:
        case Kind.PLAY:
            duel, player = position(row, entries), Player(seat)
            if deed.turn not in (None, sum(e.player == seat and not e.action.startswith("!") for e in entries)):
                return errors.AlreadyPlayed
            if seat not in to_act(row, entries):
                return errors.NotYetYourTurn
            legal = {str(action) for action in duel.view(player).actions}
            return (seat, deed.token) if deed.token in legal else errors.NoSuchAction
        case Kind.RESIGN:
            return seat, "!resign"
        case Kind.OFFER if not offered:
            since = entries[_after_last_move(entries, seat) :]
            again = any((entry.player, entry.action) == (seat, "!offer") for entry in since)
            return errors.OfferedAlready if again else (seat, "!offer")
        case _ if not offered:
            return errors.NoOffer
        case Kind.REFUSE:
            return seat, "!decline"
    return None, "!draw"
