"""The messages on the stand-in: all that was ever sent, as it was sent, and as it stands now."""

from __future__ import annotations

import asyncio
import copy
import itertools
import time
from collections.abc import Callable

from tests.children import PATIENCE
from tests.wire.payloads import BOT, Payload

EPOCH = 1420070400000
"""Snowflakes count milliseconds from here."""
NONCE_LASTS = 300.0
"""Seconds in which a nonce that comes again is the same message: "the past few minutes", says Discord."""
EPHEMERAL = 1 << 6


class Messages:
    """By channel. `clock`: the present time in seconds."""

    def __init__(self) -> None:
        self.clock: Callable[[], float] = time.time
        self.all: dict[str, Payload] = {}
        """By id, as they stand now; what one person alone sees is not among them."""
        self.sent: list[Payload] = []
        """As they were sent, also what one person alone saw; `to` is whom they pinged."""
        self.deleted: list[str] = []
        self._channels: dict[str, dict[str, Payload]] = {}
        self._news: dict[str, asyncio.Event] = {}
        self._nonces: dict[tuple[str, str], tuple[float, Payload]] = {}
        self._count = itertools.count(1)

    def snowflake(self) -> str:
        """A new id, of this moment."""
        return str((int(self.clock() * 1000) - EPOCH) << 22 | next(self._count) % 2**22)

    def age(self, snowflake: str) -> float:
        """Seconds since an id was made."""
        return self.clock() - ((int(snowflake) >> 22) + EPOCH) / 1000

    def in_channel(self, channel: str) -> list[Payload]:
        """What stands in a channel, oldest first."""
        return list(self._channels.get(channel, {}).values())

    def post(self, channel: str, content: Payload) -> Payload:
        """A new message; or, where its nonce was here just now, the one that it was."""
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
        """Change a message."""
        message.update({key: content[key] for key in ("components", "flags") if content.get(key) is not None})
        self._tell(message["channel_id"])
        return message

    def delete(self, number: str) -> bool:
        """Take a message away; False where there is none."""
        message = self.all.pop(number, None)
        if message is None:
            return False
        del self._channels[message["channel_id"]][number]
        self.deleted.append(number)
        self._tell(message["channel_id"])
        return True

    async def news(self, channel: str) -> bool:
        """Wait until something is sent, changed or taken away in a channel; False where nothing is."""
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
