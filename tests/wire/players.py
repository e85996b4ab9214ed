"""Simulated players: they read their direct messages, press a button, and wait for the next message.

They record each press: one that was acknowledged must have made its move, even if the bot was killed.
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
"""Matches the id of a move button: the duel, the player's own turn, the move."""
PAIRS = [(User(5 * 10**18 + pair, "Ada"), User(5 * 10**18 + 100 + pair, "Ben")) for pair in range(1, 6)]
DUELS, MOVES = 20, 180
"""Duels, and a number of moves that they surely reach: twenty take about 200."""
FEW, MOVES_OF_FEW = 6, 40
"""The same for a quick test."""


@dataclass(frozen=True)
class Press:
    """One press of a move button, and whether it was acknowledged."""

    turn: int
    action: str
    acknowledged: bool


@dataclass
class Match:
    """One duel, its players in order, and their presses."""

    duel: int
    players: tuple[User, User]
    presses: dict[int, list[Press]] = field(default_factory=lambda: {1: [], 2: []})
    """Each player's presses in order; the keys are 1 and 2."""


async def time_passes(discord: StandIn, bot: BotProcess, step: float = 0.1) -> None:
    """Move the clock whenever the bot is idle, such as waiting for a rate limit, but not while it owes an answer."""
    while True:
        await bot.at_rest()
        if not discord.unanswered:
            bot.leap(step)


@dataclass
class Players:
    """All players. The same seed makes the same choices, as long as the same panels come."""

    discord: StandIn
    seed: int
    matches: list[Match] = field(default_factory=list)
    acknowledged: int = 0

    async def begin(self, one: User, two: User, game: str) -> Match:
        """Start a duel with `/duel` and *Accept*."""
        challenge = await self.discord.slash(one, "duel", two, game=game)
        assert challenge.message is not None
        accepted = await self.discord.press(two, challenge.message, "Accept")
        assert accepted.done, accepted.answer.result()
        (duel,) = {int(button["custom_id"].split(":")[1]) for button in buttons(challenge.message)}
        self.matches.append(Match(duel, (one, two)))
        return self.matches[-1]

    async def begin_duels(self, count: int) -> None:
        """Start duels of all games, between five pairs in turn."""
        for number in range(count):
            one, two = PAIRS[number % len(PAIRS)]
            await self.begin(one, two, names()[(number + number // len(PAIRS)) % len(names())])

    async def play_all(self) -> None:
        """Play all duels to their ends, concurrently."""
        await asyncio.gather(*(self._play(match, number) for match in self.matches for number in match.presses))

    async def _play(self, match: Match, number: int) -> None:
        user = match.players[number - 1]
        random = Random(f"{self.seed} {match.duel} {number}")
        while True:
            panel = newest(self.discord.direct(user), match.duel)
            if panel is not None and is_result(panel, match.duel):
                return
            if panel is not None:
                await self._press(match, number, panel, random)
            elif not await self.discord.log.news(str(DM_BASE + user.id)):
                raise AssertionError(f"{user.name} is told nothing of duel {match.duel} any more")

    async def _press(self, match: Match, number: int, panel: Payload, random: Random) -> None:
        """Press any enabled move, usually a low one, which makes duels long."""
        ids = moves(panel, match.duel)
        custom_id = random.choice(ids[: 1 + len(ids) // 3] if random.random() < 0.7 else ids)
        found = MOVE.fullmatch(custom_id)
        assert found is not None
        try:
            done = (await self.discord.press_id(match.players[number - 1], panel, custom_id)).done
        except Unanswered:
            done = False
        match.presses[number].append(Press(int(found[2]), found[3], done))
        self.acknowledged += done
        if not done:
            await self.discord.until(lambda: self.discord.gateway.connected)


def moves(message: Payload, duel: int) -> list[str]:
    """The ids of a message's enabled move buttons for a duel."""
    return [
        button["custom_id"]
        for button in buttons(message)
        if not button.get("disabled")
        and button["custom_id"].startswith(f"duel:{duel}:")
        and MOVE.fullmatch(button["custom_id"])
    ]


def belongs(message: Payload, duel: int) -> bool:
    """Whether a message has buttons of this duel."""
    return any(button["custom_id"].startswith(f"duel:{duel}:") for button in buttons(message))


def is_result(message: Payload, duel: int) -> bool:
    """Whether a message shows a duel's result."""
    return any(button["custom_id"] == f"duel:{duel}:rematch" for button in buttons(message))


def newest(messages: list[Payload], duel: int) -> Payload | None:
    """The newest message of a duel if it has a move to make or a result; otherwise None."""
    for message in reversed(messages):
        if belongs(message, duel):
            return message if is_result(message, duel) or moves(message, duel) else None
    return None
