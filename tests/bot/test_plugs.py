"""Whole duels in which each request of the bot, in turn, goes wrong in each way: always the same end by the same moves.

People play on as people do (`tests.bot.people`). Each player is prompted for each turn and pinged once about it, nobody
reads what they would not have read otherwise, and in the end the board shows the one result and both have it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.delivery import panels
from bot.delivery.updates import Updates
from bot.scheduler import Scheduler
from bot.service.saved_duel import SavedDuel
from games import Player
from tests.bot.people import PLANS, Course, Play
from tests.bot.plugs import WAYS, Plug
from tests.bot.scenes import another_world
from tests.thinning import sampled

pytestmark = [pytest.mark.asyncio, pytest.mark.usefixtures("luck")]

SAMPLED = 1
"""Requests of each game and way that are tried in a sample."""
HARMLESS = re.compile(
    r"has moved|(it is your turn|offers you a draw)( in duel #)?, and I can't send|Ada withdrew the challenge"
    r"|\*\*(Ada|Ben) wins "
)
"""What the channel reads only where something went wrong."""
DOUBLED = ("killed-after", "POST /interactions/*/callback #1", "pinged 2 times: Ben: challenges")
"""A bot that is killed then can't know that its challenge stands."""
FOR_GOOD = ("403", "404", "400")
"""Refusals that are not asked about again: what should be edited or taken away stays then, if it is there at all, and
what is needed comes as a message of its own.
"""
LEFT_AS_IT_IS = ("left: ", "false: ", "pinged 2 times: ")

Folder = Callable[[str], Path]


@pytest.fixture
def folder(tmp_path_factory: pytest.TempPathFactory) -> Folder:
    return tmp_path_factory.mktemp


async def course(
    folder: Folder, game: str, way: str = "", request: str = "", *, curious: bool = False
) -> tuple[Plug, Course]:
    """One duel in a world of its own."""
    async with another_world(folder("duel")) as world:
        plug = Plug(world, way, request)
        play = Play(world, game, plug, curious=curious)
        try:
            await play.whole()
        except Exception as error:
            play.course.wrong.append(f"{type(error).__name__}: {error}")
        return plug, play.course


async def sweep(folder: Folder, game: str, cases: Callable[[list[str]], Iterable[tuple[str, str]]]) -> dict[Any, Any]:
    """What is wrong where, of the chosen pairs of a way and a request, given all requests of the duel."""
    plug, fair = await course(folder, game)
    _, looked_at = await course(folder, game, curious=True)
    assert not fair.wrong + looked_at.wrong
    found = {}
    for way, request in cases(plug.seen):
        pulled, duel = await course(folder, game, way, request)
        wrong = [line for line in duel.wrong if way not in FOR_GOOD or not line.startswith(LEFT_AS_IT_IS)]
        wrong = [line for line in wrong if (way, request, line) != DOUBLED]
        wrong += [] if pulled.pulled else ["never came to it"]
        wrong += [] if (duel.log, duel.result) == (fair.log, fair.result) else [f"another end: {duel.log}"]
        wrong += [f"in public: {words}" for words in duel.public - looked_at.public if not HARMLESS.search(words)]
        wrong += [f"a panel: {panel}" for panel in duel.panels - looked_at.panels]
        if wrong:
            found[way, request] = wrong
    return found


@pytest.mark.parametrize("game", PLANS)
async def test_a_duel_survives_what_goes_wrong_once(folder: Folder, game: str) -> None:
    """A sample; the next test has all."""
    random = Random(game)
    assert not await sweep(
        folder, game, lambda requests: [(way, request) for way in WAYS for request in random.sample(requests, SAMPLED)]
    )


@pytest.mark.soak
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("game", PLANS)
async def test_a_duel_survives_whatever_goes_wrong_once(folder: Folder, game: str, way: str) -> None:
    assert not await sweep(folder, game, lambda requests: [(way, request) for request in requests])


@pytest.mark.parametrize("game", PLANS)
async def test_the_requests_are_of_every_kind(folder: Folder, game: str) -> None:
    """Or the tests above would leave some out."""
    plug, fair = await course(folder, game)
    kinds = {re.sub(r" #\d+|Ada|Ben", "", request) for request in plug.seen}
    assert {
        "POST /interactions/*/callback",
        "GET /guilds/*/members/*",
        "POST /users/@me/channels",
        "POST /channels//messages",
        "PATCH /channels/duels/messages/*",
    } <= kinds
    only = {"battle": "DELETE /channels/duels/messages/*", "siege": "PATCH /webhooks/*/messages/*"}
    only["match"] = "PATCH /channels//messages/*"
    assert only.get(game, "DELETE /channels//messages/*") in kinds
    assert fair.log == [{"offer": "!offer", "decline": "!decline"}.get(step, step) for step in PLANS[game].split()]


# ---- what the sweep would notice


async def _nothing(*args: Any, **kwargs: Any) -> None:
    return None


COUNTED = count()
BROKEN = {
    "a prompt is not sent again": (
        (Updates, "catch_up", _nothing),
        ("500", "POST /channels/Ben/messages #2"),
        "Ben is not prompted for attack-3",
    ),
    "a result is not shown again": (
        (Scheduler, "look", _nothing),
        ("dropped", "PATCH /channels/duels/messages/* #9"),
        "0 boards show the result",
    ),
    "a prompt is sent twice": (
        (panels, "nonce_of", lambda *_: f"{next(COUNTED)}"),
        ("killed-after", "POST /channels/Ben/messages #4"),
        "pinged 2 times: Ben: turn",
    ),
    "the board shows a hand": (
        (SavedDuel, "view", lambda saved_duel, viewer: saved_duel.duel.view(viewer or Player.ONE)),
        ("429", "PATCH /channels/duels/messages/* #1"),
        "in public",
    ),
}


@pytest.mark.parametrize("name", sampled(BROKEN, "a prompt is not sent again"))
async def test_a_broken_bot_is_found_out(folder: Folder, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    broken, case, wrong = BROKEN[name]

    def cases(requests: list[str]) -> list[tuple[str, str]]:
        monkeypatch.setattr(*broken)
        return [case]

    found = await sweep(folder, "match", cases)
    assert any(line.startswith(wrong) for line in found[case])
