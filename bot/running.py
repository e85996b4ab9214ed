"""What the subcommands do that need Discord or the database: run the bot, check its setup, back up its database."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import signal
import sys
from pathlib import Path
from typing import TextIO

import aiohttp
import discord

from bot import config, logs
from bot.check import Verdict, check
from bot.client import create_client
from bot.config import NO_SUCH_BOT, BadSettings, Settings
from bot.discord_api import give_up
from bot.logs import describe, place_of
from storage import Damaged, UnusableDatabase, back_up, sole_use

log = logging.getLogger(__name__)

STOPPING = (signal.SIGINT, signal.SIGTERM)
UNUSABLE = 2
"""Exit code for a problem that somebody has to fix before the next start."""
UNREACHABLE = 1
"""Exit code if Discord can't be reached, and for an unexpected error: starting again may help."""
WRONG_TOKEN = 4004
"""The gateway's close code where it does not know the token, such as after a reset."""
GARBAGE = (5_000, 10, 5)
"""How many new objects, and looks at those, lie between two searches for garbage. A move makes thousands, few of them
in cycles: with Python's own 700, a twentieth of its time went into searches."""


def run_bot(form: logs.Form) -> int:
    """The bot itself, until it is stopped; returns the exit code."""
    logs.log_to_stderr(logging.INFO, form)  # an invalid setting is reported in this form, too
    try:
        settings = Settings.from_env(config.read_env())
        logs.set_level(settings.log_level)
        with sole_use(settings.database_path):
            file = settings.database_path.absolute()
            log.info("the database is %s%s", file, "" if file.exists() else ", a new one")
            gc.set_threshold(*GARBAGE)
            asyncio.run(_until_stopped(settings))
    except (BadSettings, UnusableDatabase) as problem:
        return _stop(UNUSABLE, str(problem), form)
    except Damaged as problem:
        return _stop(UNUSABLE, sentence, form) if (sentence := problem.news()) else UNUSABLE
    except discord.LoginFailure:
        return _stop(UNUSABLE, NO_SUCH_BOT, form)
    except discord.ConnectionClosed as closed:
        if closed.code == WRONG_TOKEN:
            return _stop(UNUSABLE, NO_SUCH_BOT, form)
        sentence = f"Discord has closed the connection for good (code {closed.code}). Start again."
        return _stop(UNREACHABLE, sentence, form)
    except (discord.DiscordException, aiohttp.ClientError, OSError) as problem:
        sentence = config.unreachable(describe(problem), settings.proxy).removesuffix(".") + "; start again."
        return _stop(UNREACHABLE, sentence, form)
    except Exception as error:
        log.critical("stopped by an error: %s", describe(error), extra={"place": place_of(error)})
        return UNREACHABLE
    return 0


def check_setup() -> int:
    """Print each finding; returns the exit code."""
    logs.log_to_stderr(logging.ERROR)
    return asyncio.run(_checked())


async def _checked() -> int:
    found = set()
    async for finding in check():
        _print(str(finding))
        found.add(finding.verdict)
    return UNUSABLE if Verdict.WRONG in found else UNREACHABLE if Verdict.UNKNOWN in found else 0


def back_up_to(copy: Path) -> int:
    """Copy the database; returns the exit code."""
    try:
        source = config.database_path(config.read_env())
        back_up(source, copy)
    except (BadSettings, UnusableDatabase) as problem:
        return _stop(UNUSABLE, str(problem))
    _print(f"{source} is copied to {copy}.")
    return 0


async def _until_stopped(settings: Settings) -> None:
    """Run the bot until SIGTERM or Ctrl-C, then shut it down cleanly."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in STOPPING:
        try:
            loop.add_signal_handler(number, stop.set)
        except NotImplementedError:  # on Windows
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(stop.set))
    client = create_client(settings)
    await client.open()  # outside the try: a client that never ran can't be closed
    stopped = asyncio.create_task(stop.wait())
    running = asyncio.create_task(client.start(settings.token))
    examined = asyncio.create_task(client.examine())

    def stop_for_damage(_: object) -> None:
        if not examined.cancelled() and examined.exception():
            stop.set()

    examined.add_done_callback(stop_for_damage)
    try:
        await asyncio.wait({running, stopped}, return_when=asyncio.FIRST_COMPLETED)
        if running.done():
            await running
        if examined.done():
            await examined
    finally:
        stopped.cancel()
        await give_up([running, examined])  # first, so that a start does not begin what is being closed
        await client.close()


def _print(line: str) -> None:
    """Print a line. If nobody reads it, that is said once, and the exit code still tells how it went."""
    if error := _written(line, sys.stdout):
        reason = error.strerror or describe(error)
        _written(f"The output can't be written ({reason}). Read the exit code, or send it elsewhere.", sys.stderr)


def _stop(code: int, sentence: str, form: logs.Form = "text") -> int:
    if form == "json":
        log.critical("%s", sentence)
    else:
        _written(sentence, sys.stderr)
    return code


def _written(line: str, stream: TextIO) -> OSError | None:
    """Write a line; why that fails, if it does: then the rest, too, goes nowhere."""
    try:
        print(line, file=stream, flush=True)
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        return error
    return None
