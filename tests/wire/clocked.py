"""Runs inside a bot's process: Discord is the stand-in, and time is what the test says."""

from __future__ import annotations

import asyncio.base_events
import datetime
import mmap
import os
import selectors
import sqlite3
import struct
import time
from typing import Any

import discord.gateway
import discord.http
import discord.state
import discord.utils
import yarl

from tests.children import PATIENCE

BEGINNING = 1_796_126_400.0
"""The time at which every test begins: 1 December 2026, noon."""
REST = 0.02
"""Real seconds between two polls of the clock by an idle process."""

_clock: mmap.mmap | bytearray = bytearray(struct.pack("dQd", BEGINNING, 0, 0))
"""The real time, how often the process was idle, and how far ahead the machine's clock is."""
_select: Any = selectors.DefaultSelector.select
_connect: Any = sqlite3.connect


def teach() -> None:
    """Once a process, before it imports the bot: timestamps and timeouts both use the clock."""
    time.time = _wall
    setattr(discord.utils, "utcnow", lambda: datetime.datetime.fromtimestamp(_wall(), datetime.UTC))  # noqa: B010
    # Counted from 0: a float of seconds since 1970 is too coarse for the loop's clock resolution of a nanosecond.
    setattr(asyncio.base_events.BaseEventLoop, "time", lambda _: _now() - BEGINNING)  # noqa: B010
    setattr(selectors.DefaultSelector, "select", _looked_up)  # noqa: B010
    # A thread sends heartbeats in real time, so a timeout by the clock here could be wrong.
    never = property(lambda _: 1e9, lambda *_: None)
    setattr(discord.state.ConnectionState, "heartbeat_timeout", never)  # noqa: B010


def enter(port: int, clock: str) -> None:
    """Use the stand-in at this port, and the clock in this file."""
    global _clock  # noqa: PLW0603 - a process has one
    with open(clock, "r+b") as file:
        _clock = mmap.mmap(file.fileno(), 24)
    discord.http.Route.BASE = f"http://127.0.0.1:{port}/api/v10"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"ws://127.0.0.1:{port}/gateway")
    if "LOCKS_ARE_WAITED_FOR" in os.environ:  # SQLite waits in real time
        from storage import migrate  # noqa: PLC0415 - the bot's modules come after `teach`

        migrate.AT_WORK_SECONDS = migrate.BUSY_TIMEOUT_SECONDS = PATIENCE
    if "OPENED_SLOWLY" in os.environ:
        setattr(sqlite3, "connect", _opened_slowly)  # noqa: B010


def _opened_slowly(file: Any, *arguments: Any, **options: Any) -> Any:
    """What is only read is open after a second of the clock, as on a slow disk."""
    began = _now()
    while "mode=ro" in str(file) and _now() < began + 1:
        time.sleep(REST)
    return _connect(file, *arguments, **options)


def _now() -> float:
    now: float = struct.unpack_from("d", _clock)[0]
    return now


def _wall() -> float:
    ahead: float = struct.unpack_from("d", _clock, 16)[0]
    return _now() + ahead


def _looked_up(self: Any, timeout: float | None = None) -> Any:
    if timeout is not None and timeout <= 0:
        return _select(self, timeout)
    # Time does not pass by itself, so a timeout becomes polling the clock.
    found = _select(self, REST)
    if not found:
        struct.pack_into("Q", _clock, 8, struct.unpack_from("Q", _clock, 8)[0] + 1)
    return found
