"""The stand-in's gateway: sessions that outlive their connections, and the ways in which the gateway can fail.

Like Discord, it keeps the events that a disconnected bot misses, and sends them after RESUME.
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
"""Close codes by which a bot ends its session."""
HEARTBEAT_MILLISECONDS = 300
"""Much shorter than Discord's, so that a short test sees some heartbeats."""


class Away(Enum):
    """How the gateway is unreachable, while the rest of Discord works."""

    REFUSES = auto()
    DROPS = auto()
    HANGS_UP = auto()
    """It accepts the connection and closes it before HELLO."""


@dataclass
class Session:
    """The events sent to one bot since its IDENTIFY, and its connection, if it has one now."""

    id: str
    told: list[dict[str, Any]] = field(default_factory=list)
    socket: web.WebSocketResponse | None = None

    async def tell(self, event: str, content: Any) -> None:
        """Send an event, now or after RESUME."""
        self.told.append({"op": DISPATCH, "d": content, "t": event, "s": len(self.told) + 1})
        await self._send(self.told[-1])

    async def resume(self, socket: web.WebSocketResponse, sequence: int) -> None:
        """Send the missed events on a new connection."""
        self.socket = socket
        for told in self.told[sequence:]:
            await self._send(told)
        await self.tell("RESUMED", {})

    async def _send(self, said: dict[str, Any]) -> None:
        if self.socket is not None and not self.socket.closed:
            with suppress(ConnectionError):  # it is kept for RESUME
                await self.socket.send_json(said)


class Gateway:
    """`ready` makes the content of READY, at each IDENTIFY."""

    def __init__(self, token: str, ready: Callable[[], dict[str, Any]]) -> None:
        self.away: Away | None = None
        self.heartbeats = self.connections = self.resumed = 0
        self.identified: list[dict[str, Any]] = []
        self._token = token
        self._refusal: int | None = None
        self._ready = ready
        self._count = itertools.count(1)
        self._session: Session | None = None
        self._transport: asyncio.Transport | None = None

    @property
    def connected(self) -> bool:
        """Whether a bot is connected and has been sent READY."""
        return self._session is not None and self._session.socket is not None

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Serve one connection, from HELLO to its end."""
        self.connections += 1
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
        elif op in (IDENTIFY, RESUME) and (self._refusal or content["token"] != self._token):
            await socket.close(code=self._refusal or WRONG_TOKEN)
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

    async def dispatch(self, event: str, content: Any) -> bool:
        """Send an event. A disconnected bot gets it after RESUME. False if there is no session."""
        if self._session is not None:
            await self._session.tell(event, content)
        return self._session is not None

    async def hang_up(self, code: int = 1000) -> None:
        """Close the connection properly."""
        if self._session is not None and self._session.socket is not None:
            await self._session.socket.close(code=code)

    async def refuse(self, code: int) -> None:
        """Close the connection by this code, and any later one as well: a bot that is busy may miss the first."""
        self._refusal = code
        await self.hang_up(code)

    def drop(self) -> None:
        """Drop the connection without a close frame."""
        assert self._transport is not None
        self._transport.abort()

    def forget(self) -> None:
        """Drop the connection, and delete the session, so that RESUME fails."""
        self.drop()
        self._session = None

    async def ask_to_reconnect(self) -> None:
        """Send op 7, Reconnect."""
        await self._command({"op": RECONNECT, "d": None})

    async def invalidate(self, *, resumable: bool) -> None:
        """Send op 9, Invalid Session."""
        session = self._session
        await self._command({"op": INVALID_SESSION, "d": resumable})
        if not resumable and self._session is session:
            self._session = None

    async def _command(self, said: dict[str, Any]) -> None:
        assert self._session is not None
        assert self._session.socket is not None
        await self._session.socket.send_json(said)
