"""Loading a duel from the store and replaying it, against one bare read of the same rows."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import aiosqlite

from bot.service.replays import Replays
from games import Duel, Seeded
from storage import NewDuel, SqliteStore
from tests.benchmark.row import Measure, Must, Row, in_turn

PLIES = 40
READS = 200
"""For each figure."""


async def rows() -> AsyncIterator[Row]:
    """As before a move, where all but the latest entry is known; and where nothing is."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "duels.db"
        store = await SqliteStore.connect(file)
        duel_id = await saved(store)
        # As the store's own, with a thread of its own, so that the way there and back is in both.
        bare = await aiosqlite.connect(file)
        measures = ours_of(store, duel_id, known=PLIES - 1), ours_of(store, duel_id, known=0), theirs_of(bare, duel_id)
        try:
            going_on, anew, theirs = await in_turn(*measures)
        finally:
            await bare.close()
            await store.aclose()
    for ours, how in ((going_on, "as before each move"), (anew, "from the start")):
        what = f"a match of {PLIES} plies: loaded and replayed, {how}"
        yield Row(what, "aiosqlite: its rows fetched", ours, theirs, "µs", Must.BE_TIMES_OR_LESS, 3)


async def saved(store: SqliteStore) -> int:
    """A match of so many plies, in the store; its number."""
    duel, seed = long_match()
    new = NewDuel("match", duel.game.rules_version, 1, 2, "Ada", "Ben", 1, 3, 4, 0, 86_400_000, 0)
    duel_id = (await store.create(new)).id
    await store.open(duel_id, name_two="Ben", starter=1, seed=seed, at=1, remind_before=1)
    for ply, move in enumerate(duel.moves):
        assert move.player is not None
        await store.append(duel_id, ply, move.player.value, move.token, at=ply + 1, remind_before=1)
    return duel_id


def long_match() -> tuple[Duel, bytes]:
    """A match that still goes on after so many plies, and its seed."""
    random = Random(1)
    while True:
        seed = random.randbytes(32)
        duel = Duel.start("match", Seeded(seed))
        while duel.to_act and len(duel.moves) < PLIES:
            (player,) = duel.to_act
            duel = duel.play(player, duel.legal[player.index][0])  # the lowest: an attack that does little
        if duel.to_act:
            return duel, seed


def ours_of(store: SqliteStore, duel_id: int, *, known: int) -> Measure:
    """Microseconds of a load and a replay, where so many entries of the log were replayed before."""

    async def measure() -> float:
        loaded = await store.load(duel_id)
        assert loaded is not None
        took = 0.0
        for _ in range(READS):
            replays = Replays()
            replays.saved(loaded[0], loaded[1][:known])
            began = time.perf_counter()
            now = await store.load(duel_id)
            assert now is not None
            replays.saved(*now)
            took += time.perf_counter() - began
        return took / READS * 1e6

    return measure


def theirs_of(bare: aiosqlite.Connection, duel_id: int) -> Measure:
    """Microseconds of the rows alone."""
    sql = "SELECT * FROM duels JOIN moves ON duel_id = id WHERE id = ? ORDER BY ply"

    async def measure() -> float:
        began = time.perf_counter()
        for _ in range(READS):
            await bare.execute_fetchall(sql, (duel_id,))
        return (time.perf_counter() - began) / READS * 1e6

    return measure
