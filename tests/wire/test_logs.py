"""`python -m bot run --log-format json`: every line of its output, from start to end, is a JSON event."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.wire.bot_process import BotProcess
from tests.wire.conftest import TOKEN
from tests.wire.payloads import enabled
from tests.wire.stand_in import StandIn
from tests.wire.steps import ADA, BEN, begin, stopped

pytestmark = pytest.mark.asyncio


def env(settings: dict[str, str]) -> bytes:
    return "".join(f"{name}={value}\n" for name, value in ({"DISCORD_TOKEN": TOKEN} | settings).items()).encode()


def events(written: str) -> list[dict[str, Any]]:
    """The parsed lines of a process's whole output."""
    return [json.loads(line) for line in written.splitlines()]


async def test_a_duel_for_machines_at_any_level(discord: StandIn, bot: BotProcess) -> None:
    await bot.start_on(env({"LOG_LEVEL": "DEBUG"}), "--log-format", "json")
    await discord.until(lambda: discord.gateway.connected)
    _, ada, _ = await begin(discord, "match")
    await discord.press(ADA, ada, next(label for label in enabled(ada) if label[0].isdecimal()))
    await discord.until(lambda: discord.told(BEN) == 2)
    connections = discord.gateway.connections
    await discord.gateway.hang_up()
    await bot.until(lambda: discord.gateway.connections > connections and discord.gateway.connected, step=1)
    await stopped(discord, bot)
    told = events(bot.log)
    assert {"bot", "discord"} <= {event["logger"].split(".")[0] for event in told}
    (entry,) = [event for event in told if "entry" in event["message"]]
    assert (entry["level"], entry["duel"], entry["person"]) == ("INFO", 1, ADA.id)
    assert entry["interaction"] > 10**15
    assert all(secret not in bot.log for secret in (TOKEN, "duel:1", "attack", ADA.name, BEN.name))


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"LOG_LEVEL": "LOUD"}, "LOG_LEVEL is invalid. "),
        ({"DISCORD_TOKEN": "another.token.0123456789"}, "Discord does not know that token. "),
        ({"DATABASE_PATH": "nowhere/duels.db"}, "The folder "),
    ],
)
async def test_why_it_does_not_start_is_told_to_machines_too(
    bot: BotProcess, settings: dict[str, str], sentence: str
) -> None:
    (bot.folder / ".env").write_bytes(env(settings))
    code, written = await bot.command("run", "--log-format", "json")
    assert code == 2
    told = events(written)
    assert told[-1]["level"] == "CRITICAL"
    assert told[-1]["message"].startswith(sentence)
