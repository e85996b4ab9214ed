"""How long SQLite waits for whoever else is at a file, in tests: for as long as it takes, or not at all."""

from __future__ import annotations

from importlib import import_module

import pytest

from storage import backup, lock, migrate
from tests.children import PATIENCE


def be_patient(monkeypatch: pytest.MonkeyPatch, seconds: float = PATIENCE) -> None:
    """What is opened from now on waits so long. A busy machine may keep whoever has the lock from going on for longer
    than people are kept waiting; and 0 is for where nobody is going to give it up."""
    # `storage.examine` is a function, too.
    for module in (migrate, backup, import_module("storage.examine")):
        monkeypatch.setattr(module, "BUSY_TIMEOUT_SECONDS", seconds)
    monkeypatch.setattr(migrate, "AT_WORK_SECONDS", seconds)
    monkeypatch.setattr(lock, "PATIENCE", seconds)


PATIENT = f"from storage import migrate\nmigrate.BUSY_TIMEOUT_SECONDS = migrate.AT_WORK_SECONDS = {PATIENCE}\n"
"""The same for a script."""
