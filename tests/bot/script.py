"""Duels written down beforehand and then played on the bot, move by move, by pressing what a player sees.

A transcript is what the channel could read after each step. Two transcripts are comparable once the snowflakes and the
times in them are replaced, so that only what the bot chose to show is left.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

import discord

from games import Action, Chance, Duel, Move, Player, Seeded
from games.model import Verb
from tests.bot.scenes import GAMES
from tests.bot.world import Button, Seat, World, buttons
from tests.games.facts import facts
from tests.games.helpers import SEED, play

Choose = Callable[[Duel, Player], Action]


# ---- plans


def plan(game: str, choose: Choose, chance: Chance | None = None, opening: Sequence[str] = ()) -> tuple[Move, ...]:
    """A whole duel that Ada, player ONE, starts; `opening` are its first moves."""
    duel = play(Duel.start(game, chance or Seeded(SEED)), *opening)
    while duel.to_act:
        player = min(duel.to_act, key=lambda player: player.index)
        duel = duel.play(player, choose(duel, player))
    return duel.moves


def mostly_low(seed: int) -> Choose:
    """At random, mostly low numbers: those make long duels. Where both pick, any: so there is a winner soon."""
    random = Random(seed)

    def choose(duel: Duel, player: Player) -> Action:
        actions = duel.view(player).actions
        if actions[0].verb is Verb.PICK:
            return random.choice(actions)
        return random.choice(actions[: 1 + len(actions) // 3] if random.random() < 0.7 else actions)

    return choose


PLANS = {
    game: plan(game, mostly_low(facts(game).long_seed), opening=next(iter(facts(game).openings), ())) for game in GAMES
}
"""A whole duel of each game on `SEED`: with defences and hits taken, tokens used up, a pool used up, sudden death."""


def positions(game: str, moves: Sequence[Move], chance: Chance | None = None) -> Iterator[Duel]:
    """The duel before the first move and after each."""
    for count in range(len(moves) + 1):
        yield Duel.replay(game, chance or Seeded(SEED), Player.ONE, moves[:count])


def middle(game: str, moves: Sequence[Move]) -> int:
    """How many moves lead to the middle, there to where something is played and not yet answered, if ever it is."""
    duels = list(positions(game, moves))
    waiting = [i for i, duel in enumerate(duels) if any(pile.name == "table" for pile in duel.view(None).piles)]
    inner = [i for i in waiting if i < len(moves)] or range(1, len(moves))
    return min(inner, key=lambda index: abs(index - len(moves) // 2))


# ---- playing


def seat_of(world: World, player: Player | None) -> Seat:
    """Ada challenges, so she is player ONE."""
    return world.ada if player is Player.ONE else world.ben


def button_for(message: discord.Message, token: str) -> Button:
    """The button that makes this move."""
    (found,) = (b for b in buttons(message) if b.custom_id and re.fullmatch(rf"duel:\d+:\d+:{token}", b.custom_id))
    return found


def offered(message: discord.Message) -> list[str]:
    """The moves that a panel lets its reader make, as tokens."""
    found = (
        re.fullmatch(r"duel:\d+:\d+:(.+)", b.custom_id) for b in buttons(message) if b.custom_id and not b.disabled
    )
    return [match[1] for match in found if match]


async def make(world: World, move: Move, panel: discord.Message | None = None) -> None:
    """One move by its button, on the newest direct message or on another panel."""
    seat = seat_of(world, move.player)
    panel = panel or seat.panel
    button = button_for(panel, move.token)
    assert not button.disabled, f"{move} can't be pressed"
    await seat.click(panel, button.label)


async def play_by_buttons(world: World, game: str, moves: Sequence[Move]) -> discord.Message:
    """A duel through the panels in direct messages; its public message."""
    board = await world.begin(game)
    for move in moves:
        await make(world, move)
    return world.message(board)


# ---- what the channel reads


@dataclass
class Reader:
    """Reads the channel, with every snowflake and time replaced by the order in which it was first seen."""

    world: World
    _seen: dict[str, str] = field(default_factory=dict)

    def read(self) -> str:
        """All that stands in the channel now."""
        page = re.sub(r"<t:\d+:", "<t:time:", self.world.public())
        return re.sub(r"\d{17,20}|\d{4}-\d\d-\d\dT[\d:.+]+", self._alias, page)

    def _alias(self, found: re.Match[str]) -> str:
        return self._seen.setdefault(found[0], f"#{len(self._seen)}")


async def look_around(world: World) -> None:
    """`/status` by both players and by an outsider, and a press of *Your move* by each."""
    for seat in (world.ada, world.ben, world.cy):
        await seat.slash("status")
        await seat.click(world.channel.history(viewer=world.cy.member)[0], "Your move")
    await world.a_long_while()


async def transcript(world: World, game: str, moves: Sequence[Move], pause: int | None = None) -> list[str]:
    """The channel after `/duel`, after the start, after each move; after `pause` moves all look, the bot is restarted,
    and all look again."""
    reader = Reader(world)
    message = await world.challenge(game)
    pages = [reader.read()]
    await world.ben.click(message, "Accept")
    pages.append(reader.read())
    for count, move in enumerate(moves, 1):
        await make(world, move)
        pages.append(reader.read())
        if count == pause:
            for step in (look_around(world), world.restart(), look_around(world)):
                await step
                pages.append(reader.read())
    return pages
