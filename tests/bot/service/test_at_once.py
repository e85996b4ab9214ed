"""Two who act at once: one of them wins wholly, or both count, and nobody slips past a limit."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable

import pytest

from bot import refusals
from bot.service.saved_duel import SavedDuel
from games import Action, Ending, Outcome, Player
from games.model import Showdown
from storage import Status
from tests.bot.service.hall import ADA, BEN, CY, Between, Hall, stranger
from tests.bot.service.scenes import begin_many
from tests.bot.service.together import ROUNDS, at_once, at_sudden_death, services, tokens

# ---- limits


@pytest.mark.asyncio
async def test_three_unanswered_challenges_reach_one_person_however_fast(hall: Hall) -> None:
    made, refused = await at_once(*(hall.challenge() for _ in range(7)))
    assert len(made) == 3
    assert set(refused) == {refusals.TooManyAtOnePerson}


@pytest.mark.asyncio
async def test_ten_unanswered_challenges_in_all_however_fast(hall: Hall) -> None:
    made, refused = await at_once(*(hall.challenge(to=stranger(number)) for number in range(14)))
    assert len(made) == 10
    assert set(refused) == {refusals.TooManyChallenges}


@pytest.mark.asyncio
async def test_25_open_duels_of_the_one_who_accepts_however_fast(hall: Hall) -> None:
    numbers = [await hall.challenge(by=stranger(number), to=BEN) for number in range(29)]
    made, refused = await at_once(*(hall.challenges.accept(number, BEN) for number in numbers))
    assert len(made) == 25
    assert refused == [refusals.TooManyDuels] * 4
    assert len(await hall.store.duels_of(BEN.id, {Status.OPEN})) == 25
    assert len(await hall.store.duels_of(BEN.id, {Status.CHALLENGED})) == 4


@pytest.mark.asyncio
async def test_25_open_duels_of_the_one_who_is_accepted_however_fast(hall: Hall) -> None:
    for number in range(20):
        await hall.begin(by=ADA, to=stranger(number))
    numbers = [await hall.challenge(to=stranger(100 + number)) for number in range(10)]
    made, refused = await at_once(
        *(hall.challenges.accept(challenge, stranger(100 + number)) for number, challenge in enumerate(numbers))
    )
    assert len(made) == 5
    assert refused == [refusals.ChallengerAtLimit] * 5


@pytest.mark.asyncio
async def test_only_unanswered_challenges_of_ones_own_count(hall: Hall) -> None:
    for person in (CY, CY, CY, stranger(0)):
        await hall.challenge(by=person, to=ADA)
    for _ in range(3):
        await hall.challenge(by=CY, to=BEN)
    numbers = [await hall.challenge() for _ in range(3)]
    with pytest.raises(refusals.TooManyAtOnePerson, match=r"^3 of your challenges"):
        await hall.challenge()
    await hall.challenge(to=stranger(1))
    await hall.challenges.cancel(numbers[0], ADA.id)
    await hall.challenge()
    await hall.challenges.accept(numbers[1], BEN)
    await hall.challenge()
    await hall.challenges.decline(numbers[2], BEN.id)
    await hall.challenge()


@pytest.mark.asyncio
async def test_who_is_challenged_by_many_can_still_challenge(hall: Hall) -> None:
    for number in range(12):
        await hall.challenge(by=stranger(number), to=BEN)
    for number in range(10):
        await hall.challenge(by=BEN, to=stranger(100 + number))


@pytest.mark.asyncio
async def test_a_finished_duel_makes_room_for_another(hall: Hall) -> None:
    first = await hall.begin(to=stranger(0))
    for number in range(1, 25):
        await hall.begin(to=stranger(number))
    with pytest.raises(refusals.TooManyDuels, match=r"^You have 25 open duels"):
        await hall.challenge(to=CY)
    await hall.duels.resign(first, ADA.id)
    await hall.begin(to=CY)


# ---- challenges


@pytest.mark.asyncio
@pytest.mark.parametrize("apart", [False, True])
async def test_accepting_on_two_devices_opens_one_duel(hall: Hall, other: Hall, apart: bool) -> None:
    for service, rival in [services(hall, other, apart)] * ROUNDS:
        number = await hall.challenge("match", starter=None)
        made, refused = await at_once(service.challenges.accept(number, BEN), rival.challenges.accept(number, BEN))
        assert refused == [refusals.AlreadyAnswered]
        assert made == [await hall.saved_duel(number)]
        await hall.duels.resign(number, ADA.id)


@pytest.mark.asyncio
async def test_accepting_twice_with_room_for_one_more_is_accepted_already_and_meets_no_limit(hall: Hall) -> None:
    await begin_many(hall, BEN, 24)
    number = await hall.challenge()
    made, refused = await at_once(hall.challenges.accept(number, BEN), hall.challenges.accept(number, BEN))
    assert refused == [refusals.AlreadyAnswered]
    assert made == [await hall.saved_duel(number)]


@pytest.mark.asyncio
@pytest.mark.parametrize("apart", [False, True])
async def test_accepting_what_is_being_cancelled(hall: Hall, other: Hall, apart: bool) -> None:
    for turned in (False, True) * (ROUNDS // 2):
        service, rival = services(hall, other, apart)
        number = await hall.challenge()
        attempts: list[Awaitable[SavedDuel]] = [
            service.challenges.accept(number, BEN),
            rival.challenges.cancel(number, ADA.id),
        ]
        made, refused = await at_once(*(reversed(attempts) if turned else attempts))
        assert refused == [refusals.AlreadyAnswered]
        assert [saved_duel.row for saved_duel in made] == [await hall.row(number)]
        if made[0].row.status is Status.OPEN:
            await hall.duels.resign(number, ADA.id)


@pytest.mark.asyncio
@pytest.mark.parametrize("word", ["accepted", "declined", "withdrawn"])
async def test_who_comes_second_hears_what_came_first(hall: Hall, other: Hall, word: str) -> None:
    number = await hall.challenge()
    firsts: dict[str, Callable[[], Awaitable[SavedDuel]]] = {
        "accepted": lambda: other.challenges.accept(number, BEN),
        "declined": lambda: other.challenges.decline(number, BEN.id),
        "withdrawn": lambda: other.challenges.cancel(number, ADA.id),
    }
    for method in ("open", "close"):
        number = await hall.challenge()
        sentence = rf"^Challenge {number} is {word} already\."
        service = hall.on(Between(hall.store, method, firsts[word]).as_store)
        with pytest.raises(refusals.AlreadyAnswered, match=sentence):
            await (
                service.challenges.accept(number, BEN)
                if method == "open"
                else service.challenges.cancel(number, ADA.id)
            )


# ---- moves


@pytest.mark.asyncio
@pytest.mark.parametrize("apart", [False, True])
@pytest.mark.parametrize("second", ["attack-9", "attack-2"])
async def test_a_double_click_is_one_move(hall: Hall, other: Hall, apart: bool, second: str) -> None:
    for service, rival in [services(hall, other, apart)] * ROUNDS:
        number = await hall.begin()
        made, refused = await at_once(
            service.duels.play(number, ADA.id, Action.parse("attack-9"), 0),
            rival.duels.play(number, ADA.id, Action.parse(second), 0),
        )
        assert len(made) == 1
        assert refused == [refusals.AlreadyPlayed]
        assert len(await hall.entries(number)) == 1
        await hall.duels.resign(number, ADA.id)


def picks(hall: Hall, other: Hall, number: int, turns: Iterable[int]) -> list[Awaitable[SavedDuel]]:
    """Ada picks 5 through one service and Ben 1 through the other."""
    one, two = turns
    return [
        hall.duels.play(number, ADA.id, Action.parse("pick-5"), one),
        other.duels.play(number, BEN.id, Action.parse("pick-1"), two),
    ]


@pytest.mark.asyncio
@pytest.mark.parametrize("apart", [False, True])
@pytest.mark.parametrize("turned", [False, True])
async def test_both_picks_of_sudden_death_at_once_both_count(
    hall: Hall, other: Hall, apart: bool, turned: bool
) -> None:
    for number in range(1, ROUNDS + 1):
        turns = await at_sudden_death(hall)
        attempts = picks(hall, other if apart else hall, number, turns)
        made, refused = await at_once(*(reversed(attempts) if turned else attempts))
        assert len(made) == 2
        assert refused == []
        assert set((await tokens(hall, number))[-2:]) == {(1, "pick-5"), (2, "pick-1")}
        duel = await hall.duel(number)
        assert duel.view(None).history[-1] == Showdown(10, (5, 1), (20, 16), (0, -4))
        await hall.duels.resign(number, ADA.id)


async def interrupted(hall: Hall, rival: Callable[[], Awaitable[object]]) -> tuple[Hall, Between]:
    """A service whose first entry is preceded by the rival's."""
    between = Between(hall.store, "append", rival)
    return hall.on(between.as_store), between


@pytest.mark.asyncio
async def test_an_entry_that_comes_second_is_checked_again_and_made(hall: Hall, other: Hall) -> None:
    one, two = await at_sudden_death(hall)
    service, between = await interrupted(hall, lambda: other.duels.play(1, BEN.id, Action.parse("pick-1"), two))
    saved_duel = await service.duels.play(1, ADA.id, Action.parse("pick-5"), one)
    assert between.calls == 2
    assert (await tokens(hall, 1))[-2:] == [(2, "pick-1"), (1, "pick-5")]
    assert saved_duel == await hall.saved_duel(1)


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("rival", "kind"),
    [
        (lambda other: other.duels.play(1, ADA.id, Action.parse("attack-9"), 0), refusals.AlreadyPlayed),
        (lambda other: other.duels.resign(1, BEN.id), refusals.AlreadyOver),
        (lambda other: other.duels.resign(1, ADA.id), refusals.AlreadyOver),
    ],
)
async def test_an_entry_that_comes_second_and_is_outdated_is_refused(
    hall: Hall, other: Hall, rival: Callable[[Hall], Awaitable[object]], kind: type[refusals.Refusal]
) -> None:
    await hall.begin()
    service, between = await interrupted(hall, lambda: rival(other))
    with pytest.raises(refusals.Refusal) as refusal:
        await service.duels.play(1, ADA.id, Action.parse("attack-9"), 0)
    assert refusal.type is kind
    assert between.calls == 1
    assert len(await hall.entries(1)) == 1


@pytest.mark.asyncio
async def test_a_resignation_overtaken_by_a_move_still_ends_the_duel(hall: Hall, other: Hall) -> None:
    await hall.begin()
    service, between = await interrupted(hall, lambda: other.play(1, "attack-9"))
    saved_duel = await service.duels.resign(1, BEN.id)
    assert between.calls == 2
    assert await tokens(hall, 1) == [(1, "attack-9"), (2, "!resign")]
    assert saved_duel.duel is not None
    assert saved_duel.duel.outcome == Outcome(Player.ONE, Ending.RESIGNATION)


@pytest.mark.asyncio
@pytest.mark.parametrize("apart", [False, True])
async def test_two_who_resign_at_once_end_it_once(hall: Hall, other: Hall, apart: bool) -> None:
    for service, rival in [services(hall, other, apart)] * ROUNDS:
        number = await hall.begin()
        made, refused = await at_once(service.duels.resign(number, ADA.id), rival.duels.resign(number, BEN.id))
        assert refused == [refusals.AlreadyOver]
        assert made == [await hall.saved_duel(number)]
        assert len(await hall.entries(number)) == 1
