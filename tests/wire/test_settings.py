"""How settings are read and checked, without a process."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from pathlib import Path

import pytest

from bot.config import BadSettings, Settings

TOKEN = "a.token.0123456789"

Env = Mapping[str, str | None]

BAD: list[tuple[Env, str]] = [
    ({}, "DISCORD_TOKEN is not set"),
    ({"DISCORD_TOKEN": None}, "DISCORD_TOKEN is not set"),
    ({"DISCORD_TOKEN": "  "}, "DISCORD_TOKEN is not set"),
    ({"DISCORD_TOKEN": "t\u00f6ken"}, "DISCORD_TOKEN is invalid"),
    ({"DISCORD_TOKEN": "to\nken"}, "DISCORD_TOKEN is invalid"),
    *[({"DISCORD_TOKEN": f"{bot} {TOKEN}"}, "DISCORD_TOKEN begins with the word Bot") for bot in ("Bot", "bot")],
    *[({"DISCORD_TOKEN": f"{quote}{TOKEN}{quote}"}, "DISCORD_TOKEN has quotes") for quote in "'\""],
    ({"DISCORD_TOKEN": TOKEN, "DATABASE_PATH": '"a.db"'}, "DATABASE_PATH has quotes"),
    *[
        ({"DISCORD_TOKEN": TOKEN, "HTTPS_PROXY": address}, "HTTPS_PROXY is not a proxy's address")
        for address in ("proxy:3128", "socks5://proxy:1080", "http://", "http://proxy:port", "http://[", "3128")
    ],
    *[({"DISCORD_TOKEN": TOKEN, "LOG_LEVEL": level}, "LOG_LEVEL") for level in ("LOUD", "10", "NOTSET", "WARN")],
    *[
        ({"DISCORD_TOKEN": TOKEN, "TEST_GUILD_ID": guild}, "TEST_GUILD_ID is not a server id")
        for guild in ("arena", "0", "-1", "+1", "1e3", "1.0", "\uff11", "\u00b2", str(2**63), "9" * 10000)
    ],
]


@pytest.mark.parametrize(("env", "sentence"), BAD, ids=lambda value: ascii(value)[:40])
def test_an_invalid_setting_is_refused(env: Env, sentence: str) -> None:
    with pytest.raises(BadSettings) as problem:
        Settings.from_env(env)
    told = str(problem.value)
    assert told.startswith(sentence)
    assert told.endswith(".")
    assert "\n" not in told
    assert TOKEN not in told


def test_the_defaults() -> None:
    settings = Settings.from_env({"DISCORD_TOKEN": TOKEN, "LOG_LEVEL": "", "DATABASE_PATH": " ", "TEST_GUILD_ID": None})
    assert settings == Settings(TOKEN, Path("duels.db"), logging.INFO, None)


def test_all_of_them() -> None:
    settings = Settings.from_env(
        {
            "DISCORD_TOKEN": f" {TOKEN} ",
            "DATABASE_PATH": "a/b.db",
            "LOG_LEVEL": "debug",
            "TEST_GUILD_ID": str(2**63 - 1),
            "HTTPS_PROXY": "http://me:secret@proxy:3128",
        }
    )
    assert settings == Settings(TOKEN, Path("a/b.db"), logging.DEBUG, 2**63 - 1, "http://me:secret@proxy:3128")
    assert "secret" not in repr(settings)


def test_the_token_is_not_in_what_a_debugger_prints() -> None:
    assert TOKEN not in repr(Settings(TOKEN))
