"""One duel's life, said once more and apart from the service: its row and its log, and what an entry or an hour does.

Pure; of the games it asks which moves there are, and how they end.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from games import Duel, Move, Player, Seeded
from storage import DuelRow, MoveRow, Status

Entries = tuple[MoveRow, ...]


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
    talk = entries[after_last_move(entries, None) :]
    offers = [n for n, entry in enumerate(talk) if entry.action == "!offer"]
    if not offers or talk[offers[-1]].player == seat:
        return False
    return not any(entry.action == "!decline" for entry in talk[offers[-1] :])


def after_last_move(entries: Entries, seat: int | None) -> int:
    own = (e.ply + 1 for e in entries if not e.action.startswith("!") and seat in (None, e.player))
    return max(own, default=0)


@lru_cache(maxsize=4096)
def _replayed(game: str, seed: bytes, starter: int, moves: tuple[tuple[int, str], ...]) -> Duel:
    entries = (Move(Player(seat), token) for seat, token in moves)
    return Duel.replay(game, Seeded(seed), Player(starter), entries)


def is_due(row: DuelRow, now: int) -> bool:
    """Whether the time is up of what is not over."""
    return row.status in (Status.CHALLENGED, Status.OPEN) and row.due_at is not None and row.due_at <= now


def closed(row: DuelRow, status: Status, now: int) -> DuelRow:
    return replace(row, status=status, ended_at=now, version=row.version + 1)


def wound_up(row: DuelRow, now: int) -> DuelRow:
    """The next move has its own time; the reminder comes when a quarter is left."""
    return replace(row, due_at=now + row.pace, remind_at=now + row.pace - row.pace // 4, extended_by=0)


def given_back(row: DuelRow, by: int) -> DuelRow:
    """The bot was away so long; what is over is left alone."""
    if not by or row.status not in (Status.CHALLENGED, Status.OPEN):
        return row
    assert row.due_at is not None
    remind_at = None if row.remind_at is None else row.remind_at + by
    return replace(
        row, due_at=row.due_at + by, remind_at=remind_at, extended_by=row.extended_by + by, version=row.version + 1
    )


def appended(row: DuelRow, entries: Entries, seat: int | None, token: str, now: int) -> tuple[DuelRow, Entries]:
    """An open duel with one more entry."""
    acting, entries = to_act(row, entries), (*entries, MoveRow(len(entries), seat, token, now))
    row = replace(row, version=row.version + 1)
    if result := result_of(row, entries):
        return replace(row, status=Status.ENDED, ended_at=now, winner=result[0], ending=result[1]), entries
    # Of two who are both to pick, the second has no more time because the first is done.
    return row if token.startswith("!") or to_act(row, entries) < acting else wound_up(row, now), entries


def ended(row: DuelRow, entries: Entries, token: str, seat: int | None, now: int) -> tuple[DuelRow, Entries]:
    """A challenge or an open duel, ended by nobody's deed; what is over is left alone."""
    if row.status is Status.CHALLENGED:
        return closed(row, Status.EXPIRED, now), entries
    return appended(row, entries, seat, token, now) if row.status is Status.OPEN else (row, entries)


def run_out(row: DuelRow, entries: Entries, now: int) -> tuple[DuelRow, Entries]:
    """Who alone was to move has lost, unless nobody has moved yet."""
    if not is_due(row, now):
        return row, entries
    late = to_act(row, entries)
    if len(late) == 1 and any(not entry.action.startswith("!") for entry in entries):
        return ended(row, entries, "!time", min(late), now)
    return ended(row, entries, "!void", None, now)
