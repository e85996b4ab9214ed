"""The command line: `python -m bot run` reads the settings, runs the bot, and stops it in order.

`python -m bot playground` plays with it on a stand-in for Discord, without settings.
"""

from __future__ import annotations

import os
import signal
import sys

if __name__ == "__main__":  # until main() can tell of it: Ctrl-C amid the imports would end in a traceback
    signal.signal(signal.SIGINT, lambda *_: os._exit(130))

import argparse
import asyncio
import logging

import aiohttp
import discord
from dotenv import dotenv_values

from bot import playground
from bot.client import create_client
from bot.config import BadSettings, Settings
from bot.errors import describe
from storage import UnusableDatabase

UNUSABLE = 2
"""Exit code for a configuration that can't work."""
UNREACHABLE = 1
"""Exit code for Discord being out of reach."""
INTERRUPTED = 130
"""Exit code for Ctrl-C before anything has begun."""

BY_DESIGN = ("Guilds intent seems to be disabled", "PyNaCl is not installed", "davey is not installed")
"""What discord.py warns of at each start, and what this bot does without on purpose."""


def main() -> int:
    """Run one subcommand; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m bot", description="A Discord bot for duels with numbers.")
    commands = parser.add_subparsers(required=True, dest="command", metavar="command")
    commands.add_parser("run", help="run the bot with the settings of .env")
    playground.add_arguments(commands.add_parser("playground", help="play in the browser, with no token"))
    options = parser.parse_args()
    try:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        if options.command == "playground":
            log_to_stderr(logging.WARNING)  # the address is to be seen
            return playground.main(options)
        return _run()
    except KeyboardInterrupt:
        return INTERRUPTED


def _run() -> int:
    try:
        settings = Settings.from_env({**read_env_file(), **os.environ})
        log_to_stderr(settings.log_level)
        asyncio.run(run(settings))
    except (BadSettings, UnusableDatabase) as problem:
        return _stop(UNUSABLE, str(problem))
    except discord.LoginFailure:
        return _stop(UNUSABLE, "Discord does not know that token. Copy it anew from the developer portal into .env.")
    except (discord.DiscordException, aiohttp.ClientError, OSError) as problem:
        return _stop(UNREACHABLE, f"Discord can't be reached ({describe(problem)}). Check the network; start again.")
    return 0


def read_env_file() -> dict[str, str | None]:
    """What `.env` says, if there is one. Raises `BadSettings`."""
    logging.getLogger("dotenv").setLevel(logging.ERROR)  # a line it can't read is told as the setting that is missing
    try:
        return dotenv_values(".env")
    except UnicodeDecodeError:
        raise BadSettings(".env is not UTF-8 text. Save it as UTF-8.") from None


async def run(settings: Settings) -> None:
    """Run the bot until SIGTERM or Ctrl-C, then stop it in order."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    client = create_client(settings)
    await client.open()  # where this fails there is nothing to close, and a client that never ran can't be closed
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


def log_to_stderr(level: int) -> None:
    """Log our own parts at `level`, and the libraries at INFO at the most: below, they log what they are handed."""
    handler = logging.StreamHandler()
    handler.addFilter(lambda record: not record.getMessage().startswith(BY_DESIGN))
    discord.utils.setup_logging(handler=handler, level=max(level, logging.INFO), root=True)
    for ours in ("bot", "storage"):
        logging.getLogger(ours).setLevel(level)


def _stop(code: int, sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return code


if __name__ == "__main__":
    code = main()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it is ending as it is
    sys.exit(code)
