"""A player whom no request reaches: discord.py tries a 500 five times, for 25 s, and time is held all the same."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.wire.bot_process import BotProcess
from tests.wire.faults import Behaviour, Weather, dropped_before, refused
from tests.wire.files import moves
from tests.wire.payloads import CHANNEL, DM_BASE, text
from tests.wire.stand_in import StandIn
from tests.wire.steps import ADA, BEN, begin, ready, stopped

pytestmark = pytest.mark.asyncio

LIVE = 300.0
"""Seconds for a move."""
CALLED_WITHIN = 180.0
"""Seconds after the move: a minute, and the try that is under way then."""


def actions(folder: Path) -> list[str]:
    """The entries of the only duel."""
    return [action for *_, action in sorted(moves(folder / "duels.db"))]


def is_called(discord: StandIn) -> bool:
    """Whether a line in the channel calls Ben to his turn."""
    return any(f"<@{BEN.id}>" in text(m) for m in discord.messages.values() if "turn" in text(m))


@pytest.mark.parametrize(
    "way",
    [
        refused(500),
        pytest.param(dropped_before, marks=pytest.mark.soak),
        pytest.param(refused(403), marks=pytest.mark.soak),
    ],
)
async def test_h8_whom_no_direct_message_reaches_is_called_after_a_minute(
    discord: StandIn, bot: BotProcess, tmp_path: Path, way: Behaviour
) -> None:
    await ready(discord, bot)
    _, ada, _ = await begin(discord, "battle", pace="live")
    fault = Weather(rf"POST /channels/{DM_BASE + BEN.id}/messages", 1.0, [way], Random(1))
    discord.faults.append(fault)
    await discord.press(ADA, ada, "7")
    began = bot.now()
    await bot.until(lambda: is_called(discord), step=1)
    assert 60 <= bot.now() - began <= CALLED_WITHIN
    tries = fault.met
    # Still his turn, also where he was called just in time for nothing to be held.
    await bot.later(LIVE - 30 - (bot.now() - began))
    assert fault.met == tries
    await bot.until(lambda: "!time" in actions(tmp_path), step=5)  # the line told Ben
    await stopped(discord, bot)


async def test_h1_nobody_loses_while_every_request_about_their_turn_fails(
    discord: StandIn, bot: BotProcess, tmp_path: Path
) -> None:
    await ready(discord, bot)
    _, ada, _ = await begin(discord, "battle", pace="live")
    discord.faults.append(
        Weather(rf"POST /channels/({DM_BASE + BEN.id}|{CHANNEL})/messages", 1.0, [refused(500)], Random(1))
    )
    await discord.press(ADA, ada, "7")
    await bot.later(2 * LIVE)
    assert actions(tmp_path) == ["attack-7"]
    discord.faults.clear()
    prompts = discord.told(BEN)
    # By a line, where a direct message has just failed for the last time.
    await bot.until(lambda: discord.told(BEN) > prompts or is_called(discord), step=2)
    told = bot.now()
    await bot.until(lambda: "!time" in actions(tmp_path), step=5)
    assert LIVE <= bot.now() - told <= LIVE + 60
    await stopped(discord, bot)
