"""The game as a process in a real terminal of its own."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.children import PATIENCE, PYTHON, child

COMMAND = [PYTHON, "-m", "games"]
GATE = "Press Enter when only you can see the screen."

# The child makes the terminal its own, so that Ctrl-C and Ctrl-D typed there mean what they mean to a person.
IN_TERMINAL = """
import fcntl, runpy, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
sys.argv = ["games", *sys.argv[1:]]
runpy.run_module("games", run_name="__main__")
"""


class Terminal:
    """A process in a terminal of its own."""

    def __init__(self, process: subprocess.Popen[bytes], own: int) -> None:
        self.process = process
        self.own = own
        self.shown = ""

    def expect(self, text: str) -> str:
        """Reads on until `text` has come; returns what came before it and it."""
        while text not in self.shown:
            assert select.select([self.own], [], [], PATIENCE)[0], f"{text!r} does not come: {self.shown!r}"
            try:
                piece = os.read(self.own, 4096)
            except OSError:  # the other end is closed
                piece = b""
            assert piece, f"{text!r} has not come: {self.shown!r}"
            self.shown += piece.decode()
        before, _, self.shown = self.shown.partition(text)
        return before + text

    def type_ahead(self, keys: str, echo: str) -> None:
        """Types while the process is stopped, until the terminal has taken it all and echoed it; then lets it go on."""
        self.process.send_signal(signal.SIGSTOP)
        os.waitid(os.P_PID, self.process.pid, os.WSTOPPED)
        self.type(keys)
        self.expect(echo)
        self.process.send_signal(signal.SIGCONT)

    def until_it_reads(self) -> None:
        """Python hears a signal that comes between its last look for one and the beginning of a read only after it."""
        deadline = time.monotonic() + PATIENCE
        while "(sleeping)" not in Path(f"/proc/{self.process.pid}/status").read_text():
            assert time.monotonic() < deadline, "it does not read"
            time.sleep(0.001)

    def type(self, keys: str) -> None:
        os.write(self.own, keys.encode())

    def ended(self) -> int:
        return self.process.wait(timeout=PATIENCE)


@contextmanager
def in_terminal(*arguments: str) -> Iterator[Terminal]:
    """The game in a terminal; it ends with the block."""
    own, theirs = pty.openpty()
    streams = {"stdin": theirs, "stdout": theirs, "stderr": theirs}
    try:
        with child(PYTHON, "-c", IN_TERMINAL, *arguments, start_new_session=True, **streams) as process:
            os.close(theirs)
            yield Terminal(process, own)
    finally:
        os.close(own)


def take(terminal: Terminal) -> str:
    """Takes the keyboard when it is offered, since nothing that is typed before that counts. Returns what is shown."""
    terminal.expect(GATE)
    terminal.type("\n")
    shown = terminal.expect("> ")
    terminal.until_it_reads()
    return shown
