"""Clicks a second through a real process on the stand-in: ours against a bare bot.

The stand-in and whoever presses take their share of the machine as well.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.benchmark import bare
from tests.benchmark.row import Must, Row, in_turn
from tests.wire.bot_process import BotProcess
from tests.wire.conftest import TOKEN
from tests.wire.payloads import Payload, User, buttons
from tests.wire.stand_in import StandIn

IN_FLIGHT = (1, 16, 64)
CLICKS = 600
"""Of each kind, at each number in flight."""
DUELS = 128
PLAYERS = [(User(5 * 10**18 + n, "Ada"), User(5 * 10**18 + DUELS + n, "Ben")) for n in range(DUELS)]

Click = Callable[[int], Awaitable[None]]
"""One click in the duel of that number."""


class Bare(BotProcess):
    """The bare bot instead of ours."""

    program = (sys.executable, str(Path(bare.__file__)))


async def rows() -> AsyncIterator[Row]:
    """The panel, and a move, at each number in flight."""
    for name, kind in (("*Your move*: the panel opens", the_button), ("a move, and both are told", a_move)):
        for count in IN_FLIGHT:
            ours, theirs = await in_turn(
                partial(measured, BotProcess, kind, count), partial(measured, Bare, the_button, count)
            )
            what, against = f"{name}, {count} in flight", "a bot with one button that keeps nothing"
            yield Row(what, against, ours, theirs, "clicks/s", Must.BE_TIMES_OR_MORE, 0.8)


async def measured(process: type[BotProcess], kind: Callable[[StandIn, list[Payload]], Click], in_flight: int) -> float:
    """Clicks a second, of a process of its own."""
    with TemporaryDirectory() as folder:
        stand_in = StandIn(TOKEN)
        bot = process(Path(folder), await stand_in.start())
        stand_in.log.clock = bot.now
        try:
            await bot.start(DISCORD_TOKEN=TOKEN, LOG_LEVEL="WARNING")
            await stand_in.until(lambda: stand_in.gateway.connected)
            click = kind(stand_in, [await board(stand_in, *players) for players in PLAYERS])
            return await rate(click, in_flight)
        finally:
            await bot.kill()
            await stand_in.stop()


async def board(stand_in: StandIn, ada: User, ben: User) -> Payload:
    """A duel that has begun, or whatever a bot answers to `/duel`."""
    challenge = (await stand_in.slash(ada, "duel", ben, game="siege", first="me")).message
    assert challenge is not None
    if any(button["label"] == "Accept" for button in buttons(challenge)):
        await stand_in.press(ben, challenge, "Accept")
    return challenge


def the_button(stand_in: StandIn, boards: list[Payload]) -> Click:
    """The button *Your move*."""

    async def click(duel: int) -> None:
        await stand_in.press(PLAYERS[duel][0], boards[duel], "Your move")

    return click


def a_move(stand_in: StandIn, boards: list[Payload]) -> Click:
    """A move by whoever has been prompted, when they have been."""

    async def click(duel: int) -> None:
        found: list[tuple[User, Payload, str]] = []
        while not found:
            await asyncio.sleep(0)
            found = [
                (user, message, button["label"])
                for user in PLAYERS[duel]
                for message in stand_in.direct(user)[-1:]
                for button in buttons(message)
                if button["label"][0].isdigit() and not button.get("disabled")
            ]
        await stand_in.press(*found[0])

    return click


async def rate(click: Click, in_flight: int) -> float:
    """Clicks a second."""
    duels: asyncio.Queue[int] = asyncio.Queue()
    for duel in range(DUELS):
        duels.put_nowait(duel)

    async def presses(count: int) -> None:
        for _ in range(count):
            duel = duels.get_nowait()
            await click(duel)
            duels.put_nowait(duel)

    began = time.perf_counter()
    await asyncio.gather(*(presses(CLICKS // in_flight) for _ in range(in_flight)))
    return CLICKS // in_flight * in_flight / (time.perf_counter() - began)
