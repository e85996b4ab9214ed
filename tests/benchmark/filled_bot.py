"""A bot as a process of its own, on a database with very many duels, whose clock runs."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, closing
from pathlib import Path
from tempfile import TemporaryDirectory

from aiohttp import web

from tests.benchmark.filled import CONSTANTS, fill
from tests.children import PATIENCE
from tests.wire.bot_process import BotProcess
from tests.wire.clocked import BEGINNING
from tests.wire.conftest import TOKEN
from tests.wire.payloads import Payload, User, body, buttons, reply
from tests.wire.stand_in import StandIn

TICK = 0.005
"""Seconds after which the process's clock is set again."""
ADA, BEN = User(5 * 10**18 + 1, "Ada"), User(5 * 10**18 + 2, "Ben")


class Discord(StandIn):
    """Has all messages of the duels in the database, without keeping them. `edited`: when which of them was."""

    def __init__(self) -> None:
        super().__init__(TOKEN)
        self.edited: list[tuple[int, float]] = []

    async def _edit(self, request: web.Request) -> web.Response:
        number = int(request.match_info["message"])
        if str(number) in self.log.all:
            return await super()._edit(request)
        self.edited.append((number, time.perf_counter()))
        made = self.log.post(request.match_info["channel"], await body(request))
        self.log.delete(made["id"])
        return reply(made | {"id": str(number)})


class FilledBot:
    """It, and the Discord that it is at. `bot.folder` has its database."""

    def __init__(self, discord: Discord, bot: BotProcess) -> None:
        self.discord, self.bot = discord, bot
        self._changed = 0

    async def start(self) -> float:
        """Start it; seconds of the processor until it was ready."""
        await self.bot.start(DISCORD_TOKEN=TOKEN)
        while "bot.client: ready" not in self.bot.log:
            assert self.bot.runs, self.bot.log
            await asyncio.sleep(TICK)
        return self.processor()

    def processor(self) -> float:
        """Seconds of the processor that it has used."""
        fields = Path(f"/proc/{self.bot.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> float:
        """MiB that the process has now."""
        fields = Path(f"/proc/{self.bot.pid}/statm").read_text().split()
        return int(fields[1]) * os.sysconf("SC_PAGESIZE") / 2**20

    async def moves(self, count: int) -> list[float]:
        """The milliseconds of so many moves, each from the press until the other player is prompted, one after the
        other, in duels of two people.
        """
        took: list[float] = []
        while len(took) < count:
            if (found := self._panel()) is None:
                challenge = await self.discord.slash(ADA, "duel", BEN, game="battle", first="me", pace="daily")
                assert challenge.message is not None
                await self.discord.press(BEN, challenge.message, "Accept")
                await self.discord.until(self._panel)
                continue
            user, panel, label = found
            began = time.perf_counter()
            await self.discord.press(user, panel, label)
            while not self._is_over() and ((after := self._panel()) is None or after[1]["id"] == panel["id"]):
                assert time.perf_counter() - began < PATIENCE, self.bot.log[-2000:]
                await asyncio.sleep(0.0005)
            took.append(1000 * (time.perf_counter() - began))
        return took

    def _panel(self) -> tuple[User, Payload, str] | None:
        """Who is to move, on what, and what they press."""
        for user in (ADA, BEN):
            for message in self.discord.direct(user)[-1:]:
                for button in buttons(message):
                    if button["label"][0].isdigit() and not button.get("disabled"):
                        return user, message, button["label"]
        return None

    def _is_over(self) -> bool:
        return any(
            button["label"] == "Rematch"
            for user in (ADA, BEN)
            for message in self.discord.direct(user)[-1:]
            for button in buttons(message)
        )

    def make_due(self, count: int) -> list[int]:
        """Let the time be up in so many duels; their boards."""
        return self._change("due_at = :now - 10000", count)

    def make_behind(self, count: int) -> list[int]:
        """Let so many duels have changed without anybody being told; their boards."""
        return self._change("version = version + 1", count)

    def _change(self, change: str, count: int) -> list[int]:
        with closing(sqlite3.connect(self.bot.folder / "duels.db", timeout=30)) as db, db:
            found = db.execute(
                f"UPDATE duels SET {change} WHERE id IN (SELECT id FROM duels WHERE id > :after AND status = 'open' "
                "AND player_one < :others ORDER BY id LIMIT :count) RETURNING id",
                {"now": int(self.bot.now() * 1000), "count": count, "others": 10**18, "after": self._changed},
            ).fetchall()
        assert len(found) == count
        self._changed = max(duel_id for (duel_id,) in found)
        return [CONSTANTS["message"] + 4 * duel_id for (duel_id,) in found]

    async def until_edited(self, boards: Sequence[int]) -> float:
        """Seconds until all these boards are edited."""
        began = time.perf_counter()
        while not set(boards) <= {number for number, _ in self.discord.edited}:
            assert self.bot.runs and time.perf_counter() - began < PATIENCE, self.bot.log[-2000:]  # noqa: PT018
            await asyncio.sleep(TICK)
        return time.perf_counter() - began


@asynccontextmanager
async def filled_bot(*, running: int = 0, finished: int = 0) -> AsyncIterator[FilledBot]:
    """A bot that is not started yet."""
    with TemporaryDirectory() as folder:
        await fill(Path(folder) / "duels.db", BEGINNING, running=running, finished=finished)
        discord = Discord()
        bot = BotProcess(Path(folder), await discord.start())
        discord.log.clock = bot.now
        ticking = asyncio.create_task(_tick(bot))
        try:
            yield FilledBot(discord, bot)
        finally:
            ticking.cancel()
            await bot.kill()
            await discord.stop()


async def _tick(bot: BotProcess) -> None:
    before = time.perf_counter()
    while True:
        await asyncio.sleep(TICK)
        bot.leap((now := time.perf_counter()) - before)
        before = now
