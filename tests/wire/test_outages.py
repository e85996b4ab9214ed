"""The database can't be written for a while: the bot answers, saves nothing, and then continues by itself."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

from storage.migrate import AT_WORK_SECONDS
from tests.storage.outages import locked, no_room
from tests.wire.bot_process import BotProcess
from tests.wire.files import moves, saved
from tests.wire.payloads import Payload, enabled, text
from tests.wire.rest import ANSWER_WITHIN, MESSAGE, UPDATE
from tests.wire.stand_in import StandIn
from tests.wire.steps import ADA, BEN, begin, ready, stopped

pytestmark = pytest.mark.asyncio

CANT_SAVE = re.compile(
    r"I can't save anything at the moment, so nothing was changed\..* report it with the id (\w{6})\."
)
EPHEMERAL = 1 << 6


def refused(bot: BotProcess, message: Payload) -> None:
    """The person got an ephemeral answer with an id, and the log gives the reason once, under that id."""
    found = CANT_SAVE.search(text(message))
    assert found
    assert message["flags"] & EPHEMERAL
    lines = [line for line in bot.log.splitlines() if found[1] in line]
    assert len(lines) == 1
    assert "the database can't be written: SQLITE_" in lines[0]
    assert "attack" not in lines[0]


async def played_on(discord: StandIn, bot: BotProcess, folder: Path, panel: Payload) -> None:
    """Ada's move is made now, Ben is prompted, and all messages are up to date."""
    prompts = discord.told(BEN)
    again = await discord.press(ADA, panel, "7")
    assert again.answer.result()["type"] == UPDATE
    await discord.until(lambda: discord.told(BEN) == prompts + 1)
    await stopped(discord, bot)
    assert saved(folder) == [(0, 1, "attack-7")]


async def test_a_full_disk_and_room_again(discord: StandIn, bot: BotProcess, tmp_path: Path) -> None:
    await ready(discord, bot)
    _, panel, _ = await begin(discord, "battle")
    public = list(discord.messages)
    with no_room(tmp_path / "duels.db", bot.pid):
        for _ in range(3):
            move = await discord.press(ADA, panel, "7")
            assert move.answer.result()["type"] == MESSAGE
            assert move.message is not None
            refused(bot, move.message)
        another = await discord.slash(BEN, "duel", ADA, game="siege")
        assert another.message is not None
        refused(bot, another.message)
        status = await discord.slash(ADA, "status")
        assert status.message is not None
        assert "**Your attack**" in text(status.message)
        assert enabled(status.message)[:9] == [*"123456789"]
        assert moves(tmp_path / "duels.db") == set()
    private = {message["id"] for message in discord.messages.values() if message.get("flags", 0) & EPHEMERAL}
    assert set(discord.messages) - private == set(public) - private
    await played_on(discord, bot, tmp_path, panel)


async def test_a_lock_for_longer_than_is_waited(discord: StandIn, bot: BotProcess, tmp_path: Path) -> None:
    assert AT_WORK_SECONDS < ANSWER_WITHIN
    await ready(discord, bot)
    _, panel, _ = await begin(discord, "battle")
    with locked(tmp_path / "duels.db"):
        move = await discord.press(ADA, panel, "7")
        assert move.message is not None
        refused(bot, move.message)
        assert moves(tmp_path / "duels.db") == set()
    await played_on(discord, bot, tmp_path, panel)


async def test_a_lock_that_is_waited_for(discord: StandIn, bot: BotProcess, tmp_path: Path) -> None:
    bot.set("LOCKS_ARE_WAITED_FOR", "yes")
    await ready(discord, bot)
    _, panel, _ = await begin(discord, "battle")
    with locked(tmp_path / "duels.db"):
        move = asyncio.create_task(discord.press(ADA, panel, "7"))
        status = await discord.slash(BEN, "help")  # other people are answered while it waits
        assert status.answer.result()["type"] == MESSAGE
        assert not move.done()
    await move
    await discord.until(lambda: discord.told(BEN) == 2)
    await stopped(discord, bot)
    assert saved(tmp_path) == [(0, 1, "attack-7")]


async def test_it_stops_in_order_and_in_time_while_the_database_is_locked(
    discord: StandIn, bot: BotProcess, tmp_path: Path
) -> None:
    await ready(discord, bot)
    _, panel, _ = await begin(discord, "battle")
    with locked(tmp_path / "duels.db"):
        presses = [asyncio.create_task(discord.press(ADA, panel, label)) for label in "789"]
        await discord.until(lambda: discord.unanswered == 3)
        await stopped(discord, bot)
    await asyncio.gather(*presses, return_exceptions=True)
    assert moves(tmp_path / "duels.db") == set()
