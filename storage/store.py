"""`DuelStore`: the interface of any store of duels. A store must pass `DuelStoreContract` in the tests."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Protocol

from storage.model import Agenda, ContactRow, DeliveryRow, DuelRow, MessageRow, MoveRow, NewDuel, Result, Status

DuelAndLog = tuple[DuelRow, tuple[MoveRow, ...]]


class DuelStore(Protocol):
    """Duels, their logs, and what their messages need. Each method is one transaction: all or nothing.

    Any method that writes may raise `Unwritable`. It works again, without a restart, once the file can be written.
    """

    async def create(self, new: NewDuel) -> DuelRow:
        """Save a challenge. Its id is new, above 0, and never reused.

        Raises `StaleStatus` if it is the rematch of a duel that already has one.
        """

    async def duel(self, duel_id: int) -> DuelRow | None:
        """One duel; None if no duel has this id, which may be any integer."""

    async def load(self, duel_id: int) -> DuelAndLog | None:
        """One duel and its whole log in order, as they were at one moment."""

    async def duels_of(self, user_id: int, statuses: Collection[Status]) -> tuple[DuelRow, ...]:
        """The duels in which a person is a player, with one of the statuses, oldest first."""

    async def logs_of(self, user_id: int, statuses: Collection[Status]) -> tuple[DuelAndLog, ...]:
        """The same duels as `duels_of`, each with its whole log, as they were at one moment."""

    async def under_way_in(self, guild_id: int) -> tuple[int, ...]:
        """The challenges and open duels of a server, oldest first."""

    async def of_other_rules(self, versions: Mapping[str, int]) -> tuple[int, ...]:
        """The open duels whose game is not among these, or of another version of its rules, and those that are set
        aside; oldest first."""

    async def rematch_of(self, duel_id: int) -> DuelRow | None:
        """The rematch of this duel, whatever its status; None if there is none."""

    async def open(
        self, duel_id: int, *, name_two: str, starter: int, seed: bytes, at: int, remind_before: int
    ) -> DuelRow:
        """`challenged → open`. The first move is due after the duel's pace, and its reminder `remind_before`
        milliseconds earlier. In the same transaction it is saved whether the starter was left to a coin, and for whom
        no duel of that game was opened before. Raises `StaleStatus` if the duel is not `challenged`."""

    async def begin(self, new: NewDuel, *, starter: int, seed: bytes, remind_before: int) -> DuelRow:
        """Save a duel that is open at once, at `new.created_at`: `create` and `open` in one transaction, of which it
        raises what they raise."""

    async def put_name(self, guild_id: int, user_id: int, name: str, username: str) -> None:
        """Save how a person is named in a server, for all their duels there, whatever their status. No version
        grows."""

    async def close(self, duel_id: int, status: Status, at: int, *, unlink: bool = False) -> DuelRow:
        """`challenged → declined | cancelled | expired`. With `unlink`, it is a rematch of none from then on, so that
        the earlier duel can have another. Raises `StaleStatus` if the duel is not `challenged`."""

    async def append(
        self,
        duel_id: int,
        ply: int,
        player: int | None,
        action: str,
        at: int,
        *,
        remind_before: int | None = None,
        result: Result | None = None,
    ) -> DuelRow:
        """Add entry number `ply`. With a `result`, the duel becomes `ended`. With `remind_before`, the next move is
        due after the duel's pace, its reminder so many milliseconds earlier, and nobody counts as unreached; without
        it, the deadline stays, and `player` does not count as unreached. Raises `StaleLog` and changes nothing if the
        ply is taken, would leave a gap, or the duel is not open."""

    async def agenda(self, now: int, *, grace: int = 0, after: int = 0, most: int = 2**63 - 1) -> Agenda:
        """What is due at `now` or earlier, as it was at one moment; what ends duels, `grace` milliseconds later. Of the
        duels that are behind, the first `most` of those with a number above `after`."""

    async def with_later_deadline(self, after: tuple[int, int], most: int) -> tuple[tuple[int, int, int], ...]:
        """The duels whose messages show all but a later deadline: for each its deadline, its number, and how many
        messages show it. Those with the earliest deadlines come first; of those after this deadline and number, so
        many."""

    async def put_reminded(self, duel_id: int, remind_at: int) -> None:
        """Mark this reminder as done. Does nothing if `remind_at` has changed meanwhile."""

    async def extend_deadlines(self, by: int, before: int, key: str, value: str) -> None:
        """Extend the deadlines, and their reminders, of all challenges and moves that began before that time, by `by`
        milliseconds. Their versions grow, because messages show deadlines. It is done in steps, between which others
        read and write; the note `key` is written with the first. Where it is interrupted, `finish_extension` finishes
        it, and whatever depends on it waits for that."""

    async def finish_extension(self) -> None:
        """Finish an extension that was interrupted, if there is one."""

    async def hold(
        self,
        duel_id: int,
        due_at: int,
        *,
        unreached: int,
        may_call_off: bool,
        extend_by: int = 0,
        remind_before: int,
    ) -> DuelRow | None:
        """Save which players of an open duel could not be told that they are to move (see `DuelRow`), and extend its
        deadline by so many milliseconds; the reminder of an extended deadline is due `remind_before` milliseconds
        before it. None, and nothing is changed, if the deadline is no longer
        `due_at`, or there is nothing to change."""

    async def spare(self, until: int) -> None:
        """Extend every deadline of challenges and open duels that is earlier than `until` to that time. A deadline
        whose player could not be told stays."""

    async def set_aside(self, duel_id: int, at: int) -> DuelRow | None:
        """Set an open duel aside: its deadline and its reminder are on no agenda and are not extended. None if it is
        not open, or set aside already."""

    async def take_back(self, duel_id: int, at: int) -> DuelRow | None:
        """Undo `set_aside`: the deadline and the reminder are later by the time that has passed since, and what the
        players were sent is forgotten, so that both are sent it anew. None if the duel is not set aside."""

    async def delivery(self, duel_id: int) -> DeliveryRow | None:
        """The messages that show a duel, and all else that delivery needs; None if no duel has this id."""

    async def outdated_of(self, guild_id: int) -> tuple[int, ...]:
        """The duels of a server that are over, or never began, and whose board showed an older version when they were
        noted as delivered, and does so still; oldest first."""

    async def put_message(self, *rows: MessageRow) -> None:
        """Save which message is at each of these places, replacing what was saved before."""

    async def drop_message(self, duel_id: int, place: str) -> None:
        """Delete the row of the message at a place, if there is one."""

    async def put_delivered(
        self, duel_id: int, version: int, put: Iterable[MessageRow] = (), gone: Iterable[str] = ()
    ) -> None:
        """Save which version of a duel its messages show; with that `put` some, as `put_message` does, and forget those
        at the places `gone`."""

    async def contact(self, user_id: int) -> ContactRow:
        """How to reach a person; the defaults of `ContactRow` if nothing is saved for them."""

    async def put_contact(self, user_id: int, channel_id: int | None, closed_at: int | None) -> None:
        """Save how to reach a person."""

    async def put_notices(self, user_id: int, *, prompts: bool, reminders: bool) -> None:
        """Save which direct messages a person wants."""

    async def note(self, key: str) -> str | None:
        """One of the bot's own values, by key, such as the hash of its synced commands; None if it is not set."""

    async def put_note(self, key: str, value: str) -> None:
        """Set such a value."""

    async def emojis(self, application_id: int) -> dict[str, int]:
        """The ids of an application's emojis, by name."""

    async def put_emojis(self, application_id: int, ids: Mapping[str, int]) -> None:
        """Save the ids of an application's emojis; all others of it are forgotten."""

    async def aclose(self) -> None:
        """Finish the writes in progress, then close. Calling it twice is harmless."""
