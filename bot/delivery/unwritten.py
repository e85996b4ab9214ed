"""`Unwritten`: what is known of messages and need not be written down at once. Kept in memory alone.

Lost by a kill, it is done again: a message is edited to what it shows, or deleted once more. What was sent is no such
thing, and no edit by which a player has heard of something: they would be sent it again.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from bot.delivery.panel_state import PanelState
from bot.delivery.places import Place
from games import Player
from storage import MessageRow

Notes = Mapping[str, MessageRow | None]
"""By place; None where the message is gone."""
PANELS = tuple(map(Place.panel, Player))


def may_wait(before: MessageRow | None, row: MessageRow) -> bool:
    """Whether all that is new is that the board, or the panel of a player with nothing to answer, shows it."""
    if before is None or row.message_id is None or row.shown < before.shown:
        return False
    if (row.channel_id, row.message_id) != (before.channel_id, before.message_id):
        return False
    return row.place == Place.BOARD or (row.place in PANELS and PanelState.unpack(row.shown).is_quiet)


class Unwritten:
    """By duel."""

    def __init__(self) -> None:
        self._rows: dict[int, dict[str, MessageRow | None]] = {}

    def of(self, duel_id: int) -> dict[str, MessageRow | None]:
        """All of one duel, as a copy."""
        return dict(self._rows.get(duel_id, ()))

    def add(self, duel_id: int, rows: Notes) -> None:
        """These are to be written down, in place of what was to be before."""
        self._rows.setdefault(duel_id, {}).update(rows)

    def forget(self, duel_id: int, places: Collection[str]) -> None:
        """There is something newer at these places."""
        self._keep(duel_id, {place: row for place, row in self.of(duel_id).items() if place not in places})

    def written(self, duel_id: int, rows: Notes) -> None:
        """These are written down. What came to their places meanwhile is not."""
        left = self.of(duel_id)
        self._keep(duel_id, {place: row for place, row in left.items() if place not in rows or row is not rows[place]})

    def _keep(self, duel_id: int, rows: dict[str, MessageRow | None]) -> None:
        if rows:
            self._rows[duel_id] = rows
        else:
            self._rows.pop(duel_id, None)
