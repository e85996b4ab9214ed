"""Deadlines: until when a move or an answer is due, what restarts that time, and what becomes of who lets it pass."""

from __future__ import annotations

from collections.abc import Awaitable

import pytest

from bot import refusals
from bot.service.deadlines import PACES
from bot.service.saved_duel import Person, SavedDuel
from bot.service.deadlines import milliseconds
from games import Action, Player, names
from storage import Status
from tests.bot.service.hall import ADA, BEN, CY, DAY, Between, Hall
from tests.bot.service.together import ROUNDS, at_once, at_sudden_death, is_over, services, tokens

PACE = {"live": 5 * 60 * 1000, "daily": DAY, "slow": 3 * DAY}
"""Milliseconds for a move, as the design has them."""
SEATS = {Player.ONE: ADA, Player.TWO: BEN}


async def until_due(hall: Hall, number: int, late: int = 0) -> int:
    """Set the clock to a duel's deadline, and so many milliseconds past it; the new time."""
    due_at = (await hall.row(number)).due_at
    assert due_at is not None
    return hall.clock.forward(milliseconds=due_at - hall.clock.milliseconds + late)


async def first_move(hall: Hall, number: int) -> Player:
    """The first legal action of who is to act, and who has to act then; where both are, it is ONE."""
    duel = await hall.duel(number)
    (player,) = duel.to_act
    await hall.duels.play(number, SEATS[player].id, duel.view(player).actions[0])
    (player,) = (await hall.duel(number)).to_act
    return player


# ---- until when


@pytest.mark.asyncio
@pytest.mark.parametrize("pace", PACE)
async def test_a_pace_is_how_long_a_move_may_take(hall: Hall, pace: str) -> None:
    assert {name: milliseconds(time) for name, time in PACES.items()} == PACE
    number = await hall.challenge(pace=pace)
    row, now = await hall.row(number), hall.clock.milliseconds
    assert row.pace == PACE[pace]
    # Who accepts a live duel has to find the other there.
    assert row.due_at == now + (15 * 60 * 1000 if pace == "live" else DAY)
    now = hall.clock.forward(minutes=2)
    row = (await hall.challenges.accept(number, BEN)).row
    assert (row.due_at, row.remind_at) == (now + PACE[pace], now + PACE[pace] * 3 // 4)


@pytest.mark.asyncio
@pytest.mark.parametrize("game", names())
async def test_each_move_restarts_the_clock_and_what_is_said_of_a_draw_does_not(hall: Hall, game: str) -> None:
    number = await hall.begin(game)
    due_at = (await hall.row(number)).due_at
    for who in (ADA, BEN):
        hall.clock.forward(hours=1)
        await hall.duels.offer_draw(number, who.id)
        await hall.duels.decline_draw(number, (BEN if who is ADA else ADA).id)
        assert (await hall.row(number)).due_at == due_at
    for _ in range(2):
        both = len((await hall.duel(number)).to_act) == 2
        now = hall.clock.forward(hours=1)
        await first_move(hall, number)
        # Where both choose at once, they have the same time.
        assert (await hall.row(number)).due_at == (due_at if both else now + DAY)


@pytest.mark.asyncio
@pytest.mark.parametrize("who", [ADA, BEN], ids=lambda person: person.name)
async def test_both_picks_of_sudden_death_have_the_same_time(hall: Hall, who: Person) -> None:
    await at_sudden_death(hall)
    before = (await hall.row(1)).due_at
    for person in (who, BEN if who is ADA else ADA):
        hall.clock.forward(hours=1)
        assert (await hall.row(1)).due_at == before
        await hall.duels.play(1, person.id, Action.parse("pick-5"))
    # Level once more: a new round, with a time of its own.
    assert (await hall.duel(1)).to_act == set(Player)
    assert (await hall.row(1)).due_at == hall.clock.milliseconds + DAY


@pytest.mark.asyncio
@pytest.mark.parametrize("pace", PACE)
async def test_a_rematch_keeps_the_pace(hall: Hall, pace: str) -> None:
    number = await hall.begin(pace=pace)
    await hall.duels.resign(number, BEN.id)
    hall.clock.forward(hours=1)
    row = (await hall.challenges.rematch(number, BEN)).row
    assert row.pace == PACE[pace]
    assert row.due_at == hall.clock.milliseconds + min(3 * PACE[pace], DAY)


# ---- who is late


@pytest.mark.asyncio
@pytest.mark.parametrize("game", names())
@pytest.mark.parametrize("starter", list(Player))
async def test_who_lets_the_first_move_pass_loses_nothing(hall: Hall, game: str, starter: Player) -> None:
    number = await hall.begin(game, starter=starter)
    await hall.duels.offer_draw(number, ADA.id)  # which is no move
    await until_due(hall, number)
    assert await hall.duels.run_out(number) == await hall.saved_duel(number)
    await is_over(hall, number, None)


@pytest.mark.asyncio
@pytest.mark.parametrize("game", names())
@pytest.mark.parametrize("starter", list(Player))
@pytest.mark.parametrize("late", [0, DAY])
async def test_who_lets_a_later_move_pass_loses_on_time(hall: Hall, game: str, starter: Player, late: int) -> None:
    number = await hall.begin(game, starter=starter)
    loser = await first_move(hall, number)
    await until_due(hall, number, late)
    assert await hall.duels.run_out(number) == await hall.saved_duel(number)
    await is_over(hall, number, loser)


@pytest.mark.asyncio
async def test_where_both_let_sudden_death_pass_nobody_loses(hall: Hall) -> None:
    await at_sudden_death(hall)
    await until_due(hall, 1)
    await hall.duels.run_out(1)
    await is_over(hall, 1, None)


@pytest.mark.asyncio
@pytest.mark.parametrize("picker", list(Player))
async def test_who_lets_sudden_death_pass_alone_loses_on_time(hall: Hall, picker: Player) -> None:
    await at_sudden_death(hall)
    await hall.duels.play(1, SEATS[picker].id, Action.parse("pick-5"))
    await until_due(hall, 1)
    await hall.duels.run_out(1)
    await is_over(hall, 1, picker.other)


@pytest.mark.asyncio
@pytest.mark.parametrize("pace", PACE)
async def test_an_unanswered_challenge_expires(hall: Hall, pace: str) -> None:
    number = await hall.challenge(pace=pace)
    at = await until_due(hall, number)
    assert await hall.duels.run_out(number) == await hall.saved_duel(number)
    row = await hall.row(number)
    assert (row.status, row.ended_at, row.seed) == (Status.EXPIRED, at, None)
    with pytest.raises(refusals.AlreadyAnswered, match=rf"^Challenge {number} is closed already\."):
        await hall.challenges.accept(number, BEN)


@pytest.mark.asyncio
async def test_before_its_time_nothing_runs_out_and_what_is_over_does_not_again(hall: Hall) -> None:
    challenge, playing, over = await hall.challenge(), await hall.begin(), await hall.begin()
    declined = await hall.challenge(to=CY)
    await first_move(hall, playing)
    await hall.duels.resign(over, ADA.id)
    await hall.challenges.decline(declined, CY.id)
    everything = (challenge, playing, over, declined)
    before = hall.saved()
    await until_due(hall, playing, -1)
    for number in (*everything, 0, 99):
        assert await hall.duels.run_out(number) is None
    assert hall.saved() == before
    hall.clock.forward(days=9)
    ended = [number for number in everything if await hall.duels.run_out(number)]
    assert ended == [challenge, playing]
    after = hall.saved()
    for number in everything:
        assert await hall.duels.run_out(number) is None
    assert hall.saved() == after


@pytest.mark.asyncio
async def test_what_runs_out_is_what_the_store_says_is_due(hall: Hall) -> None:
    challenge, playing = await hall.challenge(pace="live"), await hall.begin(pace="slow")
    at = await until_due(hall, challenge)
    assert (await hall.store.agenda(at)).due == (challenge,)
    await hall.duels.run_out(challenge)
    assert (await hall.store.agenda(at)).due == ()
    assert (await hall.store.agenda(await until_due(hall, playing))).due == (playing,)


@pytest.mark.asyncio
async def test_a_duel_whose_rules_are_forgotten_is_void_before_its_time_is_up(hall: Hall) -> None:
    number = await hall.foreign("chess", 1)
    await until_due(hall, number)
    assert await hall.duels.run_out(number) is None
    row = await hall.row(number)
    assert (row.status, row.winner, row.ending) == (Status.ENDED, None, "void")


# ---- at the same moment


@pytest.mark.asyncio
@pytest.mark.parametrize("apart", [False, True])
async def test_of_a_move_and_the_end_of_its_time_one_counts(hall: Hall, other: Hall, apart: bool) -> None:
    for turned in (False, True) * ROUNDS:
        service, rival = services(hall, other, apart)
        number = await hall.begin()
        await hall.play(number, "attack-1")
        await until_due(hall, number)
        attempts: list[Awaitable[SavedDuel | None]] = [
            service.duels.play(number, BEN.id, Action.parse("attack-2"), 0),
            rival.duels.run_out(number),
        ]
        made, refused = await at_once(*(reversed(attempts) if turned else attempts))
        row, log = await hall.row(number), await tokens(hall, number)
        if refused:
            assert refused == [refusals.AlreadyOver]
            assert log == [(1, "attack-1"), (2, "!time")]
            assert (row.status, row.winner, row.ending) == (Status.ENDED, 1, "time")
        else:
            assert None in made
            assert log == [(1, "attack-1"), (2, "attack-2")]
            assert (row.status, row.due_at) == (Status.OPEN, hall.clock.milliseconds + DAY)
            await hall.duels.resign(number, ADA.id)


@pytest.mark.asyncio
@pytest.mark.parametrize("apart", [False, True])
async def test_of_two_who_end_it_at_once_one_does(hall: Hall, other: Hall, apart: bool) -> None:
    for service, rival in [services(hall, other, apart)] * ROUNDS:
        number = await hall.begin()
        await hall.play(number, "attack-1")
        await until_due(hall, number)
        made, refused = await at_once(service.duels.run_out(number), rival.duels.run_out(number))
        assert refused == []
        assert len([saved_duel for saved_duel in made if saved_duel]) == 1
        assert await tokens(hall, number) == [(1, "attack-1"), (2, "!time")]


@pytest.mark.asyncio
async def test_a_move_in_the_last_moment_is_not_lost(hall: Hall, other: Hall) -> None:
    number = await hall.begin()
    await hall.play(number, "attack-1")
    await until_due(hall, number)
    between = Between(hall.store, "append", lambda: other.play(number, "attack-2"))
    assert await hall.on(between.as_store).duels.run_out(number) is None
    assert between.calls == 1
    assert await tokens(hall, number) == [(1, "attack-1"), (2, "attack-2")]


@pytest.mark.asyncio
async def test_an_offer_in_the_last_moment_stops_no_clock(hall: Hall, other: Hall) -> None:
    number = await hall.begin()
    await hall.play(number, "attack-1")
    await until_due(hall, number)
    between = Between(hall.store, "append", lambda: other.duels.offer_draw(number, BEN.id))
    assert await hall.on(between.as_store).duels.run_out(number) == await hall.saved_duel(number)
    assert between.calls == 2
    await is_over(hall, number, Player.TWO)


@pytest.mark.asyncio
async def test_an_answer_in_the_last_moment_counts(hall: Hall, other: Hall) -> None:
    number = await hall.challenge()
    await until_due(hall, number)
    between = Between(hall.store, "close", lambda: other.challenges.accept(number, BEN))
    assert await hall.on(between.as_store).duels.run_out(number) is None
    assert (await hall.row(number)).status is Status.OPEN
