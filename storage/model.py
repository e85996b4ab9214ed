"""The rows of the store, and its errors. Knows no game and no Discord, only ints, strings, bytes and times.

Times are integers: milliseconds since 1970, UTC. People, servers, channels and messages are given as snowflakes.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple


class StorageError(Exception):
    """The store can't do what it was asked to do."""


class UnusableDatabase(StorageError):
    """The file is not this program's database, is of a newer version, or can't be opened. The message is for people."""


class Unwritable(StorageError):
    """Nothing can be saved for now: the disk is full or fails, or another program holds the lock. Nothing was changed.

    `reason` is SQLite's name for it, such as `SQLITE_FULL`.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(f"The database can't be written: {reason}.")
        self.reason = reason


class Damaged(StorageError):
    """SQLite finds the file damaged while it is used. `unsaid` is empty once that was said, whoever found it first."""

    def __init__(self, sentence: str, unsaid: list[str]) -> None:
        super().__init__(sentence)
        self._unsaid = unsaid

    def news(self) -> str | None:
        """The sentence for whoever runs the bot, once; None from then on."""
        return self._unsaid.pop() and str(self) if self._unsaid else None


class StaleLog(StorageError):
    """The log has changed: the ply is taken, would leave a gap, or the duel is not open. Load the log again."""


class StaleStatus(StorageError):
    """The duel's status has changed: it is not the one that the change starts from."""


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
    """A new challenge. `starter` is 1, 2, or None if a coin toss will decide.

    `pace` is how many milliseconds a move may take; `due_at` is when the challenge expires. `rematch_of` is the duel
    that this one is the rematch of, or None. A username is unique, and empty if it is not known. `practice`: player
    two is the bot, and plays at this level.
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
    username_one: str = ""
    username_two: str = ""
    practice: str | None = None


@dataclass(frozen=True)
class DuelRow:
    """A duel without its moves. `seed` and `opened_at` are set at its start; `ended_at`, `winner` and `ending` at its
    end.

    `winner` is 1, 2 or None; `ending` is the game's word for how it ended, or None if no game was played. `due_at` is
    the deadline of the current move or answer, or the last one before the end; `extended_by`: by how many milliseconds
    it was extended; `remind_at`: when to send a reminder.

    `unreached` is 1, 2, or 3 for both: the players who could not be told that they are to move; `may_call_off`: that
    has lasted so long that the other may end the duel. `set_aside_at`: since when the duel is set aside, because its
    log can't be replayed. `version` grows with every change that messages show. `tossed`: a coin decided who starts;
    `newcomers` is 1, 2, or 3 for both: the players who had never begun a duel of that game before. `practice`: as in
    `NewDuel`.
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
    extended_by: int
    unreached: int
    may_call_off: bool
    set_aside_at: int | None
    version: int
    username_one: str = ""
    username_two: str = ""
    tossed: bool = False
    newcomers: int = 0
    practice: str | None = None


@dataclass(frozen=True)
class Agenda:
    """The ids of all duels that wait for the bot at a moment.

    `due`: challenges and open duels whose deadline has passed, the earliest first. `to_remind`: open duels whose
    reminder is due, the earliest first. `behind`: duels whose messages do not show all, the oldest duel first, but for
    those that lack a later deadline alone; a new challenge counts until the first `put_delivered`, since nothing shows
    it yet. `practice`: those of `behind` that are open duels against the bot.
    """

    due: tuple[int, ...]
    to_remind: tuple[int, ...]
    behind: tuple[int, ...]
    practice: tuple[int, ...] = ()


class MoveRow(NamedTuple):
    """One entry of a duel's log. `ply` counts from 0 without gaps; `player` is 1, 2 or None."""

    ply: int
    player: int | None
    action: str
    at: int


@dataclass(frozen=True)
class Result:
    """The result of a duel, written in the same transaction as the last entry of its log."""

    winner: int | None
    ending: str


@dataclass(frozen=True)
class MessageRow:
    """A message that shows a duel. Each duel has at most one per `place`, a name that the caller chooses.

    `message_id` is None if it could not be sent. `shown` is the caller's number for the state that it shows.
    """

    duel_id: int
    place: str
    channel_id: int
    message_id: int | None
    shown: int


@dataclass(frozen=True)
class ContactRow:
    """How to reach a person by direct message. `closed_at`: when Discord last refused one, or None if they are open.

    `prompts` and `reminders`: whether they want a message when it is their turn, and when their time is nearly up.
    """

    user_id: int
    channel_id: int | None = None
    closed_at: int | None = None
    prompts: bool = True
    reminders: bool = True


@dataclass(frozen=True)
class DeliveryRow:
    """What is needed to update a duel's messages, read at one moment: the duel's version, its messages, and both
    players' contacts, player 1 first.
    """

    version: int
    messages: tuple[MessageRow, ...]
    contacts: tuple[ContactRow, ContactRow]
