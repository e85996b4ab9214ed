"""The stand-in's payloads in Discord's format, and functions to read the bot's."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from aiohttp import web

from tests.pictures import in_plain_text

Payload = dict[str, Any]

APPLICATION, GUILD, CHANNEL = 10**18 + 1, 2 * 10**18, 3 * 10**18
STRANGE_GUILD = 2000000000000000666
"""A server that the bot is not in."""
DM_BASE = 4 * 10**18
PERMISSIONS = str(2**50 - 1)


JSON = {"Content-Type": "application/json"}
"""Exactly this: with a charset, discord.py treats the body as text."""


def reply(content: object, status: int = 200) -> web.Response:
    """A JSON response."""
    return web.Response(body=json.dumps(content).encode(), status=status, headers=JSON)


def refusal(status: int, code: int, message: str) -> web.Response:
    """An error response of Discord."""
    return reply({"code": code, "message": message}, status)


@dataclass(frozen=True)
class User:
    """A user on Discord."""

    id: int
    name: str
    bot: bool = False

    @property
    def payload(self) -> Payload:
        return {
            "id": str(self.id),
            "username": self.name.lower(),
            "global_name": self.name,
            "discriminator": "0",
            "avatar": None,
            "bot": self.bot,
        }

    @property
    def member(self) -> Payload:
        return {"roles": [], "joined_at": "2026-01-01T00:00:00+00:00", "flags": 0, "permissions": PERMISSIONS}


BOT = User(APPLICATION, "Duels", bot=True)


async def body(request: web.Request) -> Any:
    """The JSON that the bot sent, with or without files."""
    if request.content_type == "application/json":
        return await request.json()
    return json.loads(str((await request.post())["payload_json"]))


def parts(message: Payload) -> Iterator[Payload]:
    """Every component of a message, at any depth."""
    waiting = list(message["components"])
    while waiting:
        part = waiting.pop(0)
        yield part
        waiting = [*part.get("components", []), *waiting]


def buttons(message: Payload) -> list[Payload]:
    """A message's buttons, except links, in order."""
    return [part for part in parts(message) if part["type"] == 2 and "custom_id" in part]


def text(message: Payload) -> str:
    """All text of a message, with plain text for its pictures."""
    return in_plain_text("\n".join(part["content"] for part in parts(message) if part["type"] == 10))


def enabled(message: Payload) -> list[str]:
    """The buttons that can be pressed."""
    return [button["label"] for button in buttons(message) if not button.get("disabled")]
