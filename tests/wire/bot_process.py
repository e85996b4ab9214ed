"""`python -m bot run` as a process, pointed at the stand-in before anything of the bot is imported.

Its clock stands still but where a test moves it, by writing into a file: time as it is told, and time as it is waited
for. So what it does after some seconds is asserted in its own seconds, however long the machine takes.
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
# Heartbeats are sent by a thread, in real time: what is silence by the clock here may be none there.
discord.state.ConnectionState.heartbeat_timeout = property(lambda state: 1e9, lambda state, seconds: None)

with open("{clock}", "r+b") as file:
    clock = mmap.mmap(file.fileno(), 16)
select = selectors.DefaultSelector.select

def now():
    return struct.unpack_from("d", clock)[0]

time.time = now
discord.utils.utcnow = lambda: datetime.datetime.fromtimestamp(now(), datetime.timezone.utc)
# From zero on: so far from 1970, a number has no room for the nanosecond by which a loop tells what is due.
asyncio.base_events.BaseEventLoop.time = lambda loop: now() - {beginning}

def look_up(self, timeout=None):
    if timeout is not None and timeout <= 0:
        return select(self, timeout)
    # Time does not pass by itself, so a wait for it is a look at it now and then.
    found = select(self, {rest})
    if not found:
        struct.pack_into("Q", clock, 8, struct.unpack_from("Q", clock, 8)[0] + 1)
    return found

selectors.DefaultSelector.select = look_up

if "LOCKS_ARE_WAITED_FOR" in os.environ:  # SQLite does that by a clock of its own
    import storage.migrate
    storage.migrate.AT_WORK_SECONDS = storage.migrate.BUSY_TIMEOUT_SECONDS = {patience}
"""
"""Python runs a module of the name `sitecustomize` before all else."""
COMMAND = (sys.executable, "-m", "bot")
BEGINNING = 1_796_126_400.0
"""When every test begins: 1 December 2026, at noon."""
REST = 0.02
"""Real seconds between two looks at the clock of a process that has nothing to do."""
STEP, LATEST_LOOK = 10.0, 25.0
"""Seconds of its clock: so many at once, and how long after its last look it is sure to be due to look again."""
STOPS_WITHIN = 5.0
"""Seconds of its clock."""


def hook(folder: Path, port: int) -> dict[str, str]:
    """Make a clock and the module there; the environment in which they count."""
    folder.mkdir(parents=True, exist_ok=True)
    clock = folder / "clock"
    clock.write_bytes(struct.pack("dQ", BEGINNING, 0))
    (folder / "sitecustomize.py").write_text(
        AT_THE_STAND_IN.format(port=port, clock=clock, rest=REST, patience=PATIENCE, beginning=BEGINNING)
    )
    return environment(PYTHONPATH=f"{folder}:{ROOT}")


class BotProcess:
    """One run in `folder`, where its `.env` and its database are. `log` is what it wrote to stderr."""

    program: tuple[str, ...] = COMMAND

    def __init__(self, folder: Path, port: int) -> None:
        self.folder, self.port, self._log = folder, port, folder / "stderr.txt"
        self.env = hook(folder / "hook", port)
        self._clock, self._now = folder / "hook" / "clock", BEGINNING
        self._process: asyncio.subprocess.Process | None = None

    def set(self, name: str, value: str) -> None:
        """Have a setting in the environment."""
        self.env[name] = value

    async def start(self, **settings: str) -> None:
        """Write `.env` and start."""
        await self.start_on("".join(f"{name}={value}\n" for name, value in settings.items()).encode())

    async def start_on(self, env: bytes, *options: str) -> None:
        """Start with this as `.env`."""
        (self.folder / ".env").write_bytes(env)
        with self._log.open("wb") as log:
            self._process = await started(
                *self.program, "run", *options, cwd=self.folder, env=self.env, stdout=log, stderr=log
            )

    async def command(self, *arguments: str) -> tuple[int, str]:
        """Another command in the same folder, whatever runs there: its exit code, and all that it wrote."""
        pipe, to_it = asyncio.subprocess.PIPE, asyncio.subprocess.STDOUT
        async with child_of_loop(
            *COMMAND, *arguments, cwd=self.folder, env=self.env, stdout=pipe, stderr=to_it
        ) as process:
            if not self.runs:
                self._process = process  # it is this one whose clock is moved
            written, _ = await asyncio.wait_for(process.communicate(), PATIENCE)
        return process.returncode or 0, written.decode()

    @property
    def log(self) -> str:
        """What this run has written."""
        return self._log.read_text()

    def now(self) -> float:
        """The time by the bot's clock, whether it runs or not; seconds, as of `time.time`."""
        return self._now

    def leap(self, seconds: float) -> None:
        """So much later at once, as for a machine that slept."""
        self._now += seconds
        with self._clock.open("r+b") as clock:  # in place: the bot has it mapped
            clock.write(struct.pack("d", self._now))

    async def at_rest(self) -> None:
        """Wait until the bot has nothing to do but to wait, or has ended."""
        before, deadline = self._rests(), time.monotonic() + PATIENCE
        while True:
            await asyncio.sleep(REST / 2)
            if self._rests() != before or not self.runs:
                return
            assert time.monotonic() < deadline, "the bot never rests"

    async def until(self, condition: Callable[[], object], step: float) -> None:
        """Let time pass for as long as something is not true and the bot does nothing about it."""
        deadline = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < deadline, "it has given up"
            await self.at_rest()
            if not condition():
                self.leap(step)

    async def later(self, seconds: float) -> None:
        """Let time pass while the bot is at work, which looks at its clock every now and then."""
        while seconds > 0:
            deadline = time.monotonic() + PATIENCE
            await self.at_rest()
            while self._now - self._last_look() >= LATEST_LOOK:
                assert time.monotonic() < deadline, "the bot does not look at its clock"
                await asyncio.sleep(REST)
            self.leap(min(STEP, seconds))
            seconds -= STEP

    def _rests(self) -> int:
        return int(struct.unpack_from("dQ", self._clock.read_bytes())[1])

    def _last_look(self) -> float:
        with closing(sqlite3.connect(self.folder / "duels.db")) as db:
            return int(db.execute("SELECT value FROM notes WHERE key = 'last-look'").fetchone()[0]) / 1000

    async def ended(self) -> int:
        """Wait for its end; the exit code."""
        assert self._process is not None
        return await asyncio.wait_for(self._process.wait(), PATIENCE)

    async def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Ask it to stop, and give it the seconds of its clock that it may take; the exit code."""
        assert self._process is not None
        self._process.send_signal(number)
        steps = 20
        for _ in range(steps - 1):
            await self.at_rest()
            self.leap(STOPS_WITHIN / steps)
        return await self.ended()

    @property
    def runs(self) -> bool:
        """Whether it has been started and has not ended."""
        return self._process is not None and self._process.returncode is None

    @property
    def pid(self) -> int:
        """The number of the process."""
        assert self._process is not None
        return self._process.pid

    def pull_the_plug(self) -> None:
        """`kill -9`, this very moment. `kill` waits for its end."""
        assert self._process is not None
        self._process.kill()

    async def kill(self) -> None:
        """Make sure that nothing is left running."""
        if self._process is not None and self._process.returncode is None:
            self._process.kill()
            await self._process.wait()
