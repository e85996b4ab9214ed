"""A server that the bot was removed from: all that is on there is called off, and nothing else."""

from __future__ import annotations

import pytest

from bot.service.deadlines import PACES
from games import Player
from storage import DuelRow, Status
from tests.bot.service.hall import ADA, BEN, CHANNEL, GUILD, Between, Hall
from tests.bot.service.together import is_over
from tests.games.helpers import LEVEL_AT_20


async def elsewhere(hall: Hall, guild_id: int | None) -> int:
    """A duel that has begun in another server, or in none."""
    saved_duel = await hall.challenges.challenge(
        ADA, BEN, "digit", starter=Player.ONE, pace=PACES["daily"], guild_id=guild_id, channel_id=CHANNEL
    )
    await hall.challenges.accept(saved_duel.row.id, BEN)
    return saved_duel.row.id


@pytest.mark.asyncio
async def test_all_that_is_on_in_a_server_is_called_off_and_nothing_else(hall: Hall) -> None:
    challenge, playing, sudden = await hall.challenge(), await hall.begin(), await hall.begin("digit")
    await hall.play(playing, "attack-1")
    await hall.play(sudden, *LEVEL_AT_20)
    ended, declined = await hall.begin(), await hall.challenge()
    await hall.duels.resign(ended, ADA.id)
    await hall.challenges.decline(declined, BEN.id)
    others = [ended, declined, await elsewhere(hall, GUILD + 1), await elsewhere(hall, None)]
    before: list[DuelRow] = [await hall.row(number) for number in others]
    hall.clock.forward(hours=1)
    await hall.duels.call_off_server(GUILD)
    row = await hall.row(challenge)
    assert (row.status, row.ended_at) == (Status.EXPIRED, hall.clock.milliseconds)
    for number in (playing, sudden):
        await is_over(hall, number, None)
    assert [await hall.row(number) for number in others] == before
    after = hall.saved()
    await hall.duels.call_off_server(GUILD)
    assert hall.saved() == after


@pytest.mark.asyncio
@pytest.mark.parametrize("answered", [False, True])
async def test_who_does_something_meanwhile_does_not_stop_it(hall: Hall, other: Hall, answered: bool) -> None:
    number = await (hall.begin() if answered else hall.challenge())
    rival = (lambda: other.play(number, "attack-1")) if answered else (lambda: other.challenges.accept(number, BEN))
    between = Between(hall.store, "append" if answered else "close", rival)
    await hall.on(between.as_store).duels.call_off_server(GUILD)
    await is_over(hall, number, None)
