"""A duel whose log can't be replayed is set aside, alone: both are told once, and nothing else is the worse for it."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing

import pytest

from bot.render import board
from bot.service.replays import Replays
from games import IllegalAction, get
from tests.bot.scenes import GAMES, move_buttons, moves, open_duels, statuses
from tests.bot.settled import nothing_false_stands
from tests.bot.timed import LIVE, MINUTE, Notes, begin, due, one_move, wait
from tests.bot.world import World, answer, enabled, said, text

pytestmark = pytest.mark.asyncio

A_LOOK = 25
WAYS = ("nonsense", "a move that is none", "newer rules", "no text", "a gap", "an end")
"""The last is one of which the duel's row does not know."""


def spoil(world: World, way: str, duel: int = 1) -> None:
    """What is saved of a duel can't be replayed by this program any more."""
    with closing(sqlite3.connect(world.database)) as db, db:
        if way == "newer rules":
            db.execute("UPDATE duels SET rules_version = 99 WHERE id = ?", (duel,))
            return
        (ply,) = db.execute("SELECT count(*) FROM moves WHERE duel_id = ?", (duel,)).fetchone()
        if way == "a gap":
            without(db, "moves_come_in_order", "INSERT INTO moves VALUES (?, ?, 1, '!offer', 0)", duel, ply + 1)
            return
        action = {"nonsense": "nonsense", "no text": b"\xff", "an end": "!resign"}.get(way, "attack-99")
        db.execute("INSERT INTO moves VALUES (?, ?, 1, CAST(? AS TEXT), 0)", (duel, ply, action))


def without(db: sqlite3.Connection, trigger: str, sql: str, *values: int) -> None:
    """Do what this trigger would refuse."""
    (made,) = db.execute("SELECT sql FROM sqlite_schema WHERE name = ?", (trigger,)).fetchone()
    db.execute(f"DROP TRIGGER {trigger}")
    db.execute(sql, values)
    db.execute(made)


def mend(world: World, way: str, duel: int = 1) -> None:
    """The program that can read it has come back."""
    with closing(sqlite3.connect(world.database)) as db, db:
        if way == "newer rules":
            db.execute("UPDATE duels SET rules_version = ? WHERE id = ?", (get("battle").rules_version, duel))
            return
        without(db, "moves_are_not_deleted", "DELETE FROM moves WHERE duel_id = ? AND at = 0", duel)


def errors_of(world: World) -> list[str]:
    """The lines of the log that tell of a fault."""
    return [line for line in world.log.lines if re.search(r"\berror [0-9a-f]{6}\b", line)]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("game", GAMES)
async def test_m1_that_duel_alone_is_set_aside(world: World, game: str, way: str) -> None:
    bad = await begin(world, game)
    await begin(world, "battle")
    notes = Notes(world)
    spoil(world, way)
    await world.ben.slash("status")
    await world.settle()
    listed = text(answer(await world.ada.slash("status")))
    assert "set aside" in listed
    assert "Number Battle" in listed
    # It is never the answer to *which duel?*.
    await world.ada.slash("draw")
    assert moves(world, 2) == ["!offer"]
    await wait(world, A_LOOK)
    assert "is set aside" in text(world.message(bad))
    assert enabled(world.message(bad)) == []
    await wait(world, LIVE + MINUTE)
    assert statuses(world)[0] == "open"
    sent = notes.new()
    for seat in ("Ada", "Ben"):
        assert sum("is set aside" in text(message) for message in sent[seat]) == 1
    (line,) = [line for line in errors_of(world) if "duel 1 " in line]
    assert "set aside" in line
    # Nothing can be done in it.
    for command in ("draw", "resign"):
        assert "set aside" in said(await world.ada.slash(command, duel=1))


async def test_m1_no_button_of_it_does_anything(world: World) -> None:
    await begin(world, "battle")
    panel = world.ada.panel
    with closing(sqlite3.connect(world.database)) as db, db:
        db.execute("UPDATE duels SET unreached = 2, may_call_off = 1")
    spoil(world, "nonsense")
    seen = world.raw(panel)
    for press in ("call-off", "draw", "resign", "resign-yes", "resign-no", "board", "0:attack-1", "open"):
        custom_id = f"duel:1:{press}"
        button = {"type": 2, "style": 2, "label": "x", "custom_id": custom_id}
        result = world.ada.press_id(panel, custom_id, seen=seen | {"components": [{"type": 1, "components": [button]}]})
        await world.settle()
        assert "set aside" in said(result), press
    assert statuses(world) == ["open"]


@pytest.mark.parametrize("way", WAYS)
async def test_m2_both_go_on_where_a_program_can_read_it_again(world: World, way: str) -> None:
    board_message = await begin(world, "battle")
    await one_move(world.ada)
    await wait(world, 100)
    until = await due(world)
    spoil(world, way)
    await world.ada.slash("status")
    await wait(world, 2 * LIVE)
    mend(world, way)
    await world.restart()
    await wait(world, A_LOOK)
    assert "Ben to attack" in text(world.message(board_message))
    # The time that was lost is given back, and Ben is told anew: he has his whole time from then.
    assert 2 * LIVE <= (await due(world) - until) / 1000 <= 3 * LIVE
    assert move_buttons(world.ben.prompts[-1])
    assert await nothing_false_stands(world)
    await world.ben.click(world.ben.prompts[-1], "2")
    assert moves(world) == ["attack-1", "attack-2"]


async def test_m3_it_is_outside_all_limits(world: World) -> None:
    numbers = await open_duels(world, world.ada.id, world.ben.id, 25)
    assert "25 open duels" in said(await world.ada.slash("duel", opponent=world.ben.member, game="siege"))
    spoil(world, "nonsense", numbers[0])
    await world.ada.slash("status", duel=numbers[0])
    await world.ada.slash("duel", opponent=world.ben.member, game="siege")
    assert statuses(world)[-1] == "challenged"


@pytest.mark.parametrize("way", WAYS)
async def test_m4_a_server_that_is_left_is_left_whole(world: World, way: str) -> None:
    board = await begin(world, "battle")
    await begin(world, "siege")
    spoil(world, way)
    await world.ada.slash("status")
    await wait(world, A_LOOK)
    notes = Notes(world)
    with world.env.time_context():
        await world.client.duels.call_off_server(world.guild.id)
    assert statuses(world) == ["ended", "ended"]
    await wait(world, A_LOOK)
    told = "I can't read its moves any more. No winner, and no loser: /duel starts a new one."
    sent = notes.new()
    for words in (text(world.message(board)), *(text(next(iter(sent[seat]))) for seat in ("Ada", "Ben"))):
        assert words.splitlines() == ["### Called off", told, "-# Number Battle · duel 1"]
    with closing(sqlite3.connect(world.database)) as db:
        assert db.execute("SELECT count(*) FROM duels WHERE set_aside_at IS NOT NULL").fetchone() == (0,)


@pytest.mark.parametrize("where", ["replaying", "rendering"])
async def test_m5_what_replaying_and_rendering_raise_is_nobodys_mistake(
    world: World, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    """Also where it is what a person's mistake would raise."""

    def fails(*args: object, **kwargs: object) -> None:
        raise IllegalAction("attack-9")

    await begin(world, "battle")
    if where == "replaying":
        monkeypatch.setattr(Replays, "saved", fails)
    else:
        monkeypatch.setattr(board, "open_board", fails)
    if where == "replaying":
        assert "set aside" in text(answer(await world.ada.slash("status")))
    else:
        await one_move(world.ada)
        await world.settle()
        assert any("IllegalAction" in line for line in errors_of(world))
    assert not any("attack-9" in line for line in errors_of(world))
