"""Notes that wait for the next: none is left behind, none takes the place of a newer one, and a kill that loses them
has nobody told twice.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest

from bot.delivery.panel_state import PanelState
from bot.delivery.unwritten import Unwritten, may_wait
from storage import MessageRow
from tests.bot.kills import Kill
from tests.bot.scenes import statuses, your_move
from tests.bot.settled import nothing_false_stands
from tests.bot.world import Seat, World, answer, enabled
from tests.storage.rows import messages

TURNS = 2000
"""Turns of the loop in which all is done that waits for nothing."""


def ids(seat: Seat) -> list[int]:
    """The direct messages that somebody has."""
    return [message.id for message in seat.prompts]


def panel(**state: Any) -> MessageRow:
    """A player's panel that shows this."""
    return MessageRow(1, "panel-1", 2, 3, PanelState(**state).pack())


ACTING = panel(moves=1, acting=True, version=5)


@pytest.mark.parametrize(
    ("before", "row", "waits"),
    [
        (ACTING, panel(moves=2, version=6), True),
        (ACTING, ACTING, False),
        (ACTING, panel(moves=2, acting=True, version=6), False),
        (ACTING, panel(moves=1, acting=True, talk=1, version=6), False),
        (ACTING, panel(moves=2, talk=1, version=6), False),
        (ACTING, panel(moves=2, version=6, waits=1), False),
        (ACTING, panel(over=True), False),
        (panel(moves=2, version=6), panel(moves=2), False),
        (None, panel(moves=2), False),
        (replace(ACTING, message_id=4), panel(moves=2), False),
        (replace(ACTING, channel_id=4), panel(moves=2), False),
        (replace(ACTING, message_id=None), replace(panel(moves=2), message_id=None), False),
        (replace(ACTING, place="nudge-1"), replace(panel(moves=2), place="nudge-1"), False),
        (MessageRow(1, "board", 2, 3, 4), MessageRow(1, "board", 2, 3, 5), True),
        (MessageRow(1, "board", 2, 3, 4), MessageRow(1, "board", 2, 3, 3), False),
    ],
)
def test_what_may_wait(before: MessageRow | None, row: MessageRow, waits: bool) -> None:
    assert may_wait(before, row) is waits


def test_what_came_meanwhile_stays_unwritten() -> None:
    board, newer, notes = MessageRow(1, "board", 2, 3, 4), MessageRow(1, "board", 2, 3, 5), Unwritten()
    notes.add(1, {"board": board, "old-panel-1-7": None})
    written = notes.of(1)
    notes.add(1, {"board": newer})
    notes.written(1, written)
    assert notes.of(1) == {"board": newer}
    notes.forget(1, ["board", "panel-1"])
    assert notes.of(1) == {}
    assert not notes._rows


@pytest.mark.asyncio
async def test_nothing_is_left_unwritten_where_a_board_is_posted_anew(world: World) -> None:
    await world.begin("battle")
    await world.ada.click(world.ada.panel, "1")
    await world.env.advance_time(61)
    await world.ada.click(answer(await world.ada.slash("status")), "Post the board here")
    await world.a_while()
    assert len(world.channel.history()) == 2
    assert await nothing_false_stands(world)


@pytest.mark.asyncio
async def test_what_is_written_late_takes_the_place_of_nothing_newer(world: World) -> None:
    await world.begin("battle")
    notes = world.client.updates._messages
    known = await notes.load(1)
    assert known is not None
    board, reminder = known.rows["board"], replace(known.rows["panel-1"], place="reminder-1", message_id=6)
    await notes.put(known, replace(board, place="old-panel-1-5", message_id=5, shown=0), reminder)
    await notes.put(known, replace(board, shown=board.shown + 4))
    notes.gone(known, "old-panel-1-5")
    begun, may_go_on, real = asyncio.Event(), asyncio.Event(), notes.store.drop_message

    async def slow(duel_id: int, place: str) -> None:
        if place == "old-panel-1-5":
            begun.set()
            await may_go_on.wait()
        await real(duel_id, place)

    setattr(notes.store, "drop_message", slow)  # noqa: B010
    late = asyncio.create_task(notes.write_rest(1))
    await begun.wait()
    moved = replace(board, message_id=777, shown=board.shown + 5)
    await notes.put(known, moved)
    await notes.drop(known, "reminder-1")
    may_go_on.set()
    await late
    rows = {row.place: row for row in await messages(notes.store, 1)}
    assert rows["board"] == moved
    assert not {"reminder-1", "old-panel-1-5"} & set(rows)
    assert notes._unwritten.of(1) == {}


@pytest.mark.asyncio
@pytest.mark.parametrize("at", ["the board", "the other's result"])
@pytest.mark.parametrize("done", [False, True])
async def test_who_has_accepted_a_draw_is_not_told_again_after_a_kill(world: World, at: str, done: bool) -> None:
    await world.begin("battle")
    await world.ada.click(world.ada.panel, "Draw?")
    before = ids(world.ben)
    board, other = f"PATCH /channels/{world.channel.id}/", f"POST /channels/{world.ada.user.dm_channel.id}/messages"
    kill = Kill(1, done, board if at == "the board" else other)
    world.on_request(kill)
    world.ben.press(world.ben.panel, "Accept draw")
    await world.settle()
    assert kill.seen >= 1
    assert "Rematch" in enabled(world.ben.panel)
    await world.restart()
    await world.a_while()
    assert statuses(world) == ["ended"]
    assert ids(world.ben) == before
    assert await nothing_false_stands(world)


@pytest.mark.asyncio
async def test_who_saw_the_end_on_a_live_panel_is_not_told_again_after_a_kill(world: World) -> None:
    board = await world.begin("battle")
    await world.ada.click(world.ada.panel, "1")
    await your_move(world, world.ben, board)
    before, gate, seen, is_dead = ids(world.ben), asyncio.Event(), list[str](), False

    async def held(method: str, path: str, call: Callable[[], Awaitable[Any]]) -> Any:
        if is_dead:
            raise asyncio.CancelledError
        seen.append(f"{method} {path}")
        if method == "PATCH" and path.startswith(f"/channels/{world.channel.id}/"):
            await gate.wait()
            raise asyncio.CancelledError
        return await call()

    asked = answer(await world.ada.slash("resign"))
    world.on_request(held)
    world.ada.press(asked, "Resign")
    for _ in range(TURNS):
        await asyncio.sleep(0)
    assert any(request.endswith(f"/{before[-1]}") for request in seen)
    is_dead = True
    gate.set()
    await world.settle()
    await world.restart()
    await world.a_while()
    assert ids(world.ben) == before


@pytest.mark.asyncio
async def test_who_is_the_last_at_work_writes_down_what_is_left(world: World) -> None:
    await world.begin("battle")
    notes = world.client.updates._messages
    known = await notes.load(1)
    assert known is not None
    board = replace(known.rows["board"], shown=known.rows["board"].shown + 4)
    await notes.put(known, board)
    assert board not in await messages(notes.store, 1)
    await world.client.updates._keep_all_up(1, [])
    assert board in await messages(notes.store, 1)
