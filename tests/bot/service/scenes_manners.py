"""More scenes in which something is refused: draws, rematches, commands without a number, challenges that meet."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot import refusals
from bot.commands.duels import one_duel
from bot.service.saved_duel import Person
from tests.bot.service.hall import ADA, BEN, CY, Hall
from tests.bot.service.scenes import CASES, Attempt, begin_many, case, handlers_of


async def ended(hall: Hall) -> int:
    """A duel that Ben has given up."""
    number = await hall.begin()
    await hall.duels.resign(number, BEN.id)
    return number


@case(refusals.NoDuel)
async def a_command_of_one_without_a_duel(hall: Hall) -> Attempt:
    await hall.begin()
    await hall.challenge(to=CY)
    return lambda: one_duel(handlers_of(hall), CY.id, None)


@case(refusals.OnlyChallenged)
async def a_command_of_one_who_has_only_challenged(hall: Hall) -> Attempt:
    await hall.challenge(by=CY)
    await hall.challenge(by=CY, to=ADA)
    return lambda: one_duel(handlers_of(hall), CY.id, None)


@case(refusals.WhichDuel)
async def a_command_of_one_with_two_duels(hall: Hall) -> Attempt:
    await hall.begin()
    await hall.begin("siege")
    return lambda: one_duel(handlers_of(hall), ADA.id, None)


@case(refusals.WhichDuel)
async def a_typed_move_of_one_to_move_in_two(hall: Hall) -> Attempt:
    await hall.begin()
    await hall.begin("siege")
    return lambda: one_duel(handlers_of(hall), ADA.id, None, to_move=True)


@case(refusals.ChallengedAlready)
async def a_challenge_to_ones_challenger(hall: Hall) -> Attempt:
    await hall.challenge()
    return lambda: hall.challenge("siege", by=BEN, to=ADA)


@case(refusals.OfferedAlready)
async def a_second_offer_in_one_turn(hall: Hall) -> Attempt:
    number = await hall.begin()
    await hall.duels.offer_draw(number, ADA.id)
    return lambda: hall.duels.offer_draw(number, ADA.id)


@case(refusals.OfferedAlready)
async def an_offer_after_a_declined_one(hall: Hall) -> Attempt:
    number = await hall.begin()
    await hall.duels.offer_draw(number, BEN.id)
    await hall.duels.decline_draw(number, ADA.id)
    return lambda: hall.duels.offer_draw(number, BEN.id)


@case(refusals.NoOffer)
async def accepting_a_draw_that_nobody_offers(hall: Hall) -> Attempt:
    number = await hall.begin()
    return lambda: hall.duels.accept_draw(number, ADA.id)


@case(refusals.NoOffer)
async def accepting_ones_own_offer(hall: Hall) -> Attempt:
    number = await hall.begin()
    await hall.duels.offer_draw(number, ADA.id)
    return lambda: hall.duels.accept_draw(number, ADA.id)


@case(refusals.NoOffer)
async def declining_ones_own_offer(hall: Hall) -> Attempt:
    number = await hall.begin()
    await hall.duels.offer_draw(number, ADA.id)
    return lambda: hall.duels.decline_draw(number, ADA.id)


@case(refusals.NoOffer)
async def accepting_an_offer_that_has_lapsed(hall: Hall) -> Attempt:
    number = await hall.begin()
    await hall.duels.offer_draw(number, ADA.id)
    await hall.play(number, "attack-1")
    return lambda: hall.duels.accept_draw(number, BEN.id)


@case(refusals.NoOffer)
async def declining_an_offer_twice(hall: Hall) -> Attempt:
    number = await hall.begin()
    await hall.duels.offer_draw(number, ADA.id)
    await hall.duels.decline_draw(number, BEN.id)
    return lambda: hall.duels.decline_draw(number, BEN.id)


for _word in ("offer_draw", "accept_draw", "decline_draw"):

    async def _over(hall: Hall, word: str = _word) -> Attempt:
        number = await hall.begin()
        await hall.duels.offer_draw(number, ADA.id)
        await hall.duels.accept_draw(number, BEN.id)
        return lambda: hall.does(word)(number, BEN.id)

    async def _outside(hall: Hall, word: str = _word) -> Attempt:
        number = await hall.begin()
        await hall.duels.offer_draw(number, ADA.id)
        return lambda: hall.does(word)(number, CY.id)

    async def _before(hall: Hall, word: str = _word) -> Attempt:
        number = await hall.challenge()
        return lambda: hall.does(word)(number, BEN.id)

    CASES += [(refusals.AlreadyOver, _over), (refusals.NotYourDuel, _outside), (refusals.NotStarted, _before)]


@case(refusals.NotOver)
async def a_rematch_of_a_duel_that_goes_on(hall: Hall) -> Attempt:
    number = await hall.begin()
    return lambda: hall.challenges.rematch(number, ADA)


@case(refusals.NotOver)
async def a_rematch_of_a_challenge(hall: Hall) -> Attempt:
    number = await hall.challenge()
    return lambda: hall.challenges.rematch(number, BEN)


@case(refusals.NotOver)
async def a_rematch_of_what_was_declined(hall: Hall) -> Attempt:
    number = await hall.challenge()
    await hall.challenges.decline(number, BEN.id)
    return lambda: hall.challenges.rematch(number, ADA)


@case(refusals.NotYourDuel)
async def an_outsiders_rematch(hall: Hall) -> Attempt:
    number = await ended(hall)
    return lambda: hall.challenges.rematch(number, CY)


@case(refusals.RematchAsked)
async def asking_twice_for_a_rematch(hall: Hall) -> Attempt:
    number = await ended(hall)
    await hall.challenges.rematch(number, BEN)
    return lambda: hall.challenges.rematch(number, BEN)


for _answer in ("accept", "decline", "cancel"):
    for _who in (ADA, BEN):

        async def _used(hall: Hall, answer: str = _answer, who: Person = _who) -> Attempt:
            number = await ended(hall)
            rematch = (await hall.challenges.rematch(number, BEN)).row.id
            by: dict[str, Callable[[], Awaitable[object]]] = {
                "accept": lambda: hall.challenges.accept(rematch, ADA),
                "decline": lambda: hall.challenges.decline(rematch, ADA.id),
                "cancel": lambda: hall.challenges.cancel(rematch, BEN.id),
            }
            await by[answer]()
            return lambda: hall.challenges.rematch(number, who)

        CASES.append((refusals.RematchUsed if _answer == "accept" else refusals.RematchClosed, _used))


@case(refusals.TooManyAtOnePerson)
async def a_rematch_after_three_challenges(hall: Hall) -> Attempt:
    number = await ended(hall)
    for _ in range(3):
        await hall.challenge()
    return lambda: hall.challenges.rematch(number, ADA)


@case(refusals.TooManyDuels)
async def a_rematch_by_one_with_25_duels(hall: Hall) -> Attempt:
    number = await ended(hall)
    await begin_many(hall, ADA)
    return lambda: hall.challenges.rematch(number, ADA)


@case(refusals.OpponentHasTooManyDuels)
async def a_rematch_against_one_with_25_duels(hall: Hall) -> Attempt:
    number = await ended(hall)
    await begin_many(hall, ADA)
    return lambda: hall.challenges.rematch(number, BEN)


EVERY_CASE = CASES
"""Those of `scenes`, and these."""
