"""The playground's web server: the page, its panes, and its buttons. It listens on the loopback address only."""

from __future__ import annotations

import asyncio
import secrets
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from importlib.resources import files
from typing import Any

from aiohttp import web

from bot.emojis import uploads
from bot.playground.world import CHANNEL, NAMES, Seat, World
from games import UnknownGame, get, names
from players import Level
from storage import UnusableDatabase

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

PAGE = files("bot.playground") / "static"
TYPES = {"html": "text/html", "css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}
HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'; base-uri 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
GOODBYE = 10.0
"""Seconds that requests at work get to finish when the playground closes. aiohttp logs an error for those cut off."""
ALIVE = 15.0
"""Seconds after which an idle event stream sends a keep-alive."""

FIRST = "siege"
"""The game that is offered first: it shows best what the bot is for."""
GAMES = [
    {"name": game, "title": get(game).title, "tagline": get(game).tagline}
    for game in sorted(names(), key=lambda game: game != FIRST)
]


@asynccontextmanager
async def serving(world: World, listener: socket.socket) -> AsyncIterator[None]:
    """Serve the page on a listening socket."""
    port = listener.getsockname()[1]
    app = web.Application(middlewares=[_only_from({f"127.0.0.1:{port}", f"localhost:{port}"})])
    page = _Page(world)
    app.on_shutdown.append(page.close)
    app.add_routes(
        [
            web.get("/", page.file),
            web.get("/playground/world", page.world),
            web.get("/playground/time", page.time),
            web.get("/playground/changes", page.changes),
            web.get("/playground/{name}", page.file),
            web.get("/playground/emojis/{name}.png", page.emoji),
            web.post("/playground/begin", page.begin),
            web.post("/playground/restart", page.restart),
            web.post("/playground/direct-messages", page.direct_messages),
        ]
    )
    for seat in world.seats.values():
        for title, pane in seat.panes.items():
            part = web.Application()
            part.add_routes(pane.server.routes())
            app.add_subapp(_path(seat, title), part)
    app.add_routes(pane.server.shared_routes())
    runner = web.AppRunner(app, access_log=None, handle_signals=False, shutdown_timeout=GOODBYE)
    await runner.setup()
    try:
        await web.SockSite(runner, listener).start()
        yield
    finally:
        await runner.cleanup()


class _Page:
    """Answers the page's requests."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._start = secrets.token_hex(4)
        self._open = True

    async def close(self, _: web.Application) -> None:
        """End the event streams, which would never finish by themselves."""
        self._open = False
        self._world.change.set()

    async def file(self, request: web.Request) -> web.Response:
        """The page, its styles and its scripts."""
        name = request.match_info.get("name", "index.html")
        kind = TYPES.get(name.rpartition(".")[2])
        file = PAGE / name
        if kind is None or not file.is_file():
            raise web.HTTPNotFound
        frame = {"Content-Security-Policy": ""} if name.startswith("pane.") else {}
        return web.Response(text=file.read_text(encoding="utf-8"), content_type=kind, headers=HEADERS | frame)

    async def emoji(self, request: web.Request) -> web.Response:
        """One of the bot's pictures: simcord keeps their names alone."""
        name = request.match_info["name"]
        if name not in uploads.NAMES:
            raise web.HTTPNotFound
        kept = {"Cache-Control": "max-age=86400"}  # a picture that changes has another name
        return web.Response(body=uploads.image(name), content_type="image/png", headers=HEADERS | kept)

    async def world(self, _: web.Request) -> web.Response:
        """The games, and the people with their panes' keys, for the page alone. `start` differs after each start."""
        world = self._world
        seats = [
            {
                "name": seat.name,
                "open": seat.open,
                "panes": [
                    {"title": title, "url": f"{_path(seat, title)}/#{pane.capability}"}
                    for title, pane in seat.panes.items()
                ],
            }
            for seat in world.seats.values()
        ]
        names, said = await world.duellists(), ""
        if names:
            said = f"{' and '.join(names)} {'are in a duel' if len(names) > 1 else 'plays against the bot'}."
        told = {"start": self._start, "duel": bool(names), "alone": len(names) == 1 or len(seats) == 1, "said": said}
        return web.json_response({**told, "games": GAMES, "levels": list(Level), "seats": seats}, headers=HEADERS)

    async def time(self, _: web.Request) -> web.Response:
        """When the world's time began and how fast it runs. A pane needs nothing else of the world."""
        began = int(self._world.began.timestamp() * 1000)
        return web.json_response({"began": began, "speed": self._world.speed}, headers=HEADERS)

    async def changes(self, request: web.Request) -> web.StreamResponse:
        """Server-sent events: one for each change."""
        stream = web.StreamResponse(headers=HEADERS | {"Content-Type": "text/event-stream"})
        await stream.prepare(request)
        with suppress(ConnectionError):
            while self._open:
                change = self._world.change
                await stream.write(f"data: {self._start}\n\n".encode())
                with suppress(TimeoutError):
                    await asyncio.wait_for(change.wait(), ALIVE)
        return stream

    async def begin(self, request: web.Request) -> web.Response:
        """Have a challenge made, or with a level a duel against the bot begun, and tell where it, or why there is none,
        can be read.
        """
        try:
            wish: Any = await request.json()
            game, level = get(wish["game"]).name, Level(wish["level"]) if "level" in wish else None
            message = await (self._world.practice(game, level) if level else self._world.challenge(game))
        except (KeyError, TypeError, ValueError, UnknownGame):
            raise web.HTTPBadRequest from None
        ada, ben = NAMES[:2]
        if message is None:
            return _said(f"The bot refused: it tells {ada} why in #{CHANNEL}.", seat=ada, message=None)
        if level:
            return _said(f"{ada} plays against the bot in #{CHANNEL}.", seat=ada, message=str(message))
        return _said(f"{ada} has challenged {ben} in #{CHANNEL}.", seat=ben, message=str(message))

    async def restart(self, _: web.Request) -> web.Response:
        """Restart the bot."""
        try:
            await self._world.restart()
        except UnusableDatabase as problem:
            return _said(f"The bot was not restarted, and the old one runs on: {problem}")
        return _said("The bot was stopped, and a new one has started on the same database.")

    async def direct_messages(self, request: web.Request) -> web.Response:
        """Close or open somebody's direct messages."""
        try:
            wish: Any = await request.json()
            name, to = str(wish["name"]), wish["open"]
            if not isinstance(to, bool):
                raise web.HTTPBadRequest
            await self._world.set_direct_messages(name, opened=to)
        except (KeyError, TypeError, ValueError):
            raise web.HTTPBadRequest from None
        if to:
            return _said(
                f"{name} takes direct messages again. The bot learns it when {name} next uses it there, or in an hour."
            )
        return _said(f"{name} takes no direct messages any more: the bot's next one is refused.")


def _path(seat: Seat, title: str) -> str:
    return f"/pane/{seat.name.lower()}-{title.strip('#').replace(' ', '-')}"


def _said(sentence: str, **more: str | None) -> web.Response:
    return web.json_response({"said": sentence, **more}, headers=HEADERS)


def _only_from(hosts: set[str]) -> Any:
    """Refuse requests from other sites' pages: by DNS rebinding (the Host header) or cross-site (the Origin header)."""

    @web.middleware
    async def check(request: web.Request, handler: Handler) -> web.StreamResponse:
        origin = request.headers.get("Origin")
        if request.headers.get("Host") not in hosts or (origin and origin.removeprefix("http://") not in hosts):
            raise web.HTTPForbidden
        return await handler(request)

    return check
