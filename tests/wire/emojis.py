"""The stand-in's emojis of the application: Discord's two routes that the bot uses for its pictures."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable

from aiohttp import web

from bot.emojis.uploads import NAMES
from tests.wire.faults import Handler
from tests.wire.payloads import BOT, Payload, body, refusal, reply

MOST_BYTES = 256 * 1024
"""Of an emoji's image."""
IMAGE = "data:image/png;base64,"


class Emojis:
    """Those of the application, by name; all of them were uploaded earlier, unless a test takes some away."""

    def __init__(self, snowflake: Callable[[], str]) -> None:
        self._snowflake = snowflake
        self.ids = {name: snowflake() for name in NAMES}
        self.uploaded: list[str] = []
        """The names of those that were uploaded, in order."""

    def routes(self) -> list[tuple[str, str, Handler]]:
        """What the stand-in is to serve."""
        path = "/applications/{app}/emojis"
        return [("GET", path, self._list), ("POST", path, self._create)]

    async def _list(self, request: web.Request) -> web.Response:
        return reply({"items": [self._payload(name) for name in self.ids]})

    async def _create(self, request: web.Request) -> web.Response:
        new = await body(request)
        name, image = new["name"], base64.b64decode(new["image"].removeprefix(IMAGE), validate=True)
        if not re.fullmatch(r"\w{2,32}", name, re.ASCII) or name in self.ids:
            return refusal(400, 50035, "Invalid Form Body")
        if not new["image"].startswith(IMAGE) or not image.startswith(b"\x89PNG") or len(image) > MOST_BYTES:
            return refusal(400, 50035, "Invalid Form Body")
        self.ids[name] = self._snowflake()
        self.uploaded.append(name)
        return reply(self._payload(name), 201)

    def _payload(self, name: str) -> Payload:
        facts = {"require_colons": True, "managed": False, "animated": False, "available": True}
        return {"id": self.ids[name], "name": name, "roles": [], "user": BOT.payload, **facts}
