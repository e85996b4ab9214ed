"""`python -m bot run`, from the command line to Discord and back: it plays, stops cleanly, and starts again."""

from __future__ import annotations

import json
import re
import signal
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.wire.bot_process import BotProcess
from tests.wire.conftest import TOKEN
from tests.wire.files import all_is_told, saved
from tests.wire.payloads import GUILD, buttons, enabled, text
from tests.wire.stand_in import StandIn
from tests.wire.steps import ADA, BEN, begin, ready, stopped

SIGNALS = [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.soak)]


@pytest.mark.asyncio
async def test_a_move_over_the_wire_and_an_orderly_stop_after_which_it_goes_on(
    discord: StandIn, command_line: BotProcess, tmp_path: Path
) -> None:
    bot = command_line
    await ready(discord, bot)
    await discord.until(lambda: discord.gateway.heartbeats >= 2)
    (identity,) = discord.gateway.identified
    assert identity["intents"] == 0
    assert identity["token"] == TOKEN
    challenge, ada, ben = await begin(discord, "battle")
    assert challenge.message is not None
    assert challenge.answer.result()["type"] == 4
    assert "Ada to attack" in text(challenge.message)
    assert enabled(ada) == [*"123456789", "Rules", "Draw?", "Resign"]
    assert enabled(ben) == ["Rules", "Draw?", "Resign"]
    await discord.press(ADA, ada, "7")
    await discord.until(lambda: discord.told(BEN) == 2)
    board = challenge.message
    await discord.until(lambda: "Ben to attack" in text(board))
    assert "Your 7 hits: **Ben 15 → 8**.\n**Ben to attack**" in text(ada)
    assert enabled(ada) == ["Rules", "Draw?", "Resign"]
    await stopped(discord, bot, signal.SIGINT)
    assert saved(tmp_path) == [(0, 1, "attack-7")]

    await ready(discord, bot)
    await discord.press(BEN, discord.direct(BEN)[-1], "9")
    await discord.until(lambda: discord.told(ADA) == 2)
    assert enabled(discord.direct(ADA)[-1]) == [*"1234568", "Rules", "Draw?", "Resign"]
    await stopped(discord, bot)
    assert saved(tmp_path) == [(0, 1, "attack-7"), (1, 2, "attack-9")]


@pytest.mark.asyncio
async def test_both_are_told_once_of_a_duel_whose_rules_this_version_does_not_know(
    discord: StandIn, bot: BotProcess, tmp_path: Path
) -> None:
    await ready(discord, bot)
    challenge, *_ = await begin(discord, "battle")
    assert challenge.message is not None
    await stopped(discord, bot)
    with closing(sqlite3.connect(tmp_path / "duels.db")) as db:
        db.execute("UPDATE duels SET rules_version = 0")
        db.commit()
    for _ in range(2):
        await ready(discord, bot)
        board = challenge.message
        await discord.until(lambda board=board: "Called off" in text(board))  # type: ignore[misc]
        await discord.until(lambda: all(discord.told(user) == 2 for user in (ADA, BEN)))
        await discord.until(lambda: all_is_told(tmp_path))
        await stopped(discord, bot)
    for user in (ADA, BEN):
        assert [("Called off" in text(message), buttons(message)) for message in discord.direct(user)] == [(True, [])]
    assert saved(tmp_path) == [(0, None, "!void")]


@pytest.mark.asyncio
async def test_no_log_line_at_any_level_holds_a_secret(discord: StandIn, bot: BotProcess, tmp_path: Path) -> None:
    await ready(discord, bot, LOG_LEVEL="DEBUG")
    _, ada, _ = await begin(discord, "match")
    choices = [label for label in enabled(ada) if label[0].isdigit()]
    # *6 ×2* stands for two of them.
    hand = [n for label in choices for n, _, count in [label.partition(" ×")] for _ in range(int(count or 1))]
    assert len(hand) > 1
    await discord.press(ADA, ada, choices[0])
    await discord.until(lambda: discord.told(BEN) == 2)
    await discord.slash(ADA, "status", duel="nonsense")
    await stopped(discord, bot)
    log = bot.log
    assert "duel 1: entry 1 by" in log  # proof that it logs
    assert TOKEN not in log
    assert "duel:1" not in log
    assert not re.search(r"attack|defend|take|pick|hand|seed", log, re.IGNORECASE)
    for between in (" ", ", ", ","):
        assert between.join(hand) not in log
    db = sqlite3.connect(tmp_path / "duels.db")
    ((seed,),) = db.execute("SELECT seed FROM duels").fetchall()
    db.close()
    assert seed.hex() not in log
    assert repr(seed) not in log


@pytest.mark.asyncio
async def test_commands_are_synced_when_this_version_has_others(
    discord: StandIn, bot: BotProcess, tmp_path: Path
) -> None:
    async def once_more(**settings: str) -> None:
        await ready(discord, bot, **settings)
        await stopped(discord, bot)

    await once_more()
    ((place, commands),) = discord.syncs
    assert place is None
    assert sorted(command["name"] for command in commands) == [
        "draw",
        "duel",
        "help",
        "notices",
        "play",
        "practice",
        "resign",
        "rules",
        "status",
    ]
    assert len(json.dumps(commands)) < 8000
    db = sqlite3.connect(tmp_path / "duels.db")
    db.execute("UPDATE notes SET value = 'older' WHERE key = 'synced-commands'")
    db.commit()
    db.close()
    await once_more()
    assert [place for place, _ in discord.syncs] == [None, None]


@pytest.mark.asyncio
async def test_g8_each_command_is_there_once_with_a_test_server_and_without(discord: StandIn, bot: BotProcess) -> None:
    def known() -> dict[int | None, int]:
        """The number of commands in each place after the last sync."""
        return {place: len(commands) for place, commands in discord.syncs}

    for settings, expected in (
        ({}, {None: 9}),
        ({"TEST_GUILD_ID": str(GUILD)}, {None: 0, GUILD: 9}),
        ({"TEST_GUILD_ID": str(GUILD)}, {None: 0, GUILD: 9}),
        ({}, {None: 9, GUILD: 0}),
    ):
        await ready(discord, bot, **settings)
        await stopped(discord, bot)
        assert known() == expected
    assert len(discord.syncs) == 5


@pytest.mark.asyncio
@pytest.mark.parametrize("number", SIGNALS)
async def test_it_stops_in_order_while_it_is_still_logging_in(
    discord: StandIn, command_line: BotProcess, tmp_path: Path, number: signal.Signals
) -> None:
    bot = command_line
    discord.let_in.clear()
    await bot.start(DISCORD_TOKEN=TOKEN)
    await discord.until(lambda: discord.requests)
    assert await bot.stop(number) == 0, bot.log
    assert "Traceback" not in bot.log
    assert saved(tmp_path) == []
