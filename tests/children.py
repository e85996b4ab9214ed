"""Starts processes for tests. Each starts as if from a plain shell, with default signals and a minimal environment, and
none outlives its test.
"""

from __future__ import annotations

import asyncio
import ctypes
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
PATIENCE = 120.0
"""Seconds after which a wait counts as hanging: no machine is that slow."""
PYTHON = sys.executable
_PR_SET_PDEATHSIG = 1
_LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None


def environment(**more: str) -> dict[str, str]:
    """The minimal environment of a process, plus `more`."""
    return {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1", **more}


@contextmanager
def child(*command: str, **options: Any) -> Iterator[subprocess.Popen[Any]]:
    """A process that runs inside the block; `options` are those of `Popen`."""
    with subprocess.Popen(command, **_defaults() | options) as process:
        try:
            yield process
        finally:
            process.kill()


def run(*command: str, typed: bytes = b"", **options: Any) -> subprocess.CompletedProcess[Any]:
    """Run a process to its end, and return its output; `options` are those of `subprocess.run`."""
    defaults = _defaults() | {"capture_output": True, "timeout": PATIENCE}
    del defaults["stdin"]
    if "stdin" not in options:
        defaults["input"] = typed.decode() if options.get("text") else typed
    return subprocess.run(command, **defaults | options)  # noqa: PLW1510 - `check` may be among the options


@asynccontextmanager
async def child_of_loop(*command: str, **options: Any) -> AsyncIterator[asyncio.subprocess.Process]:
    """`child` for asyncio."""
    process = await asyncio.create_subprocess_exec(*command, **_defaults() | options)
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def started(*command: str, **options: Any) -> asyncio.subprocess.Process:
    """Like `child_of_loop`, but the caller must end the process."""
    return await asyncio.create_subprocess_exec(*command, **_defaults() | options)


def _defaults() -> dict[str, Any]:
    return {"cwd": ROOT, "env": environment(), "stdin": subprocess.DEVNULL, "preexec_fn": _as_from_a_shell}


def _as_from_a_shell() -> None:
    """Runs in the child before its program. Resets what it inherits: a background job ignores SIGINT, for example."""
    for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
        if number < signal.SIGRTMIN:
            signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
    os.umask(0o022)
    end_with_parent()


def end_with_parent() -> None:
    """Have the kernel kill this process if its parent is killed, such as the test runner."""
    if _LIBC is not None:
        _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
