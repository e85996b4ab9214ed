"""`python -m bot check`: it prints a line per finding, returns an exit code, and changes nothing."""

from __future__ import annotations

import asyncio
import re
import socket
from pathlib import Path

import discord as library
import pytest

from bot.check import INVITATION, PAGE, PERMISSIONS
from storage.migrate import MIGRATIONS
from tests.children import ROOT
from tests.wire.bot_process import BotProcess
from tests.wire.conftest import TOKEN
from tests.wire.faults import Fault, banned
from tests.wire.files import contents, prepare
from tests.wire.forks import Forks
from tests.wire.payloads import APPLICATION, GUILD, STRANGE_GUILD
from tests.wire.stand_in import StandIn
from tests.wire.steps import ready, stopped

pytestmark = pytest.mark.asyncio

NEWEST = len(MIGRATIONS)
ALL = sum(PERMISSIONS.values())
SETTINGS, KNOWN = "ok: The settings can be used.", "ok: Discord knows the token."
CLOCK = "ok: This machine's clock agrees with Discord's."
PERMISSIONS_THERE = "ok: In 1 server the bot has the permissions it needs, unless a channel takes one."
NO_SUCH_BOT = "wrong: Discord does not know that token. Copy it again from the developer portal into .env."


async def findings(bot: BotProcess, *, running: bool = False, **settings: str) -> tuple[int, list[str]]:
    """Its output without file names. It has changed no file (a running bot's aside), and has not printed the token."""
    for name, value in settings.items():
        bot.set(name, value)
    before = contents(bot.folder)
    code, told = await bot.command("check")
    assert running or contents(bot.folder) == before
    assert not any(token in told for token in (TOKEN, settings.get("DISCORD_TOKEN") or TOKEN))
    assert "Traceback" not in told
    return code, told.replace(f"{bot.folder}/", "").splitlines()


async def test_all_is_well_before_the_first_start(discord: StandIn, bot: BotProcess) -> None:
    assert await findings(bot, DISCORD_TOKEN=TOKEN) == (
        0,
        [
            SETTINGS,
            "ok: duels.db can be written.",
            "ok: duels.db does not exist yet: the first start makes it.",
            KNOWN,
            CLOCK,
            PERMISSIONS_THERE,
        ],
    )
    assert "GET /gateway" not in discord.requests


async def test_all_is_well_while_the_bot_runs_and_after(discord: StandIn, bot: BotProcess) -> None:
    def file(state: str, found: list[str]) -> bool:
        return found[1:3] == ["ok: duels.db can be written.", f"ok: duels.db is used by {state}."]

    await ready(discord, bot)
    code, found = await findings(bot, running=True, DISCORD_TOKEN=TOKEN)
    assert (code, len(found)) == (0, 8)
    assert file("a bot that is running", found)
    assert discord.gateway.connected
    assert len(discord.gateway.identified) == 1
    await stopped(discord, bot)
    code, found = await findings(bot)
    assert (code, len(found)) == (0, 8)
    assert file("no bot now", found)
    assert found[3].startswith("ok: duels.db has format ")
    assert found[4] == "ok: duels.db is whole: each of its pages has been looked at."


async def test_everything_that_is_wrong_is_told_at_once(discord: StandIn, bot: BotProcess) -> None:
    prepare(bot.folder)
    discord.my_guilds = {GUILD: ALL, 7: ALL & ~PERMISSIONS["View Channels"] & ~PERMISSIONS["Send Messages"], 8: 0}
    assert await findings(
        bot, DISCORD_TOKEN=TOKEN, LOG_LEVEL="LOUD", DATABASE_PATH="newer.db", TEST_GUILD_ID=str(STRANGE_GUILD)
    ) == (
        2,
        [
            "wrong: LOG_LEVEL is invalid. Set it to one of DEBUG, INFO, WARNING, ERROR, CRITICAL.",
            "ok: newer.db can be written.",
            "ok: newer.db is used by no bot now.",
            "wrong: newer.db was written by a newer version of this program (it has format 9999, and this version "
            f"knows formats up to {NEWEST}): update the program, or name another file.",
            KNOWN,
            CLOCK,
            "wrong: The bot is not in the server of TEST_GUILD_ID. Invite it there, or remove the setting.",
            "wrong: In server 7 the bot lacks View Channels, Send Messages. Give its role these permissions.",
            f"wrong: In server 8 the bot lacks {', '.join(PERMISSIONS)}. Give its role these permissions.",
            PERMISSIONS_THERE,
        ],
    )


@pytest.mark.parametrize(
    ("ahead", "off"),
    [(600, "599 s ahead of"), pytest.param(-600, "600 s behind", marks=pytest.mark.soak)],
)
async def test_e21_a_clock_that_is_off_is_told_with_what_to_do(
    discord: StandIn, bot: BotProcess, ahead: float, off: str
) -> None:
    bot.set_ahead(ahead)
    code, found = await findings(bot, DISCORD_TOKEN=TOKEN)
    assert (code, found[-3], found[-1]) == (2, KNOWN, PERMISSIONS_THERE)
    assert found[-2] == (
        f"wrong: This machine's clock is {off} Discord's, which the bot goes by. "
        "Have it set by NTP, for example with `timedatectl set-ntp true`."
    )


async def test_without_a_token_all_else_is_looked_at(discord: StandIn, bot: BotProcess) -> None:
    assert await findings(bot, TEST_GUILD_ID="arena", DATABASE_PATH="nowhere/duels.db") == (
        2,
        [
            "wrong: DISCORD_TOKEN is not set. Put your bot's token into .env, as .env.example shows.",
            "wrong: TEST_GUILD_ID is not a server id. Set it to the number that Discord's Copy Server ID gives.",
            "wrong: The folder nowhere does not exist: make it, or name another file.",
        ],
    )
    assert discord.requests == []


async def test_a_token_that_discord_does_not_know(discord: StandIn, bot: BotProcess) -> None:
    code, found = await findings(bot, DISCORD_TOKEN="another.token.0123456789")
    assert (code, found[-1]) == (2, NO_SUCH_BOT)


async def test_a_bot_that_nobody_has_invited(discord: StandIn, bot: BotProcess) -> None:
    discord.my_guilds = {}
    code, found = await findings(bot, DISCORD_TOKEN=TOKEN)
    assert (code, found[-1]) == (2, f"wrong: The bot is in no server. Invite it: {INVITATION.format(id=APPLICATION)}")


async def test_every_server_is_looked_at_and_administrators_lack_nothing(discord: StandIn, bot: BotProcess) -> None:
    discord.my_guilds = {GUILD + number: ALL for number in range(PAGE)}
    discord.my_guilds |= {GUILD + PAGE: library.Permissions.administrator.flag, GUILD + PAGE + 1: 0}
    code, found = await findings(bot, DISCORD_TOKEN=TOKEN)
    assert code == 2
    assert found[-2].startswith(f"wrong: In server {GUILD + PAGE + 1} the bot lacks ")
    assert found[-1].startswith(f"ok: In {PAGE + 1} servers the bot has ")


async def test_discord_out_of_reach_has_another_exit_code(forks: Forks, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as nobody:
        port = nobody.getsockname()[1]
    bot = BotProcess(tmp_path, port, forks)
    code, found = await findings(bot, DISCORD_TOKEN=TOKEN)
    assert code == 1
    assert re.fullmatch(r"unknown: Discord can't be reached \(\w+\)\. Check the network\.", found[-1])
    code, found = await findings(bot, LOG_LEVEL="LOUD")
    assert (code, found[0][:16]) == (2, "wrong: LOG_LEVEL")


async def test_i3_a_ban_of_this_address_is_called_by_its_name(discord: StandIn, bot: BotProcess) -> None:
    discord.faults.append(Fault("^GET /users/@me$", banned()))
    code, found = await findings(bot, DISCORD_TOKEN=TOKEN)
    assert (code, found[-1].partition(" (")[0]) == (1, "unknown: Discord lets this address in later")


async def test_a_discord_that_does_not_answer_is_not_waited_for(discord: StandIn, bot: BotProcess) -> None:
    discord.let_in.clear()
    bot.set("DISCORD_TOKEN", TOKEN)
    checking = asyncio.create_task(bot.command("check"))
    await discord.until(lambda: discord.requests)
    began = bot.now()
    bot.leap(29)
    await bot.at_rest()
    assert not checking.done()
    await bot.until(checking.done, step=0.1)
    assert bot.now() - began < 60
    code, told = await checking
    assert code == 1
    assert told.splitlines()[-1] == "unknown: Discord can't be reached (TimeoutError). Check the network."


async def test_a_file_of_settings_that_cant_be_read(bot: BotProcess) -> None:
    (bot.folder / ".env").write_bytes("DISCORD_TOKEN=x".encode("utf-16"))
    assert await findings(bot) == (2, ["wrong: .env is not UTF-8 text. Save it as UTF-8."])


async def test_the_rights_are_those_that_the_readme_asks_for() -> None:
    readme = (ROOT / "README.md").read_text()
    (table,) = re.findall(r"^\| permission .*\n\| --- .*\n((?:\|.*\n)+)", readme, re.MULTILINE)
    assert re.findall(r"^\| ([\w ]+) \|", table, re.MULTILINE) == list(PERMISSIONS)
    assert INVITATION.format(id="APPLICATION_ID") in readme
