"""Where duels are kept: the log of moves, and what the messages need. Knows no game and no Discord."""

from storage.model import (
    DoorRow,
    DuelRow,
    MessageRow,
    MoveRow,
    NewDuel,
    Result,
    StaleLog,
    StaleStatus,
    Status,
    StorageError,
    UnusableDatabase,
)
from storage.sqlite import SqliteStore
from storage.store import DuelStore

__all__ = [
    "DoorRow",
    "DuelRow",
    "DuelStore",
    "MessageRow",
    "MoveRow",
    "NewDuel",
    "Result",
    "SqliteStore",
    "StaleLog",
    "StaleStatus",
    "Status",
    "StorageError",
    "UnusableDatabase",
]
