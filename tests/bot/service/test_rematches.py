"""Rematches: one from one duel, the starter swapped; else challenges like others. And challenges that meet."""

from __future__ import annotations

import pytest

from bot import refusals
from bot.service.saved_duel import Person
from games import Player, names
from storage import Status
from tests.bot.service.hall import ADA, BEN, CHANNEL, CY, GUILD, Between, Hall, stranger
from tests.bot.service.scenes import begin_many
from tests.bot.service.scenes_manners import ended
from tests.bot.service.together import at_once, services

NOT_ADA = Person(ADA.id, "Ada of today")


@pytest.mark.asyncio
@pytest.mark.parametrize("asker", [ADA, BEN], ids=lambda person: person.name)
@pytest.mark.parametrize("starter", list(Player))
@pytest.mark.parametrize("game", names())
async def test_the_starter_swaps_whoever_asks(hall: Hall, game: str, starter: Player, asker: Person) -> None:
    number = await hall.begin(game, starter=starter)
    await hall.duels.resign(number, BEN.id)
    asked = await hall.challenges.rematch(number, asker)
    row = asked.row
    assert (row.status, row.game, row.rematch_of) == (Status.CHALLENGED, game, number)
    assert (row.player_one, row.player_two) == ((11, 22) if asker is ADA else (22, 11))
    assert (row.guild_id, row.channel_id) == (GUILD, CHANNEL)
    other = BEN if asker is ADA else ADA
    begun = await hall.challenges.accept(row.id, other)
    assert begun.duel is not None
    assert begun.user(begun.duel.starter) == (BEN if starter is Player.ONE else ADA).id
    assert begun.row.seed != (await hall.row(number)).seed


@pytest.mark.asyncio
async def test_names_are_those_of_today_where_they_are_known(hall: Hall) -> None:
    number = await ended(hall)
    row = (await hall.challenges.rematch(number, NOT_ADA)).row
    assert (row.name_one, row.name_two) == (NOT_ADA.name, "Ben")


@pytest.mark.asyncio
async def test_asking_twice_at_once_with_room_for_one_more_is_asked_already_and_meets_no_limit(hall: Hall) -> None:
    number = await ended(hall)
    for _ in range(2):
        await hall.challenge()
    made, refused = await at_once(hall.challenges.rematch(number, ADA), hall.challenges.rematch(number, ADA))
    assert len(made) == 1
    assert refused == [refusals.RematchAsked]


@pytest.mark.asyncio
@pytest.mark.parametrize("apart", [False, True])
async def test_two_who_press_at_once_make_one(hall: Hall, other: Hall, apart: bool) -> None:
    for service, rival in [services(hall, other, apart)] * 6:
        number = await ended(hall)
        made, refused = await at_once(service.challenges.rematch(number, ADA), rival.challenges.rematch(number, BEN))
        assert refused == []
        assert made[0].row == made[1].row
        row = made[0].row
        # Who pressed second is the one who is to accept.
        second = ADA if row.player_two == ADA.id else BEN
        await hall.challenges.accept(row.id, second)
        await hall.duels.resign(row.id, second.id)


@pytest.mark.asyncio
async def test_one_who_presses_twice_asks_once(hall: Hall) -> None:
    number = await ended(hall)
    made, refused = await at_once(*(hall.challenges.rematch(number, ADA) for _ in range(4)))
    assert (len(made), refused) == (1, [refusals.RematchAsked] * 3)
    assert len(await hall.store.duels_of(ADA.id, {Status.CHALLENGED})) == 1


@pytest.mark.asyncio
async def test_one_that_is_made_at_the_last_moment_is_found(hall: Hall, other: Hall) -> None:
    number = await ended(hall)
    between = Between(hall.store, "create", lambda: other.challenges.rematch(number, BEN))
    saved_duel = await hall.on(between.as_store).challenges.rematch(number, ADA)
    assert (saved_duel.row.player_one, saved_duel.row.player_two) == (BEN.id, ADA.id)


@pytest.mark.asyncio
async def test_one_that_is_made_and_withdrawn_at_the_last_moment_is_in_nobodys_way(hall: Hall, other: Hall) -> None:
    number = await ended(hall)
    rival = other.challenges
    asked = Between(hall.store, "create", lambda: rival.rematch(number, BEN))
    withdrawn = Between(asked.as_store, "rematch_of", lambda: rival.withdraw_unposted(number + 1, BEN.id), before=3)
    row = (await hall.on(withdrawn.as_store).challenges.rematch(number, ADA)).row
    assert (row.id, row.player_one, row.rematch_of) == (number + 2, ADA.id, number)


@pytest.mark.asyncio
async def test_who_is_asked_is_held_to_no_limit_of_those_who_ask(hall: Hall) -> None:
    number = await ended(hall)
    for _ in range(3):
        await hall.challenge(by=ADA, to=BEN)
    for guest in range(7):
        await hall.challenge(by=ADA, to=stranger(guest))
    asked = await hall.challenges.rematch(number, BEN)
    assert (await hall.challenges.rematch(number, ADA)).row == asked.row
    await hall.challenges.accept(asked.row.id, ADA)


@pytest.mark.asyncio
async def test_a_rematch_counts_among_the_unanswered(hall: Hall) -> None:
    numbers = [await ended(hall) for _ in range(3)]
    for number in numbers:
        await hall.challenges.rematch(number, ADA)
    with pytest.raises(refusals.TooManyAtOnePerson, match="to Ben"):
        await hall.challenge()


@pytest.mark.asyncio
async def test_a_rematch_can_be_followed_by_another(hall: Hall) -> None:
    number = await ended(hall)
    for _ in range(3):
        row = (await hall.challenges.rematch(number, ADA)).row
        await hall.challenges.accept(row.id, BEN)
        await hall.duels.resign(row.id, ADA.id)
        with pytest.raises(refusals.RematchUsed, match=f"Duel {number} has had its rematch, number {row.id}"):
            await hall.challenges.rematch(number, ADA)
        number = row.id


@pytest.mark.asyncio
async def test_a_drawn_duel_has_a_rematch_too(hall: Hall) -> None:
    number = await hall.begin()
    await hall.duels.offer_draw(number, ADA.id)
    await hall.duels.accept_draw(number, BEN.id)
    assert (await hall.challenges.rematch(number, BEN)).row.rematch_of == number


@pytest.mark.asyncio
async def test_a_challenge_that_stands_the_other_way_round_is_named(hall: Hall) -> None:
    first = await hall.challenge()
    await hall.challenge(by=CY, to=BEN)
    for game in ("battle", "siege"):
        with pytest.raises(refusals.ChallengedAlready, match=r"^Ada has challenged you already") as refusal:
            await hall.challenge(game, by=BEN, to=ADA)
        assert refusal.value.duel == first
    await hall.challenge(by=BEN, to=stranger(1))
    await hall.challenge("siege")  # again the same way round
    await hall.challenges.decline(first, BEN.id)
    with pytest.raises(refusals.ChallengedAlready) as refusal:
        await hall.challenge(by=BEN, to=ADA)
    assert refusal.value.duel == first + 3
    await hall.challenges.decline(first + 3, BEN.id)
    await hall.challenge(by=BEN, to=ADA)


@pytest.mark.asyncio
async def test_two_who_challenge_each_other_at_once_make_one(hall: Hall) -> None:
    made, refused = await at_once(hall.challenge(), hall.challenge(by=BEN, to=ADA))
    assert (len(made), refused) == (1, [refusals.ChallengedAlready])


@pytest.mark.asyncio
async def test_a_challenge_that_can_never_be_accepted_lapses(hall: Hall) -> None:
    number = await hall.challenge()
    with pytest.raises(refusals.OnlyOpponentAnswers):
        await hall.challenges.lapse(number, ADA.id)
    with pytest.raises(refusals.NotYourDuel):
        await hall.challenges.lapse(number, CY.id)
    lapsed = await hall.challenges.lapse(number, BEN.id)
    assert lapsed.row.status is Status.EXPIRED
    with pytest.raises(refusals.AlreadyAnswered, match="closed"):
        await hall.challenges.accept(number, BEN)
    with pytest.raises(refusals.AlreadyAnswered, match="closed"):
        await hall.challenges.lapse(number, BEN.id)


@pytest.mark.asyncio
async def test_the_sentences_name_the_other(hall: Hall) -> None:
    number = await hall.challenge()
    with pytest.raises(refusals.OnlyOpponentAnswers, match="Only Ben can"):
        await hall.challenges.accept(number, ADA)
    with pytest.raises(refusals.OnlyChallengerCancels, match="Only Ada can"):
        await hall.challenges.cancel(number, BEN.id)
    await begin_many(hall, ADA)
    with pytest.raises(refusals.ChallengerAtLimit, match=f"^Ada has 25 open duels.*challenge {number} is closed"):
        await hall.challenges.accept(number, BEN)
    with pytest.raises(refusals.OpponentHasTooManyDuels, match=r"^Ada has 25"):
        await hall.challenge(by=CY, to=ADA)


@pytest.mark.asyncio
async def test_names_in_sentences_are_harmless(hall: Hall) -> None:
    number = await hall.challenge(by=Person(ADA.id, "@everyone **\u202e**"))
    with pytest.raises(refusals.OnlyChallengerCancels) as refusal:
        await hall.challenges.cancel(number, BEN.id)
    assert str(refusal.value).startswith(r"Only \@everyone \*\*\*\* can withdraw")
