"""Data stays and keeps its meaning when a file is migrated from one version to the next."""

from __future__ import annotations

import sqlite3
from contextlib import aclosing
from pathlib import Path
from typing import Any

import pytest

from storage import ContactRow, MessageRow, NewDuel, SqliteStore, StaleStatus, Status
from storage.migrate import MIGRATIONS
from tests.storage.files import NEWEST, migrated, number, raw
from tests.storage.rows import REMIND_BEFORE, messages

DAY = 24 * 60 * 60 * 1000
NOW = 1_800_000_000_000
UNSENT = -1
"""The value of `delivered` before anything was delivered."""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "duels.db"


def rows(file: Path, table: str, columns: str) -> list[tuple[Any, ...]]:
    with raw(file) as connection:
        return connection.execute(f"SELECT {columns} FROM {table} ORDER BY 1, 2").fetchall()


@pytest.mark.asyncio
async def test_what_was_there_before_rematches_stays_and_can_have_one(file: Path) -> None:
    await migrated(file, MIGRATIONS[0])
    with raw(file) as connection:
        for status, seed, at in (("challenged", None, None), ("open", b"seed", 1), ("declined", None, None)):
            connection.execute(
                "INSERT INTO duels (game, rules_version, player_one, player_two, name_one, name_two, starter, guild_id,"
                " channel_id, status, seed, created_at, opened_at, ended_at)"
                " VALUES ('siege', 1, 11, 22, 'Ada', 'Ben', 1, 7, 8, ?, ?, 0, ?, ?)",
                (status, seed, at, 2 if status == "declined" else None),
            )
        connection.execute("INSERT INTO moves VALUES (2, 0, 1, 'attack-7', 3), (2, 1, 2, '!resign', 4)")
        connection.execute(
            "UPDATE duels SET status = 'ended', ended_at = 4, winner = 1, ending = 'resignation' WHERE id = 2"
        )
        connection.execute("INSERT INTO messages VALUES (2, 'board', 8, 9, 3)")
        columns = [name for _, name, *_ in connection.execute("PRAGMA table_info(duels)")]
        names = ", ".join(name for name in columns if name != "delivered")  # its meaning has changed
    tables = [("duels", names), ("moves", "*"), ("messages", "*"), ("doors", "*"), ("notes", "*")]
    before = [rows(file, table, columns) for table, columns in tables]
    assert [len(found) for found in before] == [3, 2, 1, 0, 0]
    async with aclosing(await SqliteStore.connect(file)) as store:
        assert number(file, "PRAGMA user_version") == NEWEST
        assert [rows(file, table, columns) for table, columns in tables] == before
        loaded = await store.load(2)
        assert loaded is not None
        ended, moves = loaded
        assert ended.rematch_of is None
        assert (ended.tossed, ended.newcomers) == (False, 0)
        assert [move.action for move in moves] == ["attack-7", "!resign"]
        assert await store.rematch_of(2) is None
        new = NewDuel("siege", 1, 22, 11, "Ben", "Ada", 2, 7, 8, 5, 6, 7, rematch_of=2)
        rematch = await store.create(new)
        assert rematch.id == 4
        assert await store.rematch_of(2) == rematch
        with pytest.raises(StaleStatus):
            await store.create(new)


async def of_version_two(file: Path) -> None:
    """A file from before deadlines existed, with a row for each state that a duel and its messages could have."""
    await migrated(file, *MIGRATIONS[:2])
    duels = [  # status, entries, delivered
        ("challenged", 0, UNSENT),
        ("open", 0, 0),
        ("open", 3, 3),
        ("open", 3, 2),  # the last move is not shown
        ("ended", 2, 2),
        ("ended", 2, 1),  # the end is not shown
        ("declined", 0, 0),
        ("expired", 0, UNSENT),  # the expiry is not shown
    ]
    with raw(file) as connection:
        for duel_id, (status, entries, delivered) in enumerate(duels, 1):
            begun, over = status in ("open", "ended"), status not in ("challenged", "open")
            connection.execute(
                "INSERT INTO duels (game, rules_version, player_one, player_two, name_one, name_two, starter, guild_id,"
                " channel_id, status, seed, created_at, opened_at, delivered)"
                " VALUES ('siege', 1, 11, 22, 'Ada', 'Ben', 1, 7, 8, ?, ?, 0, ?, ?)",
                ("open" if begun else "challenged", b"seed" if begun else None, 1 if begun else None, delivered),
            )
            for ply in range(entries):
                connection.execute("INSERT INTO moves VALUES (?, ?, 1, 'attack-7', 3)", (duel_id, ply))
            if over:
                ending = "resignation" if status == "ended" else None
                connection.execute(
                    "UPDATE duels SET status = ?, ended_at = 4, ending = ? WHERE id = ?", (status, ending, duel_id)
                )
        turn, said, the_end = 2 * 1 + 1, 2, 2**31
        for row in (
            (3, "board", 8, 90, 4),
            (3, "panel-1", 70, 91, turn * 8 + said),
            (3, "panel-2", 71, None, turn * 8),
            (3, "nudge-2", 8, 92, turn * 8),
            (3, "left-2", 0, None, 0),
            (5, "board", 8, 93, the_end),
            (5, "panel-1", 70, 94, the_end),
        ):
            connection.execute("INSERT INTO messages VALUES (?, ?, ?, ?, ?)", row)
        connection.execute("INSERT INTO doors VALUES (11, 70, NULL), (22, NULL, 5)")
        connection.execute("INSERT INTO notes VALUES ('synced-at', '0')")


def stop_the_clock(monkeypatch: pytest.MonkeyPatch, at: int) -> None:
    """Set the time that SQLite uses in connections opened from now on, in seconds."""
    connect = sqlite3.connect

    def stopped(*args: Any, **options: Any) -> sqlite3.Connection:
        db: sqlite3.Connection = connect(*args, **options)
        db.create_function("strftime", 2, lambda form, when: {("%s", "now"): str(at)}[form, when])
        return db

    monkeypatch.setattr(sqlite3, "connect", stopped)


@pytest.mark.asyncio
async def test_what_was_there_before_deadlines_gets_its_whole_time_and_nobody_is_told_twice(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await of_version_two(file)
    stop_the_clock(monkeypatch, NOW // 1000)
    tables = [("moves", "*"), ("notes", "*"), ("duels", "id, game, status, seed, starter, ended_at, ending, winner")]
    before = [rows(file, table, columns) for table, columns in tables]
    async with aclosing(await SqliteStore.connect(file)) as store:
        assert number(file, "PRAGMA user_version") == NEWEST
        assert [rows(file, table, columns) for table, columns in tables] == before

        for duel_id in range(1, 9):
            duel = await store.duel(duel_id)
            assert duel is not None
            assert (duel.pace, duel.extended_by) == (DAY, 0)
            if duel.status in (Status.CHALLENGED, Status.OPEN):
                assert (duel.due_at, duel.remind_at) == (NOW + DAY, NOW + DAY - DAY // 4)
            else:
                assert (duel.due_at, duel.remind_at) == (None, None)
        assert (await store.agenda(NOW + DAY - 1)).due == ()
        assert (await store.agenda(NOW + DAY)).due == (1, 2, 3, 4)
        assert (await store.agenda(NOW + DAY)).to_remind == (2, 3, 4)  # challenges have no reminders

        # Duels whose messages were not up to date are behind, and those that go on: their messages say more now.
        assert (await store.agenda(0)).behind == (2, 3, 4, 6, 8)
        for duel_id in (2, 3, 4, 6, 8):
            behind = await store.duel(duel_id)
            assert behind is not None
            await store.put_delivered(duel_id, behind.version)
        assert (await store.agenda(0)).behind == ()
        moved = await store.append(3, 3, 2, "defend-4", NOW + 5, remind_before=REMIND_BEFORE)
        assert moved.due_at == NOW + 5 + DAY
        assert (await store.agenda(0)).behind == (3,)

        # The new numbers mean the same turns, the same draw offers and the same end.
        extended_bit, over = 2**24, 2**62
        assert {row.place: row for row in await messages(store, 3)} == {
            row.place: row
            for row in (
                MessageRow(3, "board", 8, 90, 4),
                MessageRow(3, "left-2", 0, None, 0),
                MessageRow(3, "nudge-2", 8, 92, 3 * 8 * extended_bit),
                MessageRow(3, "panel-1", 70, 91, (3 * 8 + 2) * extended_bit),
                MessageRow(3, "panel-2", 71, None, 3 * 8 * extended_bit),
            )
        }
        assert [row.shown for row in await messages(store, 5)] == [
            2**31,
            over,
        ]  # a board's number is above every version

        assert await store.contact(11) == ContactRow(11, 70, None)
        assert await store.contact(22) == ContactRow(22, None, 5)
