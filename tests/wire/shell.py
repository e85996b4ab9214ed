"""One process that runs the bot's commands one after the other, because importing everything takes longest.

Only for commands that end by themselves. Other tests run each command as a separate process.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.children import PATIENCE, child
from tests.wire.bot_process import BotProcess, hook

LOOP = """
import contextlib, discord.gateway, discord.http, io, json, logging, os, runpy, sys, yarl

for line in sys.stdin:
    folder, port, settings, arguments = json.loads(line)
    discord.http.Route.BASE = f"http://127.0.0.1:{port}/api/v10"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"ws://127.0.0.1:{port}/gateway")
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(settings)
    logging.root.handlers.clear()
    sys.argv = ["bot", *arguments]
    with contextlib.redirect_stdout(io.StringIO()) as told, contextlib.redirect_stderr(told):
        try:
            runpy.run_module("bot", run_name="__main__")
        except SystemExit as end:
            code = end.code
    print(json.dumps([code, told.getvalue()]), flush=True)
"""


class Shell:
    """Runs commands in the process. Made by `opened`."""

    def __init__(self, process: subprocess.Popen[Any], clock: Path) -> None:
        self._process, self._clock = process, clock

    async def command(self, bot: BotProcess, *arguments: str) -> tuple[int, str]:
        """Run a command in the folder and environment of a bot; returns its exit code and its output."""
        try:
            return await asyncio.wait_for(asyncio.to_thread(self._command, bot, arguments), PATIENCE)
        except BaseException:
            self._process.kill()  # so that the thread ends, and later commands fail
            raise

    def _command(self, bot: BotProcess, arguments: tuple[str, ...]) -> tuple[int, str]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with self._clock.open("r+b") as clock:  # in place, because the process has mapped the file
            clock.write(bot.clock.read_bytes())
        print(json.dumps([str(bot.folder), bot.port, bot.env, arguments]), file=self._process.stdin, flush=True)
        code, told = json.loads(self._process.stdout.readline())
        return code, told


@contextmanager
def opened(folder: Path) -> Iterator[Shell]:
    """Start the process. Its clock is in `folder`; each command finds it set like its bot's."""
    pipe = subprocess.PIPE
    with child(
        sys.executable, "-c", LOOP, env=hook(folder, 0), stdin=pipe, stdout=pipe, text=True, encoding="utf-8"
    ) as process:
        yield Shell(process, folder / "clock")
