"""The gateway of the stand-in: sessions that outlive their connections, and all the ways in which it can fail.

As Discord does, it keeps what a bot misses while it is away, and tells it after RESUME.
"""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any

from aiohttp import WSMsgType, web

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, RECONNECT, INVALID_SESSION, HELLO, ACKNOWLEDGED = 0, 1, 2, 6, 7, 9, 10, 11
WRONG_TOKEN = 4004
ENDS_THE_SESSION = (1000, 1001)
"""Close codes of a bot that does not mean to come back to its session."""
HEARTBEAT_MILLISECONDS = 300
"""Far more often than Discord asks for, so that a short test sees some."""


class Away(Enum):
    """How a gateway is out of reach, while the rest of Discord works."""

    REFUSES = auto()
    DROPS = auto()
    HANGS_UP = auto()
    """It takes the connection and ends it before it has said anything."""


@dataclass
class Session:
    """What was told to one bot since its IDENTIFY, and its connection, if it has one now."""

    id: str
    told: list[dict[str, Any]] = field(default_factory=list)
    socket: web.WebSocketResponse | None = None

    async def tell(self, event: str, content: dict[str, Any]) -> None:
        """Tell the bot, now or when it is back."""
        self.told.append({"op": DISPATCH, "d": content, "t": event, "s": len(self.told) + 1})
        await self._send(self.told[-1])

    async def resume(self, socket: web.WebSocketResponse, sequence: int) -> None:
        """Tell what was missed, on a new connection."""
        self.socket = socket
        for told in self.told[sequence:]:
            await self._send(told)
        await self.tell("RESUMED", {})

    async def _send(self, said: dict[str, Any]) -> None:
        if self.socket is not None and not self.socket.closed:
            with suppress(ConnectionError):  # it is kept for RESUME
                await self.socket.send_json(said)


class Gateway:
    """`ready`: what READY says, asked for at each IDENTIFY."""

    def __init__(self, token: str, ready: Callable[[], dict[str, Any]]) -> None:
        self.away: Away | None = None
        self.heartbeats = self.knocks = self.resumed = 0
        self.identified: list[dict[str, Any]] = []
        self._token = token
        self._ready = ready
        self._count = itertools.count(1)
        self._session: Session | None = None
        self._transport: asyncio.Transport | None = None

    @property
    def connected(self) -> bool:
        """Whether a bot is there and has been told that it is ready."""
        return self._session is not None and self._session.socket is not None

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """One connection, from HELLO to its end."""
        self.knocks += 1
        assert isinstance(request.transport, asyncio.Transport)
        if self.away is Away.REFUSES:
            return web.Response(status=503)
        if self.away is Away.DROPS:
            request.transport.abort()
            return web.Response()
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        if self.away is Away.HANGS_UP:
            await socket.close()
            return socket
        await socket.send_json({"op": HELLO, "d": {"heartbeat_interval": HEARTBEAT_MILLISECONDS}})
        async for message in socket:
            if message.type is WSMsgType.TEXT:
                said = json.loads(message.data)
                await self._hear(socket, request.transport, said["op"], said["d"])
        session = self._session
        if session is not None and session.socket is socket:
            session.socket = None
            if socket.close_code in ENDS_THE_SESSION:
                self._session = None
        return socket

    async def _hear(self, socket: web.WebSocketResponse, transport: asyncio.Transport, op: int, content: Any) -> None:
        if op == HEARTBEAT:
            self.heartbeats += 1
            await socket.send_json({"op": ACKNOWLEDGED})
        elif op in (IDENTIFY, RESUME) and content["token"] != self._token:
            await socket.close(code=WRONG_TOKEN)
        elif op == IDENTIFY:
            self.identified.append(content)
            self._session = Session(f"session-{next(self._count)}", socket=socket)
            self._transport = transport
            ready = self._ready() | {"session_id": self._session.id, "shard": content.get("shard", [0, 1])}
            await self._session.tell("READY", ready)
        elif op == RESUME and self._session and content["session_id"] == self._session.id:
            self.resumed += 1
            self._transport = transport
            await self._session.resume(socket, content["seq"])
        elif op == RESUME:
            await socket.send_json({"op": INVALID_SESSION, "d": False})

    # ---- what the test does

    async def dispatch(self, event: str, content: dict[str, Any]) -> bool:
        """Tell the bot of something; where it is away for a moment, it will hear of it. False where there is none."""
        if self._session is not None:
            await self._session.tell(event, content)
        return self._session is not None

    async def hang_up(self) -> None:
        """End the connection in order."""
        if self._session is not None and self._session.socket is not None:
            await self._session.socket.close()

    def drop(self) -> None:
        """The connection is gone, without a word."""
        assert self._transport is not None
        self._transport.abort()

    def forget(self) -> None:
        """The connection is gone, and so is what was kept for RESUME."""
        self.drop()
        self._session = None

    async def ask_to_reconnect(self) -> None:
        """Op 7."""
        await self._command({"op": RECONNECT, "d": None})

    async def invalidate(self, *, resumable: bool) -> None:
        """Op 9."""
        session = self._session
        await self._command({"op": INVALID_SESSION, "d": resumable})
        if not resumable and self._session is session:
            self._session = None

    async def _command(self, said: dict[str, Any]) -> None:
        assert self._session is not None
        assert self._session.socket is not None
        await self._session.socket.send_json(said)
