"""An invalid configuration: one clear sentence on stderr that says what to do, exit code 2, no traceback."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from tests.wire.bot_process import BotProcess
from tests.wire.conftest import TOKEN
from tests.wire.files import contents, prepare
from tests.wire.forks import Forks
from tests.wire.payloads import STRANGE_GUILD
from tests.wire.stand_in import StandIn

pytestmark = pytest.mark.asyncio
GOOD = {"DISCORD_TOKEN": TOKEN, "LOG_LEVEL": "WARNING"}

BAD: dict[str, tuple[dict[str, str], str, str]] = {
    "no token": ({"DISCORD_TOKEN": ""}, "DISCORD_TOKEN is not set", "Put your bot's token into .env"),
    "a garbled token": ({"DISCORD_TOKEN": "töken"}, "DISCORD_TOKEN is invalid", "Copy it again"),
    "an unknown level": ({"LOG_LEVEL": "LOUD"}, "LOG_LEVEL", "Set it to one of DEBUG, INFO"),
    "a server's name": ({"TEST_GUILD_ID": "arena"}, "TEST_GUILD_ID is not a server id", "Set it to the number"),
    "a thousand digits": ({"TEST_GUILD_ID": "9" * 1000}, "TEST_GUILD_ID is not a server id", "Set it to the number"),
    "a missing folder": ({"DATABASE_PATH": "nowhere/duels.db"}, "nowhere does not exist", "make it"),
    "a file as folder": ({"DATABASE_PATH": "notes.txt/duels.db"}, "notes.txt does not exist", "make it"),
    "a folder that nobody can write": ({"DATABASE_PATH": "/proc/duels.db"}, "can't be written", "allow this user"),
    "no database": ({"DATABASE_PATH": "notes.txt"}, "is not a database", "name another file"),
    "a NUL in a path": ({"DATABASE_PATH": '"a\0b.db"'}, "has a NUL character", "type the path anew"),
    "the word Bot": ({"DISCORD_TOKEN": f"Bot {TOKEN}"}, "begins with the word Bot", "Remove that"),
    "a proxy without a scheme": ({"HTTPS_PROXY": "proxy:3128"}, "HTTPS_PROXY is not", "Set it to one such as http://"),
    "a newer version's": ({"DATABASE_PATH": "newer.db"}, "written by a newer version", "update the program"),
}


async def start(bot: BotProcess, **settings: str) -> tuple[int, str]:
    """Write `.env` with these settings, and start; returns the exit code and the output."""
    return await start_on(bot, "".join(f"{name}={value}\n" for name, value in settings.items()).encode())


async def start_on(bot: BotProcess, env: bytes) -> tuple[int, str]:
    """Start with this as `.env`."""
    (bot.folder / ".env").write_bytes(env)
    return await bot.command("run")


@pytest.mark.parametrize("case", BAD)
async def test_an_invalid_setting_is_refused(discord: StandIn, bot: BotProcess, tmp_path: Path, case: str) -> None:
    settings, what, remedy = BAD[case]
    prepare(tmp_path)
    before = contents(tmp_path)
    code, told = await start(bot, **GOOD | settings)
    assert code == 2
    (line,) = told.splitlines()
    assert what in line
    assert remedy in line
    assert line.endswith(".")
    assert TOKEN not in line
    assert "9" * 20 not in line
    assert discord.requests == []
    assert contents(tmp_path) == before


async def test_no_env_file_at_all(bot: BotProcess) -> None:
    code, told = await bot.command("run")
    assert code == 2
    assert told.startswith("DISCORD_TOKEN is not set. ")


async def test_a_token_that_discord_does_not_know(bot: BotProcess, tmp_path: Path) -> None:
    assert await start(bot, **GOOD | {"DISCORD_TOKEN": "another.token.0123456789"}) == (
        2,
        "Discord does not know that token. Copy it again from the developer portal into .env.\n",
    )
    assert list(contents(tmp_path)) == ["duels.db"]


async def test_discord_out_of_reach_has_another_exit_code(forks: Forks, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as nobody:
        port = nobody.getsockname()[1]
    code, told = await start(BotProcess(tmp_path, port, forks), **GOOD)
    assert code == 1
    (line,) = told.splitlines()
    assert line.startswith("Discord can't be reached (")
    assert line.endswith(". Check the network; start again.")


async def test_what_the_environment_says_comes_before_the_file(bot: BotProcess) -> None:
    bot.set("LOG_LEVEL", "LOUD")
    code, told = await start(bot, **GOOD)
    assert code == 2
    assert told.startswith("LOG_LEVEL ")


async def test_j2_an_empty_variable_over_a_right_file_is_named(bot: BotProcess) -> None:
    bot.set("DISCORD_TOKEN", "")
    sentence = "DISCORD_TOKEN is empty in the environment, which overrides .env. Remove it there: unset DISCORD_TOKEN\n"
    assert await start(bot, **GOOD) == (2, sentence)


async def test_j2_quotes_that_are_a_part_of_the_value_are_named(bot: BotProcess) -> None:
    bot.set("DISCORD_TOKEN", f'"{TOKEN}"')
    sentence = "DISCORD_TOKEN has quotes around it that are a part of the value. Remove them.\n"
    assert await start(bot, **GOOD) == (2, sentence)


async def test_j2_a_folder_in_the_place_of_the_settings(bot: BotProcess) -> None:
    (bot.folder / ".env").mkdir()
    sentence = ".env is a folder. Remove it, and make a file of that name, as .env.example shows."
    assert await bot.command("run") == (2, f"{sentence}\n")
    assert await bot.command("check") == (2, f"wrong: {sentence}\n")


@pytest.mark.parametrize(
    ("env", "sentence"),
    [
        (f"DISCORD_TOKEN={TOKEN}\n# caf\xe9\n".encode("latin-1"), ".env is not UTF-8 text. Save it as UTF-8."),
        (f"DISCORD_TOKEN={TOKEN}\n".encode("utf-16"), ".env is not UTF-8 text. Save it as UTF-8."),
        (
            f'DISCORD_TOKEN="{TOKEN}\n'.encode(),
            "DISCORD_TOKEN is not set. Put your bot's token into .env, as .env.example shows.",
        ),
    ],
    ids=["latin-1", "utf-16", "an unclosed quote"],
)
async def test_a_file_that_cant_be_read(discord: StandIn, bot: BotProcess, env: bytes, sentence: str) -> None:
    assert await start_on(bot, env) == (2, f"{sentence}\n")
    assert discord.requests == []


async def test_a_test_server_that_the_bot_is_not_in(bot: BotProcess) -> None:
    assert await start(bot, **GOOD | {"TEST_GUILD_ID": str(STRANGE_GUILD)}) == (
        2,
        "The bot is not in the server of TEST_GUILD_ID. Invite it there, or remove the setting.\n",
    )
