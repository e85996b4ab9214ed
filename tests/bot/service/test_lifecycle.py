"""From the challenge to the end: what is saved, when, and that what is saved is the duel that was played."""

from __future__ import annotations

import logging
from random import Random

import pytest

from bot.delivery.projection import header_of
from bot.service.saved_duel import Person
from games import SEED_BYTES, Action, Duel, Ending, Outcome, Player, Seeded, get, names
from storage import Status
from tests.bot.service.hall import ADA, BEN, CHANNEL, CY, GUILD, Hall, stranger


@pytest.mark.asyncio
async def test_a_challenge_is_written_down_with_its_time(hall: Hall) -> None:
    row = await hall.row(await hall.challenge("siege"))
    assert (row.game, row.rules_version, row.starter) == ("siege", 1, 1)
    assert (row.player_one, row.player_two, row.name_one, row.name_two) == (ADA.id, BEN.id, "Ada", "Ben")
    assert (row.guild_id, row.channel_id) == (GUILD, CHANNEL)
    assert (row.status, row.seed, row.created_at) == (Status.CHALLENGED, None, hall.clock.milliseconds)


@pytest.mark.asyncio
async def test_accepting_deals_under_the_name_of_then(hall: Hall) -> None:
    number = await hall.challenge("match")
    later = hall.clock.forward(hours=3)
    saved_duel = await hall.challenges.accept(number, Person(BEN.id, "Benny"))
    row = await hall.row(number)
    assert (row.status, row.name_two, row.opened_at) == (Status.OPEN, "Benny", later)
    assert row.seed is not None
    assert len(row.seed) == SEED_BYTES
    assert saved_duel == await hall.saved_duel(number)
    assert saved_duel.duel == Duel.start("match", Seeded(row.seed), Player.ONE)


@pytest.mark.asyncio
@pytest.mark.parametrize("starter", list(Player))
async def test_who_was_chosen_to_start_does(hall: Hall, starter: Player) -> None:
    assert (await hall.duel(await hall.begin(starter=starter))).to_act == {starter}


@pytest.mark.asyncio
async def test_a_coin_toss_falls_either_way_and_no_two_deals_are_alike(hall: Hall) -> None:
    # Sixty tosses on one side: once in 10**18 runs.
    rows = []
    for _ in range(60):
        number = await hall.begin(starter=None)
        rows.append(await hall.row(number))
        await hall.duels.resign(number, ADA.id)
    assert {row.starter for row in rows} == {1, 2}
    assert len({row.seed for row in rows}) == 60


@pytest.mark.asyncio
async def test_it_is_known_whose_first_duel_of_a_game_it_is_and_whether_a_coin_was_tossed(hall: Hall) -> None:
    first = await hall.saved_duel(await hall.begin("siege", starter=None))
    assert (first.newcomers, first.is_tossed) == (frozenset(Player), True)
    second = await hall.saved_duel(await hall.begin("siege", by=CY, to=BEN))
    assert (second.newcomers, second.is_tossed) == (frozenset({Player.ONE}), False)
    header = header_of(second, None)
    assert (header.newcomers, header.tossed) == (second.newcomers, second.is_tossed)
    await hall.duels.resign(second.row.id, CY.id)
    rematch = await hall.challenges.rematch(second.row.id, BEN)
    accepted = await hall.challenges.accept(rematch.row.id, CY)
    assert (accepted.newcomers, accepted.is_tossed) == (frozenset(), False)


@pytest.mark.asyncio
@pytest.mark.parametrize("game", names())
async def test_no_coin_is_told_of_where_it_makes_no_difference(hall: Hall, game: str) -> None:
    tossed = await hall.saved_duel(await hall.begin(game, starter=None))
    assert tossed.row.tossed
    assert tossed.is_tossed is get(game).starter_matters


@pytest.mark.asyncio
async def test_declining_and_cancelling_close_a_challenge(hall: Hall) -> None:
    declined, cancelled = await hall.challenge(), await hall.challenge()
    at = hall.clock.forward(minutes=1)
    assert (await hall.challenges.decline(declined, BEN.id)).row == await hall.row(declined)
    assert (await hall.challenges.cancel(cancelled, ADA.id)).row == await hall.row(cancelled)
    for number, status in ((declined, Status.DECLINED), (cancelled, Status.CANCELLED)):
        row = await hall.row(number)
        assert (row.status, row.ended_at, row.seed) == (status, at, None)
    assert await hall.duels.duels_of(ADA.id) == ()


@pytest.mark.asyncio
@pytest.mark.parametrize("game", names())
@pytest.mark.parametrize("seed", range(3))
async def test_what_is_saved_is_the_duel_that_was_played(hall: Hall, other: Hall, game: str, seed: int) -> None:
    random = Random(seed)
    number = await hall.begin(game, starter=None)
    row = await hall.row(number)
    assert row.seed is not None
    played = Duel.start(game, Seeded(row.seed), Player(row.starter))
    for ply in range(400):
        if not played.to_act:
            break
        player = random.choice(sorted(played.to_act, key=lambda one: one.value))
        action = random.choice(played.view(player).actions)
        turn, at = played.turn(player), hall.clock.forward(seconds=1)
        played = played.play(player, action)
        saved_duel = await hall.duels.play(number, (ADA, BEN)[player.index].id, action, turn)
        assert saved_duel.duel == played == await other.duel(number)
        entry = (await hall.entries(number))[-1]
        assert (entry.ply, entry.player, entry.action, entry.at) == (ply, player.value, str(action), at)
    assert played.outcome is not None
    row, winner = await hall.row(number), played.outcome.winner
    assert (row.status, row.ended_at) == (Status.ENDED, hall.clock.milliseconds)
    assert (row.winner, row.ending) == (winner.value if winner else None, played.outcome.ending)


@pytest.mark.asyncio
@pytest.mark.parametrize("who", [ADA, BEN])
async def test_anybody_may_resign_on_anybodys_turn(hall: Hall, other: Hall, who: Person) -> None:
    number = await hall.begin()
    saved_duel = await hall.duels.resign(number, who.id)
    winner = Player.TWO if who is ADA else Player.ONE
    assert saved_duel.duel is not None
    assert saved_duel.duel.outcome == Outcome(winner, Ending.RESIGNATION)
    assert saved_duel == await other.saved_duel(number)
    assert (saved_duel.row.status, saved_duel.row.winner, saved_duel.row.ending) == (
        Status.ENDED,
        winner.value,
        "resignation",
    )


@pytest.mark.asyncio
async def test_duels_of_the_same_two_run_apart(hall: Hall) -> None:
    numbers = [await hall.begin("battle"), await hall.begin("battle"), await hall.begin("siege")]
    await hall.play(numbers[0], "attack-9")
    assert [len(await hall.entries(number)) for number in numbers] == [1, 0, 0]


@pytest.mark.asyncio
async def test_the_list_begins_with_what_waits_for_the_person(hall: Hall) -> None:
    waits_for_ben = await hall.begin(starter=Player.TWO)
    own_challenge = await hall.challenge()
    waits_for_ada = await hall.begin()
    to_ada = await hall.challenge(by=CY, to=ADA)
    await hall.begin(by=CY, to=BEN)
    over = await hall.begin()
    await hall.duels.resign(over, ADA.id)
    await hall.challenges.decline(await hall.challenge(by=stranger(1), to=ADA), ADA.id)
    saved_duels = await hall.duels.duels_of(ADA.id)
    assert [saved_duel.row.id for saved_duel in saved_duels] == [waits_for_ada, to_ada, waits_for_ben, own_challenge]
    assert [saved_duel.waits_for(ADA.id) for saved_duel in saved_duels] == [True, True, False, False]


@pytest.mark.asyncio
async def test_a_table_tells_who_sits_where(hall: Hall) -> None:
    saved_duel = await hall.saved_duel(await hall.challenge(starter=None))
    assert [saved_duel.seat(person.id) for person in (ADA, BEN, CY)] == [Player.ONE, Player.TWO, None]
    assert [saved_duel.user(player) for player in Player] == [ADA.id, BEN.id]
    assert (saved_duel.first, saved_duel.is_answered, saved_duel.plies, saved_duel.title) == (
        None,
        False,
        0,
        "Number Battle",
    )
    assert saved_duel.waits_for(BEN.id)
    assert not saved_duel.waits_for(ADA.id)
    assert not saved_duel.waits_for(CY.id)


@pytest.mark.asyncio
async def test_looking_at_what_never_was(hall: Hall) -> None:
    assert await hall.duels.load_or_call_off(1) is None


@pytest.mark.asyncio
async def test_the_log_tells_who_did_something_and_never_what(hall: Hall, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, "bot")
    number = await hall.begin("siege")
    await hall.duels.play(number, ADA.id, Action.parse("attack-7"), 0)
    await hall.duels.play(number, BEN.id, Action.parse("take"), 0)
    await hall.duels.resign(number, ADA.id)
    await hall.challenges.cancel(await hall.challenge("match"), ADA.id)
    assert [record.getMessage() for record in caplog.records if record.name.startswith("bot")] == [
        "duel 1: challenge to siege from 11 to 22",
        "duel 1: accepted by 22",
        "duel 1: entry 1 by 11",
        "duel 1: entry 2 by 22",
        "duel 1: resigned by 11",
        "duel 2: challenge to match from 11 to 22",
        "duel 2: cancelled by 11",
    ]
