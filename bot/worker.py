"""`Worker`: has work done in a process of its own, so that nothing else waits for it. Knows no duel and no Discord.

The process is `players.worker`. It has neither the bot's modules nor its database, and its memory is not the bot's.
"""

from __future__ import annotations

import asyncio
import logging
import pickle
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol, TypeVar, TypeVarTuple

from bot.logs import place_of
from players.worker import LENGTH

log = logging.getLogger(__name__)

ROOT = Path(__file__).parents[1]
"""The folder that holds the packages."""
COMMAND = (sys.executable, "-E", "-m", "players.worker")
"""`-E`: it needs nothing but the packages, whatever the environment says."""
LONGEST = 30.0
"""Seconds for a request; then its process is killed. A move takes one at most, the review of a whole duel some more."""
ATTEMPTS = 2
"""How often a request is made of a process that ends over it."""

Ts = TypeVarTuple("Ts")
T = TypeVar("T")


class WorkFailed(Exception):
    """Something asked of a `Runner` was not done. Its text is safe to log; `elsewhere`: the traceback there."""

    def __init__(self, text: str, elsewhere: str = "") -> None:
        super().__init__(text)
        self.elsewhere = elsewhere


class Runner(Protocol):
    """Does the work: `Worker`, or `InPlace`."""

    async def run(self, function: Callable[[*Ts], T], *arguments: *Ts) -> T:
        """What the function returns. It is one of a module in `players`, and can be pickled, as its arguments can.
        Raises `WorkFailed`.
        """

    async def aclose(self) -> None:
        """Give up what is under way, and take nothing new."""


class Worker:
    """Does it in one process, one request after the other. The process is started at the first, and anew when it has
    ended.
    """

    def __init__(self, longest: float = LONGEST) -> None:
        self._longest = longest
        self._process: Process | None = None
        self._one = asyncio.Lock()
        self._closed = False

    async def run(self, function: Callable[[*Ts], T], *arguments: *Ts) -> T:
        """See `Runner.run`."""
        request = pickle.dumps((function, arguments))
        async with self._one:
            for _attempt in range(ATTEMPTS):
                try:
                    async with asyncio.timeout(self._longest):
                        is_done, answer = await self._asked(request)
                except TimeoutError:
                    raise WorkFailed(f"{function.__qualname__} took longer than {self._longest} s") from None
                except (EOFError, OSError):
                    continue
                if is_done:
                    done: T = answer
                    return done
                kind, place = answer
                raise WorkFailed(f"{function.__qualname__}: {kind}", place)
        raise WorkFailed(f"the process has ended over {function.__qualname__} {ATTEMPTS} times")

    @property
    def pid(self) -> int | None:
        """The id of the process; None where there is none."""
        return self._process.pid if self._process else None

    async def aclose(self) -> None:
        """See `Runner.aclose`."""
        self._closed = True
        await self._end()

    async def _asked(self, request: bytes) -> Any:
        """The answer. Where there is none, whatever the reason, the process is ended: it may come later."""
        try:
            if self._closed:
                raise WorkFailed("the bot is ending")
            if self._process is None or self._process.returncode is not None:
                await self._end()
                self._process = await asyncio.create_subprocess_exec(
                    *COMMAND, cwd=ROOT, stdin=PIPE, stdout=PIPE, stderr=DEVNULL
                )
            process = self._process
            assert process.stdin
            assert process.stdout
            process.stdin.write(request)
            await process.stdin.drain()
            (length,) = LENGTH.unpack(await process.stdout.readexactly(LENGTH.size))
            return pickle.loads(await process.stdout.readexactly(length))  # noqa: S301 - it is our own process
        except BaseException:
            await self._end()
            raise

    async def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        if process.returncode is None:
            process.kill()
        code = await process.wait()
        if not self._closed:
            log.warning("the process of the computer players has ended (%d); the next request starts another", code)


class InPlace:
    """Does it at once, in this process: where time stands still while it is waited for, as in the playground."""

    async def run(self, function: Callable[[*Ts], T], *arguments: *Ts) -> T:
        """See `Runner.run`."""
        try:
            return function(*arguments)
        except Exception as error:
            raise WorkFailed(f"{function.__qualname__}: {type(error).__name__}", place_of(error)) from None

    async def aclose(self) -> None:
        """There is nothing to end."""
