"""People who play through a real process of a bot on the stand-in, in real time.

The stand-in and the people run in this process, and the bot in its own; `Load` has what either took of the processors.
"""

from __future__ import annotations

import asyncio
import gc
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory

from tests.benchmark.bots import InRealTime
from tests.benchmark.same_requests import Layouts
from tests.wire.conftest import TOKEN
from tests.wire.payloads import CHANNEL, DM_BASE, Payload, User, buttons
from tests.wire.rest import Interaction
from tests.wire.stand_in import StandIn, Unanswered

GAME, PLIES = "battle", 6
"""Each move of this game is followed by one of the other player, and whoever presses their lowest number plays 7."""
REQUESTS = 5
"""Of a move: the answer, the board, the other's prompt, the deletion of the panel before that, and the panel that was
opened in the channel when the challenge was accepted."""
AT_ONCE = 50
"""Duels that are played beside each other, where it does not matter how many."""
AGAIN = 3
"""How often, at the most."""
QUIET = 0.3
"""Seconds without a request after which a bot has done all that it had to do."""


@dataclass
class Load:
    """What a number of moves took: milliseconds until each was answered and until the other was prompted, seconds until
    all was told, seconds of processors, and the requests that the bot has made for them.
    """

    answered: list[float] = field(default_factory=list)
    prompted: list[float] = field(default_factory=list)
    seconds: float = 0.0
    bot: float = 0.0
    people: float = 0.0
    requests: int = 0
    lost: int = 0
    """Presses that were not answered in time."""

    @property
    def rate(self) -> float:
        """Moves a second."""
        return len(self.answered) / self.seconds

    @property
    def share(self) -> float:
        """Of the processors' time, how much went to the stand-in and the people."""
        return self.people / (self.people + self.bot)


def percentile(values: list[float], which: int) -> float:
    """The median is the 50th."""
    return quantiles(values, n=100)[which - 1]


class Playing:
    """A bot that runs, and the duels that were begun in it. Each has a channel and two people of its own."""

    def __init__(self, stand_in: StandIn, bot: InRealTime) -> None:
        self.stand_in, self.bot = stand_in, bot
        self.ready: asyncio.Queue[tuple[int, int]] = asyncio.Queue()
        """The duels in which a move can be made, each with the number of moves so far."""
        self.moved: list[int] = []
        """The duels in which all moves but the last were made."""
        self.begun = 0
        self.boards: dict[int, Payload] = {}

    @staticmethod
    def people(duel: int) -> tuple[User, User]:
        """Who plays."""
        return User(5 * 10**18 + 2 * duel, "Ada"), User(5 * 10**18 + 2 * duel + 1, "Ben")

    async def begin(self, count: int, at_once: int = 16) -> None:
        """Begin duels, in which the next moves are made; those before are left as they are."""
        self.ready = asyncio.Queue()

        async def one(duel: int) -> None:
            async with limit:
                ada, ben = self.people(duel)
                channel = CHANNEL + duel
                asked = await _surely(
                    partial(self.stand_in.slash, ada, "duel", ben, where=channel, game=GAME, first="me")
                )
                assert asked.message is not None
                await _surely(partial(self.stand_in.press, ben, asked.message, "Accept"))
                for user in (ada, ben):
                    await self._told(user)
                self.boards[duel] = asked.message
                self.ready.put_nowait((duel, 0))

        limit = asyncio.Semaphore(at_once)
        first, self.begun = self.begun, self.begun + count
        await asyncio.gather(*(one(first + duel) for duel in range(count)))
        await self.quiet()

    async def _told(self, user: User, *, to_move: bool = False) -> Payload:
        """A person's newest direct message; `to_move`: one with a move to make."""
        while True:
            newest = self.stand_in.direct(user)[-1:]
            if newest and (not to_move or move_of(newest[0])):
                return newest[0]
            assert await self.stand_in.log.news(str(DM_BASE + user.id)), f"{user} is told nothing"

    async def move(self, load: Load) -> None:
        """The next move of the duel that has waited for the longest."""
        duel, plies = await self.ready.get()
        mover, other = self.people(duel)[:: 1 if plies % 2 == 0 else -1]
        panel = await self._told(mover, to_move=True)
        custom_id = move_of(panel)
        assert custom_id
        began = time.perf_counter()
        try:
            await self.stand_in.press_id(mover, panel, custom_id)
        except Unanswered:
            load.lost += 1
            return
        load.answered.append(1000 * (time.perf_counter() - began))
        await self._told(other, to_move=True)
        load.prompted.append(1000 * (time.perf_counter() - began))
        if plies + 1 < PLIES:
            self.ready.put_nowait((duel, plies + 1))
        else:
            self.moved.append(duel)

    async def moves(self, count: int, in_flight: int) -> Load:
        """As many moves, so many of them at a time: each until the other player is prompted."""

        async def presses(load: Load, share: int) -> None:
            for _ in range(share):
                await self.move(load)

        async with self.measured() as load:
            await asyncio.gather(*(presses(load, count // in_flight) for _ in range(in_flight)))
        return load

    async def steady(self, rate: int, seconds: int) -> Load:
        """So many moves a second, whether or not those before are done."""
        async with self.measured() as load, asyncio.TaskGroup() as group:
            began = time.perf_counter()
            for number in range(rate * seconds):
                await asyncio.sleep(max(0.0, began + number / rate - time.perf_counter()))
                group.create_task(self.move(load))
        return load

    async def looks(self, look: str) -> Load:
        """`/status` or *Your move* by each player who can move, one after the other."""
        async with self.measured() as load:
            while not self.ready.empty():
                duel, _ = self.ready.get_nowait()
                ada, _ = self.people(duel)
                began = time.perf_counter()
                if look == "/status":
                    await self.stand_in.slash(ada, "status", where=DM_BASE + ada.id)
                else:
                    await self.stand_in.press(ada, self.boards[duel], "Your move")
                load.answered.append(1000 * (time.perf_counter() - began))
        return load

    async def play_to_the_end(self, count: int) -> None:
        """Begin duels, `AT_ONCE` of them at a time, and make all moves of each."""
        for _ in range(0, count, AT_ONCE):
            await self.begin(AT_ONCE)
            for _ply in range(PLIES):  # a duel in which a press was not answered stays as it is
                await asyncio.gather(*(self.move(Load()) for _ in range(self.ready.qsize())))
            while self.moved:
                ada, _ = self.people(self.moved.pop())
                panel = await self._told(ada, to_move=True)
                await _surely(partial(self.stand_in.press_id, ada, panel, move_of(panel) or ""))
            await self.quiet()

    @staticmethod
    def needed(moves: int) -> int:
        """Duels in which so many moves can be made."""
        return -(-moves // PLIES)

    @asynccontextmanager
    async def measured(self) -> AsyncIterator[Load]:
        """What is done in here, until all of it is told."""
        # People wait while Python looks through all that they have seen so far: seconds, after thousands of duels.
        gc.collect()
        gc.freeze()
        load, requests = Load(), len(self.stand_in.requests)
        began, bot, people = time.perf_counter(), self.bot.cpu, time.process_time()
        yield load
        load.seconds = await self.quiet() - began
        load.bot, load.people = self.bot.cpu - bot, time.process_time() - people
        load.requests = len(self.stand_in.requests) - requests

    async def quiet(self) -> float:
        """Wait until the bot has nothing to do; when its latest request came."""
        count, since = -1, time.perf_counter()
        while (now := time.perf_counter()) - since < QUIET:
            if count != (count := len(self.stand_in.requests)):
                since = now
            await asyncio.sleep(0.01)
        return since


@asynccontextmanager
async def played(kind: type[InRealTime], layouts: Layouts | None = None) -> AsyncIterator[Playing]:
    """A bot that runs."""
    with TemporaryDirectory() as folder:
        stand_in = StandIn(TOKEN)
        bot = kind(Path(folder), await stand_in.start())
        if layouts is not None:
            (Path(folder) / "layouts.json").write_text(json.dumps(layouts))
        try:
            await bot.start(DISCORD_TOKEN=TOKEN, LOG_LEVEL="WARNING")
            await stand_in.until(lambda: stand_in.gateway.connected)
            if kind is InRealTime:  # it has looked at its duels by then
                await stand_in.until(lambda: any(request.endswith("/emojis") for request in stand_in.requests))
            playing = Playing(stand_in, bot)
            await playing.quiet()
            yield playing
        finally:
            gc.unfreeze()
            await bot.kill()
            await stand_in.stop()


async def recorded() -> Layouts:
    """What our bot sends in a duel, for the bot that makes the same requests."""
    found: Layouts = {}

    def saw(name: str, message: Payload | None) -> None:
        assert message is not None, name
        found.setdefault(name, []).append(json.loads(json.dumps(message["components"])))

    async with played(InRealTime) as playing:
        stand_in, players = playing.stand_in, playing.people(0)
        ada, ben = players
        board = (await stand_in.slash(ada, "duel", ben, where=CHANNEL, game=GAME, first="me")).message
        assert board is not None
        saw("challenge", board)
        accepted = await stand_in.press(ben, board, "Accept")
        await playing.quiet()
        (beside,) = accepted.follow_ups
        saw("accepted", board)
        saw("beside", beside)
        for user in players:
            saw("first", stand_in.direct(user)[-1])
        for ply in range(PLIES):
            mover, other = players[:: 1 if ply % 2 == 0 else -1]
            panel, before = stand_in.direct(mover)[-1], len(stand_in.requests)
            await stand_in.press_id(mover, panel, move_of(panel) or "")
            await playing.quiet()
            assert len(stand_in.requests) - before == REQUESTS, stand_in.requests[before:]
            saw("answer", panel)
            saw("board", board)
            saw("prompt", stand_in.direct(other)[-1])
            saw("ephemeral", beside)
        saw("status", (await stand_in.slash(ada, "status", where=DM_BASE + ada.id)).message)
        saw("opened", (await stand_in.press(ada, board, "Your move")).message)
    return found


async def _surely(act: Callable[[], Awaitable[Interaction]]) -> Interaction:
    """What is not measured is done again if the machine stood still meanwhile."""
    for _ in range(AGAIN):
        with suppress(Unanswered):
            return await act()
    return await act()


def move_of(message: Payload) -> str | None:
    """The custom id of the first move that can be made in a message."""
    ids = (button["custom_id"] for button in buttons(message) if not button.get("disabled"))
    return next((custom_id for custom_id in ids if ":attack-" in custom_id), None)
