"""A stand-in for Discord on the loopback address: as much HTTP and gateway as one bot process asks for.

One server with one channel, and direct messages. What the test does is what people do: `slash` and `press`. discord.py
reads a body as JSON only where its content type is `application/json` to the letter.
"""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from aiohttp import web

from tests.wire.gateway import Gateway
from tests.wire.payloads import (
    APPLICATION,
    BOT,
    CHANNEL,
    DM_BASE,
    GUILD,
    PERMISSIONS,
    Payload,
    User,
    body,
    buttons,
    refusal,
    reply,
)

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

EPOCH = 1420070400000
"""Snowflakes count milliseconds from here."""
ANSWER_WITHIN = 3.0
"""Seconds that Discord waits for an answer."""
EPHEMERAL = 1 << 6
MESSAGE, DEFERRED_MESSAGE = 4, 5
"""Kinds of answers to an interaction that bring a message of their own; the others change its source."""


@dataclass
class Interaction:
    """One command or press, and what came of it."""

    payload: Payload
    source: Payload | None
    answer: asyncio.Future[Payload] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    message: Payload | None = None


STRANGE_GUILD = 2000000000000000666
"""A server that the bot is not in."""


class StandIn:
    """Discord, as far as one bot can tell. Made by `start`, ended by `stop`."""

    def __init__(self, token: str) -> None:
        self.token = token
        self.requests: list[str] = []
        self.syncs: list[tuple[int | None, list[Payload]]] = []
        self.messages: dict[str, Payload] = {}
        self.deleted: list[str] = []
        self.gateway = Gateway(token, self._ready)
        self.my_guilds: dict[int, int] = {GUILD: int(PERMISSIONS)}
        self.let_in = asyncio.Event()
        self.let_in.set()
        self._interactions: dict[str, Interaction] = {}
        self._count = itertools.count(1)
        self._runner = web.AppRunner(self._app(), access_log=None, shutdown_timeout=0.1)

    async def start(self) -> int:
        """Listen on a free port; which one it is."""
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        self.port = int(self._runner.addresses[0][1])
        return self.port

    async def stop(self) -> None:
        """Hang up and stop listening."""
        self.let_in.set()
        await self.gateway.hang_up()
        await self._runner.cleanup()

    # ---- what people do and see

    async def slash(self, user: User, name: str, *opponents: User, **options: str) -> Interaction:
        """A command in the channel; an opponent is the option of that name."""
        given = [{"name": "opponent", "type": 6, "value": str(other.id)} for other in opponents]
        given += [{"name": key, "type": 3, "value": value} for key, value in options.items()]
        resolved = {
            "users": {str(other.id): other.payload for other in opponents},
            "members": {str(other.id): other.member for other in opponents},
        }
        data = {"id": "1", "name": name, "type": 1, "options": given, "resolved": resolved}
        return await self._interact(2, user, CHANNEL, data, None)

    async def press(self, user: User, message: Payload, label: str) -> Interaction:
        """A press of the button with that label."""
        (custom_id,) = [button["custom_id"] for button in buttons(message) if button["label"] == label]
        data = {"custom_id": custom_id, "component_type": 2}
        return await self._interact(3, user, int(message["channel_id"]), data, message)

    def direct(self, user: User) -> list[Payload]:
        """Somebody's direct messages, oldest first."""
        return [message for message in self.messages.values() if message["channel_id"] == str(DM_BASE + user.id)]

    async def until(self, condition: Callable[[], object], within: float = 10.0) -> None:
        """Wait for something to become true."""
        deadline = time.monotonic() + within
        while not condition():
            assert time.monotonic() < deadline, f"not within {within} s; requests: {self.requests[-8:]}"
            await asyncio.sleep(0.01)

    async def _interact(
        self, kind: int, user: User, channel: int, data: Payload, source: Payload | None
    ) -> Interaction:
        number = self._snowflake()
        payload: Payload = {
            "id": number,
            "application_id": str(APPLICATION),
            "type": kind,
            "token": f"interaction-{number}",
            "version": 1,
            "data": data,
            "locale": "en-US",
            "app_permissions": PERMISSIONS,
            "entitlements": [],
            "attachment_size_limit": 10 * 2**20,
            "channel_id": str(channel),
            "authorizing_integration_owners": {"0": str(GUILD)},
        }
        if source is not None:
            payload["message"] = source
        if channel == CHANNEL:
            guild = {"id": str(GUILD), "locale": "en-US", "features": []}
            place = {"id": str(channel), "type": 0, "name": "duels", "position": 0, "permissions": PERMISSIONS}
            payload |= {"context": 0, "guild_id": str(GUILD), "guild": guild, "channel": place}
            payload["member"] = {"user": user.payload, **user.member}
        else:
            place = {"id": str(channel), "type": 1, "recipients": [user.payload]}
            payload |= {"context": 1, "user": user.payload, "channel": place}
        interaction = self._interactions[number] = Interaction(payload, source)
        await self.gateway.dispatch("INTERACTION_CREATE", payload)
        await asyncio.wait_for(asyncio.shield(interaction.answer), ANSWER_WITHIN)
        return interaction

    # ---- HTTP

    def _app(self) -> web.Application:
        @web.middleware
        async def checked(request: web.Request, handler: Handler) -> web.StreamResponse:
            return self._refused(request) or await handler(request)

        app = web.Application(middlewares=[checked])
        hook, channel = "/webhooks/{app}/{token}", "/channels/{channel}/messages"
        routes: list[tuple[str, str, Handler]] = [
            ("GET", "/users/@me", self._me),
            ("GET", "/oauth2/applications/@me", self._application),
            ("GET", "/users/@me/guilds", self._my_guilds),
            ("GET", "/gateway/bot", self._gateway_bot),
            ("PUT", "/applications/{app}/commands", self._sync),
            ("PUT", "/applications/{app}/guilds/{guild}/commands", self._sync),
            ("POST", "/interactions/{id}/{token}/callback", self._callback),
            ("POST", hook, self._follow_up),
            ("PATCH", f"{hook}/messages/@original", self._edit_original),
            ("POST", "/users/@me/channels", self._open_direct),
            ("POST", channel, self._post),
            ("PATCH", channel + "/{message}", self._edit),
            ("DELETE", channel + "/{message}", self._delete),
        ]
        app.router.add_get("/gateway", self.gateway.serve)
        for method, path, handler in routes:
            app.router.add_route(method, f"/api/v10{path}", handler)
        return app

    def _refused(self, request: web.Request) -> web.Response | None:
        """Every request is noted; only the right token is let in, but where an interaction's own token counts."""
        self.requests.append(f"{request.method} {request.path}")
        own = request.path.startswith(("/gateway", "/api/v10/interactions", "/api/v10/webhooks"))
        if own or request.headers.get("Authorization") == f"Bot {self.token}":
            return None
        return refusal(401, 0, "401: Unauthorized")

    async def _me(self, request: web.Request) -> web.Response:
        await self.let_in.wait()
        return reply(BOT.payload)

    async def _my_guilds(self, request: web.Request) -> web.Response:
        """The servers that the bot is in, each with its rights there, a page at a time."""
        after, limit = int(request.query.get("after", 0)), int(request.query["limit"])
        page = sorted(guild for guild in self.my_guilds if guild > after)[:limit]
        return reply([{"id": str(guild), "name": "Arena", "permissions": str(self.my_guilds[guild])} for guild in page])

    async def _application(self, request: web.Request) -> web.Response:
        owner = User(1, "Owner").payload
        facts = {"id": str(APPLICATION), "name": "Duels", "description": "", "icon": None, "owner": owner, "flags": 0}
        return reply({**facts, "bot_public": True, "bot_require_code_grant": False, "verify_key": "0" * 64})

    async def _gateway_bot(self, request: web.Request) -> web.Response:
        limit = {"total": 1000, "remaining": 999, "reset_after": 1, "max_concurrency": 1}
        return reply({"url": f"ws://127.0.0.1:{self.port}/gateway", "shards": 1, "session_start_limit": limit})

    async def _sync(self, request: web.Request) -> web.Response:
        commands = await body(request)
        guild = request.match_info.get("guild")
        if guild == str(STRANGE_GUILD):
            return refusal(403, 50001, "Missing Access")
        self.syncs.append((int(guild) if guild else None, commands))
        extra = {"application_id": str(APPLICATION), "version": "1"}
        return reply([{**command, **extra, "id": self._snowflake()} for command in commands])

    async def _callback(self, request: web.Request) -> web.Response:
        interaction, answer = self._interactions[request.match_info["id"]], await body(request)
        if interaction.answer.done():
            return refusal(400, 40060, "Interaction has already been acknowledged.")
        data, channel = answer.get("data") or {}, interaction.payload["channel_id"]
        if answer["type"] in (MESSAGE, DEFERRED_MESSAGE):
            interaction.message = self._message(channel, data)
        elif interaction.source is not None:
            interaction.message = self._edited(interaction.source, data)
        interaction.answer.set_result(answer)
        facts = {key: interaction.payload[key] for key in ("id", "type")} | {"response_message_loading": False}
        result: Payload = {"interaction": facts}
        if interaction.message:
            facts["response_message_id"] = interaction.message["id"]
            result["resource"] = {"type": answer["type"], "message": interaction.message}
        return reply(result)

    async def _follow_up(self, request: web.Request) -> web.Response:
        return reply(self._message(str(CHANNEL), await body(request)))

    async def _edit_original(self, request: web.Request) -> web.Response:
        number = request.match_info["token"].removeprefix("interaction-")
        message = self._interactions[number].message
        return reply(self._edited(message, await body(request))) if message else refusal(404, 10015, "Unknown Webhook")

    async def _open_direct(self, request: web.Request) -> web.Response:
        user = User(int((await body(request))["recipient_id"]), "Somebody")
        return reply({"id": str(DM_BASE + user.id), "type": 1, "last_message_id": None, "recipients": [user.payload]})

    async def _post(self, request: web.Request) -> web.Response:
        return reply(self._message(request.match_info["channel"], await body(request)))

    async def _edit(self, request: web.Request) -> web.Response:
        message = self.messages.get(request.match_info["message"])
        return reply(self._edited(message, await body(request))) if message else refusal(404, 10008, "Unknown Message")

    async def _delete(self, request: web.Request) -> web.Response:
        self.deleted.append(request.match_info["message"])
        return web.Response(status=204)

    def _message(self, channel: str, data: Payload) -> Payload:
        number = self._snowflake()
        message: Payload = {
            "id": number,
            "channel_id": channel,
            "author": BOT.payload,
            "type": 0,
            "content": data.get("content") or "",
            "timestamp": "2026-01-01T00:00:00+00:00",
            "edited_timestamp": None,
            "tts": False,
            "pinned": False,
            "mention_everyone": False,
            **{kind: [] for kind in ("mentions", "mention_roles", "attachments", "embeds")},
            "components": data.get("components", []),
            "flags": data.get("flags", 0),
        }
        if not message["flags"] & EPHEMERAL:
            self.messages[number] = message
        return message

    @staticmethod
    def _edited(message: Payload, data: Payload) -> Payload:
        message.update({key: data[key] for key in ("components", "flags") if data.get(key) is not None})
        return message

    def _snowflake(self) -> str:
        return str((int(time.time() * 1000) - EPOCH) << 22 | next(self._count))

    @staticmethod
    def _ready() -> Payload:
        return {
            "v": 10,
            "user": BOT.payload,
            "guilds": [],
            "private_channels": [],
            "application": {"id": str(APPLICATION), "flags": 0},
            "session_id": "session",
            "resume_gateway_url": "ws://127.0.0.1:1/",
        }
