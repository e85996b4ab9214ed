"""Every game runs out at every pace, to the millisecond, and so does its challenge."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.service.deadlines import PACES
from bot.service.deadlines import milliseconds
from games import Ending, Player, names
from storage import Status
from tests.bot.service.hall import Hall

pytestmark = pytest.mark.asyncio


async def runs_out(hall: Hall, duel_id: int, after: timedelta) -> None:
    """Nothing is due until so long after now, and then this duel is."""
    until = hall.clock.milliseconds + milliseconds(after)
    assert (await hall.row(duel_id)).due_at == until
    assert (await hall.store.agenda(until - 1)).due == ()
    hall.clock.forward(milliseconds=milliseconds(after) - 1)
    assert await hall.duels.run_out(duel_id) is None
    hall.clock.forward(milliseconds=1)
    assert (await hall.store.agenda(hall.clock.milliseconds)).due == (duel_id,)
    assert await hall.duels.run_out(duel_id) is not None
    assert (await hall.store.agenda(hall.clock.forward(days=7))).due == ()
    assert await hall.duels.run_out(duel_id) is None


@pytest.mark.parametrize("starter", list(Player))
@pytest.mark.parametrize("pace", PACES)
@pytest.mark.parametrize("game", names())
async def test_e5_a_turn_runs_out_at_every_pace(hall: Hall, game: str, pace: str, starter: Player) -> None:
    number = await hall.begin(game, starter=starter, pace=pace)
    hall.clock.forward(milliseconds=milliseconds(PACES[pace]) - 1)
    duel = await hall.duel(number)
    await hall.play(number, str(duel.view(starter).actions[0]))
    (late,) = (await hall.duel(number)).to_act
    # Where both choose at once, they have the same time, which is nearly up.
    await runs_out(hall, number, timedelta(milliseconds=1) if len(duel.to_act) == 2 else PACES[pace])
    row = await hall.row(number)
    assert (row.status, row.ending, row.winner) == (Status.ENDED, Ending.TIME, late.other.value)


@pytest.mark.parametrize("pace", PACES)
@pytest.mark.parametrize("game", names())
async def test_e5_the_first_move_runs_out_at_every_pace(hall: Hall, game: str, pace: str) -> None:
    number = await hall.begin(game, pace=pace)
    await runs_out(hall, number, PACES[pace])
    row = await hall.row(number)
    assert (row.status, row.ending, row.winner) == (Status.ENDED, Ending.VOID, None)


@pytest.mark.parametrize(
    ("pace", "stands"),
    [("live", timedelta(minutes=15)), ("daily", timedelta(days=1)), ("slow", timedelta(days=1))],
)
@pytest.mark.parametrize("game", names())
async def test_e5_a_challenge_runs_out_at_every_pace(hall: Hall, game: str, pace: str, stands: timedelta) -> None:
    number = await hall.challenge(game, pace=pace)
    await runs_out(hall, number, stands)
    assert (await hall.row(number)).status is Status.EXPIRED
