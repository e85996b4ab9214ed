"""`python -m players.worker`: a process that works out what the bot asks of it, one request after the other.

It reads pickled requests from stdin and writes pickled answers, each after its length, to stdout (see `bot.worker`). It
ends when stdin is closed, which happens whatever has become of the bot, also in the middle of a request.
"""

from __future__ import annotations

import os
import pickle
import queue
import signal
import struct
import sys
import threading
import traceback
from collections.abc import Callable
from typing import Any, BinaryIO

LENGTH = struct.Struct("!I")
"""What stands before an answer: how many bytes it has."""

Request = tuple[Callable[..., Any], tuple[Any, ...]]
Answer = tuple[bool, Any]
"""True and what the function has returned; or False and, of the exception, its type and where it was raised. Its text
stays here, since it may repeat a hidden number.
"""


def main() -> None:
    """Answer until there is nobody left to ask."""
    for number in (signal.SIGINT, signal.SIGTERM):  # they may go to the whole group: the bot says when this ends
        signal.signal(number, signal.SIG_IGN)
    requests, answers = sys.stdin.buffer, os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    sys.stdout = sys.stderr  # whatever prints, it is no answer
    waiting: queue.SimpleQueue[Request] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(requests, waiting), daemon=True).start()
    while True:
        answer = pickle.dumps(_answer(*waiting.get()))
        try:
            answers.write(LENGTH.pack(len(answer)) + answer)
            answers.flush()
        except OSError:  # the bot has ended
            os._exit(0)


def _read(requests: BinaryIO, waiting: queue.SimpleQueue[Request]) -> None:
    try:
        while True:
            waiting.put(pickle.load(requests))  # noqa: S301 - they come from the process that has started this one
    except Exception:  # the bot has ended, or is of another version than these files
        os._exit(0)


def _answer(function: Callable[..., Any], arguments: tuple[Any, ...]) -> Answer:
    try:
        return True, function(*arguments)
    except MemoryError:
        os._exit(1)  # a new process has all memory again
    except Exception as error:
        return False, (type(error).__name__, "".join(traceback.format_tb(error.__traceback__)))


if __name__ == "__main__":
    main()
