"""`CommandSync`: Discord is told the slash commands when they have changed. A refusal is no reason not to run."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from typing import Any

import discord
from discord import app_commands

from bot.commands.limits import take_out_faulty
from bot.config import NOT_IN_TEST_GUILD, BadSettings
from bot.discord_api import UNDELIVERED, give_up
from bot.logs import describe
from storage import DuelStore, StorageError

log = logging.getLogger(__name__)

SYNCED = "synced-commands"
"""Key of the note with the hash of the commands that Discord has."""
SYNCED_AT = "synced-at"
"""Key of the note with the id of the server where they were last synced; 0 for everywhere."""
PATIENCE = 5.0
"""Seconds for which the start waits. Buttons work without commands, and discord.py tries a 500 for half a minute."""
FIRST_PAUSE, LONGEST_PAUSE = 60.0, 3600.0
"""Seconds between two attempts: doubled each time. Discord allows 200 new commands a day."""


class CommandSync:
    """Syncs the commands of one tree: in one server if there is a test server, otherwise globally, so that no command
    shows up twice.
    """

    def __init__(self, tree: app_commands.CommandTree[Any], store: DuelStore, test_guild_id: int | None) -> None:
        self._tree = tree
        self._store = store
        self._guild = discord.Object(test_guild_id) if test_guild_id else None
        self._pause = FIRST_PAUSE
        self._tasks: list[asyncio.Task[Any]] = []

    async def begin(self) -> None:
        """Sync now. What fails, or takes longer than `PATIENCE`, goes on in the background. Raises `BadSettings`."""
        if self._guild:
            self._tree.copy_global_to(guild=self._guild)
            self._tree.clear_commands(guild=None)
        for name, wrong in take_out_faulty(self._tree, self._guild).items():
            log.error("the command /%s is left out, since Discord would refuse them all: %s", name, "; ".join(wrong))
        first = asyncio.create_task(self._attempt())
        self._tasks.append(first)
        await asyncio.wait({first}, timeout=PATIENCE)
        if not first.done() or first.result() is not None:
            self._tasks.append(asyncio.create_task(self._retry(first)))

    async def stop(self) -> None:
        """Give up what is under way."""
        await give_up(self._tasks)

    async def _retry(self, attempt: asyncio.Task[float | None]) -> None:
        try:
            while (pause := await attempt) is not None:
                await asyncio.sleep(pause)
                attempt = asyncio.create_task(self._attempt())
                self._tasks[0] = attempt
        except BadSettings as problem:
            log.error("commands not synced: %s", problem)

    async def _attempt(self) -> float | None:
        """Sync, if Discord has other commands. The seconds until the next attempt; None if there need be none."""
        try:
            await self._sync()
        except (*UNDELIVERED, StorageError) as error:
            pause = max(self._pause, getattr(error, "retry_after", 0.0))
            self._pause = min(2 * self._pause, LONGEST_PAUSE)
            log.error("commands not synced, trying again in %d s; buttons work: %s", pause, _reason(error))
            return pause
        return None

    async def _sync(self) -> None:
        tree, guild = self._tree, self._guild
        payload = json.dumps([c.to_dict(tree) for c in tree.get_commands(guild=guild)], sort_keys=True)
        now_at = str(guild.id if guild else 0)
        wanted = hashlib.sha256(f"{tree.client.application_id} {now_at} {payload}".encode()).hexdigest()
        if await self._store.note(SYNCED) == wanted:
            return
        try:
            for place in {now_at, await self._store.note(SYNCED_AT) or now_at, "0"}:
                await tree.sync(guild=discord.Object(int(place)) if int(place) else None)
        except (discord.Forbidden, discord.NotFound) as error:
            if not guild:
                raise
            raise BadSettings(NOT_IN_TEST_GUILD) from error
        await self._store.put_note(SYNCED_AT, now_at)
        await self._store.put_note(SYNCED, wanted)
        log.info("commands synced")


def _reason(error: BaseException) -> str:
    """Why Discord refused. Its own words are safe to log here: they name commands, and no move and no person."""
    return str(error) if isinstance(error, discord.HTTPException) and error.code else describe(error)
