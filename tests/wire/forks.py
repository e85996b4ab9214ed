"""Starts bots as forks of one process that has imported everything, because importing takes longer than most tests.

Each is a process of its own, which runs `python -m bot` with its own folder, environment, clock and output. Some tests
start the command itself (`command_line` in `conftest.py`).
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import runpy
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path

from tests.children import ROOT, child, end_with_parent, environment
from tests.wire import clocked

_started: dict[int, socket.socket] = {}
"""By process id, where to tell the exit code."""


class Fork:
    """A started process, like one of `asyncio.subprocess`."""

    def __init__(self, pid: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.pid = pid
        self._end = asyncio.create_task(self._told(reader, writer))

    @staticmethod
    async def _told(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> int:
        try:
            return int(await reader.readline())
        finally:
            writer.close()

    @property
    def returncode(self) -> int | None:
        """The exit code; None while it runs."""
        return self._end.result() if self._end.done() else None

    async def wait(self) -> int:
        """Wait for its end; returns the exit code."""
        return await asyncio.shield(self._end)

    def send_signal(self, number: signal.Signals) -> None:
        """Send a signal, if it still runs."""
        if self.returncode is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def kill(self) -> None:
        """Send SIGKILL."""
        self.send_signal(signal.SIGKILL)


class Forks:
    """Starts them. Made by `opened`."""

    def __init__(self, port: int) -> None:
        self._port = port

    async def start(
        self, *arguments: str, folder: Path, env: Mapping[str, str], port: int, clock: Path, output: Path
    ) -> Fork:
        """`python -m bot` with these arguments, at the stand-in of this port; `output` is for stdout and stderr."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        wish = {"arguments": arguments, "folder": str(folder), "env": dict(env), "port": port}
        wish |= {"clock": str(clock), "output": str(output)}
        writer.write(json.dumps(wish).encode() + b"\n")
        return Fork(int(await reader.readline()), reader, writer)


@contextmanager
def opened() -> Iterator[Forks]:
    """Start the process that they are forks of."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        number = listening.fileno()
        command = (sys.executable, "-m", "tests.wire.forks", str(number))
        with child(*command, env=environment(PYTHONPATH=str(ROOT)), pass_fds=(number,), stdout=subprocess.DEVNULL):
            yield Forks(listening.getsockname()[1])


def _serve(listening: socket.socket) -> None:
    """Start a process for each connection, and tell its id and its exit code there."""
    signal.signal(signal.SIGCHLD, _reap)
    gc.freeze()
    while True:
        connection, _ = listening.accept()
        with connection.makefile() as lines:
            wish = json.loads(lines.readline())
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGCHLD})  # until it is known whose end that would be
        if not (pid := os.fork()):
            break
        _started[pid] = connection
        connection.sendall(b"%d\n" % pid)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGCHLD})
    for mine in (listening, connection, *_started.values()):
        mine.close()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGCHLD})
    _run(wish.pop("arguments"), **wish)


def _reap(*_: object) -> None:
    while _started:
        pid, status = os.waitpid(-1, os.WNOHANG)
        if not pid:
            return
        with _started.pop(pid) as connection, suppress(OSError):  # a test that failed does not listen any more
            connection.sendall(b"%d\n" % os.waitstatus_to_exitcode(status))


def _run(arguments: list[str], *, folder: str, env: dict[str, str], port: int, clock: str, output: str) -> None:
    end_with_parent()
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(env)
    time.tzset()
    to = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o666)
    os.dup2(to, 1)
    os.dup2(to, 2)
    os.close(to)
    clocked.enter(port, clock)
    sys.argv = ["bot", *arguments]
    runpy.run_module("bot", run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    clocked.teach()
    import_module("bot.running")
    import_module("bot.__main__")
    del sys.modules["bot.__main__"]  # runpy makes another
    _serve(socket.socket(fileno=int(sys.argv[1])))
