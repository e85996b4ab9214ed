"""`play`: runs the playground from start to end, and shuts it down cleanly. Needs the extra `playground`."""

from __future__ import annotations

import argparse
import asyncio
import errno
import os
import signal
import socket
import sys
import tempfile
import threading
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from zoneinfo import ZoneInfo

from bot.playground.server import serving
from bot.playground.world import World
from storage import UnusableDatabase

LOOPBACK = "127.0.0.1"
OPEN_IT = "No browser is opened for you: open that address yourself, in a browser on this machine."


class CantOpen(Exception):
    """The playground can't be opened with these options; the message says how to fix it."""


def play(options: argparse.Namespace) -> None:
    """Open the playground, and close it on Ctrl-C, SIGTERM or SIGHUP. Raises `CantOpen`."""
    # Blocked until the loop handles it: while the loop is being created, Ctrl-C would print a traceback.
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    with _listening(options.port) as listener, _database(options.database) as database:
        try:
            asyncio.run(_play(options, listener, database))
        except UnusableDatabase as problem:
            raise CantOpen(str(problem)) from None


async def _play(options: argparse.Namespace, listener: socket.socket, database: Path) -> None:
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    world = World(database, options.speed)
    port = listener.getsockname()[1]
    try:
        await world.start(options.seats, port, local_timezone())
        if options.game:
            await world.begin(options.game)
        async with serving(world, listener):
            address = f"http://{LOOPBACK}:{port}/"
            opens = not options.no_browser and has_desktop()
            told = [f"The playground is open: {address}", *([] if opens else [OPEN_IT]), "Ctrl-C closes it."]
            print(*told, sep="\n", flush=True)
            if opens:
                threading.Thread(target=show, args=(address,), daemon=True).start()
            await stop.wait()
    finally:
        await world.stop()
    print("\nThe playground is closed.")


def show(address: str) -> None:
    """Open a browser, and say so if there is none."""
    if not webbrowser.open(address):
        print(OPEN_IT, flush=True)


@contextmanager
def _listening(port: int) -> Iterator[socket.socket]:
    """A listening socket, opened before anything else, so that a port that can't be used is reported at once."""
    try:
        listener = socket.create_server((LOOPBACK, port))
    except OSError as problem:
        if problem.errno not in (errno.EADDRINUSE, errno.EACCES):
            raise
        why = "is taken" if problem.errno == errno.EADDRINUSE else "is not for everybody to use"
        raise CantOpen(
            f"Port {port} {why}. Close what uses it, perhaps another playground, or choose another: --port 0"
        ) from None
    with listener:
        yield listener


@contextmanager
def _database(named: Path | None) -> Iterator[Path]:
    """The path of a new database: a temporary file, or the one that was named, which is kept."""
    if named is None:
        with tempfile.TemporaryDirectory(prefix="playground-") as folder:
            yield Path(folder) / "duels.db"
        return
    if named.exists():
        raise CantOpen(
            f"{named} exists already, and its duels would have no messages here: "
            "each start is a fresh world. Name a file that does not exist yet."
        )
    if not named.absolute().parent.is_dir():
        raise CantOpen(f"There is no folder for {named}. Make it first, or name another file.")
    yield named
    if named.exists():
        print(f"The duels are in {named}.")


def has_desktop() -> bool:
    """Whether there is a desktop. Without one, `webbrowser` may open a text browser in the terminal."""
    return sys.platform in ("darwin", "win32") or any(
        os.environ.get(n) for n in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    )


def local_timezone() -> str:
    """The name of this machine's time zone, or UTC if it can't be found out. Panes show times in it."""
    name = os.environ.get("TZ") or os.path.realpath("/etc/localtime").rpartition("zoneinfo/")[2]
    with suppress(ValueError, OSError, LookupError):
        return ZoneInfo(name).key
    return "UTC"
