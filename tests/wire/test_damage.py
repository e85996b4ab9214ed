"""The database is damaged while the bot uses it: whoever runs it is told once, with what to do."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from tests.thinning import sampled
from tests.wire.bot_process import BotProcess
from tests.wire.conftest import TOKEN
from tests.wire.payloads import text
from tests.wire.stand_in import StandIn
from tests.wire.steps import ADA, BEN, begin, ready

pytestmark = pytest.mark.asyncio

SENTENCE = "is damaged: put a backup in its place"
PAGE = 4096


def damage(file: Path, *pages: int) -> None:
    """Write random bytes over these pages, past SQLite."""
    random = Random(1)
    with file.open("r+b") as database:
        for page in pages:
            database.seek(page * PAGE)
            database.write(random.randbytes(PAGE))


@pytest.mark.parametrize("tables", ["duels moves messages", *sampled(("notes", "moves", "all"))])
async def test_m6_at_the_start_in_check_and_in_a_backup_the_sentence_is_the_same(
    discord: StandIn, bot: BotProcess, tmp_path: Path, tables: str
) -> None:
    await ready(discord, bot)
    await begin(discord, "battle")
    await bot.stop()
    file = tmp_path / "duels.db"
    with closing(sqlite3.connect(file)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        pages = range(1, db.execute("PRAGMA page_count").fetchone()[0])
        roots = dict(db.execute("SELECT name, rootpage - 1 FROM sqlite_schema"))
    damage(file, *(pages if tables == "all" else map(roots.__getitem__, tables.split())))
    await bot.start(DISCORD_TOKEN=TOKEN)
    assert await bot.ended() == 2
    assert bot.log.count(SENTENCE) == 1
    assert "Traceback" not in bot.log
    code, written = await bot.command("backup", "copy.db")
    assert (code, SENTENCE in written) == (2, True)
    code, written = await bot.command("check")
    assert (code, SENTENCE in written) == (2, True)


async def test_m6_what_is_no_database_any_more_may_be_damaged(
    discord: StandIn, bot: BotProcess, tmp_path: Path
) -> None:
    await ready(discord, bot)
    await bot.stop()
    damage(tmp_path / "duels.db", 0)
    for command in (("run",), ("check",), ("backup", "copy.db")):
        code, written = await bot.command(*command)
        assert (code, "or is damaged: put a backup in its place" in written) == (2, True), command


async def test_m7_while_it_runs_it_is_said_once(discord: StandIn, bot: BotProcess, tmp_path: Path) -> None:
    await ready(discord, bot)
    _, ada, _ = await begin(discord, "battle")
    file = tmp_path / "duels.db"
    with closing(sqlite3.connect(file)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        pages = range(1, db.execute("PRAGMA page_count").fetchone()[0])
    damage(file, *pages)
    with closing(sqlite3.connect(file)) as db:
        db.execute("PRAGMA user_version = 0")  # what others have read of the file is no longer so
    for _ in range(3):
        pressed = await discord.press(ADA, ada, "7")
        assert pressed.message is not None
        assert "nothing was lost" not in text(pressed.message)
        assert "I can't read my database" in text(pressed.message)
    status = await discord.slash(BEN, "status")
    assert status.message is not None
    assert "I can't read my database" in text(status.message)
    for _ in range(3):  # looks of the scheduler
        await bot.at_rest()
        bot.leap(20)
    await bot.at_rest()
    assert bot.log.count(SENTENCE) == 1
    await bot.kill()
