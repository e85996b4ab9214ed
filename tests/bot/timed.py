"""Duels at the quickest pace on the virtual clock, and what is written to whom meanwhile."""

from __future__ import annotations

import re
from dataclasses import dataclass

import discord

from games import Player
from tests.bot.scenes import GAMES, move_buttons, mover, old_panel, play_out, saved_duel, seats
from tests.bot.world import Seat, World, answer, text
from tests.games.helpers import LEVEL_AT_8

LIVE = 5 * 60
"""Seconds for one move at the pace that these duels have."""
QUARTER = LIVE / 4
ANSWERED_IN = 3 * LIVE
"""Seconds for the answer to a challenge at that pace."""
MINUTE = 60
"""Within which everybody is told of what the scheduler has done."""

PHASES = ("committed", "asked", "picked", "sudden death", *GAMES)
"""All after the first move: with a secret out, with an attack that may be met, in sudden death, and simply begun."""


async def wait(world: World, seconds: float) -> None:
    """Nobody does anything for so long."""
    await world.env.advance_time(seconds)


async def challenge(world: World, game: str) -> discord.Message:
    """`/duel`, by Ada to Ben, at the quickest pace; the message that carries the challenge."""
    message: discord.Message = await world.challenge(game, pace="live")
    return message


async def begin(world: World, game: str, first: str = "me") -> discord.Message:
    """The same, accepted; the board."""
    return await world.begin(game, first, pace="live")


async def wait_for_ben(world: World, pace: str = "live", game: str = "battle") -> None:
    """A duel in which Ada has moved and Ben is to."""
    await world.begin(game, pace=pace)
    await world.ada.click(world.ada.panel, "1")


async def one_move(seat: Seat, number: int = 1) -> None:
    """The first move that a player's newest panel has."""
    panel = old_panel(seat, number)
    await seat.click(panel, move_buttons(panel)[0].label)


async def move_on(world: World, number: int = 1) -> None:
    """The same by whoever is to move."""
    await one_move(await mover(world, number), number)


async def reach(world: World, phase: str) -> discord.Message:
    """A duel, number 1 of its world, in which somebody has moved, and it is just now the other's turn, or both's."""
    match phase:
        case "sudden death" | "picked":
            board = await begin(world, "digit")
            await play_out(world, 1, *LEVEL_AT_8)
            if phase == "picked":
                await one_move(world.ada)
        case "asked":
            board = await begin(world, "match")
            while (view := (await saved_duel(world)).view(None)).pile("table", Player.ONE) is None:
                assert view.outcome is None
                await one_move(await mover(world))
        case _:
            board = await begin(world, "siege" if phase == "committed" else phase)
            await one_move(world.ada)
    return world.message(board)


async def late(world: World, number: int = 1) -> list[Seat]:
    """Whose time it is that runs out now."""
    found = (await saved_duel(world, number)).duel
    assert found is not None
    return [seats(world)[player] for player in sorted(found.to_act, key=lambda player: player.value)]


async def due(world: World, number: int = 1) -> int:
    """When, in milliseconds."""
    at = (await saved_duel(world, number)).row.due_at
    assert at is not None
    return at


def dated(message: discord.Message) -> list[int]:
    """When something is due, or was, by a message: as a time or as how long until then; in seconds."""
    return [int(found) for found in re.findall(r"<t:(\d+):[fR]>", text(message))]


@dataclass
class Notes:
    """All messages that come from now on, with whom each is for: the names of those who are written to or pinged."""

    world: World

    def __post_init__(self) -> None:
        self._seen: set[int] = {message.id for message in self._all()}

    def _all(self) -> list[discord.Message]:
        world = self.world
        return [*world.channel.history(), *(m for seat in (world.ada, world.ben) for m in seat.prompts)]

    def new(self) -> dict[str, list[discord.Message]]:
        """Since it was last asked: by whose direct messages they came, or "channel"."""
        found: dict[str, list[discord.Message]] = {"Ada": [], "Ben": [], "channel": []}
        where = {seat.user.dm_channel.id: seat.name for seat in (self.world.ada, self.world.ben)}
        for message in self._all():
            if message.id not in self._seen:
                self._seen.add(message.id)
                found[where.get(message.channel.id, "channel")].append(message)
        return found


async def gone_for(world: World, seconds: float, way: str) -> None:
    """The bot is away for so long: its process has ended, or its gateway is lost."""
    if way == "process":
        with world.env._bot_scope():
            await world.client.scheduler.stop(0)
        await wait(world, seconds)
        await world.restart()
    else:
        with world.env._bot_scope():
            world.client.dispatch("disconnect")
        await wait(world, seconds)
        await world.reconnected("ready" if way == "ready" else "resumed")


async def status(seat: Seat, number: int = 1) -> discord.Message:
    """What `/status` in direct messages shows of a duel."""
    return answer(await seat.dm_slash("status", duel=number))
