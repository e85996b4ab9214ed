"""`python -m bot check`: checks the settings, the database, the machine's clock and the bot's permissions.

It does not start the bot. It only reads from Discord, and only over HTTP, so a running bot is not disturbed.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import discord

from bot import config
from bot.config import NO_SUCH_BOT, NOT_IN_TEST_GUILD, BadSettings, Env
from bot.discord_api import UNDELIVERED
from bot.discord_clock import DiscordClock
from bot.discord_start import is_for_now
from bot.logs import describe
from storage import examine

PERMISSIONS = {
    "View Channels": discord.Permissions.view_channel.flag,
    "Send Messages": discord.Permissions.send_messages.flag,
    "Send Messages in Threads": discord.Permissions.send_messages_in_threads.flag,
}
"""The permissions that the bot needs where duels are played, by Discord's names: README, section Run the bot."""
INVITATION = (
    "https://discord.com/oauth2/authorize?client_id={id}&scope=bot+applications.commands"
    f"&permissions={sum(PERMISSIONS.values())}"
)
PATIENCE = 30.0
"""Seconds for all requests to Discord together. There are a few, and each may be retried several times."""
PAGE = 200
"""Servers a page: Discord's maximum."""


class Verdict(StrEnum):
    """The first word of a finding."""

    OK = "ok"
    WRONG = "wrong"
    UNKNOWN = "unknown"
    """Discord did not answer."""


@dataclass(frozen=True)
class Finding:
    """One thing that was checked. `text` says what was found and, if it is wrong, how to fix it."""

    verdict: Verdict
    text: str

    def __str__(self) -> str:
        return f"{self.verdict}: {self.text}"


async def check() -> AsyncIterator[Finding]:
    """Check everything that the settings allow."""
    try:
        env = config.read_env()
    except BadSettings as problem:
        yield Finding(Verdict.WRONG, str(problem))
        return
    wrong = list(_problems(env))
    for text in wrong:
        yield Finding(Verdict.WRONG, text)
    if not wrong:
        yield Finding(Verdict.OK, "The settings can be used.")
    with suppress(BadSettings):
        for is_ok, text in examine(config.database_path(env)):
            yield Finding(Verdict.OK if is_ok else Verdict.WRONG, text)
    try:
        token, proxy = config.token(env), config.proxy(env)
    except BadSettings:
        return
    for finding in await _of_discord(token, proxy, env):
        yield finding


def _problems(env: Env) -> Iterator[str]:
    """What is wrong with each setting."""
    for setting in (config.token, config.database_path, config.log_level, config.test_guild_id, config.proxy):
        try:
            setting(env)
        except BadSettings as problem:
            yield str(problem)


async def _of_discord(token: str, proxy: str | None, env: Env) -> list[Finding]:
    """What Discord says about the token and the bot's servers."""
    found, clock = [], DiscordClock()
    client = discord.Client(intents=discord.Intents.none(), http_trace=clock.trace(), proxy=proxy)
    try:
        async with asyncio.timeout(PATIENCE), client:
            await client.login(token)
            found.append(Finding(Verdict.OK, "Discord knows the token."))
            if fault := clock.fault():
                found.append(Finding(Verdict.WRONG, fault))
            else:
                found.append(Finding(Verdict.OK, "This machine's clock agrees with Discord's."))
            found += _servers(await _guilds(client), client.application_id, env)
    except discord.LoginFailure:
        found.append(Finding(Verdict.WRONG, NO_SUCH_BOT))
    except discord.HTTPException as error:
        what = "lets this address in later" if is_for_now(error) else "has trouble of its own"
        found.append(Finding(Verdict.UNKNOWN, f"Discord {what} ({describe(error)}). Try again in some minutes."))
    except UNDELIVERED as error:
        found.append(Finding(Verdict.UNKNOWN, config.unreachable(describe(error), proxy)))
    return found


async def _guilds(client: discord.Client) -> dict[int, int]:
    """The servers that the bot is in, each with the permissions of its roles there."""
    guilds: dict[int, int] = {}
    page: list[Any] = [None]
    while page:
        page = await client.http.get_guilds(PAGE, after=max(guilds, default=None), with_counts=False)
        guilds |= {int(guild["id"]): int(guild["permissions"]) for guild in page}
    return guilds


def _servers(guilds: dict[int, int], application_id: int | None, env: Env) -> Iterator[Finding]:
    with suppress(BadSettings):
        if (test_guild := config.test_guild_id(env)) and test_guild not in guilds:
            yield Finding(Verdict.WRONG, NOT_IN_TEST_GUILD)
    if not guilds:
        yield Finding(Verdict.WRONG, f"The bot is in no server. Invite it: {INVITATION.format(id=application_id)}")
    lacking = {guild: names for guild, allowed in guilds.items() if (names := _lacking(allowed))}
    for guild, names in lacking.items():
        yield Finding(
            Verdict.WRONG, f"In server {guild} the bot lacks {', '.join(names)}. Give its role these permissions."
        )
    if well := len(guilds) - len(lacking):
        where = "1 server" if well == 1 else f"{well} servers"
        yield Finding(Verdict.OK, f"In {where} the bot has the permissions it needs, unless a channel takes one.")


def _lacking(allowed: int) -> list[str]:
    """The permissions from `PERMISSIONS` that are not in `allowed`."""
    if allowed & discord.Permissions.administrator.flag:
        return []
    return [name for name, flag in PERMISSIONS.items() if not allowed & flag]
