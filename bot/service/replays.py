"""`Replays`: duels as saved, from their rows and logs. Where a log goes on from one that was replayed before, so does
the duel. Knows no store and no Discord.
"""

from __future__ import annotations

from collections import OrderedDict

from bot.service.saved_duel import SavedDuel
from games import Duel, Move, Player, Seeded
from storage import DuelRow, MoveRow, Status

KEPT = 256
"""How many duels are kept as they were last replayed, some 10 KiB each: those that are being played just now."""

Log = tuple[MoveRow, ...]
Start = tuple[str, int, bytes | None, int | None]


class Replays:
    """A duel is its start and its log alone, so what is kept is right wherever both were read anew and begin alike."""

    def __init__(self) -> None:
        self._kept: OrderedDict[int, tuple[Start, Log, Duel]] = OrderedDict()

    def saved(self, row: DuelRow, log: Log) -> SavedDuel:
        """A duel that has begun and whose rules are known. Raises what replaying does, and `ValueError` where the log
        has a gap or, other than its row says, an end or none.
        """
        duel = self._replayed(row, log)
        if [move.ply for move in log] != list(range(len(log))) or (row.status is Status.ENDED) != bool(duel.outcome):
            raise ValueError("The log and the row of a duel do not agree.")
        return SavedDuel(row, duel, len(log))

    def _replayed(self, row: DuelRow, log: Log) -> Duel:
        start = (row.game, row.rules_version, row.seed, row.starter)
        begun, known, duel = self._kept.pop(row.id, (None, (), None))
        if duel is None or begun != start or known != log[: len(known)]:
            assert row.seed is not None
            known, duel = (), Duel.start(row.game, Seeded(row.seed), Player(row.starter))
        new = log[len(known) :]
        duel = duel.resumed(Move(Player(move.player) if move.player else None, move.action) for move in new)
        self._kept[row.id] = start, log, duel
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return duel
