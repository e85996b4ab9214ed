"""`DuelStore`: what any store of duels can do. `DuelStoreContract` in the tests is what it must pass."""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

from storage.model import DoorRow, DuelRow, MessageRow, MoveRow, NewDuel, Result, Status


class DuelStore(Protocol):
    """Duels, their logs, and what their messages need. Each method is one transaction: wholly done, or not at all.

    Any that writes may raise `Unwritable`, and does what it is asked for as soon as it can again.
    """

    async def create(self, new: NewDuel) -> DuelRow:
        """Write a challenge down; its id is new, above 0, and never used again.

        Raises `StaleStatus` where it is the rematch of a duel that has one.
        """

    async def duel(self, duel_id: int) -> DuelRow | None:
        """One duel; None for an id (any integer) that never was."""

    async def load(self, duel_id: int) -> tuple[DuelRow, tuple[MoveRow, ...]] | None:
        """One duel and its whole log in order, as they were at one moment."""

    async def duels_of(self, user_id: int, statuses: Collection[Status]) -> tuple[DuelRow, ...]:
        """The duels in which a person has a seat, with one of the statuses, oldest first."""

    async def with_status(self, status: Status) -> tuple[DuelRow, ...]:
        """All duels with a status, oldest first."""

    async def rematch_of(self, duel_id: int) -> DuelRow | None:
        """The duel that follows this one, whatever became of it."""

    async def unlink_rematch(self, duel_id: int) -> None:
        """This duel is no rematch any more: the one it followed can have another."""

    async def open(self, duel_id: int, *, name_two: str, starter: int, seed: bytes, at: int) -> DuelRow:
        """`challenged → open`, and a move is due after the duel's pace. Raises `StaleStatus` where the duel is not
        `challenged`."""

    async def close(self, duel_id: int, status: Status, at: int) -> DuelRow:
        """`challenged → declined | cancelled | expired`. Raises `StaleStatus` where the duel is not `challenged`."""

    async def append(
        self,
        duel_id: int,
        ply: int,
        player: int | None,
        action: str,
        at: int,
        *,
        restarts_clock: bool = False,
        result: Result | None = None,
    ) -> DuelRow:
        """Add the entry number `ply`; with a `result` the duel is `ended`; `restarts_clock`: the next move is due after
        the duel's pace. Raises `StaleLog` and changes nothing where the ply is taken, leaves a gap, or the duel is not
        open."""

    async def due(self, now: int) -> tuple[int, ...]:
        """The challenges and open duels whose deadline is `now` or past, the longest past first."""

    async def to_remind(self, now: int) -> tuple[int, ...]:
        """The open duels of whose deadline somebody is to be reminded, as three quarters of the pace are gone."""

    async def put_reminded(self, duel_id: int, remind_at: int) -> None:
        """Write down that this reminder is done; nothing happens where another one is due by now."""

    async def move_deadlines(self, by: int, key: str, value: str) -> None:
        """Every deadline of a challenge or an open duel, and its reminder, is `by` milliseconds later; what messages
        show of them has changed by it. The note `key` is kept with it."""

    async def messages(self, duel_id: int) -> tuple[MessageRow, ...]:
        """The messages that show a duel."""

    async def put_message(self, *rows: MessageRow) -> None:
        """Write down what stands at one place or more; what stood there before is forgotten."""

    async def drop_message(self, duel_id: int, place: str) -> None:
        """Forget what stands at a place; nothing happens where nothing does."""

    async def put_delivered(self, duel_id: int, version: int) -> None:
        """Write down which version of a duel its messages show."""

    async def behind(self) -> tuple[int, ...]:
        """The duels whose messages show an older version, oldest first: every change but a challenge that is no
        rematch counts, which whoever made it has to show."""

    async def door(self, user_id: int) -> DoorRow:
        """How a person is reached; all unknown for a person never written to."""

    async def put_door(self, user_id: int, channel_id: int | None, closed_at: int | None) -> None:
        """Write down how a person is reached."""

    async def put_notices(self, user_id: int, *, prompts: bool, reminders: bool) -> None:
        """Write down what a person wants to be told."""

    async def note(self, key: str) -> str | None:
        """A word the bot keeps for itself, such as the hash of its synced commands."""

    async def put_note(self, key: str, value: str) -> None:
        """Keep such a word."""

    async def aclose(self) -> None:
        """Finish what is being written and close. Calling it twice does no harm."""
