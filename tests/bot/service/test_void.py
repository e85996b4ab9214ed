"""A duel whose rules this program does not know any more is called off, once."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from bot import refusals
from bot.service.saved_duel import SavedDuel
from games import Action, Player
from storage import MoveRow, Result, Status
from tests.bot.service.hall import ADA, BEN, CY, Between, Hall

UNKNOWN = [("siege", 2), ("siege", 99), ("chess", 1)]
TITLES = {"siege": "Numerical Siege", "chess": "chess"}

unknown = pytest.mark.parametrize(("game", "version"), UNKNOWN)


@pytest.mark.asyncio
@unknown
async def test_looking_calls_it_off_once(hall: Hall, game: str, version: int) -> None:
    number = await hall.foreign(game, version)
    at = hall.clock.forward(days=1)
    saved_duel = await hall.saved_duel(number)
    after = hall.saved()
    assert (await hall.entries(number))[2:] == (MoveRow(2, None, "!void", at),)
    row = await hall.row(number)
    assert (row.status, row.winner, row.ending, row.ended_at) == (Status.ENDED, None, "void", at)
    assert saved_duel == SavedDuel(row, None, 3)
    hall.clock.forward(days=1)
    assert await hall.saved_duel(number) == saved_duel
    assert hall.saved() == after


@pytest.mark.asyncio
@unknown
async def test_all_that_is_asked_of_it_then_has_an_answer(hall: Hall, game: str, version: int) -> None:
    saved_duel = await hall.saved_duel(await hall.foreign(game, version))
    assert saved_duel.duel is None
    assert saved_duel.title == TITLES[game]
    assert (saved_duel.user(Player.ONE), saved_duel.user(Player.TWO), saved_duel.seat(CY.id)) == (ADA.id, BEN.id, None)
    assert (saved_duel.row.name_one, saved_duel.row.name_two) == ("Ada", "Ben")
    assert (saved_duel.plies, saved_duel.is_answered, saved_duel.waits_for(ADA.id), saved_duel.waits_for(BEN.id)) == (
        3,
        True,
        False,
        False,
    )


@pytest.mark.asyncio
@unknown
async def test_who_plays_or_resigns_hears_that_it_is_over(hall: Hall, game: str, version: int) -> None:
    attempts: list[Callable[[int], Awaitable[SavedDuel]]] = [
        lambda number: hall.duels.play(number, ADA.id, Action.parse("attack-1"), 0),
        lambda number: hall.duels.resign(number, ADA.id),
    ]
    for attempt in attempts:
        number = await hall.foreign(game, version)
        with pytest.raises(refusals.AlreadyOver):
            await attempt(number)
        assert [entry.action for entry in await hall.entries(number)] == ["leap-3", "duck", "!void"]


@pytest.mark.asyncio
@unknown
async def test_it_is_in_nobodys_list(hall: Hall, game: str, version: int) -> None:
    await hall.foreign(game, version)
    known = await hall.begin()
    assert [saved_duel.row.id for saved_duel in await hall.duels.duels_of(ADA.id)] == [known]
    assert [saved_duel.row.id for saved_duel in await hall.duels.duels_of(BEN.id)] == [known]


@pytest.mark.asyncio
@unknown
async def test_many_who_look_at_once_call_it_off_once(hall: Hall, other: Hall, game: str, version: int) -> None:
    number = await hall.foreign(game, version)
    tables = await asyncio.gather(*(one.duels.load_or_call_off(number) for one in (hall, other) * 4))
    assert [entry.action for entry in await hall.entries(number)] == ["leap-3", "duck", "!void"]
    assert set(tables) == {SavedDuel(await hall.row(number), None, 3)}


@pytest.mark.asyncio
async def test_one_who_comes_second_sees_it_called_off(hall: Hall, other: Hall) -> None:
    number = await hall.foreign("chess", 1)
    between = Between(hall.store, "append", lambda: other.saved_duel(number))
    assert await hall.on(between.as_store).duels.load_or_call_off(number) == SavedDuel(await hall.row(number), None, 3)
    assert between.calls == 1
    assert len(await hall.entries(number)) == 3


@pytest.mark.asyncio
@unknown
async def test_one_that_had_ended_stays_as_it_ended(hall: Hall, game: str, version: int) -> None:
    number = await hall.foreign(game, version)
    await hall.store.append(number, 2, 1, "!resign", 1, result=Result(2, "resignation"))
    before = hall.saved()
    assert await hall.saved_duel(number) == SavedDuel(await hall.row(number), None, 3)
    assert hall.saved() == before


@pytest.mark.asyncio
@unknown
async def test_a_challenge_is_not_called_off_but_its_duel_is_once_accepted(hall: Hall, game: str, version: int) -> None:
    number = await hall.foreign(game, version, opened=False)
    before = hall.saved()
    saved_duel = await hall.saved_duel(number)
    assert (saved_duel.row.status, saved_duel.duel, saved_duel.title) == (Status.CHALLENGED, None, TITLES[game])
    assert isinstance(saved_duel.summary, str)
    assert hall.saved() == before
    accepted = await hall.challenges.accept(number, BEN)
    assert accepted == SavedDuel(await hall.row(number), None, 1)
    assert (accepted.row.status, accepted.row.ending) == (Status.ENDED, "void")


@pytest.mark.asyncio
async def test_all_that_is_forgotten_is_called_off_together_and_nothing_else(hall: Hall) -> None:
    forgotten = [await hall.foreign(game, version) for game, version in UNKNOWN]
    challenge, known = await hall.foreign("chess", 1, opened=False), await hall.begin()
    await hall.duels.call_off_forgotten()
    assert [(await hall.row(number)).ending for number in forgotten] == ["void"] * 3
    assert (await hall.row(challenge)).status is Status.CHALLENGED
    assert (await hall.row(known)).status is Status.OPEN
    after = hall.saved()
    await hall.duels.call_off_forgotten()
    assert hall.saved() == after
    # Until its messages show it, each is one to be caught up with.
    assert (await hall.store.agenda(0)).behind == (*forgotten, challenge, known)
