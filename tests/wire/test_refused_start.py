"""A configuration that can't work: one clear sentence on stderr that says what to do, exit code 2, no traceback."""

from __future__ import annotations

import socket
import sqlite3
from pathlib import Path

import pytest

from tests.wire.bot_process import BotProcess
from tests.wire.conftest import TOKEN
from tests.wire.payloads import STRANGE_GUILD
from tests.wire.stand_in import StandIn

GOOD = {"DISCORD_TOKEN": TOKEN, "LOG_LEVEL": "WARNING"}

BAD: dict[str, tuple[dict[str, str], str, str]] = {
    "no token": ({"DISCORD_TOKEN": ""}, "DISCORD_TOKEN is not set", "Put your bot's token into .env"),
    "a garbled token": ({"DISCORD_TOKEN": "töken"}, "DISCORD_TOKEN holds characters", "Copy it anew"),
    "an unknown level": ({"LOG_LEVEL": "LOUD"}, "LOG_LEVEL", "Set it to one of DEBUG, INFO"),
    "a server's name": ({"TEST_GUILD_ID": "arena"}, "TEST_GUILD_ID is no server id", "Set it to the number"),
    "a thousand digits": ({"TEST_GUILD_ID": "9" * 1000}, "TEST_GUILD_ID is no server id", "Set it to the number"),
    "a missing folder": ({"DATABASE_PATH": "nowhere/duels.db"}, "nowhere does not exist", "make it"),
    "a file as folder": ({"DATABASE_PATH": "notes.txt/duels.db"}, "notes.txt does not exist", "make it"),
    "a folder that nobody can write": ({"DATABASE_PATH": "/proc/duels.db"}, "can't be written", "allow this user"),
    "no database": ({"DATABASE_PATH": "notes.txt"}, "is not a database", "name another file"),
    "a newer version's": ({"DATABASE_PATH": "newer.db"}, "written by a newer version", "update the program"),
}


def prepare(folder: Path) -> None:
    """Files that are no database of this program's."""
    (folder / "notes.txt").write_text("Not a database at all, but long enough to be looked at. " * 20)
    db = sqlite3.connect(folder / "newer.db")
    db.executescript(f"CREATE TABLE t (a); PRAGMA application_id = {0x4475656C}; PRAGMA user_version = 9999;")
    db.close()


def contents(folder: Path) -> dict[str, bytes]:
    """Every file but what the bot logs, and the locks that it leaves."""
    files = (path for path in folder.iterdir() if path.is_file() and path.name not in ("stderr.txt", ".env"))
    files = (path for path in files if path.suffix != ".lock")
    return {path.name: path.read_bytes() for path in files}


@pytest.mark.asyncio
@pytest.mark.parametrize("case", BAD)
async def test_a_setting_that_cant_be(discord: StandIn, bot: BotProcess, tmp_path: Path, case: str) -> None:
    settings, what, remedy = BAD[case]
    prepare(tmp_path)
    before = contents(tmp_path)
    await bot.start(**GOOD | settings)
    assert await bot.ended() == 2
    (line,) = bot.log.splitlines()
    assert what in line
    assert remedy in line
    assert line.endswith(".")
    assert TOKEN not in line
    assert "9" * 20 not in line
    assert discord.requests == []
    assert contents(tmp_path) == before


@pytest.mark.asyncio
async def test_no_env_file_at_all(discord: StandIn, bot: BotProcess) -> None:
    await bot.start()
    assert await bot.ended() == 2
    assert bot.log.startswith("DISCORD_TOKEN is not set. ")


@pytest.mark.asyncio
async def test_a_token_that_discord_does_not_know(discord: StandIn, bot: BotProcess, tmp_path: Path) -> None:
    await bot.start(**GOOD | {"DISCORD_TOKEN": "another.token.0123456789"})
    assert await bot.ended() == 2
    assert bot.log.splitlines() == [
        "Discord does not know that token. Copy it anew from the developer portal into .env."
    ]
    assert list(contents(tmp_path)) == ["duels.db"]


@pytest.mark.asyncio
async def test_discord_out_of_reach_is_another_matter(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as nobody:
        port = nobody.getsockname()[1]
    bot = BotProcess(tmp_path, port)
    try:
        await bot.start(**GOOD)
        assert await bot.ended() == 1
        (line,) = bot.log.splitlines()
        assert line.startswith("Discord can't be reached (")
        assert line.endswith(". Check the network; start again.")
    finally:
        await bot.kill()


@pytest.mark.asyncio
async def test_what_the_environment_says_comes_before_the_file(
    discord: StandIn, bot: BotProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot.set("LOG_LEVEL", "LOUD")
    await bot.start(**GOOD)
    assert await bot.ended() == 2
    assert bot.log.startswith("LOG_LEVEL ")


@pytest.mark.asyncio
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
    await bot.start_on(env)
    assert await bot.ended() == 2
    assert bot.log.splitlines() == [sentence]
    assert discord.requests == []


@pytest.mark.asyncio
async def test_a_test_server_that_the_bot_is_not_in(discord: StandIn, bot: BotProcess) -> None:
    await bot.start(**GOOD | {"TEST_GUILD_ID": str(STRANGE_GUILD)})
    assert await bot.ended() == 2
    assert bot.log.splitlines() == ["TEST_GUILD_ID is no server of the bot's. Invite it there, or leave it out."]
