"""Appended moves a second: the store's against aiosqlite's, by the same statements in one transaction."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from contextlib import aclosing
from pathlib import Path
from tempfile import TemporaryDirectory

from storage import NewDuel, SqliteStore
from storage.migrate import open_database
from storage.statements import ADD_MOVE, NEW_DEADLINE
from tests.benchmark.row import Must, Row, in_turn

MOVES = 500
PACE = 86_400_000
DUEL = NewDuel(
    game="battle", rules_version=1, player_one=1, player_two=2, name_one="Ada", name_two="Ben", starter=1,
    guild_id=1, channel_id=1, created_at=1, pace=PACE, due_at=PACE,
)  # fmt: skip


async def rows() -> AsyncIterator[Row]:
    """One after the other: what waits together, the store commits together, and aiosqlite can't."""
    ours, theirs = await in_turn(_ours, _theirs)
    yield Row(
        "appended moves", "aiosqlite, one transaction of the same", ours, theirs, "moves/s", Must.BE_TIMES_OR_MORE, 0.8
    )


async def _ours() -> float:
    with TemporaryDirectory() as folder:
        async with aclosing(await SqliteStore.connect(Path(folder) / "duels.db")) as store:
            duel = await _opened(store)
            began = time.perf_counter()
            for ply in range(MOVES):
                await store.append(duel, ply, 1, "attack-1", 5, remind_before=1)
            return MOVES / (time.perf_counter() - began)


async def _theirs() -> float:
    with TemporaryDirectory() as folder:
        file = Path(folder) / "duels.db"
        async with aclosing(await SqliteStore.connect(file)) as store:
            duel = await _opened(store)
        db = await open_database(file)
        try:
            began = time.perf_counter()
            for ply in range(MOVES):
                await db.execute("BEGIN IMMEDIATE")
                await db.execute_fetchall(ADD_MOVE, (ply, 1, "attack-1", 5, duel, ply))
                await db.execute_fetchall(NEW_DEADLINE, (5, 5, 1, duel))
                await db.execute_fetchall("UPDATE duels SET version = version + 1 WHERE id = ? RETURNING *", (duel,))
                await db.commit()
            return MOVES / (time.perf_counter() - began)
        finally:
            await db.close()


async def _opened(store: SqliteStore) -> int:
    duel = await store.create(DUEL)
    await store.open(duel.id, name_two="Ben", starter=1, seed=b"0123456789abcdef", at=1, remind_before=1)
    return duel.id
