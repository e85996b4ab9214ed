"""A small world for tests of the bot: one server, one channel, Ada and Ben who duel, and Cy who looks on.

The bot is the real one, on real discord.py and a real SQLite file; Discord is simcord. simcord's private names that are
needed beside its public ones stand in this module and in `simcord_taught` alone.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import discord
import simcord
from simcord import interactions
from simcord.actors import _autocomplete_result, _find_component, _visible_message
from simcord.backend import serializers
from simcord.enums import ComponentType
from simcord.results import InteractionResult

from bot.client import DuelBot, create_client
from bot.config import Settings
from bot.playground.simcord_private import leave_out_ephemeral_messages, ring_in_virtual_time_alone
from bot.worker import InPlace
from tests.bot import simcord_taught
from tests.bot.logged import Lines
from tests.children import PATIENCE
from tests.pictures import in_plain_text
from tests.storage.files import put_new

simcord_taught.teach()

CLOSED = 50007
TOKEN = "the-secret-token"
A_WHILE = 90.0
"""Seconds: more than a live panel's minute and a look of the scheduler, or than the first wait of a failed request."""
A_LONG_WHILE = 900.0
"""Seconds: an interaction's whole life."""


@dataclass(frozen=True)
class Button:
    """A button as a message shows it."""

    label: str
    custom_id: str | None
    url: str | None
    disabled: bool


class Seat:
    """A person: in the server as `member`, in direct messages as `user`."""

    def __init__(self, world: World, name: str) -> None:
        self.world = world
        self.user = world.env.create_user(name)
        self.member = world.guild.add_member(self.user)
        self.id = self.user.id
        self.name = name

    @property
    def dms(self) -> list[discord.Message]:
        """All direct messages with the bot, oldest first, ephemeral ones included."""
        return self.user.dm_channel.history(viewer=self.user)

    @property
    def prompts(self) -> list[discord.Message]:
        """The direct messages that the bot sent of itself, oldest first."""
        return [message for message in self.dms if not message.flags.ephemeral]

    @property
    def panel(self) -> discord.Message:
        """The newest direct message."""
        return self.dms[-1]

    async def slash(self, name: str, /, **options: Any) -> InteractionResult:
        """A command in the channel."""
        result: InteractionResult = await self.member.slash(self.world.channel, name, **options)
        return result

    async def dm_slash(self, name: str, /, **options: Any) -> InteractionResult:
        """A command in direct messages."""
        result: InteractionResult = await self.user.slash(name, **options)
        return result

    async def typing(
        self, name: str, option: str, typed: str = "", /, *, dm: bool = False, **filled: Any
    ) -> InteractionResult:
        """An option of a command, half typed: its choices are asked for."""
        actor, channel = (self.user, self.user.dm_channel) if dm else (self.member, self.world.channel)
        result: InteractionResult = await _autocomplete_result(actor, channel, name, option, typed, filled)
        return result

    async def click(self, message: discord.Message, label: str) -> InteractionResult:
        """Press a button, wherever its message stands."""
        result: InteractionResult = await self._actor(message).click(message, label=labelled(message, label))
        return result

    async def select(self, message: discord.Message, *values: str) -> InteractionResult:
        """Choose from a message's menu."""
        result: InteractionResult = await self._actor(message).select(message, list(values))
        return result

    def press(self, message: discord.Message, label: str) -> InteractionResult:
        """Press without waiting for anything: several presses can be under way at once; then `world.settle()`."""
        actor = self._actor(message)
        stored = _visible_message(actor, message)
        label = labelled(message, label)
        button = _find_component(stored.components, types=(ComponentType.BUTTON,), custom_id=None, label=label)
        return self.press_id(message, button["custom_id"])

    def press_id(
        self, message: discord.Message, custom_id: str, component_type: int = 2, seen: dict[str, Any] | None = None
    ) -> InteractionResult:
        """Press what the message need not even have, as a forged client can; `seen`: the message as it was once."""
        actor, backend = self._actor(message), self.world.env.backend
        stored = _visible_message(actor, message)
        guild = getattr(actor, "guild", None)
        record, payload = interactions.base_payload(
            backend,
            type=3,
            channel_id=stored.channel_id,
            guild_id=guild and guild.id,
            user_id=actor.id,
            data={"custom_id": custom_id, "component_type": component_type},
        )
        payload["message"] = seen or dict(serializers.message_payload(backend, stored))
        record.source_message_id = stored.id
        backend.emit("INTERACTION_CREATE", payload)
        return InteractionResult(self.world.env, record)

    def close_dms(self, *, status: int = 403, code: int = CLOSED) -> None:
        """Direct messages to this person are refused from now on."""
        path = f"/channels/{self.user.dm_channel.id}/messages"
        self.world.env.inject_error("POST", path, status=status, code=code, times=None)

    def _actor(self, message: discord.Message) -> Any:
        return self.user if message.channel.id == self.user.dm_channel.id else self.member


class World:
    """The server, its people and the bot. Made by `World.start`, ended by `stop`."""

    def __init__(self, database: Path) -> None:
        self.database = database
        self._clients: list[DuelBot] = []
        self.client = self._client()
        self.env = simcord.Env(self.client, settle_timeout=PATIENCE)
        ring_in_virtual_time_alone(self.env)
        leave_out_ephemeral_messages(self.env)
        simcord_taught.upload_pictures(self.env)
        self.log = Lines()
        self._ends = ExitStack()

    @classmethod
    async def start(cls, folder: Path) -> World:
        """A fresh world with a fresh database in `folder`."""
        world = cls(folder / "duels.db")
        world._ends.enter_context(simcord_taught.sqlite_in_this_thread())
        await put_new(world.database)
        logging.root.addHandler(world.log)
        world._ends.callback(logging.root.removeHandler, world.log)
        logging.getLogger("bot").setLevel(logging.DEBUG)
        await world.env.start()
        world.guild = world.env.create_guild("Arena")
        world.channel = world.guild.create_text_channel("duels")
        world.ada, world.ben, world.cy = (Seat(world, name) for name in ("Ada", "Ben", "Cy"))
        return world

    guild: simcord.GuildHandle
    channel: simcord.ChannelHandle
    ada: Seat
    ben: Seat
    cy: Seat

    async def stop(self) -> None:
        """Close the bot, and fail the test for any error it swallowed."""
        with self._ends:
            await self.env.shutdown()
            for client in self._clients:
                await client.close()
            self.env.raise_errors()

    async def restart(self, after: float = 0.0) -> None:
        """End the bot as a kill would, and start it anew on its file, so many seconds later; that stays open twice."""
        with self.env._bot_scope():
            await self.client.scheduler.stop(0)
        if after:
            await self.env.advance_time(after)
        self.client = self._client()
        await self.env.restart_bot(self.client)

    async def reconnected(self, event: str = "resumed") -> None:
        """The gateway was lost and is back: what discord.py tells of it is "resumed" or "ready"."""
        with self.env._bot_scope():
            self.client.dispatch(event)
        await self.settle()

    async def settle(self) -> None:
        """Until nothing is under way."""
        await self.env.settle()

    async def a_while(self) -> None:
        """So long that whoever has a live panel is written to as well, and what got lost is made good."""
        await self.env.advance_time(A_WHILE)

    async def a_long_while(self) -> None:
        """So long that no ephemeral panel is live any more, and what was refused for some minutes is made good."""
        await self.env.advance_time(A_LONG_WHILE)

    def _client(self) -> DuelBot:
        settings = Settings(token=TOKEN, database_path=self.database)
        # simcord's time, which passes by jumps while a process is waited for.
        client = create_client(settings, clock=discord.utils.utcnow, runner=InPlace(), shard_count=1)
        self._clients.append(client)
        return client

    async def challenge(
        self, game: str, first: str = "me", by: Seat | None = None, to: Seat | None = None, pace: str = "daily"
    ) -> Any:
        """`/duel`, by Ada to Ben unless others are named; the message that carries the challenge."""
        await (by or self.ada).slash("duel", opponent=(to or self.ben).member, game=game, first=first, pace=pace)
        return self.channel.last_message

    async def begin(self, game: str, first: str = "me", pace: str = "daily") -> discord.Message:
        """A duel of Ada against Ben, accepted; its board."""
        message = await self.challenge(game, first, pace=pace)
        await self.ben.click(message, "Accept")
        return self.message(message)

    def message(self, message: discord.Message) -> discord.Message:
        """The same public message as it is now."""
        return next(m for m in self.channel.history() if m.id == message.id)

    def public(self) -> str:
        """All that the channel can read, ids, labels and which buttons are enabled included."""
        return json.dumps([self.raw(m) for m in self.channel.history(viewer=self.cy.member)], default=str)

    def raw(self, message: discord.Message) -> dict[str, Any]:
        """A message as Discord sends it to whoever may see it."""
        backend = self.env.backend
        return dict(serializers.message_payload(backend, backend.get_message(message.channel.id, message.id)))

    def on_request(self, hook: Callable[[str, str, Callable[[], Awaitable[Any]]], Awaitable[Any]]) -> None:
        """Have `hook(method, path, call)` awaited instead of each request of the bot; `await call()` is the request."""
        for sender in (self.env.bot.http, self.env._webhook_adapter):
            self._wrap(sender, hook)

    @staticmethod
    def _wrap(sender: Any, hook: Callable[[str, str, Callable[[], Awaitable[Any]]], Awaitable[Any]]) -> None:
        real = sender.request

        async def request(route: Any, *args: Any, **kwargs: Any) -> Any:
            path = route.url.split("/v10", 1)[-1]
            return await hook(route.method, path, lambda: real(route, *args, **kwargs))

        sender.request = request


def components(message: Any) -> Iterator[Any]:
    """Every component of a message or of an answer, however deep."""
    waiting = list(message.components)
    while waiting:
        component = waiting.pop(0)
        yield component
        waiting = list(getattr(component, "children", ())) + waiting


def text(message: discord.Message) -> str:
    """What a message says, its blocks one below the other, with plain text for its pictures."""
    return in_plain_text("\n".join(p.content for p in components(message) if isinstance(p, discord.TextDisplay)))


def buttons(message: discord.Message) -> list[Button]:
    """A message's buttons, in order."""
    return [
        Button(part.label or "", part.custom_id, part.url, part.disabled)
        for part in components(message)
        if isinstance(part, discord.components.Button)
    ]


def labelled(message: discord.Message, label: str) -> str:
    """The label as the message has it: *Your move* stands there with the name of whose it is."""
    named = (button.label for button in buttons(message) if button.label.endswith(f": {label.lower()}"))
    return next(named, label)


def enabled(message: discord.Message) -> list[str]:
    """The labels of the buttons that can be pressed, links left out."""
    return [button.label for button in buttons(message) if not button.disabled and button.custom_id]


def answer(result: InteractionResult) -> discord.Message:
    """The private answer to an interaction: the first one if there are several messages."""
    assert result.response is not None
    assert result.response.ephemeral
    return result.response.message


def said(result: InteractionResult) -> str:
    """All that an interaction told the person privately: its answer and what followed."""
    messages = [*([result.response] if result.response else []), *result.followups]
    return "\n".join(text(m.message) for m in messages if m.ephemeral)
