"""The stand-in's HTTP API: the part that this bot uses, with faults that a test can add.

discord.py reads a body as JSON only if its content type is exactly `application/json`.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from email.utils import formatdate

from aiohttp import web

from tests.wire.emojis import Emojis
from tests.wire.faults import Fault, Handler, Limit, too_many
from tests.wire.gateway import Gateway
from tests.wire.messages import Messages
from tests.wire.payloads import (
    APPLICATION,
    BOT,
    DM_BASE,
    GUILD,
    PERMISSIONS,
    STRANGE_GUILD,
    Payload,
    User,
    body,
    refusal,
    reply,
)

ANSWER_WITHIN = 3.0
"""Seconds of the bot's clock within which an interaction must be acknowledged."""
TOKEN_LASTS = 15 * 60.0
"""Seconds for which an interaction's token is valid: for follow-ups and edits."""
MESSAGE, DEFERRED_MESSAGE, DEFERRED_UPDATE, UPDATE = 4, 5, 6, 7
"""Types of interaction responses."""


class Unanswered(Exception):
    """The bot did not acknowledge the interaction in time, so the person sees that it failed."""


@dataclass
class Interaction:
    """One command or press, and the answer to it.

    `source` is the message that was pressed. `message` is the answer's message, or `source` again if that was edited.
    """

    payload: Payload
    source: Payload | None
    answer: asyncio.Future[Payload] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    message: Payload | None = None
    follow_ups: list[Payload] = field(default_factory=list)
    done: bool = False
    """Whether the pressed message was edited: that is how a player sees that their move was made."""
    deleted: set[str] = field(default_factory=set)
    """The ids of the answers that were deleted."""

    def answered(self, name: str) -> Payload | None:
        """The answer, or what followed it, that a route names: `@original` or an id."""
        answers = [message for message in (self.message, *self.follow_ups) if message]
        found = self.message if name == "@original" else next((m for m in answers if m["id"] == name), None)
        return found if found and found["id"] not in self.deleted else None


class Rest:
    """Discord's HTTP API, as one bot sees it."""

    def __init__(self, token: str) -> None:
        self.token = token
        self.requests: list[str] = []
        self.faults: list[Fault] = []
        self.limit = Limit(10_000, 1.0)
        """For message requests of one kind in one channel."""
        self.limit_of_all = Limit(10_000, 1.0)
        """For all requests with the bot's token."""
        self.too_many = 0
        self.syncs: list[tuple[int | None, list[Payload]]] = []
        self.my_guilds: dict[int, int] = {GUILD: int(PERMISSIONS)}
        """The servers that the bot is in, with its permissions in each."""
        self.people: dict[int, User] = {}
        """By id, who has done anything or was challenged."""
        self.left: set[int] = set()
        """Ids of the users who have left the server."""
        self.log = Messages()
        self.emojis = Emojis(self.log.snowflake)
        self.answers = 0
        """How many requests have been answered, or dropped."""
        self.gateway = Gateway(token, self._ready)
        self.let_in = asyncio.Event()
        self.let_in.set()
        self.session_limit = {"total": 1000, "remaining": 999, "reset_after": 1, "max_concurrency": 1}
        self.port = 0
        self._interactions: dict[str, Interaction] = {}
        self._runner = web.AppRunner(self._app(), access_log=None, shutdown_timeout=0.1)

    async def start(self) -> int:
        """Listen on a free port; returns the port."""
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        self.port = int(self._runner.addresses[0][1])
        return self.port

    async def stop(self) -> None:
        """Close the connections and stop listening."""
        self.let_in.set()
        await self.gateway.hang_up()
        await self._runner.cleanup()

    def _app(self) -> web.Application:
        @web.middleware
        async def checked(request: web.Request, handler: Handler) -> web.StreamResponse:
            try:
                refused = self._refused(request)
                if refused is not None:
                    return refused
                asked = f"{request.method} {request.path.removeprefix('/api/v10')}"
                fault = next((fault for fault in self.faults if fault.meets(asked)), None)
                return await (fault.behaviour(request, handler) if fault else handler(request))
            finally:
                self.answers += 1

        async def dated(request: web.Request, response: web.StreamResponse) -> None:
            response.headers["Date"] = formatdate(self.log.clock(), usegmt=True)

        app = web.Application(middlewares=[checked])
        app.on_response_prepare.append(dated)
        hook, channel = "/webhooks/{app}/{token}", "/channels/{channel}/messages"
        routes: list[tuple[str, str, Handler]] = [
            ("GET", "/users/@me", self._me),
            ("GET", "/oauth2/applications/@me", self._application),
            ("GET", "/users/@me/guilds", self._my_guilds),
            ("GET", "/gateway/bot", self._gateway_bot),
            ("PUT", "/applications/{app}/commands", self._sync),
            ("PUT", "/applications/{app}/guilds/{guild}/commands", self._sync),
            ("GET", "/guilds/{guild}/members/{user}", self._member),
            ("POST", "/interactions/{id}/{token}/callback", self._callback),
            ("POST", hook, self._follow_up),
            ("PATCH", f"{hook}/messages/{{message}}", self._change_answer),
            ("DELETE", f"{hook}/messages/{{message}}", self._change_answer),
            ("POST", "/users/@me/channels", self._open_direct),
            ("GET", "/channels/{channel}", self._channel),
            ("POST", channel, self._limited(self._post)),
            ("GET", channel, self._newest),
            ("PATCH", channel + "/{message}", self._limited(self._edit)),
            ("DELETE", channel + "/{message}", self._limited(self._delete)),
            *self.emojis.routes(),
        ]
        app.router.add_get("/gateway", self.gateway.serve)
        for method, path, handler in routes:
            app.router.add_route(method, f"/api/v10{path}", handler)
        return app

    def _refused(self, request: web.Request) -> web.Response | None:
        """Record each request. Refuse a wrong token, except where an interaction's own token is used."""
        self.requests.append(f"{request.method} {request.path}")
        own = request.path.startswith(("/gateway", "/api/v10/interactions", "/api/v10/webhooks"))
        if own:
            return None
        if request.headers.get("Authorization") != f"Bot {self.token}":
            return refusal(401, 0, "401: Unauthorized")
        seconds, left = self.limit_of_all.meet("all", self.log.clock())
        return None if left >= 0 else too_many(seconds, of_all=True)

    def _limited(self, handler: Handler) -> Handler:
        """Add the rate limit headers, or answer 429 if nothing is left."""

        async def within(request: web.Request) -> web.StreamResponse:
            bucket = f"{request.method} {request.match_info['channel']}"
            seconds, left = self.limit.meet(bucket, self.log.clock())
            if left < 0:
                self.too_many += 1
            response = await handler(request) if left >= 0 else too_many(seconds)
            response.headers["X-RateLimit-Bucket"] = f"{request.method}-messages"
            response.headers["X-RateLimit-Limit"] = str(self.limit.count)
            response.headers["X-RateLimit-Remaining"] = str(max(left, 0))
            response.headers["X-RateLimit-Reset-After"] = f"{seconds:.3f}"
            return response

        return within

    # ---- who the bot is

    async def _me(self, request: web.Request) -> web.Response:
        await self.let_in.wait()
        return reply(BOT.payload)

    async def _my_guilds(self, request: web.Request) -> web.Response:
        """One page of the bot's servers."""
        after, limit = int(request.query.get("after", 0)), int(request.query["limit"])
        page = sorted(guild for guild in self.my_guilds if guild > after)[:limit]
        return reply([{"id": str(guild), "name": "Arena", "permissions": str(self.my_guilds[guild])} for guild in page])

    async def _application(self, request: web.Request) -> web.Response:
        owner = User(1, "Owner").payload
        facts = {"id": str(APPLICATION), "name": "Duels", "description": "", "icon": None, "owner": owner, "flags": 0}
        return reply({**facts, "bot_public": True, "bot_require_code_grant": False, "verify_key": "0" * 64})

    async def _gateway_bot(self, request: web.Request) -> web.Response:
        return reply({"url": self._gateway_url, "shards": 1, "session_start_limit": self.session_limit})

    async def _sync(self, request: web.Request) -> web.Response:
        commands = await body(request)
        guild = request.match_info.get("guild")
        if guild == str(STRANGE_GUILD):
            return refusal(403, 50001, "Missing Access")
        self.syncs.append((int(guild) if guild else None, commands))
        extra = {"application_id": str(APPLICATION), "version": "1"}
        return reply([{**command, **extra, "id": self.log.snowflake()} for command in commands])

    async def _member(self, request: web.Request) -> web.Response:
        user_id = int(request.match_info["user"])
        user = self.people.get(user_id, User(user_id, "Somebody"))
        return (
            refusal(404, 10007, "Unknown Member")
            if user.id in self.left
            else reply(user.member | {"user": user.payload})
        )

    # ---- answers to interactions

    async def _callback(self, request: web.Request) -> web.Response:
        interaction, answer = self._interactions[request.match_info["id"]], await body(request)
        if interaction.answer.done():
            return refusal(400, 40060, "Interaction has already been acknowledged.")
        if self.log.age(interaction.payload["id"]) > ANSWER_WITHIN:
            return refusal(404, 10062, "Unknown interaction")
        content, channel = answer.get("data") or {}, interaction.payload["channel_id"]
        if answer["type"] in (MESSAGE, DEFERRED_MESSAGE):
            interaction.message = self.log.post(channel, content)
        elif interaction.source is not None:
            interaction.message = self.log.edit(interaction.source, content)
            interaction.done = answer["type"] == UPDATE
        interaction.answer.set_result(answer)
        if "with_response" not in request.query:
            return web.Response(status=204)
        facts = {key: interaction.payload[key] for key in ("id", "type")} | {"response_message_loading": False}
        result: Payload = {"interaction": facts}
        if interaction.message:
            facts["response_message_id"] = interaction.message["id"]
            result["resource"] = {"type": answer["type"], "message": interaction.message}
        return reply(result)

    def give_up(self) -> None:
        """Fail all interactions that still wait: the bot is dead."""
        for interaction in self._interactions.values():
            if not interaction.answer.done():
                interaction.answer.set_exception(Unanswered())

    @property
    def unanswered(self) -> int:
        """How many interactions wait for an answer or got none."""
        return sum(not i.answer.done() or i.answer.exception() is not None for i in self._interactions.values())

    def _alive(self, request: web.Request) -> Interaction | None:
        """The interaction with this token, unless the token has expired."""
        found = self._interactions.get(request.match_info["token"].removeprefix("interaction-"))
        return found if found and self.log.age(found.payload["id"]) < TOKEN_LASTS else None

    async def _follow_up(self, request: web.Request) -> web.Response:
        interaction = self._alive(request)
        if interaction is None:
            return refusal(401, 50027, "Invalid Webhook Token")
        message = self.log.post(interaction.payload["channel_id"], await body(request))
        interaction.follow_ups.append(message)
        return reply(message)

    async def _change_answer(self, request: web.Request) -> web.Response:
        """Edit or delete an answer, or what followed it."""
        interaction = self._alive(request)
        if interaction is None:
            return refusal(401, 50027, "Invalid Webhook Token")
        message = interaction.answered(request.match_info["message"])
        if message is None:
            return refusal(404, 10008, "Unknown Message")
        if request.method == "DELETE":
            self.log.delete(message["id"])
            interaction.deleted.add(message["id"])
            return web.Response(status=204)
        interaction.done = interaction.done or message is interaction.source
        return reply(self.log.edit(message, await body(request)))

    # ---- messages

    async def _open_direct(self, request: web.Request) -> web.Response:
        user = User(int((await body(request))["recipient_id"]), "Somebody")
        return reply({"id": str(DM_BASE + user.id), "type": 1, "last_message_id": None, "recipients": [user.payload]})

    async def _channel(self, request: web.Request) -> web.Response:
        channel = request.match_info["channel"]
        last = next((message["id"] for message in reversed(self.log.in_channel(channel))), None)
        return reply({"id": channel, "type": 0, "guild_id": str(GUILD), "name": "duels", "last_message_id": last})

    async def _post(self, request: web.Request) -> web.Response:
        return reply(self.log.post(request.match_info["channel"], await body(request)))

    async def _newest(self, request: web.Request) -> web.Response:
        """The newest messages, newest first."""
        return reply(self.log.in_channel(request.match_info["channel"])[: -int(request.query["limit"]) - 1 : -1])

    async def _edit(self, request: web.Request) -> web.Response:
        message = self.log.all.get(request.match_info["message"])
        return reply(self.log.edit(message, await body(request))) if message else refusal(404, 10008, "Unknown Message")

    async def _delete(self, request: web.Request) -> web.Response:
        gone = self.log.delete(request.match_info["message"])
        return web.Response(status=204) if gone else refusal(404, 10008, "Unknown Message")

    @property
    def _gateway_url(self) -> str:
        return f"ws://127.0.0.1:{self.port}/gateway"

    def _ready(self) -> Payload:
        self.give_up()  # the interactions of an earlier session get no answer
        return {
            "v": 10,
            "user": BOT.payload,
            "guilds": [],
            "private_channels": [],
            "application": {"id": str(APPLICATION), "flags": 0},
            "resume_gateway_url": self._gateway_url,
        }
