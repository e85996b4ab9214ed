"""The command line: run the bot, check its setup, back up its database, or play without Discord."""

from __future__ import annotations

import os
import signal
import sys

if __name__ == "__main__" or os.path.basename(sys.argv[0]).startswith("number-duels"):
    # Until main() handles them: Ctrl-C during the imports would print a traceback, and the first process of a container
    # ignores SIGTERM.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: os._exit(130))

import argparse
import io
import logging
from pathlib import Path
from typing import NoReturn

from bot import logs, playground

COMMAND = "number-duels"
"""The command that `pip install` makes."""
INTERRUPTED = 130
"""Exit code for Ctrl-C or SIGTERM before the bot runs, and during a backup."""


def main() -> int:
    """Run one subcommand; returns the exit code."""
    program = COMMAND if os.path.basename(sys.argv[0]).startswith(COMMAND) else "python -m bot"
    parser = argparse.ArgumentParser(prog=program, description="A Discord bot for duels with numbers.")
    commands = parser.add_subparsers(required=True, dest="command", metavar="command")
    start = commands.add_parser("run", help="run the bot with the settings of .env")
    start.add_argument("--log-format", choices=("text", "json"), default="text", help="json: for machines (text)")
    commands.add_parser("check", help="check settings, database, clock and permissions")
    copy = commands.add_parser("backup", help="copy the database, also while the bot runs")
    copy.add_argument("file", type=Path, metavar="FILE", help="the copy, which must not exist yet")
    playground.add_arguments(commands.add_parser("playground", help="play in the browser, with no token"))
    options = parser.parse_args()
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a path may have what the output's encoding has not
    try:
        if options.command == "playground":  # it imports more first, and then handles Ctrl-C itself
            logs.log_to_stderr(logging.WARNING)  # so that the address is easy to see
            return playground.main(options)
        from bot import running  # noqa: PLC0415 - takes as long as all else; a wrong option is told before

        for number in running.STOPPING:
            signal.signal(number, signal.default_int_handler)
        match options.command:
            case "run":
                return running.run_bot(options.log_format)
            case "check":
                return running.check_setup()
            case _:
                return running.back_up_to(options.file)
    except KeyboardInterrupt:
        return INTERRUPTED


def command() -> NoReturn:
    """The command `number-duels`."""
    code = main()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)  # it is exiting already
    sys.exit(code)


if __name__ == "__main__":
    command()
