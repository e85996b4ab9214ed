"""`Uploads`: every picture becomes an emoji of the application, in the background. Until then plain text stands for it.

An application's emojis can be used wherever it writes, without any permission. Discord keeps them; their ids are kept
in the store, for each application.
"""

from __future__ import annotations

import asyncio
import logging
from importlib.resources import files
from typing import Any

import discord

from bot.discord_api import RATE_LIMITED, UNDELIVERED, give_up
from bot.drawing import Drawing
from bot.logs import describe
from bot.render.pictures import PICTURES
from storage import DuelStore, StorageError

log = logging.getLogger(__name__)

FIRST_PAUSE, LONGEST_PAUSE = 60.0, 3600.0
"""Seconds between two attempts: doubled each time. How many uploads Discord allows, its answers do not tell."""
NAMES = tuple(picture.name for picture in PICTURES.values())


def image(name: str) -> bytes:
    """The PNG of a picture with one of `NAMES`."""
    return (files("bot.emojis") / "images" / f"{name}.png").read_bytes()


class Uploads:
    """Uploads what the application lacks, one at a time, and has `drawing` use what it has."""

    def __init__(self, client: discord.Client, drawing: Drawing, store: DuelStore) -> None:
        self._client = client
        self._drawing = drawing
        self._store = store
        self._pause = FIRST_PAUSE
        self._saved: dict[str, int] = {}
        self._refused: set[str] = set()
        """The names of pictures that Discord does not take. They are tried again at the next start."""
        self._one = asyncio.Lock()
        """Held by an attempt, so that none uploads what another is about to."""
        self._tasks: set[asyncio.Task[None]] = set()
        drawing.refused = self._look_again

    async def load(self) -> None:
        """Use the emojis that are known from earlier, so that the first messages have them."""
        try:
            self._saved = self._drawing.ids = await self._store.emojis(self._application)
        except StorageError as error:
            log.warning("plain text stands for pictures, for now: %s", describe(error))

    def begin(self) -> None:
        """Begin, once the bot is ready."""
        self._start(0.0)

    async def stop(self) -> None:
        """Give up what is under way. The next start goes on with it."""
        await give_up(self._tasks)

    def _look_again(self) -> None:
        """Some emoji may have been deleted: after a pause, those that are still there are used again."""
        self._start(self._next_pause())

    def _start(self, pause: float) -> None:
        task = asyncio.create_task(self._upload(pause))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _upload(self, pause: float | None) -> None:
        while pause is not None:
            await asyncio.sleep(pause)
            async with self._one:
                pause = await self._attempt()

    async def _attempt(self) -> float | None:
        """Upload what is missing. The seconds until the next attempt; None if there need be none."""
        try:
            # What is there may have been uploaded by a request whose answer was lost, or deleted by the owner.
            listed = (await self._client.http.get_application_emojis(self._application))["items"]
            found = {emoji["name"]: int(emoji["id"]) for emoji in listed if emoji["name"] in NAMES and emoji["id"]}
            await self._use(found)
            missing = [name for name in NAMES if name not in found and name not in self._refused]
            for name in missing:
                if number := await self._add(name):
                    found = {**found, name: number}
                    await self._use(found)
        except (*UNDELIVERED, StorageError) as error:
            pause = max(self._next_pause(), getattr(error, "retry_after", 0.0))
            log.warning("pictures not uploaded, trying again in %d s: %s", pause, describe(error))
            return pause
        if missing:
            log.info("pictures uploaded: there are %d of %d", len(found), len(NAMES))
        return None

    async def _add(self, name: str) -> int | None:
        """Upload one; its id, or None where Discord does not take it."""
        try:
            emoji = await self._client.create_application_emoji(name=name, image=image(name))
        except discord.HTTPException as error:
            if error.status >= 500 or error.status == RATE_LIMITED:
                raise
            self._refused.add(name)
            log.warning("Discord refuses the picture %s: %s", name, describe(error))
            return None
        self._pause = FIRST_PAUSE
        return emoji.id

    async def _use(self, ids: dict[str, int]) -> None:
        self._drawing.ids = ids
        if ids != self._saved:
            await self._store.put_emojis(self._application, ids)
            self._saved = ids

    def _next_pause(self) -> float:
        pause, self._pause = self._pause, min(2 * self._pause, LONGEST_PAUSE)
        return pause

    @property
    def _application(self) -> Any:
        """The id of the application that the bot has logged in as."""
        return self._client.application_id
