"""Routes that fail until they are mended: a player's direct messages, lines in the channel, boards."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import Any

import discord

from tests.bot.refusals import Call, refusal
from tests.bot.timed import begin, one_move, wait
from tests.bot.world import Seat, World

NO_FAULT = ("500", "429", "dropped", "no code", "10003")
"""Ways in which a request fails through no choice of whoever it is for."""
A_LOOK = 25
"""Seconds: more than from one look of the scheduler to the next."""
REFUSED_LINES = (50001, 50013, 50083)
"""Codes with which the channel refuses a line."""


def failure(way: str) -> Exception:
    """What discord.py raises where a request fails in that way."""
    match way:
        case "500":
            return refusal(500, 0)
        case "429":
            return discord.RateLimited(60.0)
        case "dropped":
            return ConnectionResetError()
        case "no code":
            return refusal(403, 0)
        case "slow":
            return TimeoutError()
    return refusal(404 if way.startswith("10") else 403, int(way))


class Unreachable:
    """New messages to `seat` fail in the way `direct`, and in the channel in the way `line`, until that is set to "".
    `asked` are the routes of both, in order; `opened`: how often a direct message channel was opened.
    """

    def __init__(self, world: World, seat: Seat, direct: str = "", line: str = "", board: str = "") -> None:
        self.world, self.seat, self.direct, self.line, self.board = world, seat, direct, line, board
        self.asked: list[str] = []
        self.opened = 0
        world.on_request(self)

    def mend(self) -> None:
        """All of it works again."""
        self.direct = self.line = self.board = ""

    async def __call__(self, method: str, path: str, call: Call) -> Any:
        direct = path == f"/channels/{self.seat.user.dm_channel.id}/messages"
        line = path == f"/channels/{self.world.channel.id}/messages"
        if method == "POST" and (direct or line):
            self.asked.append("direct" if direct else "line")
        if path == "/users/@me/channels":
            self.opened += 1
        if method == "POST" and (way := self.direct if direct else self.line if line else ""):
            raise failure(way)
        if self.board and method == "PATCH" and path.startswith(f"/channels/{self.world.channel.id}/"):
            raise failure(self.board)
        return await call()


def now(world: World) -> int:
    """The bot's time, in milliseconds."""
    with world.env.time_context():
        return int(world.client._clock().timestamp() * 1000)


async def aged(world: World, seconds: float) -> None:
    """The present turn began so much earlier than it did: days of looks would take minutes."""
    with closing(sqlite3.connect(world.database)) as db, db:
        db.execute("UPDATE duels SET due_at = due_at - ?, remind_at = remind_at - ?", 2 * (int(seconds * 1000),))
    await wait(world, A_LOOK)


async def out_of_reach(world: World, direct: str = "500", line: str = "500", game: str = "battle") -> Unreachable:
    """Ada has made her first move at the quickest pace; nothing tells Ben of it."""
    await begin(world, game)
    way = Unreachable(world, world.ben, direct, line)
    await one_move(world.ada)
    return way
