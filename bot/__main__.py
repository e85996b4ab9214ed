"""The command line: run the bot, check its setup, back up its database, or play without Discord."""

from __future__ import annotations

import os
import signal
import sys

if __name__ == "__main__":  # until main() handles it: Ctrl-C during the imports would print a traceback
    signal.signal(signal.SIGINT, lambda *_: os._exit(130))

import argparse
import asyncio
import logging
from pathlib import Path

import aiohttp
import discord

from bot import config, logs, playground
from bot.check import Verdict, check
from bot.client import create_client
from bot.config import NO_SUCH_BOT, BadSettings, Settings
from bot.logs import describe, place_of
from storage import Damaged, UnusableDatabase, back_up, sole_use

log = logging.getLogger(__name__)

UNUSABLE = 2
"""Exit code for a problem that somebody has to fix before the next start."""
UNREACHABLE = 1
"""Exit code if Discord can't be reached, and for an unexpected error: starting again may help."""
INTERRUPTED = 130
"""Exit code for Ctrl-C before the bot runs, and during a backup."""


def main() -> int:
    """Run one subcommand; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m bot", description="A Discord bot for duels with numbers.")
    commands = parser.add_subparsers(required=True, dest="command", metavar="command")
    start = commands.add_parser("run", help="run the bot with the settings of .env")
    start.add_argument("--log-format", choices=("text", "json"), default="text", help="json: for machines (text)")
    commands.add_parser("check", help="check settings, database, clock and permissions")
    copy = commands.add_parser("backup", help="copy the database, also while the bot runs")
    copy.add_argument("file", type=Path, metavar="FILE", help="the copy, which must not exist yet")
    playground.add_arguments(commands.add_parser("playground", help="play in the browser, with no token"))
    options = parser.parse_args()
    try:
        if options.command != "playground":  # the playground imports more first, and then handles Ctrl-C itself
            signal.signal(signal.SIGINT, signal.default_int_handler)
        match options.command:
            case "run":
                return _run(options.log_format)
            case "check":
                logs.log_to_stderr(logging.ERROR)
                return asyncio.run(_check())
            case "backup":
                return _back_up(options.file)
            case _:
                logs.log_to_stderr(logging.WARNING)  # so that the address is easy to see
                return playground.main(options)
    except KeyboardInterrupt:
        return INTERRUPTED


def _run(form: logs.Form) -> int:
    logs.log_to_stderr(logging.INFO, form)  # an invalid setting is reported in this form, too
    try:
        settings = Settings.from_env(config.read_env())
        logs.set_level(settings.log_level)
        with sole_use(settings.database_path):
            asyncio.run(run(settings))
    except (BadSettings, UnusableDatabase, Damaged) as problem:
        return _stop(UNUSABLE, str(problem), form)
    except discord.LoginFailure:
        return _stop(UNUSABLE, NO_SUCH_BOT, form)
    except (discord.DiscordException, aiohttp.ClientError, OSError) as problem:
        sentence = f"Discord can't be reached ({describe(problem)}). Check the network; start again."
        return _stop(UNREACHABLE, sentence, form)
    except Exception as error:
        log.critical("stopped by an error: %s", describe(error), extra={"place": place_of(error)})
        return UNREACHABLE
    return 0


async def _check() -> int:
    found = set()
    async for finding in check():
        print(finding, flush=True)
        found.add(finding.verdict)
    return UNUSABLE if Verdict.WRONG in found else UNREACHABLE if Verdict.UNKNOWN in found else 0


def _back_up(copy: Path) -> int:
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # so that an unfinished copy is deleted
    try:
        source = config.database_path(config.read_env())
        back_up(source, copy)
    except (BadSettings, UnusableDatabase) as problem:
        return _stop(UNUSABLE, str(problem))
    print(f"{source} is copied to {copy}.")
    return 0


async def run(settings: Settings) -> None:
    """Run the bot until SIGTERM or Ctrl-C, then shut it down cleanly."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    client = create_client(settings)
    await client.open()  # outside the try: a client that never ran can't be closed
    stopped = asyncio.create_task(stop.wait())
    running = asyncio.create_task(client.start(settings.token))
    try:
        await asyncio.wait({running, stopped}, return_when=asyncio.FIRST_COMPLETED)
        if running.done():
            await running
    finally:
        stopped.cancel()
        await client.close()
    if not running.done():
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


def _stop(code: int, sentence: str, form: logs.Form = "text") -> int:
    if form == "json":
        log.critical("%s", sentence)
    else:
        print(sentence, file=sys.stderr)
    return code


if __name__ == "__main__":
    code = main()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it is exiting already
    sys.exit(code)
