"""`SqliteStore` passes the contract; and tests of the file: what it refuses, its locks and its indexes."""

from __future__ import annotations

import asyncio
import os
import re
import sqlite3
import threading
from collections.abc import AsyncIterator
from contextlib import aclosing
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from storage import DuelStore, MoveRow, Result, SqliteStore, StaleLog, Status, StorageError
from tests.children import PATIENCE
from tests.storage.contract import DuelStoreContract
from tests.storage.files import put_new, raw
from tests.storage.patient import set_lock_timeout
from tests.storage.rows import ALICE, CHALLENGE, REMIND_BEFORE, Connect, loaded, opened, statements


class TestSqliteStore(DuelStoreContract):
    @pytest_asyncio.fixture
    async def connect(self, tmp_path: Path) -> AsyncIterator[Connect]:
        stores: list[DuelStore] = []

        async def connect() -> DuelStore:
            await put_new(tmp_path / "duels.db")
            stores.append(await SqliteStore.connect(tmp_path / "duels.db"))
            return stores[-1]

        yield connect
        for store in stores:
            await store.aclose()


# Rules that the file itself enforces, for any program.


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE moves SET action = 'attack-1' WHERE ply = 0",
        "UPDATE moves SET ply = 7 WHERE ply = 1",
        "UPDATE OR REPLACE moves SET ply = 0 WHERE ply = 1",
        "DELETE FROM moves",
        "DELETE FROM moves WHERE ply = 1",
        "REPLACE INTO moves VALUES ({duel}, 0, 1, 'attack-1', 5)",
        "INSERT OR REPLACE INTO moves VALUES ({duel}, 1, 1, 'attack-1', 5)",
        "INSERT INTO moves VALUES ({duel}, 1, 1, 'attack-1', 5)",
        "INSERT INTO moves VALUES ({duel}, 3, 1, 'attack-1', 5)",
        "INSERT INTO moves VALUES ({duel}, -1, 1, 'attack-1', 5)",
        "INSERT INTO moves VALUES ({duel}, 2, 3, 'attack-1', 5)",
        "INSERT INTO moves VALUES ({duel}, 2, 0, 'attack-1', 5)",
        "INSERT INTO moves VALUES ({duel}, 2, 1, 'attack-1', -1)",
        "INSERT INTO moves VALUES ({duel}, 2, 1, NULL, 5)",
        "INSERT INTO moves VALUES ({challenge}, 0, 1, 'attack-1', 5)",
        "INSERT INTO moves VALUES ({ended}, 1, 1, 'attack-1', 5)",
        "INSERT INTO moves VALUES (99, 0, 1, 'attack-1', 5)",
        "UPDATE duels SET status = 'lost', ended_at = 5 WHERE id = {challenge}",
        "UPDATE duels SET status = 'ended' WHERE id = {duel}",
        "UPDATE duels SET status = 'challenged' WHERE id = {duel}",
        "UPDATE duels SET status = 'open' WHERE id = {challenge}",
        "UPDATE duels SET winner = 1 WHERE id = {duel}",
        "UPDATE duels SET ending = 'life' WHERE id = {duel}",
        "UPDATE duels SET ended_at = 5 WHERE id = {duel}",
        "UPDATE duels SET starter = NULL WHERE id = {duel}",
        "UPDATE duels SET seed = NULL WHERE id = {duel}",
        "UPDATE duels SET seed = 'text' WHERE id = {duel}",
        "UPDATE duels SET opened_at = NULL WHERE id = {duel}",
        "UPDATE duels SET opened_at = -1 WHERE id = {duel}",
        "UPDATE duels SET created_at = -1 WHERE id = {duel}",
        "UPDATE duels SET starter = 3 WHERE id = {challenge}",
        "UPDATE duels SET seed = x'00' WHERE id = {challenge}",
        "UPDATE duels SET winner = 0 WHERE id = {ended}",
        "UPDATE duels SET ended_at = -1 WHERE id = {ended}",
        "UPDATE duels SET ended_at = NULL WHERE id = {ended}",
        "UPDATE duels SET player_one = 'Alice' WHERE id = {duel}",
    ],
)
async def test_the_file_itself_refuses(file: Path, store: SqliteStore, sql: str) -> None:
    duel, ended = await opened(store), await opened(store)
    challenge = (await store.create(CHALLENGE)).id
    await store.append(duel, 0, 1, "attack-7", 5)
    await store.append(duel, 1, 2, "take", 6)
    await store.append(ended, 0, 2, "!resign", 7, result=Result(1, "resignation"))
    before = [await store.load(duel_id) for duel_id in (duel, ended, challenge)]
    with raw(file) as connection:
        # Another mistake than the intended one would raise another error.
        with pytest.raises(sqlite3.IntegrityError):
            connection.execute(sql.format(duel=duel, ended=ended, challenge=challenge))
        connection.execute("INSERT INTO moves VALUES (?, 2, NULL, 'the next is taken', 5)", (duel,))
    _, log = await loaded(store, duel)
    assert log[2:] == (MoveRow(2, None, "the next is taken", 5),)
    after = [await store.load(duel_id) for duel_id in (duel, ended, challenge)]
    assert after[1:] == before[1:]
    assert before[0] == ((await loaded(store, duel))[0], log[:2])


@pytest.mark.asyncio
async def test_a_ply_is_no_negative_number_whatever_else_is_there(file: Path, store: SqliteStore) -> None:
    duel_id = await opened(store)
    with raw(file) as connection:
        connection.execute("DROP TRIGGER moves_come_in_order")
        with pytest.raises(sqlite3.IntegrityError):
            connection.execute("INSERT INTO moves VALUES (?, -1, 1, 'attack-7', 5)", (duel_id,))


@pytest.mark.asyncio
async def test_a_number_is_not_used_again(file: Path, store: SqliteStore) -> None:
    last = (await store.create(CHALLENGE)).id
    with raw(file) as connection:
        connection.execute("DELETE FROM duels")
    assert (await store.create(CHALLENGE)).id > last


@pytest.mark.asyncio
async def test_while_another_program_writes_a_write_is_refused_whole(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_lock_timeout(monkeypatch, 0)
    async with aclosing(await SqliteStore.connect(file)) as store:
        duel_id = await opened(store)
        before = await store.load(duel_id)
        with raw(file) as connection:
            connection.execute("BEGIN IMMEDIATE")
            with pytest.raises(StorageError):
                await store.append(duel_id, 0, 1, "!resign", 5, result=Result(2, "resignation"))
            with pytest.raises(StorageError):
                await store.put_note("a", "b")
            assert await store.load(duel_id) == before  # reads still work
            connection.execute("ROLLBACK")
        await store.append(duel_id, 0, 1, "!resign", 5, result=Result(2, "resignation"))


@pytest.mark.asyncio
async def test_a_short_wait_for_another_program_is_no_error(file: Path, store: SqliteStore) -> None:
    duel_id = await opened(store)
    with raw(file) as connection:
        connection.execute("BEGIN IMMEDIATE")
        asked = await statements(store)
        move = asyncio.create_task(store.append(duel_id, 0, 1, "attack-7", 5))
        assert await asked.get() == "BEGIN IMMEDIATE"
        for _ in range(100):  # a refusal would show by now, or soon below
            assert connection.execute("SELECT count(*) FROM moves").fetchall() == [(0,)]
            await asyncio.sleep(0)
        assert not move.done()
        connection.execute("COMMIT")
        await move


# Cancelled, refused and read while others write.


@pytest.mark.asyncio
async def test_cancelled_when_it_has_begun_an_end_is_whole(file: Path, store: SqliteStore) -> None:
    duel_id = await opened(store)
    with raw(file) as connection:
        connection.execute("BEGIN IMMEDIATE")
        asked = await statements(store)
        end = store.append(duel_id, 0, 1, "attack-7", 5, remind_before=REMIND_BEFORE, result=Result(1, "life"))
        tasks = [asyncio.create_task(end)]
        assert await asked.get() == "BEGIN IMMEDIATE"
        tasks.append(asyncio.create_task(store.append(duel_id, 0, 2, "!resign", 6, result=Result(1, "resignation"))))
        await asyncio.sleep(0)
        tasks[0].cancel()
        connection.execute("COMMIT")
    await asyncio.wait(tasks)
    assert tasks[0].cancelled()
    assert isinstance(tasks[1].exception(), StaleLog)
    duel, log = await loaded(store, duel_id)
    assert (duel.ending, log) == ("life", (MoveRow(0, 1, "attack-7", 5),))
    with raw(file) as connection:  # no transaction is open, and everything is in the file
        connection.execute("BEGIN IMMEDIATE")
        assert connection.execute("SELECT ending FROM duels").fetchall() == [("life",)]


@pytest.mark.asyncio
async def test_what_waits_is_committed_once_and_what_is_refused_undoes_only_itself(store: SqliteStore) -> None:
    duels = [await opened(store) for _ in range(4)]
    asked = await statements(store)
    writes = [store.append(duel_id, 0, 1, "attack-7", 5) for duel_id in duels]
    assert not any(isinstance(done, Exception) for done in await asyncio.gather(*writes, return_exceptions=True))
    commits = [asked.get_nowait() for _ in range(asked.qsize())].count("COMMIT")
    assert commits == 1
    writes = [store.append(duel_id, ply, 2, "take", 6) for duel_id, ply in zip(duels, (1, 1, 7, 1), strict=True)]
    done = await asyncio.gather(*writes, store.put_note("a", "b"), return_exceptions=True)
    assert [isinstance(result, StaleLog) for result in done] == [False, False, True, False, False]
    assert [len((await loaded(store, duel_id))[1]) for duel_id in duels] == [2, 2, 1, 2]
    assert await store.note("a") == "b"


@pytest.mark.asyncio
async def test_what_another_connection_has_written_is_read_at_once(file: Path, store: SqliteStore) -> None:
    duel_id = await opened(store)
    for ply in range(3):
        with raw(file) as connection:
            connection.execute("INSERT INTO moves VALUES (?, ?, 1, 'attack-1', 5)", (duel_id, ply))
            connection.execute("UPDATE duels SET version = version + 1 WHERE id = ?", (duel_id,))
        duel, log = await loaded(store, duel_id)
        delivery = await store.delivery(duel_id)
        assert delivery is not None
        assert (duel.version, len(log), delivery.version) == (ply + 2, ply + 1, ply + 2)


@pytest.mark.asyncio
async def test_nobody_is_left_waiting_where_the_work_itself_is_cancelled(store: SqliteStore) -> None:
    for steps in (1, 2):  # before the work has begun, and in the middle of it
        tasks = [asyncio.create_task(store.put_note(key, "1")) for key in ("one", "two")]
        for _ in range(steps):
            await asyncio.sleep(0)
        assert store._db._at_work is not None
        store._db._at_work.cancel()
        outcomes = await asyncio.gather(*tasks, return_exceptions=True)
        assert all(isinstance(outcome, asyncio.CancelledError) for outcome in outcomes)
        await store.put_note("three", str(steps))
        assert await store.note("three") == str(steps)


@pytest.mark.parametrize("times", [0, 1, 2])
@pytest.mark.asyncio
async def test_a_look_that_is_stopped_while_it_opens_the_file_closes_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, times: int
) -> None:
    """Else that connection would keep the log beside the file from being taken up at the end."""
    store, real = await SqliteStore.connect(tmp_path / "duels.db"), sqlite3.connect
    opens, may_open = threading.Event(), threading.Event()
    close, closes = store._db._db.close, list[str]()

    def slow(*args: Any, **options: Any) -> Any:
        db = real(*args, **options)
        db.execute("SELECT * FROM sqlite_master")  # from then on it counts as a user of the file
        opens.set()
        assert may_open.wait(PATIENCE)
        return db

    async def noted() -> None:
        closes.append("store")
        await close()

    monkeypatch.setattr(sqlite3, "connect", slow)
    monkeypatch.setattr(store._db._db, "close", noted)
    looking = asyncio.create_task(store.examine())
    assert await asyncio.to_thread(opens.wait, PATIENCE)
    for _ in range(times):
        looking.cancel()
        await asyncio.sleep(0)
    closing = asyncio.create_task(store.aclose())
    for _ in range(5):
        await asyncio.sleep(0)
    closed_early = bool(closes)
    may_open.set()
    await closing
    await asyncio.wait([looking])
    assert looking.cancelled()
    assert not closed_early
    assert os.listdir(tmp_path) == ["duels.db"]


@pytest.mark.asyncio
async def test_cancelled_while_it_waits_its_turn_nothing_is_written(store: SqliteStore) -> None:
    duel_id = await opened(store)
    tasks = [asyncio.create_task(store.append(duel_id, 0, 1, f"attack-{n}", n)) for n in range(5)]
    await asyncio.sleep(0)
    for task in tasks[1:]:
        task.cancel()
    await asyncio.wait(tasks)
    assert [task.cancelled() for task in tasks] == [False, True, True, True, True]
    _, log = await loaded(store, duel_id)
    assert [move.action for move in log] == ["attack-0"]


# Several processes, and what a killed one leaves.


@pytest.mark.asyncio
async def test_many_duels_are_searched_by_index(file: Path, store: SqliteStore) -> None:
    """Checks SQLite's plans for the store's statements."""
    asked: list[str] = []
    await store._db._db.set_trace_callback(asked.append)
    store._db._reader.set_trace_callback(asked.append)
    await store.duels_of(ALICE, {Status.OPEN, Status.CHALLENGED})
    await store.under_way_in(1)
    await store.outdated_of(1)
    await store.of_other_rules({"siege": 1})
    await store.put_name(1, ALICE, "Alice", "alice")
    await store.put_delivered(1, 1)
    await store.with_later_deadline((0, 0), 9)
    await store.spare(5)
    await store.load(1)
    await store.rematch_of(1)
    await store.agenda(5)
    await store.extend_deadlines(5, 5, "looked", "now")
    asked = [sql for sql in asked if not re.match("BEGIN|COMMIT|.* notes", sql)]
    assert len(asked) == 13
    with raw(file) as connection:
        plan = [step for sql in asked for *_, step in connection.execute(f"EXPLAIN QUERY PLAN {sql}")]
    scans = [step for step in plan if re.match("SCAN (duels|moves|messages)", step)]
    assert scans == ["SCAN duels USING INDEX duels_under_way"]  # once a start
    assert not [step for step in plan if "(guild_id=?)" in step and "old_board" not in step]
    for index in (
        "duels_by_player_one (player_one=? AND status=?)",
        "duels_by_player_two (player_two=? AND status=?)",
        "duels_by_rematch (rematch_of=?)",
        "duels_by_due (status=? AND due_at<?)",
        "duels_by_reminder (status=? AND remind_at<?)",
        "duels_by_guild (guild_id=? AND status=?)",
        "duels_with_old_board (guild_id=?)",
        "duels_behind (id>?)",
        "duels_later (due_at>?)",
        "duels_under_way (id>?)",
    ):
        assert any(index in step for step in plan), plan
    assert not any("(status=?)" in step for step in plan)
