"""*Review* over the wire: the bot has it worked out by a process of its own, and sends it with a picture."""

from __future__ import annotations

import pytest

from tests.wire.bot_process import BotProcess
from tests.wire.payloads import parts, text
from tests.wire.stand_in import StandIn
from tests.wire.steps import ADA, BEN, begin, ready, stopped


@pytest.mark.soak
@pytest.mark.asyncio
async def test_o4_a_review_over_the_wire(discord: StandIn, bot: BotProcess) -> None:
    await ready(discord, bot)
    challenge, *_ = await begin(discord, "battle")
    board = challenge.message
    assert board
    await discord.press(ADA, discord.direct(ADA)[-1], "4")
    await discord.until(lambda: discord.told(BEN) == 2)
    await discord.press(BEN, discord.direct(BEN)[-1], "1")
    await discord.until(lambda: discord.told(ADA) == 2)
    await discord.press(ADA, discord.direct(ADA)[-1], "9")
    await discord.until(lambda: discord.told(BEN) == 3)
    await discord.press(BEN, discord.direct(BEN)[-1], "2")
    await discord.until(lambda: discord.told(ADA) == 3)
    await discord.press(ADA, discord.direct(ADA)[-1], "7")
    await discord.until(lambda: "Ada wins" in text(board))
    pressed = await discord.press(BEN, board, "Review")
    await discord.until(lambda: pressed.follow_ups)
    assert pressed.message
    assert text(pressed.message).startswith(
        "### The review of duel 1\nThe turning point is round 2. You: attack 1, from a chance"
    )
    (picture,) = pressed.follow_ups
    (gallery,) = [part for part in parts(picture) if part["type"] == 12]
    assert gallery["items"][0]["media"]["url"] == "attachment://chance.png"
    assert gallery["items"][0]["description"].endswith("0% → 100% → 0% → 0% → 0% → lost")
    assert all(message["flags"] & 64 for message in (pressed.message, picture))
    await stopped(discord, bot)
