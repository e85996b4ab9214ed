"""`Settings`: everything that can be set from outside, read once. Knows no Discord and opens nothing."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
DEFAULT_DATABASE = "duels.db"
DEFAULT_LEVEL = "INFO"


class BadSettings(Exception):
    """A setting is missing or can't be; the message says which and what to do."""


@dataclass(frozen=True)
class Settings:
    """The bot's settings. `log_level` is one of `logging`'s; `test_guild_id` is a server's snowflake or None."""

    token: str = field(repr=False)
    database_path: Path = Path(DEFAULT_DATABASE)
    log_level: int = logging.INFO
    test_guild_id: int | None = None

    @classmethod
    def from_env(cls, env: Mapping[str, str | None]) -> Settings:
        """Read `DISCORD_TOKEN`, `DATABASE_PATH`, `LOG_LEVEL` and `TEST_GUILD_ID`. Raises `BadSettings`."""

        def value(name: str) -> str:
            return (env.get(name) or "").strip()

        if not value("DISCORD_TOKEN"):
            raise BadSettings("DISCORD_TOKEN is not set. Put your bot's token into .env, as .env.example shows.")
        if not (value("DISCORD_TOKEN").isascii() and value("DISCORD_TOKEN").isprintable()):
            raise BadSettings(
                "DISCORD_TOKEN holds characters that no token has. Copy it anew from the portal into .env."
            )
        level = value("LOG_LEVEL").upper() or DEFAULT_LEVEL
        if level not in LEVELS:
            raise BadSettings(f"LOG_LEVEL can't be what it is. Set it to one of {', '.join(LEVELS)}.")
        guild = value("TEST_GUILD_ID")
        if guild and not (guild.isascii() and guild.isdigit() and 0 < int(guild[:20]) < 2**63):
            raise BadSettings(
                "TEST_GUILD_ID is no server id. Set it to the number that Discord's Copy Server ID gives."
            )
        return cls(
            token=value("DISCORD_TOKEN"),
            database_path=Path(value("DATABASE_PATH") or DEFAULT_DATABASE),
            log_level=logging.getLevelNamesMapping()[level],
            test_guild_id=int(guild) if guild else None,
        )
