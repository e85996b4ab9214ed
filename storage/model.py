"""The rows of the log and what can go wrong with them. Knows no game and no Discord: ints, strings, bytes, times.

Times are whole milliseconds since 1970 in UTC; people, servers, channels and messages are their snowflakes.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class StorageError(Exception):
    """The store can't do what it was asked for."""


class UnusableDatabase(StorageError):
    """The file is no database of ours, is newer than this program, or can't be opened. The message is for people."""


class Unwritable(StorageError):
    """Nothing can be saved for now: the disk is full or fails, or another program writes. Nothing was changed.

    `reason` is SQLite's name for it, such as `SQLITE_FULL`.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(f"The database can't be written: {reason}.")
        self.reason = reason


class StaleLog(StorageError):
    """Somebody was faster: the ply is taken, leaves a gap, or the duel is not open. Load the log again."""


class StaleStatus(StorageError):
    """Somebody was faster: the duel's status is not what the change starts from."""


class Status(StrEnum):
    """A duel's lifecycle: `challenged → open → ended`, or from `challenged` to one of the last three."""

    CHALLENGED = "challenged"
    OPEN = "open"
    ENDED = "ended"
    DECLINED = "declined"
    CANCELLED = "cancelled"
    EXPIRED = "expired"


@dataclass(frozen=True)
class NewDuel:
    """A challenge as it is written down. `starter` is 1, 2, or None where a coin toss decides at the start.

    `pace` is how many milliseconds a move may take, `due_at` until when the challenge stands. `rematch_of` is the duel
    that this one follows, None where it follows none.
    """

    game: str
    rules_version: int
    player_one: int
    player_two: int
    name_one: str
    name_two: str
    starter: int | None
    guild_id: int | None
    channel_id: int
    created_at: int
    pace: int
    due_at: int
    rematch_of: int | None = None


@dataclass(frozen=True)
class DuelRow:
    """A duel without its moves. `seed` and `opened_at` come with its start; `ended_at`, `winner` and `ending` with its
    end.

    `winner` is 1, 2 or None; `ending` is the game's word for how it ended, None where no game was played. `due_at` is
    when the move or the answer that the duel waits for is due, or was in the end; `moved_by`, by how many milliseconds
    that was put off; `remind_at`, when a reminder of it is. `version` grows with every change of what messages show.
    """

    id: int
    game: str
    rules_version: int
    player_one: int
    player_two: int
    name_one: str
    name_two: str
    starter: int | None
    guild_id: int | None
    channel_id: int
    status: Status
    seed: bytes | None
    created_at: int
    opened_at: int | None
    ended_at: int | None
    winner: int | None
    ending: str | None
    rematch_of: int | None
    pace: int
    due_at: int | None
    remind_at: int | None
    moved_by: int
    version: int


@dataclass(frozen=True)
class MoveRow:
    """One entry of a duel's log. `ply` counts from 0 without gaps; `player` is 1, 2 or None."""

    ply: int
    player: int | None
    action: str
    at: int


@dataclass(frozen=True)
class Result:
    """What the last entry of a log brings: written in that entry's transaction."""

    winner: int | None
    ending: str


@dataclass(frozen=True)
class MessageRow:
    """A message that shows a duel, at a `place` of the courier's naming, one a duel and place.

    `message_id` is None where it could not be sent. `shown` is the courier's number for the state it shows.
    """

    duel_id: int
    place: str
    channel_id: int
    message_id: int | None
    shown: int


@dataclass(frozen=True)
class DoorRow:
    """How a person is reached by direct message. `closed_at`: when their door was last found closed, else None.

    `prompts` and `reminders`: whether they want to be told that it is their turn, and that its end is near.
    """

    user_id: int
    channel_id: int | None = None
    closed_at: int | None = None
    prompts: bool = True
    reminders: bool = True
