"""The machine's clock is wrong, or jumps: people's deadlines are those that they read, by Discord's clock."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.wire.bot_process import BotProcess
from tests.wire.files import moves
from tests.wire.payloads import text
from tests.wire.stand_in import StandIn
from tests.wire.steps import ADA, BEN, begin, ready, stopped

pytestmark = pytest.mark.asyncio

YEAR, HOUR = 365 * 86_400.0, 3600.0
LIVE = 300
"""Seconds for a move."""
EXACT_TO = 1.0
"""Seconds: all that can be learnt from a `Date` header."""
LOOKED_WITHIN = 21.0
"""Seconds between two looks at the deadlines, and the second to which the clock is exact."""
GRACE = 5.0
"""Seconds after a deadline in which a press from before it may still arrive."""


def due_at(folder: Path) -> float:
    """The deadline of the only duel, in seconds since 1970."""
    with closing(sqlite3.connect(folder / "duels.db")) as db:
        ((at,),) = db.execute("SELECT due_at FROM duels").fetchall()
    return float(at) / 1000


def is_extending(folder: Path) -> bool:
    """Whether deadlines are being extended: it is noted when that begins that there was a look."""
    with closing(sqlite3.connect(folder / "duels.db")) as db:
        return bool(db.execute("SELECT 1 FROM notes WHERE key = 'extension'").fetchall())


async def bens_turn(discord: StandIn, bot: BotProcess) -> float:
    """Ada attacks, and Ben reads until when he has time, in seconds since 1970."""
    _, ada, _ = await begin(discord, "battle", pace="live")
    await discord.press(ADA, ada, "7")
    await discord.until(lambda: discord.told(BEN) == 2)
    found = re.search(r"<t:(\d+):R>", text(discord.direct(BEN)[-1]))
    assert found is not None
    return float(found[1])


async def kept(bot: BotProcess, deadline: float) -> None:
    """Ben's time runs out at the deadline, and neither earlier nor later."""

    def is_over() -> bool:
        return any(action == "!time" for *_, action in moves(bot.folder / "duels.db"))

    await bot.later(deadline - EXACT_TO - 0.5 - bot.now())
    await bot.at_rest()
    assert not is_over()
    await bot.until(is_over, step=1)
    assert deadline - EXACT_TO <= bot.now() <= deadline + GRACE + LOOKED_WITHIN + EXACT_TO


@pytest.mark.parametrize("ahead", [600, pytest.param(-600, marks=pytest.mark.soak)])
async def test_e21_the_deadline_that_is_read_is_kept_and_a_clock_that_is_off_is_logged_once(
    discord: StandIn, bot: BotProcess, ahead: float
) -> None:
    bot.set_ahead(ahead)
    bot.leap(0.4)
    await ready(discord, bot)
    deadline = await bens_turn(discord, bot)
    assert deadline - bot.now() == pytest.approx(LIVE, abs=EXACT_TO)
    await kept(bot, deadline)
    await stopped(discord, bot)
    assert len(re.findall(rf"clock is (599|600) s {'ahead of' if ahead > 0 else 'behind'} Discord's", bot.log)) == 1


@pytest.mark.parametrize(
    ("jump", "back"),
    [
        (YEAR, True),
        pytest.param(-HOUR, False, marks=pytest.mark.soak),
        pytest.param(-HOUR, True, marks=pytest.mark.soak),
        pytest.param(YEAR, False, marks=pytest.mark.soak),
    ],
)
async def test_e22_a_clock_that_jumps_moves_no_deadline(
    discord: StandIn, bot: BotProcess, jump: float, *, back: bool
) -> None:
    await ready(discord, bot)
    deadline = await bens_turn(discord, bot)
    before = due_at(bot.folder)
    bot.set_ahead(jump)
    await bot.later(LOOKED_WITHIN)
    if back:
        bot.set_ahead(0)
    await bot.later(LOOKED_WITHIN)
    assert due_at(bot.folder) == before
    await kept(bot, deadline)


@pytest.mark.parametrize("jump", [YEAR, pytest.param(-HOUR, marks=pytest.mark.soak)])
@pytest.mark.parametrize("away", [2 * HOUR, pytest.param(10.0, marks=pytest.mark.soak)])
async def test_e22_only_the_real_absence_is_given_back_where_the_clock_is_another_after_it(
    discord: StandIn, bot: BotProcess, jump: float, away: float
) -> None:
    await ready(discord, bot)
    await bens_turn(discord, bot)
    before = due_at(bot.folder)
    await stopped(discord, bot)
    bot.leap(away)
    bot.set_ahead(jump)
    await ready(discord, bot)
    looked = bot.now()
    await bot.until(lambda: bot._last_look() >= looked - EXACT_TO and not is_extending(bot.folder), step=0.1)
    given = due_at(bot.folder) - before
    assert away <= given <= away + LOOKED_WITHIN + 5 if away > 60 else given == 0
    await stopped(discord, bot)


@pytest.mark.soak
async def test_e22_a_machine_that_was_suspended_gives_back_how_long_that_was(discord: StandIn, bot: BotProcess) -> None:
    await ready(discord, bot)
    await bens_turn(discord, bot)
    before = due_at(bot.folder)
    discord.log.clock = lambda: bot.now() + 2 * HOUR
    await discord.slash(ADA, "help")
    await bot.until(lambda: due_at(bot.folder) != before, step=1)
    assert 2 * HOUR - EXACT_TO <= due_at(bot.folder) - before <= 2 * HOUR + LOOKED_WITHIN
    assert "behind Discord's" in bot.log
