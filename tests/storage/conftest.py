"""Fixtures for all storage tests."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import aclosing
from pathlib import Path

import pytest
import pytest_asyncio

from storage import SqliteStore
from tests.storage.files import put_new
from tests.storage.patient import set_lock_timeout


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait long for locks, so that no test depends on the machine's speed."""
    set_lock_timeout(monkeypatch)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "duels.db"


@pytest_asyncio.fixture
async def store(file: Path) -> AsyncIterator[SqliteStore]:
    await put_new(file)
    async with aclosing(await SqliteStore.connect(file)) as store:
        yield store
