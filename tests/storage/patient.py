"""How long SQLite waits for another connection's lock in tests: as long as needed, or not at all."""

from __future__ import annotations

from importlib import import_module

import pytest

from storage import backup, lock, migrate
from tests.children import PATIENCE


def set_lock_timeout(monkeypatch: pytest.MonkeyPatch, seconds: float = PATIENCE) -> None:
    """Make databases that are opened from now on wait this long for locks. On a busy machine, a lock may be held longer
    than the bot lets people wait. Use 0 where the lock will not be released."""
    # Imported by name, because `storage.examine` is also a function.
    for module in (migrate, backup, import_module("storage.examine")):
        monkeypatch.setattr(module, "BUSY_TIMEOUT_SECONDS", seconds)
    monkeypatch.setattr(migrate, "AT_WORK_SECONDS", seconds)
    monkeypatch.setattr(lock, "PATIENCE", seconds)


PATIENT = f"from storage import migrate\nmigrate.BUSY_TIMEOUT_SECONDS = migrate.AT_WORK_SECONDS = {PATIENCE}\n"
"""The same, as code at the start of a script."""
