"""While a file can't be written, writes are refused completely and reads work; afterwards, everything works again."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path

import pytest
import pytest_asyncio

from storage import Result, SqliteStore, Unwritable
from tests.children import PATIENCE
from tests.storage.outages import LONG, OUTAGES, locked
from tests.storage.patient import set_lock_timeout
from tests.storage.rows import CHALLENGE, REMIND_BEFORE, opened, statements

WRITES: dict[str, Callable[[SqliteStore, int], Awaitable[object]]] = {
    "create": lambda store, _: store.create(replace(CHALLENGE, name_one=LONG)),
    "append": lambda store, duel: store.append(duel, 0, 1, LONG, 5, remind_before=REMIND_BEFORE),
    "end": lambda store, duel: store.append(duel, 0, 1, LONG, 5, result=Result(2, "resignation")),
    "note": lambda store, _: store.put_note("key", LONG),
    "put off": lambda store, _: store.extend_deadlines(7, 2**50, "key", LONG),
}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "duels.db"


@pytest_asyncio.fixture
async def store(file: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[SqliteStore]:
    set_lock_timeout(monkeypatch, 0)
    async with aclosing(await SqliteStore.connect(file)) as store:
        yield store


@pytest.mark.asyncio
@pytest.mark.parametrize("reason", OUTAGES)
@pytest.mark.parametrize("write", WRITES)
async def test_a_write_is_refused_completely_and_works_afterwards(
    file: Path, store: SqliteStore, write: str, reason: str
) -> None:
    duel = await opened(store)
    before = await store.load(duel), await store.note("key"), await store.duel(duel + 1)
    async with OUTAGES[reason](store, file):
        for _ in range(3):
            with pytest.raises(Unwritable) as refused:
                await WRITES[write](store, duel)
            assert refused.value.reason == reason
            assert (await store.load(duel), await store.note("key"), await store.duel(duel + 1)) == before
    await WRITES[write](store, duel)
    assert (await store.load(duel), await store.note("key"), await store.duel(duel + 1)) != before


@pytest.mark.asyncio
async def test_what_is_wrong_with_the_statement_is_no_outage(store: SqliteStore) -> None:
    with pytest.raises(Exception, match=r"^The database refused: ") as refused:
        await store.create(replace(CHALLENGE, created_at=-1))
    assert not isinstance(refused.value, Unwritable)


@pytest.mark.asyncio
async def test_nothing_else_waits_while_a_write_waits_for_a_lock(file: Path, store: SqliteStore) -> None:
    await store._db.statement(f"PRAGMA busy_timeout = {PATIENCE * 1000:.0f}")
    with locked(file):
        asked = await statements(store)
        write = asyncio.create_task(store.put_note("key", "value"))
        assert "INTO notes" in await asked.get()
        for _ in range(100):
            await asyncio.sleep(0)
        assert not write.done()
    await write
    assert await store.note("key") == "value"
