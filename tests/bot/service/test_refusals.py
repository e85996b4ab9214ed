"""Every refusal is raised where it should be, and then nothing is changed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bot import refusals
from bot.commands.duels import one_duel
from games import Player, UnknownGame
from storage import Status
from tests.bot.service.hall import ADA, BEN, Hall
from tests.bot.service.scenes import IN_THE_BOT, Case, handlers_of
from tests.bot.service.scenes_manners import EVERY_CASE


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("kind", "scene"), EVERY_CASE, ids=[f"{kind.__name__}-{scene.__name__}" for kind, scene in EVERY_CASE]
)
async def test_it_is_refused_and_nothing_is_changed(hall: Hall, kind: type[refusals.Refusal], scene: Case) -> None:
    attempt = await scene(hall)
    before = hall.saved()
    with pytest.raises(refusals.Refusal) as refusal:
        await attempt()
    assert refusal.type is kind
    assert hall.saved() == before


def test_no_refusal_is_left_untried() -> None:
    assert {kind for kind, _ in EVERY_CASE} | IN_THE_BOT == set(refusals.Refusal.__subclasses__())


@pytest.mark.asyncio
async def test_a_game_that_there_is_not_is_no_challenge(hall: Hall) -> None:
    before = hall.saved()
    with pytest.raises(UnknownGame):
        await hall.challenge("chess")
    assert hall.saved() == before


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("status", "word"),
    [
        (Status.OPEN, "accepted"),
        (Status.ENDED, "accepted"),
        (Status.DECLINED, "declined"),
        (Status.CANCELLED, "withdrawn"),
        (Status.EXPIRED, "closed"),
    ],
)
async def test_what_is_answered_stays_answered(hall: Hall, status: Status, word: str) -> None:
    number = await hall.challenge()
    match status:
        case Status.OPEN | Status.ENDED:
            await hall.challenges.accept(number, BEN)
            if status is Status.ENDED:
                await hall.duels.resign(number, BEN.id)
        case Status.DECLINED:
            await hall.challenges.decline(number, BEN.id)
        case Status.CANCELLED:
            await hall.challenges.cancel(number, ADA.id)
        case _:
            await hall.store.close(number, status, 1)
    before = hall.saved()
    attempts: list[Callable[[], Awaitable[Any]]] = [
        lambda: hall.challenges.accept(number, BEN),
        lambda: hall.challenges.decline(number, BEN.id),
        lambda: hall.challenges.cancel(number, ADA.id),
        lambda: hall.challenges.accept(number, ADA),
    ]
    for attempt in attempts:
        with pytest.raises(refusals.AlreadyAnswered, match=rf"^Challenge {number} is {word} already\."):
            await attempt()
    assert hall.saved() == before


@pytest.mark.asyncio
async def test_of_several_duels_the_one_that_waits_is_meant_by_a_typed_move(hall: Hall) -> None:
    await hall.begin(starter=Player.TWO)
    waiting = await hall.begin("siege")
    assert (await one_duel(handlers_of(hall), ADA.id, None, to_move=True)).row.id == waiting
    assert (await one_duel(handlers_of(hall), ADA.id, 1)).row.id == 1
