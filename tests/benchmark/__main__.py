"""Clicks a second through a real process on the stand-in, side by side in one run: a bare bot, and ours.

What is compared are the ratios: the stand-in and whoever presses take their share of the machine as well.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory

from tests.benchmark import bare
from tests.wire.bot_process import BotProcess
from tests.wire.conftest import TOKEN
from tests.wire.payloads import Payload, User, buttons
from tests.wire.stand_in import StandIn

IN_FLIGHT = (1, 16, 64)
CLICKS = 600
"""Of each kind, at each number in flight."""
DUELS = 128
PLAYERS = [(User(5 * 10**18 + n, "Ada"), User(5 * 10**18 + DUELS + n, "Ben")) for n in range(DUELS)]

Click = Callable[[int], Awaitable[float]]
"""One click in the duel of that number; when it was made."""


class Bare(BotProcess):
    """The bare bot instead of ours."""

    program = (sys.executable, str(Path(bare.__file__)))


async def main() -> None:
    """Measure and print."""
    print(f"{'clicks a second (p50/p99 ms)':32}" + "".join(f"{count:>5} in flight       " for count in IN_FLIGHT))
    async with asyncio.timeout(600):
        first = await measured("bare: the button alone", Bare, the_button)
        for name, kind in (("Your move: the panel opens", the_button), ("a move, and both are told", a_move)):
            rates = await measured(name, BotProcess, kind)
            print(
                f"{'  of the bare rate':32}"
                + "".join(f"{r / b:11.0%}           " for r, b in zip(rates, first, strict=True))
            )


async def measured(
    name: str, process: type[BotProcess], kind: Callable[[StandIn, list[Payload]], Click]
) -> list[float]:
    """One line of the table; the rates."""
    with TemporaryDirectory() as folder:
        stand_in = StandIn(TOKEN)
        bot = process(Path(folder), await stand_in.start())
        stand_in.log.clock = bot.now
        try:
            await bot.start(DISCORD_TOKEN=TOKEN, LOG_LEVEL="WARNING")
            await stand_in.until(lambda: stand_in.gateway.connected)
            click = kind(stand_in, [await board(stand_in, *players) for players in PLAYERS])
            results = [await rate(click, count) for count in IN_FLIGHT]
        finally:
            await bot.kill()
            await stand_in.stop()
    print(f"{name:32}" + "".join(f"{r:7.0f} ({p50:4.1f}/{p99:5.1f})  " for r, p50, p99 in results))
    return [result[0] for result in results]


async def board(stand_in: StandIn, ada: User, ben: User) -> Payload:
    """A duel that has begun, or whatever a bot answers to `/duel`."""
    challenge = (await stand_in.slash(ada, "duel", ben, game="siege", first="me")).message
    assert challenge is not None
    if any(button["label"] == "Accept" for button in buttons(challenge)):
        await stand_in.press(ben, challenge, "Accept")
    return challenge


def the_button(stand_in: StandIn, boards: list[Payload]) -> Click:
    """The button *Your move*."""

    async def click(duel: int) -> float:
        began = time.perf_counter()
        await stand_in.press(PLAYERS[duel][0], boards[duel], "Your move")
        return began

    return click


def a_move(stand_in: StandIn, boards: list[Payload]) -> Click:
    """A move by whoever has been prompted, when they have been."""

    async def click(duel: int) -> float:
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
        began = time.perf_counter()
        await stand_in.press(*found[0])
        return began

    return click


async def rate(click: Click, in_flight: int) -> tuple[float, float, float]:
    """Clicks a second, and the median and the 99th percentile of the milliseconds until the answer."""
    duels: asyncio.Queue[int] = asyncio.Queue()
    for duel in range(DUELS):
        duels.put_nowait(duel)
    took: list[float] = []

    async def presses(count: int) -> None:
        for _ in range(count):
            duel = duels.get_nowait()
            began = await click(duel)
            took.append(1000 * (time.perf_counter() - began))
            duels.put_nowait(duel)

    began = time.perf_counter()
    await asyncio.gather(*(presses(CLICKS // in_flight) for _ in range(in_flight)))
    cuts = quantiles(took, n=100)
    return len(took) / (time.perf_counter() - began), cuts[49], cuts[98]


if __name__ == "__main__":
    asyncio.run(main())
