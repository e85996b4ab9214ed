"""`create_client`: the bot as one discord.py client, with nothing in memory that a restart would lose."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import sys
from collections.abc import Callable
from datetime import datetime
from typing import Any

import discord
from discord import app_commands

from bot import errors
from bot.clock import Clock
from bot.commands import add_duel_commands, add_page_commands, take_out_faulty
from bot.config import NOT_IN_TEST_GUILD, BadSettings, Settings
from bot.courier import Courier
from bot.gateway import be_patient
from bot.service import DuelService
from bot.ui.buttons import DuelButton, DuelMenu
from bot.ui.custom_ids import CHOOSE_DUEL, TEMPLATE, ButtonId
from bot.ui.desk import DRAIN, GONE_BUTTON, UNKNOWN_BUTTON, Desk
from bot.ui.presses import Presses
from storage import SqliteStore

Now = Callable[[], datetime]

log = logging.getLogger(__name__)

LONGEST_WAIT = 30.0
"""Seconds for which discord.py may sleep on a rate limit before it gives up: its own floor."""
SYNCED = "synced-commands"
"""The note that holds the hash of the commands as Discord knows them."""
SYNCED_AT = "synced-at"
"""The note that holds the test server they were told to last; 0 for everywhere."""


class DuelTree(app_commands.CommandTree["DuelBot"]):
    """The slash commands. What goes wrong outside of a command's own work is answered here."""

    async def interaction_check(self, interaction: discord.Interaction[DuelBot], /) -> bool:
        """Before any work. Of an autocomplete that comes too late nothing is made; of all else the desk decides."""
        is_autocomplete = interaction.type is discord.InteractionType.autocomplete
        return not is_autocomplete or self.client.desk.age(interaction) is not None

    async def on_error(self, interaction: discord.Interaction[DuelBot], error: app_commands.AppCommandError, /) -> None:
        """A command that is not known any more, or options that don't fit it."""
        if isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
            sentence = "That command has changed. Reload Discord and try again; /help lists what there is."
        elif isinstance(error, app_commands.TransformerError):
            sentence = "I can't use one of those options. Choose from what is offered and try again."
        else:
            sentence = errors.report(getattr(error, "original", error))
        await self.client.desk.refuse(interaction, sentence)


class DuelBot(discord.AutoShardedClient):
    """The bot. `open` before `start`; `close` in order."""

    def __init__(self, settings: Settings, clock: Now, **options: Any) -> None:
        super().__init__(
            intents=discord.Intents.none(),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
            chunk_guilds_at_startup=False,
            guild_ready_timeout=0,
            max_ratelimit_timeout=LONGEST_WAIT,
            **options,
        )
        self.desk: Desk
        self.presses: Presses
        self.clock: Clock
        self._settings = settings
        self._now = clock
        self._store: SqliteStore | None = None
        self._begun = False
        self._away: set[int] = set()
        """The shards that have lost Discord."""
        self.tree = DuelTree(self)

    async def open(self) -> None:
        """Open the database and put the parts together. Raises `UnusableDatabase`."""
        store = self._store = await SqliteStore.connect(self._settings.database_path)
        service = DuelService(store, self._now)
        courier = Courier(self, service, store, self._now)
        self.desk = Desk(service, courier)
        self.clock = Clock(self, service, courier, store, self._now)
        self.presses = Presses(self.desk)
        add_duel_commands(self.tree, self.desk)
        add_page_commands(self.tree, self.desk)
        self.add_dynamic_items(DuelButton, DuelMenu)

    async def setup_hook(self) -> None:
        """Once, after the login and before any event."""
        if self._store is None:
            await self.open()
        await self._sync()

    async def on_ready(self) -> None:
        """At the start, and when all shards have come back anew."""
        self._in_reach()
        if not self._begun:
            self._begun = True
            log.info("ready")
            try:
                await self.desk.service.call_off_forgotten()
            except Exception as error:
                self.desk.courier.outage.report(error)  # time goes on for all the others
            self._in_reach()

    async def on_resumed(self) -> None:
        """After most reconnects."""
        self._in_reach()

    async def on_disconnect(self) -> None:
        """Nobody can move until Discord is back."""
        self.clock.pause()

    async def on_shard_disconnect(self, shard_id: int) -> None:
        """Nor can some while a part of the servers is out of reach."""
        self._away.add(shard_id)
        self.clock.pause()

    async def on_shard_resumed(self, shard_id: int) -> None:
        """One shard is back."""
        self._away.discard(shard_id)
        self._in_reach()

    async def on_shard_ready(self, shard_id: int) -> None:
        """One shard is back anew, for which there is no other event where it was the only one away."""
        self._away.discard(shard_id)
        if self._begun:
            self._in_reach()

    def _in_reach(self) -> None:
        """Time goes on for everybody, once every shard is there."""
        if self._store is not None and not self._away:  # None: it came back amid the end
            self.clock.start()

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Answer what no button of ours will: an id that is unknown, or that its message does not carry."""
        if interaction.type is not discord.InteractionType.component:
            return
        data: Any = interaction.data or {}
        custom_id, kind = str(data.get("custom_id", "")), data.get("component_type")
        ours = custom_id == CHOOSE_DUEL or TEMPLATE.fullmatch(custom_id)
        if not (ours and interaction.message and _carries(interaction.message.components, custom_id, kind)):
            await self.desk.refuse(interaction, GONE_BUTTON if ButtonId.parse(custom_id) else UNKNOWN_BUTTON)

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        """discord.py's default prints the whole traceback, message included."""
        error = sys.exception()
        if isinstance(error, Exception):
            errors.report(error)

    async def close(self) -> None:
        """Finish what is in hand, then close the database, then the connection."""
        store, self._store = self._store, None
        if store is not None:
            await asyncio.gather(self.clock.stop(DRAIN), self.desk.drain())
            await store.aclose()
        await super().close()

    async def _sync(self) -> None:
        """Tell Discord the commands, but only where they have changed: it limits how often that may be done.

        With a test server they are in that one alone, and without one everywhere: each is there once in any case.
        """
        assert self._store is not None
        guild = discord.Object(self._settings.test_guild_id) if self._settings.test_guild_id else None
        if guild:
            self.tree.copy_global_to(guild=guild)
            self.tree.clear_commands(guild=None)
        for name, wrong in take_out_faulty(self.tree, guild).items():
            log.error("the command /%s is left out, since Discord would refuse them all: %s", name, "; ".join(wrong))
        payload = json.dumps([c.to_dict(self.tree) for c in self.tree.get_commands(guild=guild)], sort_keys=True)
        now_at = str(guild.id if guild else 0)
        wanted = hashlib.sha256(f"{self.application_id} {now_at} {payload}".encode()).hexdigest()
        if await self._store.note(SYNCED) == wanted:
            return
        try:
            for place in {now_at, await self._store.note(SYNCED_AT) or now_at, "0"}:
                await self.tree.sync(guild=discord.Object(int(place)) if int(place) else None)
        except (discord.Forbidden, discord.NotFound) as error:
            if not guild:
                raise
            raise BadSettings(NOT_IN_TEST_GUILD) from error
        await self._store.put_note(SYNCED_AT, now_at)
        await self._store.put_note(SYNCED, wanted)
        log.info("commands synced")


def create_client(settings: Settings, *, clock: Now = discord.utils.utcnow, **options: Any) -> DuelBot:
    """The bot, not yet connected. `clock` tells the present time, with its zone."""
    be_patient()
    return DuelBot(settings, clock, **options)


def _carries(components: list[Any], custom_id: str, kind: int) -> bool:
    """Whether one of a message's components, however deep, has that id and is of that kind."""
    return any(
        (component.type.value == kind and getattr(component, "custom_id", None) == custom_id)
        or _carries(getattr(component, "children", []), custom_id, kind)
        for component in components
    )
