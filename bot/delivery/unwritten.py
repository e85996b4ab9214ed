"""`Unwritten`: what is known of messages and need not be written down at once. Kept in memory alone.

That a message was edited or deleted is such a thing: lost by a kill, it is done again, and changes nothing. That one
was sent is none: it would be sent again.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from storage import MessageRow

Rows = Mapping[str, MessageRow | None]
"""By place; None where the message is gone."""


def may_wait(before: MessageRow | None, row: MessageRow) -> bool:
    """Whether all that is new in a row is that its message shows something later."""
    if before is None or row.message_id is None:
        return False
    is_same = (row.channel_id, row.message_id) == (before.channel_id, before.message_id)
    return is_same and row.shown >= before.shown


class Unwritten:
    """By duel."""

    def __init__(self) -> None:
        self._rows: dict[int, dict[str, MessageRow | None]] = {}

    def of(self, duel_id: int) -> dict[str, MessageRow | None]:
        """All of one duel, as a copy."""
        return dict(self._rows.get(duel_id, ()))

    def add(self, duel_id: int, rows: Rows) -> None:
        """These are to be written down, in place of what was to be before."""
        self._rows.setdefault(duel_id, {}).update(rows)

    def forget(self, duel_id: int, places: Collection[str]) -> None:
        """There is something newer at these places."""
        self._keep(duel_id, {place: row for place, row in self.of(duel_id).items() if place not in places})

    def written(self, duel_id: int, rows: Rows) -> None:
        """These are written down. What came to their places meanwhile is not."""
        left = self.of(duel_id)
        self._keep(duel_id, {place: row for place, row in left.items() if place not in rows or row is not rows[place]})

    def _keep(self, duel_id: int, rows: dict[str, MessageRow | None]) -> None:
        if rows:
            self._rows[duel_id] = rows
        else:
            self._rows.pop(duel_id, None)
