"""The playground's world: one server, one channel, Ada and Ben who duel, and Cy who watches; or Ada alone.

The bot in it is the real one, with a real SQLite file; its clock is the world's. Knows no page and no browser.
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
from bot.playground.simcord_private import Pane, changes, set_up, stop_refusing
from bot.worker import InPlace
from players import Level
from storage import SqliteStore, Status

log = logging.getLogger(__name__)

NAMES = ("Ada", "Ben", "Cy")
BOT = "Number Duels"
CHANNEL = "duels"
CANNOT_SEND_TO_USER = 50007
"""Discord's error code for a user whose direct messages are closed."""
STEP = 0.1
"""Seconds between two advances of the world's time."""
PATIENCE = 30.0
"""Seconds within which the bot has to become idle: long enough for a slow machine."""


@dataclass
class Seat:
    """A person and their two panes. `open`: whether their direct messages are open."""

    name: str
    member: simcord.MemberActor
    user: simcord.UserHandle
    open: bool = True
    panes: dict[str, Pane] = field(default_factory=dict)

    @property
    def messages_path(self) -> str:
        """The path of requests that send direct messages to this person."""
        return f"/channels/{self.user.dm_channel.id}/messages"


class World:
    """Call `start` after `World(…)`, and `stop` at the end. Each change sets `change`, then replaces it."""

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
        """Start the bot, add the people, open their panes, and let time run."""
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
        """Shut the bot down cleanly."""
        if self._pump:
            self._pump.cancel()
            await asyncio.gather(self._pump, return_exceptions=True)
        async with self._lock:
            await self._env.shutdown()
            await self._client.close()

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Take the lock: simcord refuses overlapping actions. Every pane is updated before and after."""
        async with self._lock:
            await self._show()
            try:
                yield
            finally:
                await self._show()

    async def challenge(self, game: str) -> int | None:
        """Make Ada challenge Ben by `/duel`. Returns the message's id, or None if the bot has refused it privately."""
        async with self.turn():
            ada, ben = (self.seats[name].member for name in NAMES[:2])
            answer = await ada.slash(self._channel, "duel", opponent=ben, game=game)
            return None if answer.ephemeral or answer.response is None else answer.response.id

    async def practice(self, game: str, level: Level) -> int | None:
        """Make Ada begin a duel against the bot by `/practice`. Returns the id of her panel, or None as above."""
        async with self.turn():
            answer = await self.seats[NAMES[0]].member.slash(self._channel, "practice", game=game, level=level.value)
            return None if answer.ephemeral else answer.followups[-1].id

    async def begin(self, game: str) -> None:
        """Make Ada challenge Ben, and Ben accept; where she is alone, practice."""
        if len(self.seats) == 1:
            await self.practice(game, Level.MEDIUM)
            return
        await self.challenge(game)
        async with self.turn():
            challenge = self._channel.last_message
            assert challenge is not None
            await self.seats[NAMES[1]].member.click(challenge, label="Accept")

    async def duellists(self) -> list[str]:
        """The names of the people who are in an open duel, two or one against the bot, or an empty list."""
        async with self._lock:
            for seat in self.seats.values():
                for saved in await self._client.duels.duels_of(seat.user.id):
                    if saved.row.status is Status.OPEN:
                        two = (saved.row.player_one, saved.row.player_two)
                        return [seat.name for seat in self.seats.values() if seat.user.id in two]
        return []

    async def restart(self) -> None:
        """Stop the bot and start a new one on the same database. After `UnusableDatabase`, the old one still runs."""
        async with self.turn():
            # Check the database first: if the new bot failed while starting, simcord would have no bot at all.
            await (await SqliteStore.connect(self._database)).aclose()
            old, self._client = self._client, self._new_client()
            await old.close()
            await self._env.restart_bot(self._client)

    async def set_direct_messages(self, name: str, *, opened: bool) -> None:
        """Open or close somebody's direct messages. Raises `KeyError` for an unknown name."""
        seat = self.seats[name]
        path = seat.messages_path
        async with self.turn():
            stop_refusing(self._env, path)
            if not opened:
                self._env.inject_error("POST", path, status=403, code=CANNOT_SEND_TO_USER, times=None)
            seat.open = opened

    def _new_client(self) -> DuelBot:
        settings = Settings(token="none is needed here", database_path=self._database)  # noqa: S106
        return create_client(settings, clock=self._now, runner=InPlace(), shard_count=1)

    def _now(self) -> datetime:
        return self._env.now()

    async def _run(self) -> None:
        """Advance the world's time `speed` times as fast as real time, and update the panes. Logs a new error once."""
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
        """Update every pane if anything has changed."""
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
