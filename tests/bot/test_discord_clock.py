"""`DiscordClock` without a Discord: what it shows after answers and ids, and when the machine is at fault."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from math import floor

import aiohttp
import discord
import pytest
from aiohttp import web
from hypothesis import given
from hypothesis import strategies as st

from bot.discord_clock import RESOLUTION, TOLERANCE, DiscordClock

NOON = datetime(2026, 12, 1, 12, tzinfo=UTC)
NOON_IN_HEADER = "Tue, 01 Dec 2026 12:00:00 GMT"


@dataclass
class Machine:
    """Its clock is so many seconds ahead of the real time, which counts from noon. It can be suspended."""

    ahead: float = 0.0
    passed: float = 0.0
    suspended: float = 0.0

    def __post_init__(self) -> None:
        self.clock = DiscordClock(lambda: after(self.passed + self.ahead), lambda: self.passed - self.suspended)

    def error(self) -> float:
        """How many seconds Discord's clock, as it is known here, is ahead of the real time."""
        return (self.clock() - after(self.passed)).total_seconds()

    def answered(self, way: float = 0.0, there: float = 0.0) -> None:
        """An answer arrives now. It was under way for `way` seconds, `there` of them to Discord."""
        made = floor(self.passed - way + there)
        self.clock.learn(after(made), after(made) + RESOLUTION + timedelta(seconds=way))

    def pressed(self, age: float = 0.0) -> None:
        """A press arrives that is so many seconds old."""
        self.clock.learn_from_id(discord.utils.time_snowflake(after(self.passed - age)))


def after(seconds: float) -> datetime:
    """So many seconds after noon."""
    return NOON + timedelta(seconds=seconds)


@pytest.mark.parametrize("ahead", [-600, 0, 600])
def test_before_the_first_answer_it_is_the_machines_clock(ahead: float) -> None:
    assert Machine(ahead).error() == ahead


@pytest.mark.parametrize(
    ("ahead", "passed", "way", "error"),
    [
        (600, 0.0, 0.0, 1.0),
        (600, 0.75, 0.5, 0.75),
        (-600, 0.0, 0.0, 0.0),
        (-600, 0.75, 0.0, -0.75),
        (0.3, 0.5, 0.0, 0.3),
        (-0.3, 0.5, 0.0, -0.3),
    ],
)
def test_an_answer_sets_a_clock_that_is_off_and_no_other(ahead: float, passed: float, way: float, error: float) -> None:
    machine = Machine(ahead, passed)
    machine.answered(way)
    assert machine.error() == pytest.approx(error)


@pytest.mark.parametrize("jump", [365 * 86_400, -3600])
def test_a_jump_of_the_machine_is_not_noticed_after_the_first_answer(jump: float) -> None:
    machine = Machine()
    machine.answered()
    machine.ahead, machine.passed = jump, 20
    assert machine.error() == 0


def test_a_press_says_that_it_is_not_earlier_and_nothing_else() -> None:
    machine = Machine(-600, 0.5)
    machine.answered()
    assert machine.error() == -0.5
    machine.pressed(age=0.2)
    assert machine.error() == pytest.approx(-0.2)
    machine.pressed(age=100)
    assert machine.error() == pytest.approx(-0.2)


@pytest.mark.parametrize("by", [Machine.answered, Machine.pressed])
def test_a_machine_that_was_suspended_is_put_right(by: object) -> None:
    machine = Machine()
    machine.answered()
    machine.passed = machine.suspended = 7200
    assert machine.error() == -7200
    assert callable(by)
    by(machine)
    assert machine.error() == 0


WAYS = st.floats(0, 1)


@given(
    ahead=st.floats(-1e6, 1e6),
    answers=st.lists(st.tuples(st.floats(0, 1e4), WAYS, WAYS, st.booleans()), min_size=1),
)
def test_it_is_right_to_a_second_and_never_further_off_than_the_machine(
    ahead: float, answers: list[tuple[float, float, float, bool]]
) -> None:
    machine, furthest = Machine(ahead), abs(ahead)
    for wait, there, back, is_pressed in answers:
        machine.passed += wait + there + back
        if is_pressed:
            machine.pressed(age=back)
        else:
            machine.answered(there + back, there)
            assert abs(machine.error()) <= 1 + there + back + 0.001
        assert abs(machine.error()) <= furthest + 0.001
        furthest = abs(machine.error())
        assert machine.clock.fault() is None or abs(ahead) > TOLERANCE.total_seconds()


@pytest.mark.parametrize(
    ("ahead", "fault"),
    [
        (600, "is 599 s ahead of Discord's"),
        (-600, "is 600 s behind Discord's"),
        (3.5, "is 2 s ahead of Discord's"),
        (2, None),
        (-2, None),
    ],
)
def test_a_machine_whose_clock_is_off_is_at_fault(ahead: float, fault: str | None) -> None:
    machine = Machine(ahead)
    machine.answered()
    found = machine.clock.fault()
    assert found is None if fault is None else fault in str(found)


@asynccontextmanager
async def answering(clock: DiscordClock, date: str | None) -> AsyncIterator[tuple[aiohttp.ClientSession, str]]:
    """A session that `clock` listens to, and the address of a server whose answers are of this date."""

    async def dated(request: web.Request, response: web.StreamResponse) -> None:
        del response.headers["Date"]
        if date is not None:
            response.headers["Date"] = date

    async def answer(request: web.Request) -> web.Response:
        return web.Response(status=503)

    app = web.Application()
    app.on_response_prepare.append(dated)
    app.router.add_get("/", answer)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    try:
        async with aiohttp.ClientSession(trace_configs=[clock.trace()]) as session:
            yield session, f"http://127.0.0.1:{runner.addresses[0][1]}/"
    finally:
        await runner.cleanup()


@pytest.mark.asyncio
async def test_it_learns_from_the_header_and_a_machine_at_fault_is_logged_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    machine = Machine(ahead=600)
    async with answering(machine.clock, NOON_IN_HEADER) as (session, address):
        for _ in range(3):
            async with session.get(address) as response:
                assert response.status == 503
    assert machine.error() == 1
    ((logger, level, said),) = [record for record in caplog.record_tuples if record[0].startswith("bot")]
    assert (logger, level) == ("bot.discord_clock", logging.WARNING)
    assert "599 s ahead" in said


@pytest.mark.asyncio
async def test_an_answer_of_another_second_teaches_as_the_first_did() -> None:
    machine = Machine(ahead=600)
    async with answering(machine.clock, NOON_IN_HEADER) as (session, address):
        await (await session.get(address)).read()
    machine.passed = machine.suspended = 7200
    async with answering(machine.clock, "Tue, 01 Dec 2026 14:00:00 GMT") as (session, address):
        await (await session.get(address)).read()
    assert abs(machine.error()) <= 1


@pytest.mark.asyncio
async def test_how_long_an_answer_took_is_counted() -> None:
    machine, times = Machine(), iter([100.0, 103.0])
    machine.clock = DiscordClock(lambda: after(600), lambda: next(times, 103.0))
    async with answering(machine.clock, NOON_IN_HEADER) as (session, address), session.get(address):
        pass
    assert machine.clock() == after(4)


@pytest.mark.asyncio
@pytest.mark.parametrize("date", [None, "", "noon", "Tue, 01 Dec 99999 12:00:00 GMT", "Fri, 31 Dec 9999 23:59:59 GMT"])
async def test_an_answer_without_a_usable_date_teaches_nothing_and_is_an_answer_all_the_same(
    date: str | None, caplog: pytest.LogCaptureFixture
) -> None:
    machine = Machine(ahead=600)
    async with answering(machine.clock, date) as (session, address), session.get(address) as response:
        assert response.status == 503
    assert machine.error() == 600
    assert "do not say what time it is" in caplog.text
