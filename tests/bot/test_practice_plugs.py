"""Whole practice duels in which each request of the bot, in turn, goes wrong in each way: the same moves, each once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random

import discord
import pytest

from tests.bot.plugs import WAYS, Plug
from tests.bot.scenes import another_world, ids, move_buttons, moves, saved_duel, statuses
from tests.bot.settled import nothing_false_stands
from tests.bot.world import World

pytestmark = [pytest.mark.asyncio, pytest.mark.usefixtures("luck")]

GAME = "match"
TRIES = 4
"""How often Ada presses again, or looks, where nothing came of it."""
LEFT = ("403", "404", "400")
"""Refusals that are not asked about again, so that what was to be edited may stay as it was."""


def seen(world: World) -> list[discord.Message]:
    """What Ada has before her, the newest first."""
    found = [*world.channel.history(viewer=world.ada.member), *world.ada.dms]
    return sorted(found, key=lambda message: -message.id)


async def play(world: World, plug: Plug, where: str) -> list[str]:
    """Ada plays the lowest number until the duel is over; its log."""
    for _ in range(TRIES):
        if not statuses(world):
            ask = world.ada.slash if where == "server" else world.ada.dm_slash
            await ask("practice", game=GAME, level="easy")
            await plug.settle()
    for _ in range(80):
        if statuses(world) != ["open"]:
            break
        panels = [message for message in seen(world) if move_buttons(message)]
        turn = (await saved_duel(world)).view((await saved_duel(world)).seat(world.ada.id)).turn
        current = [m for m in panels if f":{turn}:" in ids(m)[0]]
        if current:
            world.ada.press(current[0], move_buttons(current[0])[0].label)
        else:
            await world.ada.dm_slash("status", duel=1)
        await plug.settle()
        if not current:
            await world.a_while()
            await plug.settle()
    for _ in range(3):
        await world.a_long_while()
        await plug.settle()
    return moves(world)


async def course(folder: Callable[[str], Path], where: str, way: str = "", request: str = "") -> tuple[Plug, list[str]]:
    """One duel in a world of its own; its log, or what is wrong with it."""
    async with another_world(folder("duel")) as world:
        plug = Plug(world, way, request)
        log = await play(world, plug, where)
        if len(statuses(world)) != 1:
            log.append("another duel")
        boards = [message for message in world.channel.history() if not message.flags.ephemeral]
        if way not in LEFT:
            await nothing_false_stands(world)
            if len(boards) != (where == "server") and (way, request) != ("killed-after", BEGUN):
                log.append(f"{len(boards)} boards")
        return plug, log


BEGUN = "POST /interactions/*/callback #1"
"""A bot that is killed after that can't know that its board stands."""


async def sweep(
    folder: Callable[[str], Path], where: str, cases: Callable[[list[str]], Iterable[tuple[str, str]]]
) -> dict[tuple[str, str], list[str]]:
    """What came of it where that is not what comes of it when all goes well."""
    plug, fair = await course(folder, where)
    assert len(fair) > 5
    found = {}
    for way, request in cases(plug.seen):
        pulled, log = await course(folder, where, way, request)
        if log != fair or not pulled.pulled:
            found[way, request] = log
    return found


async def test_p4_a_kill_at_some_request(tmp_path_factory: pytest.TempPathFactory) -> None:
    random = Random(GAME)
    assert not await sweep(
        tmp_path_factory.mktemp, "direct messages", lambda requests: [("killed-after", random.choice(requests[1:]))]
    )


@pytest.mark.soak
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("where", ["server", "direct messages"])
async def test_p4_whatever_goes_wrong_once(tmp_path_factory: pytest.TempPathFactory, where: str, way: str) -> None:
    assert not await sweep(tmp_path_factory.mktemp, where, lambda requests: [(way, request) for request in requests])
