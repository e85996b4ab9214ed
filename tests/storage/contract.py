"""`DuelStoreContract`: what any store of duels must pass. Knows the protocol, and no store.

A store's tests inherit it and say how one is opened; every test gets data of its own.
"""

from __future__ import annotations

from tests.storage.contract_at_once import AtOnceContract
from tests.storage.contract_deadlines import DeadlineContract
from tests.storage.contract_log import LogContract
from tests.storage.contract_rest import RestContract


class DuelStoreContract(LogContract, DeadlineContract, AtOnceContract, RestContract):
    """All of it."""
