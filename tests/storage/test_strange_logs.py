"""What stands in a log is loaded as it stands there, whatever it is: it may be another program's, or damaged."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from pathlib import Path

import pytest

from storage import MoveRow, SqliteStore, Status
from tests.storage.rows import ALICE, loaded, opened

TEXT_OF_8, BYTES_OF_8 = 29, 28
"""How a record says what a column holds (SQLite's file format, section Record Format)."""


@pytest.mark.asyncio
@pytest.mark.parametrize("text", ['"', "\\", "a\nb\tc\r", "\x00\x01\x1f\x7f", "é ⚔ 👑", "[1, null]", "", "x" * 10_000])
async def test_any_text(store: SqliteStore, text: str) -> None:
    duel_id = await opened(store)
    await store.append(duel_id, 0, None, text, 2**62)
    _, log = await loaded(store, duel_id)
    assert log == (MoveRow(0, None, text, 2**62),)
    assert [log for _, log in await store.logs_of(ALICE, {Status.OPEN})] == [log]


def test_bytes_where_a_text_was(tmp_path: Path) -> None:
    file = tmp_path / "duels.db"

    async def written() -> None:
        async with aclosing(await SqliteStore.connect(file)) as store:
            for token in ("attack-7", "attack-8"):
                await store.append(await opened(store), 0, 1, token, 5)

    async def read() -> None:
        async with aclosing(await SqliteStore.connect(file)) as store:
            (_, damaged), (_, whole) = await store.logs_of(ALICE, {Status.OPEN})
            assert damaged == (MoveRow(0, 1, "attack-7", 5),)
            assert whole == (MoveRow(0, 1, "attack-8", 5),)

    asyncio.run(written())
    content = bytearray(file.read_bytes())
    at = content.rindex(TEXT_OF_8, 0, content.index(b"attack-7"))
    content[at] = BYTES_OF_8
    file.write_bytes(content)
    asyncio.run(read())
