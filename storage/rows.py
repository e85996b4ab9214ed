"""Converts SQLite's rows into the rows of `storage.model`."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import fields
from functools import lru_cache
from operator import itemgetter
from typing import Any

from storage.model import ContactRow, DuelRow, MoveRow, NewDuel, StaleStatus, Status
from storage.store import DuelAndLog

_DUEL_COLUMNS = tuple(field.name for field in fields(DuelRow))
_STATUS, _MAY_CALL_OFF, _TOSSED = map(_DUEL_COLUMNS.index, ("status", "may_call_off", "tossed"))


def duel_and_log(row: sqlite3.Row) -> DuelAndLog:
    """One duel and its log, from a row of `WITH_LOG`."""
    return duel_of(row), tuple([MoveRow(*entry) for entry in json.loads(row["log"])])


def duel_of(row: sqlite3.Row) -> DuelRow:
    """A duel, from a row that has all its columns."""
    values = [*_places(*row.keys())(row)]
    values[_STATUS] = Status(values[_STATUS])
    for flag in (_MAY_CALL_OFF, _TOSSED):
        values[flag] = bool(values[flag])
    return DuelRow(*values)


@lru_cache(maxsize=8)
def _places(*columns: str) -> itemgetter[Any]:
    """Takes a duel's columns out of a row of these, by their places: a name is looked for among all of them."""
    return itemgetter(*map(columns.index, _DUEL_COLUMNS))


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
