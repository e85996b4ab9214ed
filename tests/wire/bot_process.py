"""`python -m bot run` as a process, pointed at the stand-in before anything of the bot is imported."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
AT_THE_STAND_IN = """
import discord.gateway, discord.http, yarl
discord.http.Route.BASE = "http://127.0.0.1:{port}/api/v10"
discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL("ws://127.0.0.1:{port}/gateway")
"""
"""Python runs a module of the name `sitecustomize` before all else."""
COMMAND = (sys.executable, "-m", "bot")
STARTS_WITHIN = 20.0
STOPS_WITHIN = 5.0


class BotProcess:
    """One run in `folder`, where its `.env` and its database are. `log` is what it wrote to stderr."""

    program: tuple[str, ...] = COMMAND

    def __init__(self, folder: Path, port: int) -> None:
        self.folder, self._log = folder, folder / "stderr.txt"
        hook = folder / "hook"
        hook.mkdir(parents=True, exist_ok=True)
        (hook / "sitecustomize.py").write_text(AT_THE_STAND_IN.format(port=port))
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

    async def kill(self) -> None:
        """Make sure that nothing is left running."""
        if self._process is not None and self._process.returncode is None:
            self._process.kill()
            await self._process.wait()
