"""The gateway of the stand-in: HELLO, IDENTIFY and READY, heartbeats, and events to whoever is connected."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from typing import Any

from aiohttp import WSMsgType, web

DISPATCH, HEARTBEAT, IDENTIFY, HELLO, ACKNOWLEDGED = 0, 1, 2, 10, 11
WRONG_TOKEN = 4004
HEARTBEAT_MILLISECONDS = 300
"""Far more often than Discord asks for, so that a short test sees some."""


class Gateway:
    """One bot's connection. `ready`: what READY says, asked for at each IDENTIFY."""

    def __init__(self, token: str, ready: Callable[[], dict[str, Any]]) -> None:
        self.heartbeats = 0
        self.identified: list[dict[str, Any]] = []
        self._token = token
        self._ready = ready
        self._sequence = itertools.count(1)
        self._socket: web.WebSocketResponse | None = None

    @property
    def connected(self) -> bool:
        """Whether a bot is there and has been told that it is ready."""
        return self._socket is not None

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """One connection, from HELLO to its end."""
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await self._send(socket, HELLO, {"heartbeat_interval": HEARTBEAT_MILLISECONDS})
        async for message in socket:
            if message.type is not WSMsgType.TEXT:
                continue
            said = json.loads(message.data)
            if said["op"] == HEARTBEAT:
                self.heartbeats += 1
                await self._send(socket, ACKNOWLEDGED, None)
            elif said["op"] == IDENTIFY and said["d"]["token"] != self._token:
                await socket.close(code=WRONG_TOKEN)
            elif said["op"] == IDENTIFY:
                self.identified.append(said["d"])
                await self._send(socket, DISPATCH, self._ready() | {"shard": said["d"].get("shard", [0, 1])}, "READY")
                self._socket = socket
        if self._socket is socket:
            self._socket = None
        return socket

    async def dispatch(self, event: str, content: dict[str, Any]) -> None:
        """Tell the bot of something."""
        assert self._socket is not None, "no bot is connected"
        await self._send(self._socket, DISPATCH, content, event)

    async def hang_up(self) -> None:
        """End the connection."""
        if self._socket is not None:
            await self._socket.close()

    async def _send(self, socket: web.WebSocketResponse, op: int, content: Any, event: str | None = None) -> None:
        sequence = next(self._sequence) if op == DISPATCH else None
        await socket.send_json({"op": op, "d": content, "t": event, "s": sequence})
