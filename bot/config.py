"""`Settings`: all settings of the bot, read once. This module knows no Discord and opens no file but `.env`."""

from __future__ import annotations

import logging
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from dotenv import dotenv_values

LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
DEFAULT_DATABASE = "duels.db"
DEFAULT_LEVEL = "INFO"
NO_SUCH_BOT = "Discord does not know that token. Copy it again from the developer portal into .env."
NOT_IN_TEST_GUILD = "The bot is not in the server of TEST_GUILD_ID. Invite it there, or remove the setting."


class BadSettings(Exception):
    """A setting is missing or invalid. The message says which one, and how to fix it."""


Env = Mapping[str, str | None]


@dataclass(frozen=True)
class Settings:
    """The bot's settings. `log_level` is a level of `logging`; `test_guild_id` is a server's snowflake or None; `proxy`
    is a URL or None.
    """

    token: str = field(repr=False)
    database_path: Path = Path(DEFAULT_DATABASE)
    log_level: int = logging.INFO
    test_guild_id: int | None = None
    proxy: str | None = field(default=None, repr=False)

    @classmethod
    def from_env(cls, env: Env) -> Settings:
        """Read all settings. Raises `BadSettings` for the first invalid one."""
        return cls(token(env), database_path(env), log_level(env), test_guild_id(env), proxy(env))


def read_env() -> dict[str, str | None]:
    """The variables of `.env`, if it exists, and of the environment, which wins. Raises `BadSettings`."""
    logging.getLogger("dotenv").setLevel(logging.ERROR)  # a line it can't parse is reported as a missing setting
    try:
        Path.cwd()
    except OSError:
        raise BadSettings("The folder where this was started is deleted. Change to one that exists (cd).") from None
    if Path(".env").is_dir():
        raise BadSettings(".env is a folder. Remove it, and make a file of that name, as .env.example shows.")
    try:
        of_file = dotenv_values(".env")
    except UnicodeDecodeError:
        raise BadSettings(".env is not UTF-8 text. Save it as UTF-8.") from None
    except OSError as error:
        raise BadSettings(f".env can't be read ({error.strerror}). Allow this user to read it.") from None
    for name, value in of_file.items():
        if value and os.environ.get(name, value).strip() == "":
            raise BadSettings(
                f"{name} is empty in the environment, which overrides .env. Remove it there: unset {name}"
            )
    lower_case = {name.upper(): value for name, value in os.environ.items() if name == "https_proxy"}
    return {**of_file, **lower_case, **os.environ}


def token(env: Env) -> str:
    """`DISCORD_TOKEN`. Raises `BadSettings`, as the functions below do."""
    found = _value(env, "DISCORD_TOKEN")
    if not found:
        raise BadSettings("DISCORD_TOKEN is not set. Put your bot's token into .env, as .env.example shows.")
    if found.lower().startswith("bot "):
        raise BadSettings("DISCORD_TOKEN begins with the word Bot. Remove that: only the token itself belongs there.")
    if not (found.isascii() and found.isprintable()):
        raise BadSettings("DISCORD_TOKEN is invalid: it has characters that no token has. Copy it again into .env.")
    return found


def database_path(env: Env) -> Path:
    """`DATABASE_PATH`. Any value is accepted here; opening the file checks it."""
    return Path(_value(env, "DATABASE_PATH") or DEFAULT_DATABASE)


def proxy(env: Env) -> str | None:
    """`HTTPS_PROXY`, or None if it is not set."""
    address = _value(env, "HTTPS_PROXY")
    try:
        parts = urlsplit(address)
        usable = parts.scheme in ("http", "https") and parts.hostname and (parts.port or True)
    except ValueError:
        usable = False
    if address and not usable:
        raise BadSettings("HTTPS_PROXY is not a proxy's address. Set it to one such as http://proxy.example.com:3128.")
    return address or None


def log_level(env: Env) -> int:
    """`LOG_LEVEL`, as one of the numbers of `logging`."""
    level = _value(env, "LOG_LEVEL").upper() or DEFAULT_LEVEL
    if level not in LEVELS:
        raise BadSettings(f"LOG_LEVEL is invalid. Set it to one of {', '.join(LEVELS)}.")
    return logging.getLevelNamesMapping()[level]


def test_guild_id(env: Env) -> int | None:
    """`TEST_GUILD_ID`, or None if it is not set."""
    guild = _value(env, "TEST_GUILD_ID")
    if guild and not (guild.isascii() and guild.isdigit() and 0 < int(guild[:20]) < 2**63):
        raise BadSettings("TEST_GUILD_ID is not a server id. Set it to the number that Discord's Copy Server ID gives.")
    return int(guild) if guild else None


def unreachable(error: str, proxy: str | None) -> str:
    """What to do where Discord can't be reached."""
    where = "the network and HTTPS_PROXY" if proxy else "the network"
    return f"Discord can't be reached ({error}). Check {where}."


def _value(env: Env, name: str) -> str:
    found = (env.get(name) or "").strip()
    if len(found) > 1 and found[0] == found[-1] and found[0] in "'\"":
        raise BadSettings(f"{name} has quotes around it that are a part of the value. Remove them.")
    return found
