"""`python -m bot run --log-format json`: every line that the process writes is an event, from its start to its end."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.wire.bot_process import BotProcess
from tests.wire.conftest import TOKEN
from tests.wire.stand_in import StandIn
from tests.wire.test_run import ADA, BEN, begin, enabled, stopped

pytestmark = pytest.mark.asyncio


async def start(bot: BotProcess, **settings: str) -> None:
    lines = "".join(f"{name}={value}\n" for name, value in ({"DISCORD_TOKEN": TOKEN} | settings).items())
    await bot.start_on(lines.encode(), "--log-format", "json")


def events(bot: BotProcess) -> list[dict[str, Any]]:
    """The whole of what it wrote."""
    return [json.loads(line) for line in bot.log.splitlines()]


async def test_a_duel_for_machines_at_any_level(discord: StandIn, bot: BotProcess) -> None:
    await start(bot, LOG_LEVEL="DEBUG")
    await discord.until(lambda: discord.gateway.connected, within=20)
    _, ada, _ = await begin(discord, "match")
    await discord.press(ADA, ada, next(label for label in enabled(ada) if label.isdecimal()))
    await discord.until(lambda: len(discord.direct(BEN)) == 2)
    await discord.gateway.hang_up()
    await discord.until(lambda: not discord.gateway.connected)
    await discord.until(lambda: discord.gateway.connected)
    await stopped(discord, bot)
    told = events(bot)
    assert {"bot", "discord"} <= {event["logger"].split(".")[0] for event in told}
    (entry,) = [event for event in told if "entry" in event["message"]]
    assert (entry["level"], entry["duel"], entry["person"]) == ("INFO", 1, ADA.id)
    assert entry["interaction"] > 10**15
    assert all(secret not in bot.log for secret in (TOKEN, "duel:1", "attack", ADA.name, BEN.name))


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"LOG_LEVEL": "LOUD"}, "LOG_LEVEL can't be what it is. "),
        ({"DISCORD_TOKEN": "another.token.0123456789"}, "Discord does not know that token. "),
        ({"DATABASE_PATH": "nowhere/duels.db"}, "The folder "),
    ],
)
async def test_why_it_does_not_start_is_told_to_machines_too(
    discord: StandIn, bot: BotProcess, settings: dict[str, str], sentence: str
) -> None:
    await start(bot, **settings)
    assert await bot.ended() == 2
    told = events(bot)
    assert told[-1]["level"] == "CRITICAL"
    assert told[-1]["message"].startswith(sentence)
