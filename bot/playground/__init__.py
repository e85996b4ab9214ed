"""The playground: the real bot on a local stand-in for Discord, with both players in one browser page and no token.

Use it to see the bot, or to watch it survive a restart. No other part of the bot imports it, except the command line.
It is the only part that uses simcord. simcord is an extra, so this module itself needs none of its packages.
"""

from __future__ import annotations

import argparse
import importlib.util
import logging
import sys
from contextlib import suppress
from pathlib import Path

from games import names

UNUSABLE = 2
"""Exit code if the playground can't be opened with these options."""
DEFAULT_PORT = 8764
EXTRA = ("aiohttp", "linkify_it", "markdown_it", "PIL", "regex", "simcord")
"""The modules that the extra `playground` installs."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `python -m bot playground`."""
    parser.add_argument(
        "--seats",
        type=int,
        choices=(1, 2, 3),
        default=2,
        help="1: Ada alone, against the computer; 3 adds Cy, who only looks on (2)",
    )
    parser.add_argument("--game", choices=names(), metavar="GAME", help="begin with a duel: " + ", ".join(names()))
    parser.add_argument("--speed", type=_speed, default=1.0, metavar="N", help="let time run N times as fast (1)")
    parser.add_argument("--database", type=Path, metavar="FILE", help="a new file that is kept, for looking inside")
    parser.add_argument("--port", type=_port, default=DEFAULT_PORT, help=f"0 takes any that is free ({DEFAULT_PORT})")
    parser.add_argument("--no-browser", action="store_true", help="print the address and open nothing")


def main(options: argparse.Namespace) -> int:
    """Open the playground and wait for Ctrl-C; returns the exit code."""
    if any(importlib.util.find_spec(module) is None for module in EXTRA):
        print(
            "The playground needs packages that are not installed here. `make play` brings them, "
            "as does: pip install '.[playground]'",
            file=sys.stderr,
        )
        return UNUSABLE
    logging.getLogger("discord").setLevel(logging.ERROR)  # without its warning that voice is missing
    with suppress(KeyboardInterrupt):  # before or after the loop handles Ctrl-C itself
        from bot.playground.app import CantOpen, play  # noqa: PLC0415 - needs the extra

        try:
            play(options)
        except CantOpen as problem:
            print(problem, file=sys.stderr)
            return UNUSABLE
    return 0


def _speed(text: str) -> float:
    with suppress(ValueError):
        if 1 <= (value := float(text)) <= 3600:
            return value
    raise argparse.ArgumentTypeError("choose a number from 1 to 3600")


def _port(text: str) -> int:
    with suppress(ValueError):
        if 0 <= (value := int(text)) < 2**16:
            return value
    raise argparse.ArgumentTypeError("choose a whole number from 0 to 65535")
