"""The little world of the playground: one server, one channel, Ada and Ben who duel, and Cy who looks on.

The bot in it is the real one, on its real SQLite file; its clock is the world's. Knows no page and no browser.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import simcord

from bot.client import DuelBot, create_client
from bot.config import Settings
from bot.playground.simcord_private import Pane, changes, open_doors, set_up
from storage import SqliteStore, Status

log = logging.getLogger(__name__)

NAMES = ("Ada", "Ben", "Cy")
BOT = "Number Duels"
CHANNEL = "duels"
CLOSED_DOOR = 50007
"""Discord's code for a person who takes no direct messages."""
STEP = 0.1
"""Seconds between two looks at what is due."""
PATIENCE = 30.0
"""Seconds in which the bot has to come to rest: generous, for a slow machine."""


@dataclass
class Seat:
    """A person, and their two panes."""

    name: str
    member: simcord.MemberActor
    user: simcord.UserHandle
    open: bool = True
    panes: dict[str, Pane] = field(default_factory=dict)

    @property
    def door(self) -> str:
        """The path of direct messages to this person."""
        return f"/channels/{self.user.dm_channel.id}/messages"


class World:
    """Made with `World(…)`, begun with `start`, ended with `stop`. `change` is set at the next change, and replaced."""

    def __init__(self, database: Path, speed: float = 1.0) -> None:
        self._database = database
        self.speed = speed
        self._lock = asyncio.Lock()
        self._published = -1
        self.change = asyncio.Event()
        self._client = self._new_client()
        self._env = simcord.Env(self._client, settle_timeout=PATIENCE)
        self._pump: asyncio.Task[None] | None = None
        self.began = datetime.now(UTC)
        self.seats: dict[str, Seat] = {}

    async def start(self, seats: int, port: int, timezone: str) -> None:
        """Start the bot, let people in, open their panes, and let time run."""
        set_up(self._env, self.began, BOT)
        await self._env.start()
        users = [self._env.create_user(name.lower(), global_name=name) for name in NAMES[:seats]]
        guild = self._env.create_guild("Playground", owner=users[0])
        self._channel = guild.create_text_channel(CHANNEL)
        for name, user in zip(NAMES, users, strict=False):
            self.seats[name] = Seat(name, guild.add_member(user), user)
        await self._env.settle()
        for seat in self.seats.values():
            for title, channel, viewer in (
                (f"#{CHANNEL}", self._channel, seat.member),
                ("direct messages", seat.user.dm_channel, seat.user),
            ):
                pane = seat.panes[title] = Pane(self._env, channel, viewer, self.turn, port=port, timezone=timezone)
                await pane.open()
        self._pump = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """End the bot in order."""
        if self._pump:
            self._pump.cancel()
            await asyncio.gather(self._pump, return_exceptions=True)
        async with self._lock:
            await self._env.shutdown()
            await self._client.close()

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """One at a time: simcord refuses what overlaps. What comes of it is shown in every pane at once."""
        async with self._lock:
            await self._show()
            try:
                yield
            finally:
                await self._show()

    async def begin(self, game: str) -> None:
        """Let Ada challenge Ben, and Ben accept."""
        async with self.turn():
            ada, ben = (self.seats[name].member for name in NAMES[:2])
            await ada.slash(self._channel, "duel", opponent=ben, game=game)
            challenge = self._channel.last_message
            assert challenge is not None
            await ben.click(challenge, label="Accept")

    async def duellists(self) -> list[str]:
        """Who is in a duel with whom: the names of two, or none."""
        async with self._lock:
            for seat in self.seats.values():
                for table in await self._client.desk.service.tables_of(seat.user.id):
                    if table.row.status is Status.OPEN:
                        two = (table.row.player_one, table.row.player_two)
                        return [seat.name for seat in self.seats.values() if seat.user.id in two]
        return []

    async def restart(self) -> None:
        """Stop the bot and start another on the same database. Raises `UnusableDatabase`, and the old one runs on."""
        async with self.turn():
            # Where the new one failed amid its start, simcord would be left without any.
            await (await SqliteStore.connect(self._database)).aclose()
            old, self._client = self._client, self._new_client()
            await old.close()
            await self._env.restart_bot(self._client)

    async def set_door(self, name: str, *, to: bool) -> None:
        """Open or close somebody's direct messages. Raises `KeyError` for somebody who is not here."""
        seat = self.seats[name]
        async with self.turn():
            open_doors(self._env, seat.door)
            if not to:
                self._env.inject_error("POST", seat.door, status=403, code=CLOSED_DOOR, times=None)
            seat.open = to

    def _new_client(self) -> DuelBot:
        settings = Settings(token="none is needed here", database_path=self._database)  # noqa: S106
        return create_client(settings, clock=self._now, shard_count=1)

    def _now(self) -> datetime:
        return self._env.now()

    async def _run(self) -> None:
        """Let time pass as it does outside, times `speed`, and bring what is due. What goes wrong is told once."""
        told = ""
        while True:
            await asyncio.sleep(STEP)
            try:
                async with self._lock:
                    await self._catch_up()
                    await self._show()
                told = ""
            except Exception as problem:
                if told != (told := repr(problem)):
                    log.exception("what was due did not come; it is tried again")

    async def _catch_up(self) -> None:
        outside = (datetime.now(UTC) - self.began).total_seconds() * self.speed
        behind = outside - (self._env.now() - self.began).total_seconds()
        try:
            await self._env.advance_time(max(0.0, behind))
        except TimeoutError as problem:
            log.warning("the bot did not come to rest: %s", problem)

    async def _show(self) -> None:
        """Bring every pane up to date if anything has happened."""
        if self._published == (now := changes(self._env)):
            return
        self._published = now
        try:
            for seat in self.seats.values():
                for pane in seat.panes.values():
                    await pane.refresh()
        except TimeoutError as problem:
            log.warning("the bot did not come to rest: %s", problem)
        self.change.set()
        self.change = asyncio.Event()
