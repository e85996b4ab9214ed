"""`ServerNames`: a duel goes by the names that its players have in its server. Knows no Discord."""

from __future__ import annotations

from collections import OrderedDict

from bot.service.saved_duel import Person
from storage import DuelStore

REMEMBERED = 10_000
"""People of whom it is known in memory that their names are saved: some two MiB of them."""


class ServerNames:
    """Brings the names in all duels of a person up to date, where they have changed."""

    def __init__(self, store: DuelStore) -> None:
        self._store = store
        self._saved: OrderedDict[tuple[int, int], Person] = OrderedDict()

    async def note(self, guild_id: int, person: Person) -> None:
        """That is what this person is called in this server now. Shown with the next edit of each message."""
        key = guild_id, person.id
        if self._saved.get(key) == person:
            return
        await self._store.put_name(guild_id, person.id, person.name, person.username)
        self._saved[key] = person
        if len(self._saved) > REMEMBERED:
            self._saved.popitem(last=False)
