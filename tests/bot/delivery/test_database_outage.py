"""While nothing can be saved, everybody is told so and nothing is half done; and all goes on by itself afterwards."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractContextManager, ExitStack, closing
from pathlib import Path
from typing import Any

import discord
import pytest
import pytest_asyncio
from simcord.results import InteractionResult

from storage import migrate
from tests.bot.scenes import move_buttons, moves, old_panel, saved, statuses, told, watch_pings, your_move
from tests.bot.settled import nothing_false_stands
from tests.bot.world import World, answer, text
from tests.storage.outages import locked, no_room

pytestmark = pytest.mark.asyncio

Way = Callable[[Path], AbstractContextManager[None]]

CANT_SAVE = (
    r"I can't save anything at the moment, so nothing was changed\. Try again in a minute; "
    r"if it goes on, report it with the id ([0-9a-f]{6})\."
)
A_LOOK = 25
"""Seconds in which the scheduler looks once."""


@pytest_asyncio.fixture
async def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[World]:
    """One that does not wait for a lock for long."""
    monkeypatch.setattr(migrate, "BUSY_TIMEOUT_SECONDS", 0.05)
    world = await World.start(tmp_path)
    yield world
    await world.stop()


@pytest.fixture(params=[no_room, locked], ids=["no-room", "locked"])
def way(request: pytest.FixtureRequest) -> Way:
    """Both kinds of outage."""
    way: Way = request.param
    return way


def cant_be_written(world: World) -> list[str]:
    """What is logged of an outage."""
    return [line for line in world.log.lines if "can't be written" in line]


def public(world: World) -> list[str]:
    """What stands in the channel."""
    return [text(message) for message in world.channel.history()]


async def move(world: World) -> InteractionResult:
    return await world.ada.click(world.ada.prompts[-1], "1")


async def move_in_the_channel(world: World) -> InteractionResult:
    return await world.ada.click(await your_move(world, world.ada, world.channel.history()[0]), "1")


async def typed_move(world: World) -> InteractionResult:
    return await world.ada.slash("play", action="attack 1", duel=1)


async def offer(world: World) -> InteractionResult:
    return await world.ben.click(world.ben.prompts[-1], "Draw?")


async def resign(world: World) -> InteractionResult:
    asked = answer(await world.ben.slash("resign", duel=1))
    return await world.ben.click(asked, "Resign")


async def challenge(world: World) -> InteractionResult:
    return await world.cy.slash("duel", opponent=world.ada.member, game="siege")


async def accept(world: World) -> InteractionResult:
    return await world.ben.click(unanswered(world), "Accept")


async def decline(world: World) -> InteractionResult:
    return await world.ben.click(unanswered(world), "Decline")


async def cancel(world: World) -> InteractionResult:
    return await world.ada.click(unanswered(world), "Withdraw")


async def notices(world: World) -> InteractionResult:
    return await world.cy.slash("notices", prompts="off")


def unanswered(world: World) -> discord.Message:
    (message,) = [message for message in world.channel.history() if "challenges" in text(message)]
    return message


DEEDS = [move, move_in_the_channel, typed_move, offer, resign, challenge, accept, decline, cancel, notices]


@pytest.mark.parametrize("deed", DEEDS, ids=lambda deed: deed.__name__)
async def test_who_does_something_is_told_and_nothing_is_done(
    world: World, way: Way, deed: Callable[[World], Awaitable[InteractionResult]]
) -> None:
    await world.begin("battle")
    await world.challenge("nomad")
    before, seen, prompts = saved(world), public(world), len(world.ben.prompts) + len(world.ada.prompts)
    with way(world.database):
        found = re.fullmatch(CANT_SAVE, told(await deed(world)))
        assert found
        assert (saved(world), public(world)) == (before, seen)
        assert len(world.ben.prompts) + len(world.ada.prompts) == prompts
    (line,) = [line for line in cant_be_written(world) if found[1] in line]
    assert re.fullmatch(rf"bot.errors error {found[1]}: the database can't be written: SQLITE_(IOERR_WRITE|BUSY)", line)
    result = await deed(world)
    assert result.acknowledged
    assert deed is notices or saved(world) != before
    assert "can't save" not in str([text(one.message) for one in result.followups])


async def test_who_only_looks_is_shown_what_there_is(world: World, way: Way) -> None:
    await world.begin("match")
    with way(world.database):
        for shown in (
            answer(await world.ada.slash("status")),
            await your_move(world, world.ada, world.channel.history()[0]),
        ):
            assert "**Your attack**" in text(shown)
            assert move_buttons(shown)
        assert "duel 1" in text(answer(await world.cy.click(world.channel.history()[0], "Watch")))
        assert "Duel 1" in text(answer(await world.ada.dm_slash("status", duel=1)))
    assert len(cant_be_written(world)) <= 1


async def test_the_scheduler_says_once_that_it_can_save_nothing_and_goes_on(world: World, way: Way) -> None:
    await world.begin("battle", pace="live")
    await world.ada.click(world.ada.prompts[-1], "1")
    with way(world.database):
        await world.env.advance_time(20 * A_LOOK)
        assert statuses(world) == ["open"]
    (line,) = cant_be_written(world)
    assert re.fullmatch(r"bot.delivery.outage .* so nothing is saved or told for now: SQLITE_(IOERR_WRITE|BUSY)", line)
    await world.env.advance_time(A_LOOK)
    assert sum("can be written again" in line for line in world.log.lines) == 1
    # Nobody could move, so all that time is given back.
    assert statuses(world) == ["open"]
    await world.env.advance_time(5 * 60 - 2 * A_LOOK)
    assert statuses(world) == ["open"]
    await world.env.advance_time(3 * A_LOOK)
    assert statuses(world) == ["ended"]
    assert "Ben's time ran out" in text(world.channel.history()[0])


def full_after(world: World, method: str, way: Way) -> ExitStack:
    """From the end of the next such call of the store on, nothing can be saved, until the stack is closed."""
    store: Any = world.client._store
    real, outage = getattr(store, method), ExitStack()

    async def last(*args: Any, **kwargs: Any) -> Any:
        setattr(store, method, real)
        done = await real(*args, **kwargs)
        outage.enter_context(way(world.database))
        return done

    setattr(store, method, last)
    return outage


@pytest.mark.parametrize("looks", [1, 12])
async def test_what_was_saved_last_is_told_when_there_is_room_again(world: World, way: Way, looks: int) -> None:
    await world.begin("battle")
    prompts = len(world.ben.prompts)
    with full_after(world, "append", way):
        await world.ada.click(world.ada.prompts[-1], "1")
        assert moves(world) == ["attack-1"]
        assert not any("can't save" in text(message) for message in world.ada.dms)  # it was
        for _ in range(looks):
            await world.reconnected()
            await world.env.advance_time(A_LOOK)
        assert len(world.ben.prompts) == prompts + 1  # none more, since it could not be noted
        assert len([line for line in cant_be_written(world) if line.startswith("bot.delivery.outage")]) == 1
    await world.env.advance_time(4 * A_LOOK)
    # Once, and it is brought up to date where there is more to tell by then.
    (panel,) = map(text, world.ben.prompts)
    assert ("I was away" in panel) == (looks > 1)
    assert await nothing_false_stands(world)
    await world.ben.click(world.ben.prompts[-1], "2")
    assert moves(world) == ["attack-1", "attack-2"]


async def test_a_rematch_saved_last_is_posted_once(world: World, way: Way) -> None:
    board = await world.begin("battle")
    await world.ben.click(answer(await world.ben.slash("resign", duel=1)), "Resign")
    pings = watch_pings(world)
    with full_after(world, "create", way):
        asked = await world.ben.click(world.message(board), "Rematch")
        assert "can't save" not in text(answer(asked))
    await world.env.advance_time(4 * A_LOOK)
    assert [text(message).count("challenges") for message in world.channel.history()].count(1) == 1
    assert len(pings) == 1
    await world.ada.click(unanswered(world), "Accept")
    assert statuses(world) == ["ended", "open"]


async def test_who_asks_for_the_board_has_it_though_that_cant_be_noted(world: World, way: Way) -> None:
    board = await world.begin("battle")
    await world.env.advance_time(61)
    panel = answer(await world.ada.slash("status"))
    with way(world.database):
        assert told(await world.ada.click(panel, "Post the board here")) == "Here is the board of duel 1."
    old, new = world.channel.history()
    assert (old.id, text(new)) == (board.id, text(old))
    assert len(cant_be_written(world)) == 1
    # There is one board again as soon as the one that is not known is pressed.
    await world.env.advance_time(A_LOOK)
    await world.ben.click(new, "Your move")
    assert text(world.message(new)) == "The board of duel 1 has moved."


async def test_a_rematch_that_was_not_posted_is_withdrawn_as_a_whole(world: World, way: Way) -> None:
    board = await world.begin("battle")
    await world.ben.click(answer(await world.ben.slash("resign", duel=1)), "Resign")
    world.env.inject_error("POST", f"/channels/{world.channel.id}/messages", status=403, code=50013)
    with full_after(world, "close", way):
        asked = told(await world.ben.click(world.message(board), "Rematch"))
    assert "so it is withdrawn" in asked
    await world.env.advance_time(A_LOOK)
    await world.ben.click(world.message(board), "Rematch")
    assert statuses(world) == ["ended", "cancelled", "challenged"]


async def test_c12_a_challenge_saved_last_is_posted_once(world: World, way: Way) -> None:
    pings = watch_pings(world)
    with full_after(world, "create", way):
        asked = await world.ada.slash("duel", opponent=world.ben.member, game="siege")
        assert not asked.followups
        for _ in range(30):
            await world.env.advance_time(A_LOOK)  # till nonces are forgotten
        assert len(pings) == 1
    await world.env.advance_time(4 * A_LOOK)
    assert len(world.channel.history()) == len(pings) == 1
    await world.ben.click(unanswered(world), "Accept")
    assert statuses(world) == ["open"]


async def test_a_start_amid_an_outage_is_made_good(world: World, way: Way) -> None:
    await world.begin("battle", pace="live")
    await world.begin("siege")
    await world.ada.click(old_panel(world.ada, 1), "1")
    with closing(sqlite3.connect(world.database)) as db:
        db.execute("UPDATE duels SET rules_version = 0 WHERE id = 2")  # it is to be called off at the start
        db.commit()
    world.client._begun = False
    with way(world.database):
        await world.reconnected("ready")
        await world.env.advance_time(2 * A_LOOK)
        assert statuses(world) == ["open", "open"]
    await world.env.advance_time(5 * 60 + 2 * A_LOOK)
    assert statuses(world) == ["ended", "open"]
    await world.ben.slash("status")
    assert statuses(world) == ["ended", "ended"]
