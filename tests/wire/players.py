"""People who play by themselves: they look at their direct messages, press a button, and wait to be told.

What they were told is written down: a press that was acknowledged must have made its move, whatever became of the bot.
"""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass, field
from random import Random

from games import names
from tests.wire.bot_process import BotProcess
from tests.wire.payloads import DM_BASE, Payload, User, buttons
from tests.wire.stand_in import StandIn, Unanswered

MOVE = re.compile(r"duel:(\d+):(\d+):(.+)")
"""The id of a button that makes a move: the duel, the player's own turn, the move."""
PAIRS = [(User(5 * 10**18 + pair, "Ada"), User(5 * 10**18 + 100 + pair, "Ben")) for pair in range(1, 6)]
DUELS, MOVES = 20, 180
"""Twenty duels take some 200 moves."""
FEW, MOVES_OF_FEW = 6, 40
"""As many for a quick test."""


@dataclass(frozen=True)
class Press:
    """One press of a move's button, and whether it was acknowledged."""

    turn: int
    action: str
    acknowledged: bool


@dataclass
class Match:
    """One duel, its players in the order of their seats, and what they pressed."""

    duel: int
    seats: tuple[User, User]
    presses: dict[int, list[Press]] = field(default_factory=lambda: {1: [], 2: []})
    """By the number of the seat, in order."""


async def time_passes(discord: StandIn, bot: BotProcess, step: float = 0.1) -> None:
    """Where the bot only waits, so does nobody else: for a limit, say. But it may not wait to answer somebody."""
    while True:
        await bot.at_rest()
        if not discord.unanswered:
            bot.leap(step)


@dataclass
class Players:
    """Everybody who plays. The same seed makes the same choices, as far as the same panels come."""

    discord: StandIn
    seed: int
    matches: list[Match] = field(default_factory=list)
    acknowledged: int = 0

    async def begin(self, one: User, two: User, game: str) -> Match:
        """`/duel` and *Accept*."""
        challenge = await self.discord.slash(one, "duel", two, game=game)
        assert challenge.message is not None
        accepted = await self.discord.press(two, challenge.message, "Accept")
        assert accepted.done, accepted.answer.result()
        (duel,) = {int(button["custom_id"].split(":")[1]) for button in buttons(challenge.message)}
        self.matches.append(Match(duel, (one, two)))
        return self.matches[-1]

    async def begin_duels(self, count: int) -> None:
        """Of all games, between five pairs in turn."""
        for number in range(count):
            one, two = PAIRS[number % len(PAIRS)]
            await self.begin(one, two, names()[(number + number // len(PAIRS)) % len(names())])

    async def play_all(self) -> None:
        """All duels at once, to their ends."""
        await asyncio.gather(*(self._sit(match, seat) for match in self.matches for seat in match.presses))

    async def _sit(self, match: Match, seat: int) -> None:
        user = match.seats[seat - 1]
        random = Random(f"{self.seed} {match.duel} {seat}")
        while True:
            panel = newest(self.discord.direct(user), match.duel)
            if panel is not None and is_result(panel, match.duel):
                return
            if panel is not None:
                await self._press(match, seat, panel, random)
            elif not await self.discord.log.news(str(DM_BASE + user.id)):
                raise AssertionError(f"{user.name} is told nothing of duel {match.duel} any more")

    async def _press(self, match: Match, seat: int, panel: Payload, random: Random) -> None:
        """Any move that can be pressed, mostly a low one: that makes long duels."""
        ids = moves(panel, match.duel)
        custom_id = random.choice(ids[: 1 + len(ids) // 3] if random.random() < 0.7 else ids)
        found = MOVE.fullmatch(custom_id)
        assert found is not None
        try:
            done = (await self.discord.press_id(match.seats[seat - 1], panel, custom_id)).done
        except Unanswered:
            done = False
        match.presses[seat].append(Press(int(found[2]), found[3], done))
        self.acknowledged += done
        if not done:
            await self.discord.until(lambda: self.discord.gateway.connected)


def moves(message: Payload, duel: int) -> list[str]:
    """The ids of the moves of a duel that a message lets its reader make."""
    return [
        button["custom_id"]
        for button in buttons(message)
        if not button.get("disabled")
        and button["custom_id"].startswith(f"duel:{duel}:")
        and MOVE.fullmatch(button["custom_id"])
    ]


def belongs(message: Payload, duel: int) -> bool:
    """Whether a message has buttons of a duel."""
    return any(button["custom_id"].startswith(f"duel:{duel}:") for button in buttons(message))


def is_result(message: Payload, duel: int) -> bool:
    """Whether a message shows how a duel ended."""
    return any(button["custom_id"] == f"duel:{duel}:rematch" for button in buttons(message))


def newest(messages: list[Payload], duel: int) -> Payload | None:
    """The newest message of a duel, if there is anything to do about it: a move to make, or a result to read."""
    for message in reversed(messages):
        if belongs(message, duel):
            return message if is_result(message, duel) or moves(message, duel) else None
    return None
