"""Any text in a log is loaded as it stands there; and one that is damaged keeps nobody from their other duels."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path

import pytest

from storage import MoveRow, SqliteStore, Status
from tests.storage.rows import ALICE, CHALLENGE, loaded, opened

COLUMNS = ("ply", "player", "action", "at")
HEADER_OF_FIRST = bytes([6, 9, 8, 9, 29, 1])
"""How the first entry's record begins: its header's length and what each column holds: 1, 0, 1, a text of 8 characters,
and a number of one byte. Even numbers from 12 are bytes (SQLite's file format, section Record Format).
"""


@pytest.mark.asyncio
@pytest.mark.parametrize("text", ['"', "\\", "a\nb\tc\r", "\x00\x01\x1f\x7f", "é ⚔ 👑", "[1, null]", "", "x" * 10_000])
async def test_any_text(store: SqliteStore, text: str) -> None:
    duel_id = await opened(store)
    await store.append(duel_id, 0, None, text, 2**62)
    _, log = await loaded(store, duel_id)
    assert log == (MoveRow(0, None, text, 2**62),)
    assert [log for _, log in await store.logs_of(ALICE, {Status.OPEN})] == [log]


@pytest.mark.parametrize(("column", "kind"), [("ply", 12), ("player", 12), ("action", 28), ("at", 14)])
def test_bytes_where_none_belong(tmp_path: Path, column: str, kind: int) -> None:
    file = tmp_path / "duels.db"

    async def written() -> None:
        async with aclosing(await SqliteStore.connect(file)) as store:
            for token in ("attack-7", "attack-8"):
                await store.append(await opened(store), 0, 1, token, 5)

    async def read() -> None:
        async with aclosing(await SqliteStore.connect(file)) as store:
            (_, damaged), (_, whole) = await store.logs_of(ALICE, {Status.OPEN})
            assert [len(damaged), damaged[0].action] == [1, "attack-7"]
            assert whole == (MoveRow(0, 1, "attack-8", 5),)
            assert (await loaded(store, 1))[1] == damaged

    asyncio.run(written())
    content = file.read_bytes()
    assert content.count(HEADER_OF_FIRST) == 1
    header = bytearray(HEADER_OF_FIRST)
    header[2 + COLUMNS.index(column)] = kind
    file.write_bytes(content.replace(HEADER_OF_FIRST, header))
    asyncio.run(read())


@pytest.mark.parametrize("text", ["attack-7", "Alice the first"])
def test_damaged_text_is_a_wrong_text(tmp_path: Path, text: str) -> None:
    file = tmp_path / "duels.db"

    async def written() -> None:
        async with aclosing(await SqliteStore.connect(file)) as store:
            await store.append(await opened(store, replace(CHALLENGE, name_one="Alice the first")), 0, 1, "attack-7", 5)
            await opened(store)

    async def read() -> None:
        async with aclosing(await SqliteStore.connect(file)) as store:
            (row, log), _ = await store.logs_of(ALICE, {Status.OPEN})
            assert f"{text[0]}\N{REPLACEMENT CHARACTER}{text[2:]}" in (row.name_one, log[0].action)
            assert (await loaded(store, 1)) == (row, log)

    asyncio.run(written())
    content, whole = file.read_bytes(), text.encode()
    assert content.count(whole) == 1
    file.write_bytes(content.replace(whole, whole[:1] + b"\xff" + whole[2:]))
    asyncio.run(read())
