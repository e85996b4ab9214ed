"""An event of a shape that nobody expected is logged once by its kind and passed over, and the bot goes on."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import pytest
from discord.state import ConnectionState

from tests.wire.bot_process import BotProcess
from tests.wire.payloads import Payload
from tests.wire.rest import Interaction
from tests.wire.stand_in import StandIn
from tests.wire.steps import ADA, BEN, begin, ready, stopped

pytestmark = pytest.mark.asyncio

GONE = object()
UNKNOWN = "the gateway sent {} in an unknown form"
VALUES: tuple[Any, ...] = (GONE, None, 7, "x", [], {}, [None], {"x": None})
PLACES = (
    *("data", "attachment_size_limit", "type", "message", "user"),
    *("data/custom_id", "data/values", "data/name", "data/options"),
)
SESSION = ("READY", "RESUMED")


def places(payload: Payload, above: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Every key of a payload, at any depth."""
    for key, value in payload.items():
        yield (*above, key)
        if isinstance(value, dict):
            yield from places(value, (*above, key))


def distorted(payload: Payload, place: tuple[str, ...], value: Any) -> Payload:
    """A copy with another value there, or none."""
    whole = copy.deepcopy(payload)
    within = whole
    for key in place[:-1]:
        within = within[key]
    within[place[-1]] = value
    if value is GONE:
        del within[place[-1]]
    return whole


def every_event() -> list[str]:
    """The names of all events that discord.py reads, but those that begin a session."""
    names = [name.removeprefix("parse_").upper() for name in dir(ConnectionState) if name.startswith("parse_")]
    return [name for name in names if name not in SESSION]


async def duel_and_presses(discord: StandIn, bot: BotProcess) -> tuple[Payload, list[Interaction]]:
    """A duel whose panel stays, and one of each kind of interaction, to be distorted."""
    await ready(discord, bot)
    _, panel, _ = await begin(discord, "battle")
    await begin(discord, "siege")
    listed = (await discord.slash(ADA, "status")).message
    assert listed is not None
    return panel, [
        await discord.slash(ADA, "rules", game="siege"),
        await discord.press(ADA, panel, "Resign"),
        await discord.choose(ADA, listed, "2"),
        await discord.typing(ADA, "status", "duel"),
    ]


async def goes_on(discord: StandIn, bot: BotProcess, panel: Payload) -> None:
    """A move is made on the same connection, and the bot stops in order."""
    assert (await discord.press(ADA, panel, "7")).done
    assert (len(discord.gateway.identified), discord.gateway.resumed) == (1, 0)
    assert await bot.stop() == 0, bot.log


async def test_i1_distorted_interactions_and_empty_events_are_passed_over(discord: StandIn, bot: BotProcess) -> None:
    panel, real = await duel_and_presses(discord, bot)
    for interaction in real:
        for place in PLACES:
            key = tuple(place.split("/"))
            if key in places(interaction.payload):
                for value in VALUES[:3]:
                    await discord.distort(interaction, distorted(interaction.payload, key, value))
    for _ in range(3):
        await discord.gateway.dispatch("ENTITLEMENT_CREATE", {})
        await discord.gateway.dispatch("VOICE_SERVER_UPDATE", None)
    await goes_on(discord, bot, panel)
    assert bot.log.count(UNKNOWN.format("ENTITLEMENT_CREATE")) == 1
    kinds = [
        line.partition(" in an unknown form: ")[2].split()[0] for line in bot.log.splitlines() if "in an unk" in line
    ]
    assert 2 < len(kinds) < 10
    assert "Traceback" not in bot.log
    assert "duel:1" not in bot.log


@pytest.mark.soak
async def test_i1_every_place_of_an_interaction_and_every_event_in_every_shape(
    discord: StandIn, bot: BotProcess
) -> None:
    panel, real = await duel_and_presses(discord, bot)
    for interaction in real:
        for place in places(interaction.payload):
            for value in VALUES:
                await discord.distort(interaction, distorted(interaction.payload, place, value))
    for event in every_event():
        for value in (None, 7, "x", [], {}, [None], {"id": None, "guild_id": "x"}, {"guild_id": "1", "user_id": "1"}):
            await discord.gateway.dispatch(event, value)
    await discord.gateway.dispatch("NOBODY_KNOWS_IT", None)
    await goes_on(discord, bot, panel)


@pytest.mark.parametrize("event", ["READY", pytest.param("RESUMED", marks=pytest.mark.soak)])
async def test_i1_a_session_that_cant_be_understood_is_begun_anew_after_a_pause(
    discord: StandIn, bot: BotProcess, event: str
) -> None:
    await ready(discord, bot)
    await discord.gateway.dispatch(event, None)
    await bot.until(lambda: len(discord.gateway.identified) == 2, step=0.5)
    await discord.until(lambda: discord.gateway.connected)
    assert (await discord.slash(BEN, "help")).message is not None
    await stopped(discord, bot)
    assert bot.log.count(UNKNOWN.format(event)) == 1
