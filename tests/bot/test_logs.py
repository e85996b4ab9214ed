"""The log of whole duels, as the bot writes it: a line an event, with its ids, and nothing that is anybody's secret."""

from __future__ import annotations

import asyncio
import gc
import io
import json
import logging
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr
from datetime import datetime, timedelta
from typing import Any

import pytest

from bot.logs import IDS, Form, OneLine, log_context
from tests.bot.logged import logging_as_run_does
from tests.bot.scenes import GAMES, your_move
from tests.bot.script import PLANS, look_around, make, seat_of
from tests.bot.world import TOKEN, World, said
from tests.games.helpers import SEED

SAFE = re.compile(r"\b(duel|entry|interaction|by|from|to|person|code|error) ?[=]?[0-9a-f]+\b|^pictures: \d+ of \d+$")
"""What may be numbered. No other digit is in a line: so none is hidden in one."""
SECRET = re.compile(rf"\d|attack|defend|take|pick|Ada|Ben|Cy|{TOKEN}|{SEED.hex()}", re.IGNORECASE)


def secrets(message: str) -> list[str]:
    """Whatever in a line might be more than its reader may know."""
    return SECRET.findall(SAFE.sub("", message))


@pytest.mark.parametrize(
    "line",
    ["duel 1: entry 3 by 11: attack-7", "duel 1: hand [1, 4]", "duel 1: Ada moved", "duel:1:3:7", f"token {TOKEN}"],
)
def test_what_must_not_be_there_is_found(line: str) -> None:
    assert secrets(line)
    assert not secrets("duel 12: entry 3 by 1234567890123456789, interaction 12345")


@contextmanager
def written(form: Form) -> Iterator[list[str]]:
    """The lines that `python -m bot run` would have written to stderr at DEBUG, once the block is over."""
    lines: list[str] = []
    with redirect_stderr(io.StringIO()) as stderr:
        try:
            with logging_as_run_does(logging.DEBUG, form):
                yield lines
        finally:
            lines += stderr.getvalue().splitlines()


async def whole_duel(world: World, game: str) -> int:
    """A duel with everything that is logged about one: refusals, looks, a restart. How many moves it took."""
    world.ben.close_dms()
    *first, last = PLANS[game]
    board = await world.begin(game)
    for move in first:
        panel = await your_move(world, seat_of(world, move.player), board)
        await make(world, move, panel)
    await look_around(world)
    await world.restart()
    await world.ada.slash("status", duel=404)
    await make(world, last, await your_move(world, seat_of(world, last.player), board))
    return len(PLANS[game])


@pytest.mark.asyncio
@pytest.mark.usefixtures("luck")
@pytest.mark.parametrize("game", GAMES)
async def test_a_whole_duel_as_text(world: World, game: str) -> None:
    with written("text") as lines:
        count = await whole_duel(world, game)
    told = [re.fullmatch(r"\d{4}-\d\d-\d\dT[\d:.]+\+00:00 ([A-Z]+) ([a-z_.]+): (.*)", line) for line in lines]
    assert all(told), lines
    assert [found[0] for found in told if found and secrets(found[3])] == []
    clicks = [found[3] for found in told if found and found[2] == "bot.service.duels"]
    assert len(clicks) == count
    for entry, (line, move) in enumerate(zip(clicks, PLANS[game], strict=True), 1):
        assert re.fullmatch(rf"duel 1: entry {entry} by {seat_of(world, move.player).id}, interaction \d+", line)


@pytest.mark.asyncio
@pytest.mark.usefixtures("luck")
@pytest.mark.parametrize("game", GAMES)
async def test_a_whole_duel_for_machines(world: World, game: str) -> None:
    with written("json") as lines:
        count = await whole_duel(world, game)
    events: list[dict[str, Any]] = [json.loads(line) for line in lines]
    for event in events:
        assert list(event)[:4] == ["time", "level", "logger", "message"]
        assert set(event) <= {"time", "level", "logger", "message", *IDS}
        assert datetime.fromisoformat(event["time"]).utcoffset() == timedelta(0)
        assert secrets(event["message"]) == []
        assert event.get("person", world.ada.id) in (world.ada.id, world.ben.id)
        assert event.get("duel", 1) == 1
    moves = [event for event in events if event["logger"] == "bot.service.duels"]
    assert len(moves) == count
    assert [event["person"] for event in moves] == [seat_of(world, move.player).id for move in PLANS[game]]
    assert len({event["interaction"] for event in moves}) == count
    (refused,) = [event for event in events if event["logger"] == "bot.delivery.direct_messages"][:1]
    assert (refused["duel"], refused["person"]) == (1, world.ben.id)
    assert refused["message"] == f"no direct message to {world.ben.id}: code=50007"
    assert "interaction" in refused  # it was Ben's own *Accept* that had him written to


# ---- one line, whatever happens


def formatted(form: Form, **attributes: Any) -> str:
    return OneLine(form).format(logging.makeLogRecord({"name": "bot", "levelname": "INFO", **attributes}))


def raised(error: Exception) -> Any:
    try:
        raise error
    except Exception:
        return sys.exc_info()


LINES = "one\ntwo\r\nthree\u2028four\x0bfive"
ERROR = RuntimeError(f"token {TOKEN}\nattack-7")


@pytest.mark.parametrize("form", ["text", "json"])
@pytest.mark.parametrize(
    "attributes",
    [
        {"msg": LINES},
        {"msg": "%s", "args": (LINES,)},
        {"msg": LINES, "exc_info": raised(ERROR)},
    ],
    ids=["message", "argument", "error"],
)
def test_an_event_is_one_line(form: Form, attributes: dict[str, Any]) -> None:
    line = formatted(form, **attributes)
    assert len(line.splitlines()) == 1
    assert [part in line for part in ("one", "two", "three", "four", "five")] == [True] * 5


@pytest.mark.parametrize("form", ["text", "json"])
def test_an_error_is_told_by_its_kind_and_place(form: Form) -> None:
    """Also where a library logs it, which knows nothing of what must stay hidden."""
    line = formatted(form, msg="ignored", exc_info=raised(ERROR))
    assert "ignored: RuntimeError" in line
    assert "test_logs.py" in line
    assert "raise error" in line
    assert secrets(re.sub(r"line \d+|\S+[.]py", "", line.partition("ignored")[2])) == []
    if form == "json":
        assert "in raised" in json.loads(line)["traceback"]


def test_of_a_task_that_failed_unseen_its_text_is_left_out() -> None:
    async def fail() -> None:
        raise ERROR

    async def forget() -> None:
        task = asyncio.ensure_future(fail())
        await asyncio.wait({task})

    with written("text") as lines:
        asyncio.run(forget())
        gc.collect()
    (line,) = lines
    assert "asyncio: Task exception was never retrieved: RuntimeError | File " in line
    assert TOKEN not in line


@pytest.mark.asyncio
async def test_an_error_in_a_click_says_which_click_of_whom_in_which_duel(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await world.begin("siege")

    async def fail(*_: object) -> None:
        raise ERROR

    monkeypatch.setattr(world.client.handlers, "show", fail)
    with written("json") as lines:
        told = said(await world.cy.click(board, "Your move"))
    (event,) = [event for event in map(json.loads, lines) if event["level"] == "ERROR"]
    assert (event["duel"], event["person"]) == (1, world.cy.id)
    assert event["interaction"] > 10**15
    assert event["message"].split(": ") == [f"error {told.split()[-1].rstrip('.')}", "RuntimeError"]
    assert "in fail" in event["traceback"]


def test_what_a_line_is_about_ends_with_its_block() -> None:
    with log_context(duel=1, person=2):
        with log_context(duel=3):
            assert formatted("text", msg="x").endswith("bot: x, duel 3, person 2")
            assert formatted("text", msg="x %(person)d", args={"person": 4}).endswith("bot: x 4, duel 3")
        assert formatted("text", msg="x").endswith("bot: x, duel 1, person 2")
    assert formatted("text", msg="x").endswith("bot: x")
