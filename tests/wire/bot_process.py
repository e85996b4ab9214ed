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

from tests.children import PATIENCE, ROOT, environment, started
from tests.wire.clocked import BEGINNING, REST
from tests.wire.forks import Fork, Forks

AT_THE_STAND_IN = """
from tests.wire import clocked
clocked.teach()
clocked.enter({port}, {clock!r})
"""
"""Saved as `sitecustomize`, which Python imports before anything else."""
COMMAND = (sys.executable, "-m", "bot")
STEP, LATEST_LOOK = 10.0, 25.0
"""Seconds of the bot's clock: how far to move it at once, and how long after a look at deadlines the next is due."""
TURNS = 10
"""More than the turns of this loop between the arrival of a connection and that of its first request."""
STOPS_WITHIN = 5.0
"""Seconds of the bot's clock that a clean shutdown may take."""


class BotProcess:
    """The bot in `folder`, which has its `.env` and its database. `log` is what it wrote to stderr."""

    program: tuple[str, ...] = COMMAND

    def __init__(self, folder: Path, port: int, forks: Forks | None = None) -> None:
        """`forks`: what starts it. Without, it is started by its command line, which takes ten times as long."""
        self.folder, self.port, self._log, self._forks = folder, port, folder / "stderr.txt", forks
        self._hook, self._now = folder / "hook", BEGINNING
        self._hook.mkdir(parents=True)
        self._clock = self._hook / "clock"
        self._clock.write_bytes(struct.pack("dQd", BEGINNING, 0, 0))
        (self._hook / "sitecustomize.py").write_text(AT_THE_STAND_IN.format(port=port, clock=str(self._clock)))
        self.answers: Callable[[], int] = lambda: 0
        """How many answers have been sent to it: on a busy machine it seems to be idle while one is on its way."""
        self.env = environment(PYTHONPATH=f"{self._hook}:{ROOT}")
        self._process: asyncio.subprocess.Process | Fork | None = None

    def set(self, name: str, value: str) -> None:
        """Set an environment variable."""
        self.env[name] = value

    async def start(self, **settings: str) -> None:
        """Write `.env` with these settings, and start."""
        await self.start_on("".join(f"{name}={value}\n" for name, value in settings.items()).encode())

    async def start_on(self, env: bytes, *options: str) -> None:
        """Start with this as `.env`."""
        (self.folder / ".env").write_bytes(env)
        self._process = await self._started("run", *options, output=self._log)

    async def command(self, *arguments: str) -> tuple[int, str]:
        """Run another command in the same folder, even while the bot runs; returns its exit code and its output."""
        output = self._hook / "output"
        process = await self._started(*arguments, output=output)
        if not self.runs:
            self._process = process  # so that its clock is moved
        try:
            return await asyncio.wait_for(process.wait(), PATIENCE), output.read_text()
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()

    async def _started(self, *arguments: str, output: Path) -> asyncio.subprocess.Process | Fork:
        if self._forks:
            # Before it has started, or what the last one wrote is taken for its output.
            with output.open("wb"):
                pass
            where = {"folder": self.folder, "clock": self._clock, "output": output}
            return await self._forks.start(*arguments, **where, env=self.env, port=self.port)
        with output.open("wb") as file:
            return await started(*self.program, *arguments, cwd=self.folder, env=self.env, stdout=file, stderr=file)

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
        with self._clock.open("r+b") as clock:  # in place, because the bot has mapped the file
            clock.seek(offset)
            clock.write(struct.pack("d", value))

    async def at_rest(self) -> None:
        """Wait until the bot is idle or has ended."""
        before, answers, deadline = self._rests(), self.answers(), time.monotonic() + PATIENCE
        while True:
            await asyncio.sleep(REST / 2)
            for _ in range(TURNS):
                await asyncio.sleep(0)
                if answers != (answers := self.answers()):
                    before = self._rests()
            # The first may have begun before the clock was moved, or the answer came.
            if self._rests() >= before + 2 or not self.runs:
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
        return int(struct.unpack_from("dQ", self._clock.read_bytes())[1])

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
