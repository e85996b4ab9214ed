"""Two at once, and what has come of it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Any

from bot import refusals
from games import Ending, Outcome, Player
from storage import Status
from tests.bot.service.hall import Hall
from tests.games.helpers import LEVEL_AT_20

ROUNDS = 8
"""Often enough that either of two connections gets to be the first."""


async def at_once(*attempts: Awaitable[Any]) -> tuple[list[Any], list[type[refusals.Refusal]]]:
    """What came of attempts under way together: results, and the kinds of refusals. Anything else is raised."""
    outcomes = await asyncio.gather(*attempts, return_exceptions=True)
    for outcome in outcomes:
        if isinstance(outcome, BaseException) and not isinstance(outcome, refusals.Refusal):
            raise outcome
    refusals = [type(outcome) for outcome in outcomes if isinstance(outcome, refusals.Refusal)]
    return [outcome for outcome in outcomes if not isinstance(outcome, BaseException)], refusals


def services(hall: Hall, other: Hall, apart: bool) -> tuple[Hall, Hall]:
    """One service twice, or two on two connections to one file."""
    return hall, other if apart else hall


async def at_sudden_death(hall: Hall) -> tuple[int, int]:
    """A level Digit Duel whose digits are used up; its number, and both players' turns there."""
    number = await hall.begin("digit")
    await hall.play(number, *LEVEL_AT_20)
    duel = await hall.duel(number)
    assert duel.to_act == set(Player)
    return duel.turn(Player.ONE), duel.turn(Player.TWO)


async def tokens(hall: Hall, number: int) -> list[tuple[int | None, str]]:
    """A log, without its times."""
    return [(entry.player, entry.action) for entry in await hall.entries(number)]


async def is_over(hall: Hall, number: int, loser: Player | None) -> None:
    """The row, the log and the duel replayed from it say who lost on time, or that the duel is void."""
    outcome = Outcome(loser.other, Ending.TIME) if loser else Outcome(None, Ending.VOID)
    row, at = await hall.row(number), hall.clock.milliseconds
    winner = loser.other.value if loser else None
    assert (row.status, row.winner, row.ending, row.ended_at) == (Status.ENDED, winner, outcome.ending, at)
    assert (await hall.duel(number)).outcome == outcome
    assert (await tokens(hall, number))[-1] == ((loser.value, "!time") if loser else (None, "!void"))
