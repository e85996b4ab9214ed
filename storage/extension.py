"""Extends all deadlines in steps, so that whoever plays gets at the file in between.

How far it has come is noted in the file with each step: what is interrupted can be finished, by another process too.
"""

from __future__ import annotations

import json

from storage.connection import Connection, Sql
from storage.model import StorageError
from storage.statements import EXTEND_DEADLINES, NEXT_TO_EXTEND, PUT_NOTE

UNDER_WAY = "extension"
"""The note with an extension that is not finished: by how much, of what began before when, and the last duel done."""
STEP = 250
"""Duels in one transaction: some 5 ms."""
LAST_ID = 2**63 - 1
FIND = "SELECT value FROM notes WHERE key = ?"


async def extend(db: Connection, by: int, before: int, key: str, value: str) -> None:
    """Extend by so many milliseconds all deadlines of what began before that time, and write a note. Raises
    `StorageError` for a negative number.
    """
    if by < 0:
        raise StorageError("A deadline is not brought forward.")
    await finish(db)

    def begin(sql: Sql) -> None:
        sql(PUT_NOTE, key, value)
        sql(PUT_NOTE, UNDER_WAY, json.dumps([by, before, 0]))

    await db.transaction(begin)
    await finish(db)


async def finish(db: Connection) -> None:
    """Finish what is under way, if anything is."""
    while await db.read(FIND, UNDER_WAY):
        await db.transaction(_step)


def _step(sql: Sql) -> None:
    for row in sql(FIND, UNDER_WAY):  # another process may have finished it meanwhile
        by, before, done = json.loads(row["value"])
        found = sql(NEXT_TO_EXTEND, done, STEP - 1)
        last = found[0]["id"] if found else LAST_ID
        sql(EXTEND_DEADLINES, by, by, by, done, last, before)
        if found:
            sql(PUT_NOTE, UNDER_WAY, json.dumps([by, before, last]))
        else:
            sql("DELETE FROM notes WHERE key = ?", UNDER_WAY)
