"""What holds for all tests of what is stored."""

from __future__ import annotations

import pytest

from tests.storage.patient import be_patient


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test is about how fast a lock is given up."""
    be_patient(monkeypatch)
