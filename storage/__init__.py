"""Stores duels: the log of moves, and what is needed to update their messages. Knows no game and no Discord."""

from storage.backup import back_up
from storage.examine import examine
from storage.lock import sole_use
from storage.model import (
    Agenda,
    ContactRow,
    Damaged,
    DeliveryRow,
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
    Unwritable,
)
from storage.sqlite import SqliteStore
from storage.store import DuelStore

__all__ = [
    "Agenda",
    "ContactRow",
    "Damaged",
    "DeliveryRow",
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
    "Unwritable",
    "back_up",
    "examine",
    "sole_use",
]
