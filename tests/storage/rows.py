"""Shared by the storage tests: a challenge, hostile names, and helpers for open duels."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest_asyncio

from storage import DuelRow, DuelStore, MessageRow, MoveRow, NewDuel, SqliteStore, Status, StorageError

Connect = Callable[[], Awaitable[DuelStore]]

ALICE, BOB, CAROL = 111, 222, 333
HUGE = 10**30
# On both sides of the limits of 64-bit integers, and numbers that no duel has.
NO_IDS = [0, -1, 2**63 - 1, 2**63, -(2**63), -(2**63) - 1, HUGE, -HUGE]
CHALLENGE = NewDuel(
    game="siege",
    rules_version=1,
    player_one=ALICE,
    player_two=BOB,
    name_one="Alice",
    name_two="Bob",
    starter=None,
    guild_id=2**62,
    channel_id=2**62 + 1,
    created_at=1_700_000_000_000,
    pace=86_400_000,
    due_at=1_700_086_400_000,
)
PACE = CHALLENGE.pace
REMIND_BEFORE = PACE // 4
HOSTILE = [
    "",
    "\0",
    "a\0b",
    "'; DROP TABLE moves; --",
    "?1 :a @b $c %s {}",
    "\N{RIGHT-TO-LEFT OVERRIDE}gnilggob\N{POP DIRECTIONAL FORMATTING}",
    "\N{MAGE}" * 40,
    "\N{COMBINING ACUTE ACCENT}" * 500,
]
HALF = ["\ud800", "a\udfffb", "\udc00\ud800"]


async def opened(store: DuelStore, new: NewDuel = CHALLENGE) -> int:
    duel = await store.create(new)
    await store.open(duel.id, name_two="Bob", starter=1, seed=b"seed", at=1, remind_before=new.pace // 4)
    return duel.id


def under_way(challenge: DuelRow, at: int, **changes: Any) -> DuelRow:
    """The row of this challenge after it was accepted at `at`: the first duel of both, unless said otherwise."""
    first = {"tossed": challenge.starter is None, "newcomers": 3}
    due = {"due_at": at + challenge.pace, "remind_at": at + challenge.pace * 3 // 4}
    return replace(challenge, status=Status.OPEN, opened_at=at, version=1, **first | due | changes)


async def loaded(store: DuelStore, duel_id: int) -> tuple[DuelRow, tuple[MoveRow, ...]]:
    found = await store.load(duel_id)
    assert found is not None
    return found


async def statements(store: SqliteStore) -> asyncio.Queue[str]:
    """A queue of the statements that SQLite starts for a store from now on, even if they then wait for a lock."""
    loop, asked = asyncio.get_running_loop(), asyncio.Queue[str]()
    await store._db._db.set_trace_callback(lambda sql: loop.call_soon_threadsafe(asked.put_nowait, sql))
    return asked


async def race(*entrants: Awaitable[DuelRow], loses: type[StorageError]) -> int:
    """Run them concurrently. Exactly one must win; returns its index."""
    results: list[Any] = await asyncio.gather(*entrants, return_exceptions=True)
    winners = [index for index, result in enumerate(results) if isinstance(result, DuelRow)]
    losers = [result for result in results if not isinstance(result, DuelRow)]
    assert len(winners) == 1, results
    assert [type(loser) for loser in losers] == [loses] * len(losers), results
    return winners[0]


class StoreTests:
    """The base of each part of the contract: two stores on the same rows."""

    @pytest_asyncio.fixture
    async def connect(self, tmp_path: Path) -> AsyncIterator[Connect]:
        """A function that opens another store on the same data, with its own connection. All are closed at the end."""
        raise NotImplementedError
        yield

    @pytest_asyncio.fixture
    async def store(self, connect: Connect) -> DuelStore:
        return await connect()

    @pytest_asyncio.fixture
    async def other(self, connect: Connect, store: DuelStore) -> DuelStore:
        return await connect()


async def messages(store: DuelStore, duel_id: int) -> tuple[MessageRow, ...]:
    """A duel's saved message rows."""
    row = await store.delivery(duel_id)
    return row.messages if row else ()
