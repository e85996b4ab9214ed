"""What Discord refuses at the start: only what is needed is fatal. The rest is waited out, or tried again later."""

from __future__ import annotations

import asyncio
import re
import sys
from pathlib import Path

import pytest

from tests.children import PATIENCE, child_of_loop
from tests.wire.bot_process import BotProcess
from tests.wire.conftest import TOKEN
from tests.wire.faults import Behaviour, Fault, banned, limited, refused
from tests.wire.files import saved
from tests.wire.gateway import WRONG_TOKEN
from tests.wire.stand_in import StandIn
from tests.wire.steps import begin, ready, stopped

pytestmark = pytest.mark.asyncio

PUT = "^PUT .*/commands$"
REFUSALS = {
    "30034": (refused(400, 30034), "30034): injected"),
    "50035": (refused(400, 50035), "error code 50035"),
    "429": (limited(7200), "RateLimited"),
    "500": (refused(500), "DiscordServerError status=500"),
    "403": (refused(403, 50001), "50001): injected"),
}
WITHOUT_JSON, SAID = banned(), banned(**{"Retry-After": "1800"})


@pytest.mark.parametrize("case", ["30034", *(pytest.param(it, marks=pytest.mark.soak) for it in list(REFUSALS)[1:])])
async def test_i2_a_refused_sync_is_logged_with_its_reason_and_tried_again(
    discord: StandIn, bot: BotProcess, case: str
) -> None:
    refusal, reason = REFUSALS[case]
    faults = [Fault(PUT, refusal) for _ in range(5 if case == "500" else 1)]
    discord.faults += faults
    await bot.start(DISCORD_TOKEN=TOKEN)
    await bot.until(lambda: discord.gateway.connected, step=0.5)
    await begin(discord, "battle")  # buttons work
    await bot.until(lambda: "commands not synced" in bot.log, step=1)  # a 500 is tried five times first
    (line,) = [line for line in bot.log.splitlines() if "commands not synced" in line]
    assert reason in line
    assert discord.syncs == []
    (pause,) = re.findall(r"trying again in (\d+) s", line)
    began = bot.now()
    await bot.until(lambda: discord.syncs, step=20)
    assert bot.now() - began >= int(pause) - 1
    await stopped(discord, bot)


@pytest.mark.parametrize(
    ("where", "ban", "seconds"),
    [
        ("^GET /users/@me$", SAID, 1800),
        *(
            pytest.param(where, ban, seconds, marks=pytest.mark.soak)
            for where in ("^GET /users/@me$", "/oauth2/", "/gateway/bot")
            for ban, seconds in ((WITHOUT_JSON, 600), (limited(900), 900))
        ),
    ],
)
async def test_i3_a_ban_of_the_address_is_waited_out(
    discord: StandIn, bot: BotProcess, where: str, ban: Behaviour, seconds: int
) -> None:
    discord.faults.append(Fault(where, ban))
    await bot.start(DISCORD_TOKEN=TOKEN)
    await discord.until(lambda: discord.requests and "asking again in" in bot.log)
    assert f"asking again in {seconds} s" in bot.log
    began = bot.now()
    await bot.until(lambda: discord.gateway.connected, step=20)
    assert bot.now() - began >= seconds - 1
    await stopped(discord, bot)
    assert "html" not in bot.log


async def test_i4_without_a_session_left_it_waits_says_so_and_can_be_stopped(
    discord: StandIn, bot: BotProcess, tmp_path: Path
) -> None:
    discord.session_limit |= {"remaining": 0, "reset_after": 1_800_000}
    await bot.start(DISCORD_TOKEN=TOKEN)
    await discord.until(
        lambda: discord.requests and "nobody can play until there is one again. Asking again in 1801 s" in bot.log
    )
    bot.leap(1700)
    await bot.at_rest()
    assert discord.gateway.identified == []
    discord.session_limit |= {"remaining": 1}
    await bot.until(lambda: discord.gateway.connected, step=20)
    await stopped(discord, bot)
    discord.session_limit |= {"remaining": 0}
    discord.requests.clear()
    await bot.start(DISCORD_TOKEN=TOKEN)
    await discord.until(lambda: discord.requests and "nobody can play" in bot.log)
    assert await bot.stop() == 0
    assert saved(tmp_path) == []


@pytest.mark.parametrize(
    ("close_code", "exit_code", "sentence"),
    [
        (WRONG_TOKEN, 2, "Discord does not know that token. "),
        pytest.param(4011, 1, "Discord has closed the connection for good (code 4011). ", marks=pytest.mark.soak),
    ],
)
async def test_i5_a_token_that_is_reset_while_it_runs_ends_it_with_the_reason(
    discord: StandIn, bot: BotProcess, close_code: int, exit_code: int, sentence: str
) -> None:
    bot.set("OPENED_SLOWLY", "yes")  # so the file is still looked through
    await ready(discord, bot)
    await discord.gateway.refuse(close_code)
    await bot.until(lambda: not bot.runs, step=0.5)
    assert await bot.ended() == exit_code
    assert bot.log.splitlines()[-1].startswith(sentence)
    assert "Traceback" not in bot.log
    assert saved(bot.folder) == []


TERMINATED = """
import os, runpy, signal, sys
_, event, name = sys.argv
def look(what, arguments):
    if what == event and str(arguments[0]).endswith(name):
        os.kill(os.getpid(), signal.SIGTERM)
sys.addaudithook(look)
sys.argv = ["bot", "run"]
runpy.run_module("bot", run_name="__main__")
"""
"""A start that is sent SIGTERM when it reaches a place."""


@pytest.mark.parametrize(
    ("event", "name", "exit_code"),
    [
        ("import", "aiosqlite", 130),
        pytest.param("sqlite3.connect", "duels.db.lock", 130, marks=pytest.mark.soak),
        ("sqlite3.connect", "duels.db", 0),
    ],
)
async def test_i6_sigterm_at_the_very_start_is_obeyed(
    bot: BotProcess, tmp_path: Path, event: str, name: str, exit_code: int
) -> None:
    bot.set("DISCORD_TOKEN", TOKEN)
    output, command = asyncio.subprocess.PIPE, (sys.executable, "-c", TERMINATED, event, name)
    async with child_of_loop(*command, cwd=tmp_path, env=bot.env, stdout=output, stderr=output) as starting:
        ended = asyncio.create_task(starting.communicate())
        while not ended.done():
            bot.leap(0.1)  # an orderly end waits for what is under way
            await asyncio.wait({ended}, timeout=0.05)
        _, told = await asyncio.wait_for(ended, PATIENCE)
    assert (starting.returncode, b"Traceback" in told) == (exit_code, False), told
    assert not (tmp_path / "duels.db-wal").exists()
