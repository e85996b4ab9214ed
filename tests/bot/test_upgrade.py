"""A bot that is replaced by this version amid duels: they go on, and nobody is told anything twice."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from games import Action
from storage.migrate import APPLICATION_ID, MIGRATIONS
from tests.bot.scenes import moves, old_panel, statuses, watch_pings
from tests.bot.timed import Notes
from tests.bot.world import World, answer, buttons, enabled, text

pytestmark = pytest.mark.asyncio

DAY = 24 * 60 * 60 * 1000
PANELS = "place LIKE 'panel-%' OR place LIKE 'nudge-%'"


def of_version_two(new: Path, old: Path, *, noted: bool) -> Path:
    """The database as a bot of version 2 would have left it: without deadlines, and with its own numbers for states.

    `noted`: it has come to write down that all is delivered.
    """
    with closing(sqlite3.connect(new, isolation_level=None)) as db:
        for script in MIGRATIONS[:2]:
            db.executescript(script)
        (trigger,) = db.execute("SELECT sql FROM sqlite_schema WHERE name = 'moves_come_in_order'").fetchone()
        db.execute("DROP TRIGGER moves_come_in_order")
        db.execute("ATTACH ? AS later", (str(old),))
        for table in ("duels", "moves", "messages", "doors", "notes"):
            columns = ", ".join(name for _, name, *_ in db.execute(f"PRAGMA main.table_info({table})"))
            db.execute(f"INSERT INTO main.{table} ({columns}) SELECT {columns} FROM later.{table}")
        db.execute(trigger)
        # A count of entries, -1 before anything was told.
        db.execute(f"UPDATE duels SET delivered = {'delivered - 1' if noted else -1}")
        db.execute(
            f"UPDATE messages SET shown = CASE shown WHEN 1 << 62 THEN 1 << 31 ELSE shown >> 24 END WHERE {PANELS}"
        )
        db.execute(
            "UPDATE messages SET shown = 1 << 31 WHERE place = 'board'"
            " AND (shown, 'ended') = (SELECT version, status FROM later.duels WHERE id = duel_id)"
        )
        db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        db.execute("PRAGMA user_version = 2")
    return new


async def replaced(world: World, *, noted: bool = True) -> list[str]:
    """The bot is replaced; what it then sends and changes by itself."""
    world.database = of_version_two(world.database.with_name("old.db"), world.database, noted=noted)
    return await restarted(world)


async def restarted(world: World) -> list[str]:
    """The bot is started anew; what it then sends and changes by itself."""
    before = len(world.env.http_requests)
    await world.restart()
    await world.a_while()
    requests = world.env.http_requests[before:]
    return [f"{r.method} {r.path}" for r in requests if "/messages" in r.path and r.method != "GET"]


@pytest.mark.parametrize("noted", [True, False])
async def test_what_was_told_is_not_told_again_and_everything_goes_on(world: World, noted: bool) -> None:
    world.cy.close_dms()
    boards = [await world.begin(game) for game in ("siege", "match", "digit", "battle")]
    await world.ada.click(world.ada.prompts[0], "7")
    await world.ada.click(world.ada.prompts[2], "Draw?")
    await world.ben.click(answer(await world.ben.dm_slash("resign", duel=4)), "Resign")
    waiting = await world.challenge("nomad")
    nudged = await world.challenge("battle", "opponent", to=world.cy)
    await world.cy.click(nudged, "Accept")
    await world.a_while()
    pings, public = watch_pings(world), world.public()
    told = [[message.id for message in seat.dms] for seat in (world.ada, world.ben, world.cy)]

    # Which version of the duel a panel shows is not known of old ones: they are edited, once. Where it is not noted
    # that all was told, others that a kill may have left are looked for.
    assert {request.split()[0] for request in await replaced(world, noted=noted)} <= {"PATCH", "GET"}
    assert await restarted(world) == []
    assert world.public() == public
    assert [[message.id for message in seat.dms] for seat in (world.ada, world.ben, world.cy)] == told
    assert pings == []
    with closing(sqlite3.connect(world.database)) as db:
        now = int(world.client._clock().timestamp() * 1000)
        due = db.execute("SELECT due_at FROM duels WHERE status IN ('challenged', 'open')").fetchall()
        assert len(due) == 5
        assert all(now + DAY - 10 * 60 * 1000 < due_at <= now + DAY + 60 * 1000 for (due_at,) in due)

    await world.ben.click(old_panel(world.ben), "4")
    await world.ben.click(next(m for m in world.ben.prompts if "Accept draw" in enabled(m)), "Accept draw")
    await world.ben.click(waiting, "Accept")
    (line,) = (m for m in world.channel.history() if f"<@{world.cy.id}>, it is your turn" in text(m))
    panel = answer(await world.cy.click(line, "Your move"))
    await world.cy.click(panel, "9")
    assert statuses(world) == ["open", "open", "ended", "ended", "open", "open"]
    assert (moves(world, 1), moves(world, 3), moves(world, 6)) == (
        ["attack-7", "defend-4"],
        ["!offer", "!draw"],
        ["attack-9"],
    )
    assert " · due <t:" in text(world.message(boards[0]))
    assert "Both agreed on it" in text(world.message(boards[2]))


async def test_what_was_not_told_yet_is_told_once(world: World) -> None:
    await world.begin("battle")
    await world.begin("siege")
    duels = world.client.duels
    await duels.play(1, world.ada.id, Action.parse("attack-1"))
    await duels.resign(2, world.ada.id)
    notes, told = Notes(world), []
    await replaced(world)
    for _ in range(2):
        told += [(name, text(message).splitlines()[0]) for name, found in notes.new().items() for message in found]
        assert sorted(told) == [("Ben", "### Number Battle · against Ada"), ("Ben", "### You win!")]
        assert [text(message).splitlines()[0] for message in world.ada.prompts] == [
            "### Number Battle · against Ben",
            "### You lose",  # by her own doing: in place of her panel
        ]
        assert [button.label for message in world.channel.history() for button in buttons(message)] == [
            *("Ben: your move", "Watch"),
            *("Rematch", "Course", "Review"),
        ]
        await world.restart()
