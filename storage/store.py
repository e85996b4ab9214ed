"""`DuelStore`: what any store of duels can do. `DuelStoreContract` in the tests is what it must pass."""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

from storage.model import DoorRow, DuelRow, MessageRow, MoveRow, NewDuel, Result, Status


class DuelStore(Protocol):
    """Duels, their logs, and what their messages need. Each method is one transaction: wholly done, or not at all."""

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
        """`challenged → open`. Raises `StaleStatus` where the duel is not `challenged`."""

    async def close(self, duel_id: int, status: Status, at: int) -> DuelRow:
        """`challenged → declined | cancelled | expired`. Raises `StaleStatus` where the duel is not `challenged`."""

    async def append(
        self, duel_id: int, ply: int, player: int | None, action: str, at: int, *, result: Result | None = None
    ) -> DuelRow:
        """Add the entry number `ply`; with a `result` the duel is `ended`. Raises `StaleLog` and changes nothing
        where the ply is taken, leaves a gap, or the duel is not open."""

    async def messages(self, duel_id: int) -> tuple[MessageRow, ...]:
        """The messages that show a duel."""

    async def put_message(self, row: MessageRow) -> None:
        """Write down what stands at a place; what stood there before is forgotten."""

    async def drop_message(self, duel_id: int, place: str) -> None:
        """Forget what stands at a place; nothing happens where nothing does."""

    async def put_delivered(self, duel_id: int, plies: int) -> None:
        """Write down how many entries of a duel's log its messages show."""

    async def behind(self) -> tuple[int, ...]:
        """The duels whose messages show less than there is, oldest first: every change of status but the challenge
        counts, entries or not."""

    async def door(self, user_id: int) -> DoorRow:
        """How a person is reached; all unknown for a person never written to."""

    async def put_door(self, row: DoorRow) -> None:
        """Write down how a person is reached."""

    async def note(self, key: str) -> str | None:
        """A word the bot keeps for itself, such as the hash of its synced commands."""

    async def put_note(self, key: str, value: str) -> None:
        """Keep such a word."""

    async def aclose(self) -> None:
        """Finish what is being written and close. Calling it twice does no harm."""
