"""The stand-in's messages: everything that was sent, both as it was sent and as it is now."""

from __future__ import annotations

import asyncio
import copy
import itertools
import time
from collections.abc import Callable

from tests.children import PATIENCE
from tests.wire.payloads import BOT, Payload

EPOCH = 1420070400000
"""The time, in seconds since 1970, from which snowflakes count milliseconds."""
NONCE_LASTS = 300.0
"""Seconds within which a repeated nonce means the same message; Discord's documentation says "the past few minutes"."""
EPHEMERAL = 1 << 6


class Messages:
    """The messages by channel. `clock` returns the current time in seconds."""

    def __init__(self) -> None:
        self.clock: Callable[[], float] = time.time
        self.all: dict[str, Payload] = {}
        """By id, as they are now, without ephemeral ones."""
        self.sent: list[Payload] = []
        """As they were sent, with ephemeral ones; `to` is the user ids they pinged."""
        self.deleted: list[str] = []
        self._channels: dict[str, dict[str, Payload]] = {}
        self._news: dict[str, asyncio.Event] = {}
        self._nonces: dict[tuple[str, str], tuple[float, Payload]] = {}
        self._count = itertools.count(1)

    def snowflake(self) -> str:
        """A new id with the current time."""
        return str((int(self.clock() * 1000) - EPOCH) << 22 | next(self._count) % 2**22)

    def age(self, snowflake: str) -> float:
        """Seconds since an id was made."""
        return self.clock() - ((int(snowflake) >> 22) + EPOCH) / 1000

    def in_channel(self, channel: str) -> list[Payload]:
        """The messages in a channel, oldest first."""
        return list(self._channels.get(channel, {}).values())

    def post(self, channel: str, content: Payload) -> Payload:
        """A new message; or, if its nonce was used just now, the message that has it."""
        key = channel, str(content.get("nonce"))
        if content.get("enforce_nonce") and key in self._nonces:
            at, same = self._nonces[key]
            if self.clock() - at < NONCE_LASTS:
                return same
        number = self.snowflake()
        message: Payload = {
            "id": number,
            "channel_id": channel,
            "author": BOT.payload,
            "type": 0,
            "content": content.get("content") or "",
            "timestamp": "2026-01-01T00:00:00+00:00",
            "edited_timestamp": None,
            "tts": False,
            "pinned": False,
            "mention_everyone": False,
            **{kind: [] for kind in ("mentions", "mention_roles", "attachments", "embeds")},
            "components": content.get("components", []),
            "flags": content.get("flags", 0),
        }
        if content.get("enforce_nonce"):
            self._nonces[key] = self.clock(), message
        if not message["flags"] & EPHEMERAL:
            self.all[number] = message
            self._channels.setdefault(channel, {})[number] = message
        self.sent.append(copy.deepcopy(message) | {"to": (content.get("allowed_mentions") or {}).get("users", [])})
        self._tell(channel)
        return message

    def edit(self, message: Payload, content: Payload) -> Payload:
        """Edit a message."""
        message.update({key: content[key] for key in ("components", "flags") if content.get(key) is not None})
        self._tell(message["channel_id"])
        return message

    def delete(self, number: str) -> bool:
        """Delete a message; False if there is none."""
        message = self.all.pop(number, None)
        if message is None:
            return False
        del self._channels[message["channel_id"]][number]
        self.deleted.append(number)
        self._tell(message["channel_id"])
        return True

    async def news(self, channel: str) -> bool:
        """Wait until a message is sent, edited or deleted in a channel; False if none is in time."""
        event = self._news.setdefault(channel, asyncio.Event())
        try:
            await asyncio.wait_for(event.wait(), PATIENCE)
        except TimeoutError:
            return False
        return True

    def _tell(self, channel: str) -> None:
        event = self._news.pop(channel, None)
        if event is not None:
            event.set()
