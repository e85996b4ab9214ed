"""`python -m bot run` as a process, pointed at the stand-in before anything of the bot is imported.

Its clock is moved by writing into a file: time as it is told, and time as it is waited for.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import struct
import sys
import time
from contextlib import closing
from pathlib import Path

ROOT = Path(__file__).parents[2]
AT_THE_STAND_IN = """
import asyncio.base_events, datetime, discord.gateway, discord.http, discord.utils, mmap, selectors, struct, time, yarl

discord.http.Route.BASE = "http://127.0.0.1:{port}/api/v10"
discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL("ws://127.0.0.1:{port}/gateway")

with open("{ahead}", "r+b") as file:
    ahead = mmap.mmap(file.fileno(), 8)
present, select = time.time, selectors.DefaultSelector.select

def now():
    return present() + struct.unpack_from("d", ahead)[0]

time.time = now
discord.utils.utcnow = lambda: datetime.datetime.fromtimestamp(now(), datetime.timezone.utc)
asyncio.base_events.BaseEventLoop.time = lambda loop: time.monotonic() + struct.unpack_from("d", ahead)[0]

def look_up(self, timeout=None):  # a loop that sleeps until something comes would not see that time has moved
    return select(self, {longest_sleep} if timeout is None else min(timeout, {longest_sleep}))

selectors.DefaultSelector.select = look_up
"""
"""Python runs a module of the name `sitecustomize` before all else."""
COMMAND = (sys.executable, "-m", "bot")
LONGEST_SLEEP = 0.02
STEP = 25.0
"""Seconds in which the bot looks at its clock once."""
STARTS_WITHIN = 20.0
STOPS_WITHIN = 5.0


class BotProcess:
    """One run in `folder`, where its `.env` and its database are. `log` is what it wrote to stderr."""

    program: tuple[str, ...] = COMMAND

    def __init__(self, folder: Path, port: int) -> None:
        self.folder, self._log = folder, folder / "stderr.txt"
        hook = folder / "hook"
        hook.mkdir(parents=True, exist_ok=True)
        self._clock, self._ahead = hook / "ahead", 0.0
        self._clock.write_bytes(struct.pack("d", 0.0))
        (hook / "sitecustomize.py").write_text(
            AT_THE_STAND_IN.format(port=port, ahead=self._clock, longest_sleep=LONGEST_SLEEP)
        )
        self.env = {"PATH": os.environ["PATH"], "PYTHONPATH": f"{hook}:{ROOT}", "PYTHONDONTWRITEBYTECODE": "1"}
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
            self._process = await asyncio.create_subprocess_exec(
                *self.program, "run", *options, cwd=self.folder, env=self.env, stdout=log, stderr=log
            )

    async def command(self, *arguments: str) -> tuple[int, str]:
        """Another command in the same folder, whatever runs there: its exit code, and all that it wrote."""
        pipe, to_it = asyncio.subprocess.PIPE, asyncio.subprocess.STDOUT
        process = await asyncio.create_subprocess_exec(
            *COMMAND, *arguments, cwd=self.folder, env=self.env, stdout=pipe, stderr=to_it
        )
        written, _ = await asyncio.wait_for(process.communicate(), STARTS_WITHIN)
        return process.returncode or 0, written.decode()

    @property
    def log(self) -> str:
        """What this run has written."""
        return self._log.read_text()

    def now(self) -> float:
        """The time by the bot's clock, whether it runs or not; seconds, as of `time.time`."""
        return time.time() + self._ahead

    def leap(self, seconds: float) -> None:
        """So much later at once, as for a machine that slept."""
        self._ahead += seconds
        with self._clock.open("r+b") as clock:  # in place: the bot has it mapped
            clock.write(struct.pack("d", self._ahead))

    async def later(self, seconds: float) -> None:
        """Let time pass while the bot is at work, which looks at its clock after each step."""
        while seconds > 0:
            before = self.now()
            self.leap(min(STEP, seconds))
            seconds -= STEP
            deadline = time.monotonic() + STARTS_WITHIN
            while seconds > 0 and self._last_look() < before + STEP / 2:
                assert time.monotonic() < deadline, "the bot does not look at its clock"
                await asyncio.sleep(LONGEST_SLEEP)

    def _last_look(self) -> float:
        with closing(sqlite3.connect(self.folder / "duels.db")) as db:
            return int(db.execute("SELECT value FROM notes WHERE key = 'last-look'").fetchone()[0]) / 1000

    async def ended(self, within: float = STARTS_WITHIN) -> int:
        """Wait for its end; the exit code."""
        assert self._process is not None
        return await asyncio.wait_for(self._process.wait(), within)

    async def stop(self, number: signal.Signals = signal.SIGTERM) -> tuple[int, float]:
        """Ask it to stop; the exit code, and how many seconds that took."""
        assert self._process is not None
        self._process.send_signal(number)
        asked = time.monotonic()
        return await self.ended(4 * STOPS_WITHIN), time.monotonic() - asked

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
