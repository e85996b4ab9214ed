"""Clicks that come too late to be answered: amid others they are dropped before any work, alone they still count."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import discord
import pytest
from simcord.results import InteractionResult

from bot.interactions.age import MEMORY, TOO_OLD, InteractionAges
from tests.bot.scenes import moves, slow
from tests.bot.world import World, text

ANSWER_WITHIN = 3
"""Seconds that Discord waits for an answer."""
NOON = 1_800_000_000.0
"""What Discord's clock says, in the tests without a Discord."""


def click(seconds: float) -> int:
    """The id of a click made so many seconds after noon."""
    return int((NOON + seconds) * 1000 - 1420070400000) << 22


@pytest.mark.parametrize("ours", [0.0, NOON - 5, NOON + 5, 123.25])
def test_age_is_measured_from_the_quickest_click(ours: float) -> None:
    lateness = InteractionAges()
    assert lateness.age(click(0), ours + 0.5) == 0
    assert lateness.age(click(1), ours + 1.25) == 0
    assert lateness.age(click(2), ours + 4.75) == pytest.approx(2.5)
    assert lateness.age(click(5), ours + 5.5) == pytest.approx(0.25)


def test_the_quickest_click_is_forgotten_after_a_while() -> None:
    lateness = InteractionAges()
    assert lateness.age(click(0), -50) == 0  # of a server of Discord's that is 50 s fast
    assert lateness.age(click(MEMORY - 51), MEMORY - 51) == pytest.approx(50)
    assert lateness.age(click(MEMORY - 49), MEMORY - 49) == 0


def test_a_pile_up_is_not_kept() -> None:
    lateness = InteractionAges()
    for at in range(1000):
        assert lateness.age(click(at * 0.01), at * 0.01) == pytest.approx(0, abs=0.001)
    assert len(lateness._least) < 20


@contextmanager
def held_back(world: World) -> Iterator[Callable[[], None]]:
    """What is pressed or typed meanwhile is on its way until the result is called."""
    backend, waiting = world.env.backend, list[Any]()
    emit: Any = backend.emit
    backend.emit = lambda *event: waiting.append(event)  # type: ignore[method-assign]

    def arrive() -> None:
        for event in waiting:
            emit(*event)

    yield arrive
    backend.emit = emit  # type: ignore[method-assign]


@asynccontextmanager
async def something_in_hand(world: World, board: discord.Message) -> AsyncIterator[list[str]]:
    """Ada has moved, and the board's edit is under way; the requests made meanwhile."""
    released, requests = asyncio.Event(), list[str]()

    async def hang(method: str, path: str, call: Callable[[], Awaitable[Any]]) -> Any:
        requests.append(f"{method} {path}")
        if method == "PATCH" and path.endswith(f"/messages/{board.id}"):
            await world.env.external_wait(released.wait(), reason="the board is slow")
        return await call()

    world.on_request(hang)
    await world.ada.click(world.ada.panel, "9")
    requests.clear()
    yield requests
    released.set()
    await world.settle()


def reads(world: World) -> list[str]:
    """What is asked of the database from now on."""
    store: Any = world.client._store
    asked: list[str] = []
    for name in ("duel", "load", "duels_of", "logs_of", "delivery", "contact"):
        setattr(store, name, _noted(name, getattr(store, name), asked))
    return asked


def _noted(name: str, method: Callable[..., Any], asked: list[str]) -> Callable[..., Any]:
    def noted(*args: Any) -> Any:
        asked.append(name)
        return method(*args)

    return noted


@pytest.mark.asyncio
async def test_amid_others_it_is_dropped_before_any_work(world: World) -> None:
    board = await world.begin("battle")
    async with something_in_hand(world, board) as requests:
        panel, asked = world.ben.panel, reads(world)
        results: list[InteractionResult] = []
        for _ in range(5):
            with held_back(world) as arrive:
                results.append(world.ben.press(panel, "8"))
            await world.env.advance_time(TOO_OLD + 0.5)
            arrive()
            await world.settle()
        assert not any(result.acknowledged for result in results)
        assert (asked, requests) == ([], [])
        assert moves(world) == ["attack-9"]
        # The person sees that it failed, and presses again.
        again = await world.ben.click(panel, "8")
        assert again.acknowledged
        assert "load" in asked
    assert moves(world) == ["attack-9", "attack-8"]
    lines = [line for line in world.log.lines if "dropped" in line]
    assert lines == ["bot.interactions.handlers interactions dropped, too old to be answered: 5"]


@pytest.mark.asyncio
async def test_amid_others_an_autocomplete_is_dropped_too(world: World) -> None:
    board = await world.begin("battle")
    async with something_in_hand(world, board) as requests:
        asked = reads(world)
        with held_back(world) as arrive:
            result = await world.ben.typing("play", "action")
        await world.env.advance_time(TOO_OLD + 0.5)
        arrive()
        await world.settle()
        assert result.autocomplete_choices is None
        assert (asked, requests) == ([], [])
        assert (await world.ben.typing("play", "action")).autocomplete_choices


@pytest.mark.asyncio
@pytest.mark.parametrize("late", [TOO_OLD + 0.5, 60.0], ids=["in time for Discord", "after minutes, as at a RESUME"])
async def test_alone_it_is_still_a_move(world: World, late: float) -> None:
    board = await world.begin("battle")
    with held_back(world) as arrive:
        result = world.ada.press(world.ada.panel, "9")
    await world.env.advance_time(late)
    arrive()
    await world.settle()
    assert moves(world) == ["attack-9"]
    assert "9" in text(world.message(board))
    assert result.acknowledged == (late < ANSWER_WITHIN)


@pytest.mark.asyncio
async def test_what_was_long_on_its_way_is_acknowledged_the_sooner(world: World) -> None:
    """Discord counts from the click: 1.5 s of the way are 1.5 s less for the work."""
    await world.begin("battle")
    slow(world, "load")
    with held_back(world) as arrive:
        result = world.ada.press(world.ada.panel, "9")
    await world.env.advance_time(1.5)
    arrive()
    await world.env.advance_time(0.75)
    assert result.acknowledged
    await world.env.advance_time(60)
    assert moves(world) == ["attack-9"]
