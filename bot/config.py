"""`Settings`: everything that can be set from outside, read once. Knows no Discord, and opens nothing but `.env`."""

from __future__ import annotations

import logging
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from dotenv import dotenv_values

LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
DEFAULT_DATABASE = "duels.db"
DEFAULT_LEVEL = "INFO"
NO_SUCH_BOT = "Discord does not know that token. Copy it anew from the developer portal into .env."
NOT_IN_TEST_GUILD = "TEST_GUILD_ID is no server of the bot's. Invite it there, or leave it out."


class BadSettings(Exception):
    """A setting is missing or can't be; the message says which and what to do."""


Env = Mapping[str, str | None]


@dataclass(frozen=True)
class Settings:
    """The bot's settings. `log_level` is one of `logging`'s; `test_guild_id` is a server's snowflake or None."""

    token: str = field(repr=False)
    database_path: Path = Path(DEFAULT_DATABASE)
    log_level: int = logging.INFO
    test_guild_id: int | None = None

    @classmethod
    def from_env(cls, env: Env) -> Settings:
        """Read them all. Raises `BadSettings` for the first that can't be."""
        return cls(token(env), database_path(env), log_level(env), test_guild_id(env))


def read_env() -> dict[str, str | None]:
    """What the environment says, and what `.env` says besides, if there is one. Raises `BadSettings`."""
    logging.getLogger("dotenv").setLevel(logging.ERROR)  # a line it can't read is told as the setting that is missing
    try:
        return {**dotenv_values(".env"), **os.environ}
    except UnicodeDecodeError:
        raise BadSettings(".env is not UTF-8 text. Save it as UTF-8.") from None
    except OSError as error:
        raise BadSettings(f".env can't be read ({error.strerror}). Allow this user to read it.") from None


def token(env: Env) -> str:
    """`DISCORD_TOKEN`. Raises `BadSettings`, as the others do."""
    found = _value(env, "DISCORD_TOKEN")
    if not found:
        raise BadSettings("DISCORD_TOKEN is not set. Put your bot's token into .env, as .env.example shows.")
    if not (found.isascii() and found.isprintable()):
        raise BadSettings("DISCORD_TOKEN holds characters that no token has. Copy it anew from the portal into .env.")
    return found


def database_path(env: Env) -> Path:
    """`DATABASE_PATH`, which may be anything."""
    return Path(_value(env, "DATABASE_PATH") or DEFAULT_DATABASE)


def log_level(env: Env) -> int:
    """`LOG_LEVEL`, as a number of `logging`'s."""
    level = _value(env, "LOG_LEVEL").upper() or DEFAULT_LEVEL
    if level not in LEVELS:
        raise BadSettings(f"LOG_LEVEL can't be what it is. Set it to one of {', '.join(LEVELS)}.")
    return logging.getLevelNamesMapping()[level]


def test_guild_id(env: Env) -> int | None:
    """`TEST_GUILD_ID`, if there is one."""
    guild = _value(env, "TEST_GUILD_ID")
    if guild and not (guild.isascii() and guild.isdigit() and 0 < int(guild[:20]) < 2**63):
        raise BadSettings("TEST_GUILD_ID is no server id. Set it to the number that Discord's Copy Server ID gives.")
    return int(guild) if guild else None


def _value(env: Env, name: str) -> str:
    return (env.get(name) or "").strip()
