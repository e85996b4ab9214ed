"""Halls for the tests of the service."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from storage import SqliteStore
from tests.bot.service.hall import Hall
from tests.storage.files import put_new
from tests.storage.patient import set_lock_timeout


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two services on one file, either may be kept from going on for as long as the machine likes."""
    set_lock_timeout(monkeypatch)


@pytest_asyncio.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Hall]:
    """A fresh one."""
    path = tmp_path / "duels.db"
    await put_new(path)
    store = await SqliteStore.connect(path)
    yield Hall(path, store)
    await store.aclose()


@pytest_asyncio.fixture
async def other(hall: Hall) -> AsyncIterator[Hall]:
    """A second service on a second connection to the same file, with the same clock."""
    store = await SqliteStore.connect(hall.path)
    yield Hall(hall.path, store, hall.clock)
    await store.aclose()
