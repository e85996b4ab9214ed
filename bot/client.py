"""`create_client`: the bot as one discord.py client. It keeps nothing in memory that a restart must not lose."""

from __future__ import annotations

import asyncio
import logging
import sys
from typing import Any

import discord
from discord import app_commands

from bot import errors
from bot.commands import CommandSync, add_duel_commands, add_page_commands, add_practice_command
from bot.config import Settings
from bot.delivery.answers import Answers
from bot.delivery.boards import Boards
from bot.delivery.direct_messages import DirectMessages
from bot.delivery.ephemeral_panels import EphemeralPanels
from bot.delivery.held_time import HeldTime
from bot.delivery.known import Messages
from bot.delivery.later_deadlines import LaterDeadlines
from bot.delivery.outage import Outage
from bot.delivery.panels import Panels
from bot.delivery.told import Told
from bot.delivery.updates import Updates
from bot.delivery.watchers import Watchers
from bot.discord_api import DiscordApi
from bot.discord_clock import DiscordClock
from bot.discord_patches import patch_discord
from bot.drawing import Drawing
from bot.emojis.uploads import Uploads
from bot.interactions.handlers import DRAIN, Handlers
from bot.interactions.looks import Looks
from bot.interactions.members import Members
from bot.interactions.own_panels import OwnPanels
from bot.interactions.practice import Practice
from bot.interactions.presses import Presses
from bot.interactions.routes import Routes
from bot.render.layout import TEXT_LIMIT
from bot.render.pictures import drawn
from bot.scheduler import Scheduler
from bot.service.challenges import Challenges
from bot.service.computer import Computer
from bot.service.deadlines import Clock
from bot.service.duels import Duels
from bot.service.server_names import ServerNames
from bot.service.unreached import Unreached
from bot.worker import Runner, Worker
from storage import SqliteStore

log = logging.getLogger(__name__)

LONGEST_WAIT = 30.0
"""Seconds that discord.py may wait for a rate limit before it gives up: the smallest value it accepts."""


class DuelTree(app_commands.CommandTree["DuelBot"]):
    """The slash commands. Answers errors that happen before a command's own code runs."""

    async def interaction_check(self, interaction: discord.Interaction[DuelBot], /) -> bool:
        """Drop an autocomplete that arrives too late. For everything else, `Handlers` decides."""
        is_autocomplete = interaction.type is discord.InteractionType.autocomplete
        return not is_autocomplete or self.client.handlers.age(interaction) is not None

    async def on_error(self, interaction: discord.Interaction[DuelBot], error: app_commands.AppCommandError, /) -> None:
        """Answer a command that no longer exists, or options that do not fit it."""
        if isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
            sentence = "That command has changed. Reload Discord and try again; /help lists what there is."
        elif isinstance(error, app_commands.TransformerError):
            sentence = "I can't use one of those options. Choose from what is offered and try again."
        else:
            sentence = errors.report(getattr(error, "original", error))
        await self.client.handlers.refuse(interaction, sentence)

    async def _call(self, interaction: discord.Interaction[DuelBot]) -> None:
        """Answer a command of an unexpected shape, too: discord.py hands only its own errors to `on_error`."""
        try:
            await super()._call(interaction)
        except app_commands.AppCommandError:
            raise
        except Exception as error:
            await self.client.handlers.refuse(interaction, errors.report(error))


class DuelBot(discord.AutoShardedClient):
    """The bot. Call `open` before `start`; `close` shuts it down cleanly."""

    def __init__(self, settings: Settings, clock: Clock | None, runner: Runner | None, **options: Any) -> None:
        self._discord_clock = DiscordClock()
        super().__init__(
            intents=discord.Intents.none(),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
            chunk_guilds_at_startup=False,
            guild_ready_timeout=0,
            max_ratelimit_timeout=LONGEST_WAIT,
            http_trace=self._discord_clock.trace(),
            proxy=settings.proxy,
            **options,
        )
        self.duels: Duels
        self.challenges: Challenges
        self.updates: Updates
        self.outage: Outage
        self.handlers: Handlers
        self.looks: Looks
        self.presses: Presses
        self.practice: Practice
        self._routes: Routes
        self.scheduler: Scheduler
        self._settings = settings
        self.drawing = Drawing(drawn, TEXT_LIMIT)
        self._sync: CommandSync
        self._uploads: Uploads
        self._clock = clock or self._discord_clock
        self.runner = runner or Worker()
        self._store: SqliteStore | None = None
        self._begun = False
        self._is_up = asyncio.Event()
        self._away: set[int] = set()
        """The shards that are disconnected."""
        self.tree = DuelTree(self)

    async def open(self) -> None:
        """Open the database and build the parts of the bot. Raises `UnusableDatabase`."""
        store = self._store = await SqliteStore.connect(self._settings.database_path)
        api, outage = DiscordApi(self, self.drawing), Outage(store)
        duels = Duels(store, self._clock)
        challenges = Challenges(store, duels, self._clock)
        messages = Messages(store, duels)
        ephemeral_panels = EphemeralPanels(self._clock)
        unreached = Unreached(store, duels, self._clock)
        told = Told(messages, unreached, self._clock)
        direct_messages = DirectMessages(api, messages, told, store, self._clock)
        panels = Panels(api, messages, direct_messages, ephemeral_panels, told, clock=self._clock)
        panels.old.interrupted((await store.agenda(0)).behind)
        boards = Boards(api, messages, duels, self._clock)
        watchers = Watchers(self._clock)
        updates = Updates(messages, boards, panels, watchers, outage, store=store, clock=self._clock)
        answers = Answers(messages)
        computer = Computer(duels, self.runner)
        held_time = HeldTime(messages, told, updates)
        members = Members(api, ServerNames(store), outage)
        self.duels, self.challenges, self.updates, self.outage = duels, challenges, updates, outage
        self.handlers = Handlers(
            duels=duels,
            challenges=challenges,
            computer=computer,
            updates=updates,
            answers=answers,
            held_time=held_time,
            direct_messages=direct_messages,
            panels=OwnPanels(answers, ephemeral_panels),
            members=members,
            outage=outage,
            clock=self._discord_clock,
        )
        self.looks = Looks(self.handlers, updates, watchers, direct_messages, runner=self.runner)
        self.practice = Practice(self.handlers, updates, answers)
        self.presses = Presses(
            self.handlers,
            duels=duels,
            unreached=unreached,
            challenges=challenges,
            updates=updates,
            answers=answers,
            members=members,
            looks=self.looks,
            practice=self.practice,
        )
        self.scheduler = Scheduler(
            duels=duels,
            computer=computer,
            updates=updates,
            later_deadlines=LaterDeadlines(updates, store),
            held_time=held_time,
            outage=outage,
            store=store,
            clock=self._clock,
        )
        add_duel_commands(self.tree, self.handlers, self.looks, updates, self.practice)
        add_practice_command(self.tree, self.handlers, self.practice)
        add_page_commands(self.tree, self.handlers, self.looks)
        self._routes = Routes(self.handlers, self.presses, self.looks, self.practice)
        self._sync = CommandSync(self.tree, store, self._settings.test_guild_id)
        self._uploads = Uploads(self, self.drawing, store)

    async def examine(self) -> None:
        """Once the bot is ready, read the whole database. Raises `Damaged` where it is damaged anywhere, even if nobody
        plays a duel that stands there.
        """
        await self._is_up.wait()
        if self._store is not None:
            await self._store.examine()

    async def setup_hook(self) -> None:
        """Runs once, after the login and before any event."""
        if self._store is None:
            await self.open()
        await self._uploads.load()
        await self._sync.begin()

    async def on_ready(self) -> None:
        """Runs at the start, and when all shards have opened new sessions."""
        self._in_reach()
        if not self._begun:
            self._begun = True
            self._is_up.set()
            log.info("ready")
            try:
                await self.duels.call_off_forgotten()
            except Exception as error:
                self.outage.report(error)  # the deadlines of all other duels must run on
            self._in_reach()
            if self._store is not None:
                self._uploads.begin()

    async def on_resumed(self) -> None:
        """Runs after most reconnects."""
        self._in_reach()

    async def on_disconnect(self) -> None:
        """Pause the deadlines: nobody can move until the bot is reconnected."""
        self.scheduler.pause()

    async def on_shard_disconnect(self, shard_id: int) -> None:
        """Pause the deadlines: players in this shard's servers can't move."""
        self._away.add(shard_id)
        self.scheduler.pause()

    async def on_shard_resumed(self, shard_id: int) -> None:
        """One shard has resumed its session."""
        self._away.discard(shard_id)
        self._in_reach()

    async def on_shard_ready(self, shard_id: int) -> None:
        """One shard has opened a new session. If no other was disconnected, no other event reports it."""
        self._away.discard(shard_id)
        if self._begun:
            self._in_reach()

    def _in_reach(self) -> None:
        """Let the deadlines run again once every shard is connected."""
        if self._store is not None and not self._away:  # None: it reconnected during the shutdown
            self.scheduler.start()

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Answer a press, or a choice from a menu; the commands are the tree's."""
        if interaction.type is discord.InteractionType.component:
            await self._routes.pressed(interaction)

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        """Log an error without its message; discord.py's default prints the message, too."""
        error = sys.exception()
        if isinstance(error, Exception):
            errors.report(error)

    async def close(self) -> None:
        """Finish the work in progress, then close the database, then the connection."""
        store, self._store = self._store, None
        if store is not None:
            await asyncio.gather(self._sync.stop(), self.scheduler.stop(DRAIN), self.handlers.drain())
            await self._uploads.stop()
            await self.runner.aclose()
            await store.aclose()
        await super().close()


def create_client(
    settings: Settings, *, clock: Clock | None = None, runner: Runner | None = None, **options: Any
) -> DuelBot:
    """The bot, not yet connected. It goes by Discord's clock, and what takes long is done by a `Worker`, unless others
    are given.
    """
    patch_discord()
    return DuelBot(settings, clock, runner, **options)
