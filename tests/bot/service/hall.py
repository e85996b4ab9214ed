"""The place where Ada, Ben and Cy duel in these tests, and ways to look at all that is saved and to come in between."""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, cast

from bot.service.challenges import Challenges
from bot.service.deadlines import PACES
from bot.service.duels import Duels
from bot.service.saved_duel import Person, SavedDuel
from games import Action, Duel, Player
from storage import DuelRow, DuelStore, MoveRow, NewDuel, SqliteStore

ADA, BEN, CY = Person(11, "Ada"), Person(22, "Ben"), Person(33, "Cy")
GUILD, CHANNEL = 700, 800
DAY = 24 * 60 * 60 * 1000
START = datetime(2026, 3, 1, 12, tzinfo=UTC)


def stranger(number: int) -> Person:
    """One of many more people."""
    return Person(1000 + number, f"Guest {number}")


@dataclass
class Clock:
    """A clock that stands still until it is set."""

    now: datetime = START

    def __call__(self) -> datetime:
        return self.now

    def forward(self, **by: float) -> int:
        """Set it on; the new time in milliseconds."""
        self.now += timedelta(**by)
        return self.milliseconds

    @property
    def milliseconds(self) -> int:
        return int(self.now.timestamp() * 1000)


@dataclass
class Hall:
    """A service on a store on a file."""

    path: Path
    store: SqliteStore
    clock: Clock = field(default_factory=Clock)

    def __post_init__(self) -> None:
        self.duels = Duels(self.store, self.clock)
        self.challenges = Challenges(self.store, self.duels, self.clock)

    def on(self, store: DuelStore) -> Hall:
        """The same on another store."""
        return replace(self, store=cast("Any", store))

    def does(self, name: str) -> Callable[..., Awaitable[Any]]:
        """One of the two services' methods, by name."""
        method: Callable[..., Awaitable[Any]] = getattr(self.duels if hasattr(Duels, name) else self.challenges, name)
        return method

    async def challenge(
        self,
        game: str = "battle",
        by: Person = ADA,
        to: Person = BEN,
        starter: Player | None = Player.ONE,
        pace: str = "daily",
    ) -> int:
        """A challenge; its number."""
        saved_duel = await self.challenges.challenge(
            by, to, game, starter=starter, pace=PACES[pace], guild_id=GUILD, channel_id=CHANNEL
        )
        return saved_duel.row.id

    async def begin(
        self,
        game: str = "battle",
        by: Person = ADA,
        to: Person = BEN,
        starter: Player | None = Player.ONE,
        pace: str = "daily",
    ) -> int:
        """An accepted challenge; its number."""
        number = await self.challenge(game, by, to, starter, pace)
        await self.challenges.accept(number, to)
        return number

    async def play(self, duel_id: int, *tokens: str) -> SavedDuel:
        """Plays each token for the one player who is to act."""
        for token in tokens:
            saved_duel = await self.saved_duel(duel_id)
            assert saved_duel.duel is not None
            (player,) = saved_duel.duel.to_act
            await self.duels.play(duel_id, saved_duel.user(player), Action.parse(token))
        return await self.saved_duel(duel_id)

    async def saved_duel(self, duel_id: int) -> SavedDuel:
        """A duel as saved."""
        saved_duel = await self.duels.load_or_call_off(duel_id)
        assert saved_duel is not None
        return saved_duel

    async def duel(self, duel_id: int) -> Duel:
        """A duel that has begun, as saved."""
        duel = (await self.saved_duel(duel_id)).duel
        assert duel is not None
        return duel

    async def row(self, duel_id: int) -> DuelRow:
        """A duel's row."""
        row = await self.store.duel(duel_id)
        assert row is not None
        return row

    async def entries(self, duel_id: int) -> tuple[MoveRow, ...]:
        """A duel's log."""
        loaded = await self.store.load(duel_id)
        assert loaded is not None
        return loaded[1]

    async def foreign(self, game: str, rules_version: int, *, opened: bool = True) -> int:
        """A duel of Ada against Ben whose rules this program need not know, two entries long if it has begun."""
        at = self.clock.milliseconds
        new = NewDuel(game, rules_version, ADA.id, BEN.id, ADA.name, BEN.name, 1, GUILD, CHANNEL, at, DAY, at + DAY)
        row = await self.store.create(new)
        if opened:
            await self.store.open(
                row.id, name_two=BEN.name, starter=1, seed=bytes(32), at=at, remind_before=REMIND_BEFORE
            )
            for ply, token in enumerate(("leap-3", "duck")):
                await self.store.append(row.id, ply, 1 + ply, token, at)
        return row.id

    def saved(self) -> list[tuple[Any, ...]]:
        """Every row of every table, seen from outside."""
        db = sqlite3.connect(self.path)
        try:
            tables = [name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
            return [(table, *row) for table in tables for row in db.execute(f"SELECT * FROM {table}")]
        finally:
            db.close()


class Between:
    """A store on which somebody else comes in just before a call, the first unless it is said which, of one method, or
    of any."""

    def __init__(
        self, store: DuelStore, method: str | None, rival: Callable[[], Awaitable[object]], before: int = 1
    ) -> None:
        self._store, self._method, self._rival, self._before = store, method, rival, before
        self.calls = 0

    def __getattr__(self, name: str) -> Any:
        real = getattr(self._store, name)
        if self._method not in (None, name):
            return real

        async def interrupted(*args: Any, **kwargs: Any) -> Any:
            self.calls += 1
            if self.calls == self._before:
                await self._rival()
            return await real(*args, **kwargs)

        return interrupted

    @property
    def as_store(self) -> DuelStore:
        return cast("DuelStore", self)
