"""`python -m bot run` as a process that talks to the stand-in instead of Discord.

Its clock moves only when a test moves it, by writing into a file. Timestamps and timeouts both use that clock, so a
test can assert times in the bot's seconds, however slow the machine is. Timestamps may be off by what a test sets.
"""

from __future__ import annotations

import asyncio
import signal
import sqlite3
import struct
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from tests.children import PATIENCE, ROOT, child_of_loop, environment, started

AT_THE_STAND_IN = """
import asyncio.base_events, datetime, discord.gateway, discord.http, discord.state, discord.utils, mmap, os
import selectors, struct, time, yarl

discord.http.Route.BASE = "http://127.0.0.1:{port}/api/v10"
discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL("ws://127.0.0.1:{port}/gateway")
# A thread sends heartbeats in real time, so a timeout by the clock here could be wrong.
discord.state.ConnectionState.heartbeat_timeout = property(lambda state: 1e9, lambda state, seconds: None)

with open("{clock}", "r+b") as file:
    clock = mmap.mmap(file.fileno(), 24)
select = selectors.DefaultSelector.select

def now():
    return struct.unpack_from("d", clock)[0]

def wall():
    return now() + struct.unpack_from("d", clock, 16)[0]

time.time = wall
discord.utils.utcnow = lambda: datetime.datetime.fromtimestamp(wall(), datetime.timezone.utc)
# Counted from 0: a float of seconds since 1970 is too coarse for the loop's clock resolution of a nanosecond.
asyncio.base_events.BaseEventLoop.time = lambda loop: now() - {beginning}

def look_up(self, timeout=None):
    if timeout is not None and timeout <= 0:
        return select(self, timeout)
    # Time does not pass by itself, so a timeout becomes polling the clock.
    found = select(self, {rest})
    if not found:
        struct.pack_into("Q", clock, 8, struct.unpack_from("Q", clock, 8)[0] + 1)
    return found

selectors.DefaultSelector.select = look_up

if "LOCKS_ARE_WAITED_FOR" in os.environ:  # SQLite waits in real time
    import storage.migrate
    storage.migrate.AT_WORK_SECONDS = storage.migrate.BUSY_TIMEOUT_SECONDS = {patience}
"""
"""Saved as `sitecustomize`, which Python imports before anything else."""
COMMAND = (sys.executable, "-m", "bot")
BEGINNING = 1_796_126_400.0
"""The time at which every test begins: 1 December 2026, noon."""
REST = 0.02
"""Real seconds between two polls of the clock by an idle process."""
STEP, LATEST_LOOK = 10.0, 25.0
"""Seconds of the bot's clock: how far to move it at once, and how long after a look at deadlines the next is due."""
STOPS_WITHIN = 5.0
"""Seconds of the bot's clock that a clean shutdown may take."""


def hook(folder: Path, port: int) -> dict[str, str]:
    """Create the clock and the module in `folder`; returns the environment that makes Python use them."""
    folder.mkdir(parents=True, exist_ok=True)
    clock = folder / "clock"
    clock.write_bytes(struct.pack("dQd", BEGINNING, 0, 0))
    (folder / "sitecustomize.py").write_text(
        AT_THE_STAND_IN.format(port=port, clock=clock, rest=REST, patience=PATIENCE, beginning=BEGINNING)
    )
    return environment(PYTHONPATH=f"{folder}:{ROOT}")


class BotProcess:
    """The bot in `folder`, which has its `.env` and its database. `log` is what it wrote to stderr."""

    program: tuple[str, ...] = COMMAND

    def __init__(self, folder: Path, port: int) -> None:
        self.folder, self.port, self._log = folder, port, folder / "stderr.txt"
        self.env = hook(folder / "hook", port)
        self.clock, self._now = folder / "hook" / "clock", BEGINNING
        self._process: asyncio.subprocess.Process | None = None

    def set(self, name: str, value: str) -> None:
        """Set an environment variable."""
        self.env[name] = value

    async def start(self, **settings: str) -> None:
        """Write `.env` with these settings, and start."""
        await self.start_on("".join(f"{name}={value}\n" for name, value in settings.items()).encode())

    async def start_on(self, env: bytes, *options: str) -> None:
        """Start with this as `.env`."""
        (self.folder / ".env").write_bytes(env)
        with self._log.open("wb") as log:
            self._process = await started(
                *self.program, "run", *options, cwd=self.folder, env=self.env, stdout=log, stderr=log
            )

    async def command(self, *arguments: str) -> tuple[int, str]:
        """Run another command in the same folder, even while the bot runs; returns its exit code and its output."""
        pipe, to_it = asyncio.subprocess.PIPE, asyncio.subprocess.STDOUT
        async with child_of_loop(
            *COMMAND, *arguments, cwd=self.folder, env=self.env, stdout=pipe, stderr=to_it
        ) as process:
            if not self.runs:
                self._process = process  # so that its clock is moved
            written, _ = await asyncio.wait_for(process.communicate(), PATIENCE)
        return process.returncode or 0, written.decode()

    @property
    def log(self) -> str:
        """What this run has written."""
        return self._log.read_text()

    def now(self) -> float:
        """The real time in the test, in seconds since 1970, whether the bot runs or not."""
        return self._now

    def leap(self, seconds: float) -> None:
        """Move the clock forward in one step, as after the machine slept."""
        self._now += seconds
        self._write(0, self._now)

    def set_ahead(self, seconds: float) -> None:
        """Let the machine's clock be so far ahead of the real time, or behind it. Timeouts don't notice."""
        self._write(16, seconds)

    def _write(self, offset: int, value: float) -> None:
        with self.clock.open("r+b") as clock:  # in place, because the bot has mapped the file
            clock.seek(offset)
            clock.write(struct.pack("d", value))

    async def at_rest(self) -> None:
        """Wait until the bot is idle or has ended."""
        before, deadline = self._rests(), time.monotonic() + PATIENCE
        while True:
            await asyncio.sleep(REST / 2)
            if self._rests() != before or not self.runs:
                return
            assert time.monotonic() < deadline, "the bot never rests"

    async def until(self, condition: Callable[[], object], step: float) -> None:
        """Let time pass until `condition` is true: whenever the bot is idle, move its clock by `step` seconds."""
        deadline = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < deadline, "it has given up"
            await self.at_rest()
            if not condition():
                self.leap(step)

    async def later(self, seconds: float) -> None:
        """Let time pass in steps, so that the bot looks at its deadlines as often as it should."""
        while seconds > 0:
            deadline = time.monotonic() + PATIENCE
            await self.at_rest()
            while self._now - self._last_look() >= LATEST_LOOK:
                assert time.monotonic() < deadline, "the bot does not look at its clock"
                await asyncio.sleep(REST)
            self.leap(min(STEP, seconds))
            seconds -= STEP

    def _rests(self) -> int:
        return int(struct.unpack_from("dQ", self.clock.read_bytes())[1])

    def _last_look(self) -> float:
        with closing(sqlite3.connect(self.folder / "duels.db")) as db:
            return int(db.execute("SELECT value FROM notes WHERE key = 'last-look'").fetchone()[0]) / 1000

    async def ended(self) -> int:
        """Wait until the process ends; returns the exit code."""
        assert self._process is not None
        return await asyncio.wait_for(self._process.wait(), PATIENCE)

    async def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Send a signal, and let `STOPS_WITHIN` seconds of its clock pass; returns the exit code."""
        assert self._process is not None
        self._process.send_signal(number)
        steps = 20
        for _ in range(steps - 1):
            await self.at_rest()
            self.leap(STOPS_WITHIN / steps)
        return await self.ended()

    @property
    def runs(self) -> bool:
        """Whether the process was started and has not ended."""
        return self._process is not None and self._process.returncode is None

    @property
    def pid(self) -> int:
        """The process id."""
        assert self._process is not None
        return self._process.pid

    def pull_the_plug(self) -> None:
        """Send SIGKILL without waiting; `kill` also waits for the end."""
        assert self._process is not None
        self._process.kill()

    async def kill(self) -> None:
        """Kill the process if it runs, and wait for its end."""
        if self._process is not None and self._process.returncode is None:
            self._process.kill()
            await self._process.wait()
