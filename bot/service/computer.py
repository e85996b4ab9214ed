"""`Computer`: makes the bot's own moves in practice duels. Knows no Discord.

A computer player is handed its `View`, as a person is, and luck. What it does is written into the log like any move, so
that a bot that is killed in between finds that it is still to move.
"""

from __future__ import annotations

import logging
from hashlib import blake2b

from bot.service.duels import Duels
from bot.service.saved_duel import SavedDuel
from bot.worker import Runner
from games.model import Phase
from players import Level, turn
from storage import StaleLog

log = logging.getLogger(__name__)


class Computer:
    """Has it think by a `Runner`. Nobody waits for that but whoever plays the duel."""

    def __init__(self, duels: Duels, runner: Runner) -> None:
        self._duels = duels
        self._runner = runner

    async def reply(self, saved: SavedDuel) -> SavedDuel:
        """Do all that the computer has to do in a duel now; the duel as saved then. Where it has nothing to do, or two
        people play, that is the duel as given. Raises `WorkFailed` or, where the store fails, a `StorageError`.
        """
        while saved.waits_for_computer or _may_speak(saved):
            computer, duel, row = saved.computer, saved.duel, saved.row
            assert computer
            assert duel
            assert row.practice
            # The same luck for the same move, should it be asked for again.
            key = blake2b(len(duel.moves).to_bytes(4), key=row.seed or b"", person=b"computer").digest()
            step = await self._runner.run(turn, row.game, Level(row.practice), duel.view(computer), key)
            if step is None:
                break
            try:
                saved = await self._duels.save(saved, duel.step(computer, step))
            except StaleLog:
                newer = await self._duels.load_or_call_off(row.id)
                assert newer is not None, "no duel is ever deleted"
                saved = newer
            else:
                log.info("duel %(duel)d: entry %(entry)d by the computer", {"duel": row.id, "entry": saved.plies})
        return saved


def _may_speak(saved: SavedDuel) -> bool:
    """Whether the computer may want to offer a draw, which it does in sudden death alone."""
    if saved.computer is None or saved.duel is None:
        return False
    return saved.view(None).phase is Phase.PICK and saved.duel.may_offer(saved.computer)
