"""The pictures are uploaded in the background, one at a time: nothing waits for them, and they end with the bot."""

from __future__ import annotations

import pytest

from bot.emojis.uploads import FIRST_PAUSE, NAMES
from tests.thinning import sampled
from tests.wire.bot_process import BotProcess
from tests.wire.conftest import TOKEN
from tests.wire.faults import Fault, after, banned, dropped_after, limited, refused, slow
from tests.wire.stand_in import StandIn
from tests.wire.steps import begin, ready, stopped

pytestmark = pytest.mark.asyncio

POST, GET = "^POST /applications/.*/emojis$", "^GET /applications/.*/emojis$"
FOREVER = 1e9


@pytest.mark.parametrize("stuck", sampled([GET, POST, "limited"], GET))
async def test_they_go_on_where_the_bot_was_killed_and_hold_nothing_up(
    discord: StandIn, bot: BotProcess, stuck: str
) -> None:
    discord.emojis.ids.clear()
    discord.faults.append(Fault(POST, after(bot.pull_the_plug), skip=4))
    await bot.start(DISCORD_TOKEN=TOKEN)
    await bot.ended()
    assert discord.emojis.uploaded == list(NAMES[:5])

    fault = Fault(POST, limited(25)) if stuck == "limited" else Fault(stuck, slow(FOREVER, bot.now))
    discord.faults.append(fault)
    await ready(discord, bot)
    await discord.until(lambda: fault.met)
    await begin(discord, "siege")
    await stopped(discord, bot)
    assert discord.emojis.uploaded == list(NAMES[:5])

    await ready(discord, bot)
    await discord.until(lambda: len(discord.emojis.ids) == len(NAMES))
    await stopped(discord, bot)
    assert discord.emojis.uploaded == list(NAMES)


@pytest.mark.parametrize(
    ("fault", "seconds"),
    [
        (Fault(POST, limited(1800), skip=3), 1800),
        *(
            pytest.param(fault, FIRST_PAUSE, marks=pytest.mark.soak)
            for fault in (
                Fault(POST, dropped_after, skip=3),
                Fault(POST, banned(), skip=3),
                Fault(GET, refused(404)),
            )
        ),
        pytest.param(Fault(POST, limited(20), skip=3), 20, marks=pytest.mark.soak),
    ],
)
async def test_what_is_refused_for_now_is_tried_again_in_time(
    discord: StandIn, bot: BotProcess, fault: Fault, seconds: float
) -> None:
    discord.emojis.ids.clear()
    discord.faults.append(fault)
    await ready(discord, bot)
    await discord.until(lambda: fault.met > fault.skip)
    began = bot.now()
    await bot.until(lambda: len(discord.emojis.ids) == len(NAMES), step=60)
    assert seconds - 1 <= bot.now() - began <= seconds + 200
    await stopped(discord, bot)
    assert discord.emojis.uploaded == list(NAMES)
    assert bot.log.count("not uploaded") == (seconds >= FIRST_PAUSE)
