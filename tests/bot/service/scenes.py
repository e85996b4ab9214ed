"""Scenes in which something is refused: each is set, and returns what is then tried."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import cast

from bot import refusals
from bot.commands.duels import one_duel
from bot.interactions.handlers import Handlers
from bot.service.saved_duel import Person
from games import Action, Player
from tests.bot.service.hall import ADA, BEN, CY, Hall, stranger

Attempt = Callable[[], Awaitable[object]]
Case = Callable[[Hall], Awaitable[Attempt]]

CASES: list[tuple[type[refusals.Refusal], Case]] = []
IN_THE_BOT = {
    refusals.NotHere,
    refusals.CantSeeChannel,
    refusals.NotInThread,
    refusals.OpponentGone,
    refusals.AnotherDuel,
    refusals.NotPosted,
    refusals.MissingPermission,
    refusals.GoneForRematch,
    refusals.ChallengerGone,
    refusals.NothingToWatch,
    refusals.NoCourseYet,
    refusals.BoardIsNew,
    refusals.BoardNotPosted,
    refusals.NotToBeCalledOff,
    refusals.TooLate,
    refusals.SetAside,
}
"""What only Discord makes possible, and the tests on it try."""


def case(kind: type[refusals.Refusal]) -> Callable[[Case], Case]:
    """Add a scene to the cases of one kind."""

    def add(scene: Case) -> Case:
        CASES.append((kind, scene))
        return scene

    return add


def attack(hall: Hall, duel: int, who: Person, token: str = "attack-9", turn: int | None = 0) -> Attempt:
    return lambda: hall.duels.play(duel, who.id, Action.parse(token), turn)


@case(refusals.NoSuchGame)
async def a_game_that_there_is_not(hall: Hall) -> Attempt:
    return lambda: hall.challenge("chess")


@case(refusals.SelfChallenge)
async def oneself(hall: Hall) -> Attempt:
    return lambda: hall.challenge(to=ADA)


@case(refusals.SelfChallenge)
async def oneself_under_another_name(hall: Hall) -> Attempt:
    return lambda: hall.challenge(to=Person(ADA.id, "Not Ada"))


@case(refusals.BotChallenge)
async def a_bot(hall: Hall) -> Attempt:
    return lambda: hall.challenge(to=Person(99, "Robot", bot=True))


@case(refusals.TooManyAtOnePerson)
async def a_fourth_to_one(hall: Hall) -> Attempt:
    for game in ("battle", "siege", "match"):
        await hall.challenge(game)
    return lambda: hall.challenge("nomad")


@case(refusals.TooManyChallenges)
async def an_eleventh(hall: Hall) -> Attempt:
    for number in range(10):
        await hall.challenge(to=stranger(number))
    return hall.challenge


@case(refusals.TooManyDuels)
async def a_challenge_by_one_with_25_duels(hall: Hall) -> Attempt:
    await begin_many(hall, ADA)
    return lambda: hall.challenge(to=CY)


@case(refusals.OpponentHasTooManyDuels)
async def a_challenge_to_one_with_25_duels(hall: Hall) -> Attempt:
    await begin_many(hall, ADA)
    return lambda: hall.challenge(by=CY, to=ADA)


@case(refusals.TooManyDuels)
async def an_acceptance_by_one_with_25_duels(hall: Hall) -> Attempt:
    number = await hall.challenge(by=CY, to=ADA)
    await begin_many(hall, ADA)
    return lambda: hall.challenges.accept(number, ADA)


@case(refusals.ChallengerAtLimit)
async def an_acceptance_of_one_with_25_duels(hall: Hall) -> Attempt:
    number = await hall.challenge(by=ADA, to=CY)
    await begin_many(hall, ADA)
    return lambda: hall.challenges.accept(number, CY)


@case(refusals.OnlyOpponentAnswers)
async def accepting_ones_own(hall: Hall) -> Attempt:
    number = await hall.challenge()
    return lambda: hall.challenges.accept(number, ADA)


@case(refusals.OnlyOpponentAnswers)
async def declining_ones_own(hall: Hall) -> Attempt:
    number = await hall.challenge()
    return lambda: hall.challenges.decline(number, ADA.id)


@case(refusals.OnlyChallengerCancels)
async def cancelling_anothers(hall: Hall) -> Attempt:
    number = await hall.challenge()
    return lambda: hall.challenges.cancel(number, BEN.id)


@case(refusals.AlreadyAnswered)
async def accepting_twice(hall: Hall) -> Attempt:
    number = await hall.begin()
    return lambda: hall.challenges.accept(number, BEN)


@case(refusals.NotYourDuel)
async def an_outsider_accepts(hall: Hall) -> Attempt:
    number = await hall.challenge()
    return lambda: hall.challenges.accept(number, CY)


@case(refusals.NotYourDuel)
async def an_outsider_cancels(hall: Hall) -> Attempt:
    number = await hall.challenge()
    return lambda: hall.challenges.cancel(number, CY.id)


@case(refusals.NotYourDuel)
async def an_outsider_declines_what_is_declined(hall: Hall) -> Attempt:
    number = await hall.challenge()
    await hall.challenges.decline(number, BEN.id)
    return lambda: hall.challenges.decline(number, CY.id)


@case(refusals.NotYourDuel)
async def an_outsider_plays(hall: Hall) -> Attempt:
    return attack(hall, await hall.begin(), CY)


@case(refusals.NotYourDuel)
async def an_outsider_resigns(hall: Hall) -> Attempt:
    number = await hall.begin()
    return lambda: hall.duels.resign(number, CY.id)


@case(refusals.NotYourDuel)
async def an_outsider_looks(hall: Hall) -> Attempt:
    number = await hall.begin()
    return lambda: hall.duels.seated(number, CY.id)


@case(refusals.AlreadyPlayed)
async def a_button_of_the_turn_before(hall: Hall) -> Attempt:
    number = await hall.begin()
    await hall.play(number, "attack-1", "attack-2")
    return attack(hall, number, ADA, turn=0)


@case(refusals.AlreadyPlayed)
async def a_button_of_this_turn_once_it_is_played(hall: Hall) -> Attempt:
    number = await hall.begin()
    await hall.play(number, "attack-9")
    return attack(hall, number, ADA, turn=0)


@case(refusals.AlreadyPlayed)
async def a_button_of_a_turn_to_come(hall: Hall) -> Attempt:
    return attack(hall, await hall.begin(), ADA, turn=1)


@case(refusals.NotYetYourTurn)
async def out_of_turn(hall: Hall) -> Attempt:
    return attack(hall, await hall.begin(), BEN)


@case(refusals.NotYetYourTurn)
async def typed_twice(hall: Hall) -> Attempt:
    number = await hall.begin()
    await hall.play(number, "attack-1")
    return attack(hall, number, ADA, turn=None)


@case(refusals.NotHeld)
async def a_number_that_is_gone(hall: Hall) -> Attempt:
    number = await hall.begin()
    await hall.play(number, "attack-9")
    return attack(hall, number, BEN, "attack-9")


@case(refusals.NotHeld)
async def a_card_that_one_does_not_hold(hall: Hall) -> Attempt:
    number = await hall.begin("match")
    hand = (await hall.duel(number)).view(Player.ONE).pile("hand", Player.ONE)
    assert hand is not None
    other = next(card for card in range(1, 11) if card not in (hand.numbers or ()))
    return attack(hall, number, ADA, f"attack-{other}")


@case(refusals.WrongAct)
async def an_attack_that_is_to_be_answered(hall: Hall) -> Attempt:
    number = await hall.begin("siege")
    await hall.play(number, "attack-9")
    return attack(hall, number, BEN, "attack-9")


@case(refusals.WrongAct)
async def luck_is_nobodys_to_play(hall: Hall) -> Attempt:
    return attack(hall, await hall.begin("match"), ADA, "draw-9")


@case(refusals.WrongAct)
async def a_defence_in_a_game_without(hall: Hall) -> Attempt:
    return attack(hall, await hall.begin(), ADA, "defend-9")


@case(refusals.AlreadyOver)
async def a_move_after_the_end(hall: Hall) -> Attempt:
    number = await hall.begin()
    await hall.play(number, "attack-9", "attack-8", "attack-7")
    return attack(hall, number, BEN, "attack-1", turn=1)


@case(refusals.AlreadyOver)
async def a_move_after_a_resignation(hall: Hall) -> Attempt:
    number = await hall.begin()
    await hall.duels.resign(number, BEN.id)
    return attack(hall, number, ADA)


@case(refusals.AlreadyOver)
async def a_second_resignation(hall: Hall) -> Attempt:
    number = await hall.begin()
    await hall.duels.resign(number, BEN.id)
    return lambda: hall.duels.resign(number, ADA.id)


@case(refusals.AlreadyAnswered)
async def a_move_where_the_challenge_was_declined(hall: Hall) -> Attempt:
    number = await hall.challenge()
    await hall.challenges.decline(number, BEN.id)
    return attack(hall, number, ADA)


@case(refusals.NotStarted)
async def a_move_before_the_start(hall: Hall) -> Attempt:
    return attack(hall, await hall.challenge(), ADA)


@case(refusals.NotStarted)
async def a_resignation_before_the_start(hall: Hall) -> Attempt:
    number = await hall.challenge()
    return lambda: hall.duels.resign(number, BEN.id)


UNKNOWN = (0, -1, 2, 2**53, 2**63, 2**70)
for _number in UNKNOWN:
    for _attempt in (
        lambda hall, n=_number: hall.challenges.accept(n, BEN),
        lambda hall, n=_number: hall.challenges.decline(n, BEN.id),
        lambda hall, n=_number: hall.challenges.cancel(n, ADA.id),
        lambda hall, n=_number: hall.duels.resign(n, ADA.id),
        lambda hall, n=_number: hall.duels.offer_draw(n, ADA.id),
        lambda hall, n=_number: hall.challenges.rematch(n, ADA),
        lambda hall, n=_number: hall.duels.play(n, ADA.id, Action.parse("attack-9")),
        lambda hall, n=_number: one_duel(handlers_of(hall), ADA.id, n),
    ):

        async def _unknown(hall: Hall, attempt: Callable[[Hall], Awaitable[object]] = _attempt) -> Attempt:
            await hall.begin()
            return lambda: attempt(hall)

        CASES.append((refusals.UnknownDuel, _unknown))


def handlers_of(hall: Hall) -> Handlers:
    """A handlers_of of which only the service is asked."""
    return cast("Handlers", SimpleNamespace(duels=hall.duels, challenges=hall.challenges))


async def begin_many(hall: Hall, person: Person, count: int = 25) -> None:
    """Open duels of one person against as many others."""
    for number in range(count):
        await hall.begin(by=person, to=stranger(number))
