"""Checks what must be true after all duels have ended, whatever happened to the bot meanwhile."""

from __future__ import annotations

import re
import sqlite3
from collections import Counter
from contextlib import closing
from itertools import takewhile
from pathlib import Path

from games import Duel, Move, Player, Seeded
from tests.wire.payloads import CHANNEL, DM_BASE, Payload
from tests.wire.players import Match, Players, belongs, is_result, moves

TROUBLE = re.compile(r"Traceback|bot\.errors")
"""Words that are in a log only if the bot has a bug."""


def check(folder: Path, players: Players, *, stripped: bool = True) -> None:
    """Every duel has ended as its log says, with only the moves that were pressed, and both players were told.

    `stripped`: of each duel, only its result is left. Pass False if requests failed, which may leave older panels.
    """
    with closing(sqlite3.connect(folder / "duels.db")) as db:
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        for match in players.matches:
            duel = _replayed(db, match)
            _is_what_was_pressed(match, duel)
            _is_what_was_told(players, match, stripped)


def _replayed(db: sqlite3.Connection, match: Match) -> Duel:
    """The duel replayed from its log. Its end matches the saved result, and its messages are up to date."""
    game, seed, starter, status, winner, ending, behind = db.execute(
        "SELECT game, seed, starter, status, winner, ending, version - delivered FROM duels WHERE id = ?", (match.duel,)
    ).fetchone()
    log = db.execute("SELECT player, action FROM moves WHERE duel_id = ? ORDER BY ply", (match.duel,)).fetchall()
    duel = Duel.replay(game, Seeded(seed), Player(starter), [Move(Player(player), action) for player, action in log])
    assert status == "ended"
    assert duel.outcome is not None
    assert duel.outcome.ending == ending
    assert (duel.outcome.winner and duel.outcome.winner.value) == winner
    assert behind == 0
    return duel


def _is_what_was_pressed(match: Match, duel: Duel) -> None:
    """For each turn, the log has the first press, or a later one if none before it was acknowledged."""
    for number, presses in match.presses.items():
        made = [move.token for move in duel.moves if move.player is Player(number)]
        assert len(made) == len({press.turn for press in presses}), (match, made)
        for turn, action in enumerate(made):
            tried = [press for press in presses if press.turn == turn]
            unheard = list(takewhile(lambda press: not press.acknowledged, tried))
            possible = tried[: len(unheard) + 1]
            assert action in [press.action for press in possible], (match.duel, number, turn, action, tried)


def _is_what_was_told(players: Players, match: Match, stripped: bool) -> None:
    """Each turn was prompted exactly once. The result stands exactly once: whose move ended the duel has it in place of
    their panel.
    """
    sent = players.discord.log.sent
    for number, user in enumerate(match.players, 1):
        place = str(DM_BASE + user.id)
        prompts = Counter(
            turn for message in sent if message["channel_id"] == place for turn in _turns(message, match.duel)
        )
        turns = Counter({press.turn for press in match.presses[number]})
        # Where a prompt was refused, the panel that stands may have been edited meanwhile, and pressed.
        assert prompts == turns or (not stripped and prompts < turns), (match.duel, number, prompts - turns)
        stand = [is_result(m, match.duel) for m in players.discord.direct(user) if belongs(m, match.duel)]
        assert stand.count(True) == 1
        assert not stripped or stand == [True]
    channel = players.discord.log.in_channel(str(CHANNEL))
    assert [is_result(message, match.duel) for message in channel if belongs(message, match.duel)] == [True]


def _turns(message: Payload, duel: int) -> set[int]:
    return {int(custom_id.split(":")[2]) for custom_id in moves(message, duel)}
