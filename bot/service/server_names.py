"""`ServerNames`: a duel goes by the names that its players have in its server. Knows no Discord."""

from __future__ import annotations

from array import array

from bot.service.saved_duel import Person
from storage import DuelStore

REMEMBERED = 10_000
"""People of whom it is known in memory that their names are saved, at most."""


class ServerNames:
    """Brings the names in all duels of a person up to date, where they have changed."""

    def __init__(self, store: DuelStore) -> None:
        self._store = store
        self._saved = array("q", bytes(8 * REMEMBERED))
        """Hashes of what is saved, 64 bits each, by a hash of server and person: of two at one place, the later."""

    async def note(self, guild_id: int, person: Person) -> None:
        """That is what this person is called in this server now. Shown with the next edit of each message."""
        place, saved = hash((guild_id, person.id)) % REMEMBERED, hash((guild_id, person))
        if self._saved[place] == saved:
            return
        await self._store.put_name(guild_id, person.id, person.name, person.username)
        self._saved[place] = saved
