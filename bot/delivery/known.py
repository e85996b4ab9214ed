"""`Known`: a duel as saved, together with what is known of its messages and players, read once and shared by all who
deliver it. `Messages` writes such notes down.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from weakref import WeakSet, WeakValueDictionary

from bot.delivery.places import Place
from bot.delivery.projection import header_of
from bot.delivery.unwritten import Unwritten, may_wait
from bot.render.header import Header
from bot.service.duels import Duels
from bot.service.saved_duel import SavedDuel
from games import Player
from storage import ContactRow, DuelStore, MessageRow


class Readers(WeakSet["Known"]):
    """All that is known of one duel in this process. `writing`: held while something is written down of it."""

    def __init__(self) -> None:
        super().__init__()
        self.writing = asyncio.Lock()


@dataclass(eq=False)
class Known:
    """`rows`: its messages by place; `contacts`: how each player is reached; `readers`: all that is known of this duel
    in this process; `is_stale`: one of them has written down something since, so that this has to be read anew.
    """

    saved: SavedDuel
    rows: dict[str, MessageRow]
    contacts: dict[Player, ContactRow]
    readers: Readers
    is_stale: bool = False
    _header: tuple[SavedDuel, MessageRow | None, Header] | None = None
    """What the latest was made of, and it."""

    @property
    def duel_id(self) -> int:
        """The duel's number."""
        return self.saved.row.id

    @property
    def header(self) -> Header:
        """The duel as its messages name it."""
        saved, board = self.saved, self.rows.get(Place.BOARD)
        if self._header is None or self._header[0] is not saved or self._header[1] is not board:
            self._header = saved, board, header_of(saved, board)
        return self._header[2]

    @property
    def channel_id(self) -> int:
        """The channel in which the duel is shown: where its board stands, or else where it began."""
        board = self.rows.get(Place.BOARD)
        return board.channel_id if board else self.saved.row.channel_id


@dataclass
class Messages:
    """Reads `Known`s, and writes down where messages stand: at once, or, what may wait, with the next that is written
    of the duel, and at the latest when nobody is at work on it any more.
    """

    store: DuelStore
    duels: Duels
    _readers: WeakValueDictionary[int, Readers] = field(default_factory=WeakValueDictionary)
    _unwritten: Unwritten = field(default_factory=Unwritten)

    async def of(self, saved: SavedDuel) -> Known | None:
        """What is known of a duel's messages. Where the duel has changed since it was loaded, it is loaded again."""
        while (row := await self.store.delivery(saved.row.id)) is not None:
            if row.version == saved.row.version:
                newest = {message.place: message for message in row.messages} | self._unwritten.of(saved.row.id)
                rows = {place: message for place, message in newest.items() if message}
                readers = self._readers.setdefault(saved.row.id, Readers())
                known = Known(saved, rows, dict(zip(Player, row.contacts, strict=True)), readers)
                readers.add(known)
                return known
            newer = await self.duels.load_or_call_off(saved.row.id)
            if newer is None:
                break
            saved = newer
        return None

    async def load(self, duel_id: int) -> Known | None:
        """The same for a duel that is not at hand; None where there is none."""
        saved = await self.duels.load_or_call_off(duel_id)
        return await self.of(saved) if saved else None

    async def fresh(self, known: Known) -> Known:
        """The same, read anew where that is due."""
        return (await self.of(known.saved) if known.is_stale else None) or known

    async def put(self, known: Known, *rows: MessageRow) -> None:
        """Write down what stands at one place or more."""
        async with known.readers.writing:
            await self._put(known, *rows)

    async def note(self, known: Known, make: Callable[[Known], Iterable[MessageRow]]) -> None:
        """Write down what follows from what stands there now: nobody else writes meanwhile."""
        async with known.readers.writing:
            known = await self.fresh(known)
            await self._put(known, *make(known))

    async def _put(self, known: Known, *rows: MessageRow) -> None:
        if not rows:
            return
        duel_id, new = known.duel_id, {row.place: row for row in rows}
        if all(may_wait(known.rows.get(place), row) for place, row in new.items()):
            self._unwritten.add(duel_id, new)
        else:
            self._unwritten.forget(duel_id, new)
            others = {place: row for place, row in self._unwritten.of(duel_id).items() if row}
            await self.store.put_message(*others.values(), *rows)
            self._unwritten.written(duel_id, others)
        self._changed(known, lambda: known.rows.update(new))

    async def drop(self, known: Known, place: str) -> None:
        """Forget what stands at a place."""
        self._unwritten.forget(known.duel_id, [place])
        await self.store.drop_message(known.duel_id, place)
        self._changed(known, lambda: known.rows.pop(place, None))

    def gone(self, known: Known, place: str) -> None:
        """The message at a place is deleted."""
        self._unwritten.add(known.duel_id, {place: None})
        self._changed(known, lambda: known.rows.pop(place, None))

    async def delivered(self, duel_id: int, version: int) -> None:
        """All messages of a duel show this version; and write down what is left."""
        rows = self._unwritten.of(duel_id)
        gone = [place for place, row in rows.items() if row is None]
        await self.store.put_delivered(duel_id, version, filter(None, rows.values()), gone)
        self._unwritten.written(duel_id, rows)

    async def write_rest(self, duel_id: int) -> None:
        """Write down what is left."""
        if rows := self._unwritten.of(duel_id):
            if put := [row for row in rows.values() if row]:  # first: whatever is newer is written after it
                await self.store.put_message(*put)
            for place in (place for place, row in rows.items() if row is None):
                await self.store.drop_message(duel_id, place)
            self._unwritten.written(duel_id, rows)

    def take(self, known: Known, saved: SavedDuel) -> None:
        """The duel's row has been changed while its messages were brought up."""

        def change() -> None:
            known.saved = saved

        self._changed(known, change)

    async def put_contact(self, contact: ContactRow) -> None:
        """Write down how a person is reached, for all their duels."""
        await self.store.put_contact(contact.user_id, contact.channel_id, contact.closed_at)
        for known in [known for readers in self._readers.values() for known in readers]:
            for player, old in known.contacts.items():
                if old.user_id == contact.user_id:
                    new = replace(old, channel_id=contact.channel_id, closed_at=contact.closed_at)
                    known.contacts[player] = new

    def _changed(self, known: Known, change: Callable[[], object]) -> None:
        change()
        for other in known.readers:
            if other is not known:
                other.is_stale = True
