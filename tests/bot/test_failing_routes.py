"""Duels at the quickest pace in which prompts, lines or boards fail for as long as it takes, in each way.

No player's time runs out in a turn that nothing told them of, and no duel is held for longer than the rule says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random

import pytest

from bot.delivery import told
from bot.delivery.retries import Retries
from bot.service import unreached
from bot.service.deadlines import LONGEST_UNTIL_VOID
from games import names
from tests.bot.failing_routes import NEVER, ROUTES, Case
from tests.bot.play_in_time import PlayInTime
from tests.bot.plugs import WAYS
from tests.bot.scenes import another_world
from tests.bot.timed import LIVE
from tests.thinning import sampled

pytestmark = [pytest.mark.asyncio, pytest.mark.usefixtures("luck")]

Folder = Callable[[str], Path]


@pytest.fixture
def folder(tmp_path_factory: pytest.TempPathFactory) -> Folder:
    return tmp_path_factory.mktemp


async def wrong(folder: Folder, cases: Iterable[Case]) -> tuple[dict[Case, list[str]], set[str]]:
    """What is wrong in which case, and which routes have failed in any."""
    found, failed = {}, set()
    for case in cases:
        async with another_world(folder("duel")) as world:
            play = PlayInTime(world, case)
            if (course := await play.whole()).wrong:
                found[case] = course.wrong
            failed |= {case.route} if play.route.has_failed else set()
    return found, failed


QUICK = (
    Case("siege", "both", "500", 0, 3 * LIVE, (LIVE, 33.0), None),
    Case("nomad", "prompts", "429", 0, NEVER, patience=200),
    Case("battle", "lines", "403", 0, NEVER),
    Case("battle", "boards", "dropped", 0, 2 * LIVE, patience=30),
)


@pytest.mark.every_case
@pytest.mark.parametrize("case", QUICK, ids=lambda case: case.route)
async def test_h11_nobody_loses_a_turn_that_nothing_told_them_of(folder: Folder, case: Case) -> None:
    """One of each kind; the next test has all."""
    assert await wrong(folder, [case]) == ({}, {case.route})


@pytest.mark.soak
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("game", names())
async def test_h11_nobody_loses_it_whatever_fails_whenever_for_however_long(
    folder: Folder, game: str, way: str
) -> None:
    random = Random(f"{game} {way}")
    found, failed = await wrong(folder, [Case.drawn(game, route, way, random) for route in 2 * list(ROUTES)])
    assert not found
    assert "boards" in failed
    assert failed & {"both", "prompts"}  # a panel that is live has shown it first, and no prompt may be due meanwhile


# ---- what this would notice

BROKEN = {
    "time is never held": (
        (told, "is_told", lambda *_: True),
        Case("siege", "both", "500", 0, 3 * LIVE),
        "TWO's time ran out in a turn that nothing told them of",
    ),
    "the deadline stays where it was": (
        (unreached, "LATE", LONGEST_UNTIL_VOID),
        Case("siege", "both", "500", 0, LIVE - 60, patience=None),
        "TWO had ",
    ),
    "time is held for ever": (
        (unreached, "SHORTEST_UNTIL_VOID", LONGEST_UNTIL_VOID),
        Case("siege", "both", "500", 0, NEVER),
        "held for longer than the rule says",
    ),
    "what was refused is not tried again": (
        (Retries, "is_due", lambda retries, key: not retries.failures(key)),
        Case("siege", "both", "500", 0, LIVE),
        "not told though everything works",
    ),
}


@pytest.mark.parametrize("name", sampled(BROKEN, "time is never held"))
async def test_a_broken_rule_is_found_out(folder: Folder, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    broken, case, wrongs = BROKEN[name]
    monkeypatch.setattr(*broken)
    found, _ = await wrong(folder, [case])
    assert any(line.startswith(wrongs) for line in found[case])
