"""How tasks share a file: whoever reads and reads lets others go on."""

from __future__ import annotations

import asyncio

import pytest

from storage import SqliteStore
from storage.connection import READS_IN_A_ROW
from tests.storage.rows import opened


@pytest.mark.asyncio
async def test_others_go_on_while_one_reads_and_reads(store: SqliteStore) -> None:
    duel_id, turns = await opened(store), 0

    async def others() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    beside = asyncio.create_task(others())
    for _ in range(10 * READS_IN_A_ROW):
        await store.load(duel_id)
    beside.cancel()
    assert turns >= 9


@pytest.mark.asyncio
async def test_who_asks_first_is_served_first(store: SqliteStore) -> None:
    """As long as nobody needs as many reads as others wait for."""
    duel_id, served = await opened(store), list[int]()

    async def press(number: int) -> None:
        for _ in range(READS_IN_A_ROW - 1):
            await store.load(duel_id)
        served.append(number)

    await asyncio.gather(*map(press, range(5)))
    assert served == [0, 1, 2, 3, 4]
