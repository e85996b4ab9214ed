"""The bots that are measured: processes on the stand-in, in real time."""

from __future__ import annotations

import os
import time
from pathlib import Path

from tests.benchmark import same_requests
from tests.benchmark.same_requests import Layouts
from tests.children import PYTHON
from tests.wire.bot_process import BotProcess

IN_REAL_TIME = """
import discord.gateway, discord.http, yarl
discord.http.Route.BASE = "http://127.0.0.1:{port}/api/v10"
discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL("ws://127.0.0.1:{port}/gateway")
"""
"""Saved as `sitecustomize`: the bot talks to the stand-in, and its clock is the machine's."""


class InRealTime(BotProcess):
    """Our bot."""

    def __init__(self, folder: Path, port: int) -> None:
        super().__init__(folder, port)
        (self._hook / "sitecustomize.py").write_text(IN_REAL_TIME.format(port=port))

    def now(self) -> float:
        """The machine's time."""
        return time.time()

    @property
    def cpu(self) -> float:
        """Seconds of a processor that the process has taken."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def memory(self) -> int:
        """Bytes of memory that the process holds for itself."""
        rollup = Path(f"/proc/{self.pid}/smaps_rollup").read_text()
        lines = (line.split() for line in rollup.splitlines())
        return 1024 * sum(int(line[1]) for line in lines if line[0] in ("Private_Clean:", "Private_Dirty:"))


class SameRequests(InRealTime):
    """The bot that makes the same requests."""

    program = (PYTHON, same_requests.__file__)


class Bare(InRealTime):
    """Its client alone."""

    program = (PYTHON, same_requests.__file__, "bare")


Side = tuple[type[InRealTime], Layouts | None]
"""A bot, and the layouts that it sends where it has none of its own."""
