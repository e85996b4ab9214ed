"""Converts SQLite's rows into the rows of `storage.model`."""

from __future__ import annotations

import sqlite3
from dataclasses import fields

from storage.model import ContactRow, DuelRow, MoveRow, NewDuel, StaleStatus, Status
from storage.store import DuelAndLog

_DUEL_COLUMNS = tuple(field.name for field in fields(DuelRow))


def duel_and_log(rows: list[sqlite3.Row]) -> DuelAndLog:
    """One duel and its log, from joined rows. A duel without moves is one row whose move columns are NULL."""
    moves = [MoveRow(*row[: len(MoveRow._fields)]) for row in rows if row["ply"] is not None]
    return duel_of(rows[0]), tuple(moves)


def duel_of(row: sqlite3.Row) -> DuelRow:
    """A duel, from a row that has all its columns."""
    converted = {"status": Status(row["status"])} | {name: bool(row[name]) for name in ("may_call_off", "tossed")}
    return DuelRow(**{column: row[column] for column in _DUEL_COLUMNS} | converted)


def contact_of(row: sqlite3.Row, player: int) -> ContactRow:
    """One player's contact, from a joined row. Its columns are NULL if nothing was ever saved for them."""
    user_id = row["player_one" if player == 1 else "player_two"]
    if row[f"prompts_{player}"] is None:
        return ContactRow(user_id)
    wants = bool(row[f"prompts_{player}"]), bool(row[f"reminders_{player}"])
    return ContactRow(user_id, row[f"channel_{player}"], row[f"closed_{player}"], *wants)


def created(new: NewDuel, rows: list[sqlite3.Row]) -> DuelRow:
    """The duel that was added. Raises `StaleStatus` if there is none."""
    if not rows:
        raise StaleStatus(f"Duel {new.rematch_of} has a rematch already.")
    return duel_of(rows[0])


def changed_challenge(duel_id: int, rows: list[sqlite3.Row]) -> DuelRow:
    """The duel that an update of a challenge returned. Raises `StaleStatus` if there is none."""
    if not rows:
        raise StaleStatus(f"Duel {duel_id} is not a challenge.")
    return duel_of(rows[0])
