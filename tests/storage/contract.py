"""`DuelStoreContract`: the tests that any store must pass. Knows the protocol `DuelStore`, but no implementation.

A store's tests inherit it and define how to open the store. Every test gets its own data.
"""

from __future__ import annotations

from tests.storage.contract_at_once import AtOnceContract
from tests.storage.contract_deadlines import DeadlineContract
from tests.storage.contract_log import LogContract
from tests.storage.contract_practice import PracticeContract
from tests.storage.contract_rest import RestContract
from tests.storage.contract_servers import ServerContract


class DuelStoreContract(LogContract, DeadlineContract, AtOnceContract, ServerContract, PracticeContract, RestContract):
    """The whole contract."""
