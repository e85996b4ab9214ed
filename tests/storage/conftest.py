"""Fixtures for all storage tests."""

from __future__ import annotations

import pytest

from tests.storage.patient import set_lock_timeout


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait long for locks, so that no test depends on the machine's speed."""
    set_lock_timeout(monkeypatch)
