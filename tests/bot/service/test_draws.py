"""Draws, as the service saves them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from bot import refusals
from bot.service.saved_duel import Person, SavedDuel
from games import Action, Ending, Outcome, names
from games.model import Offer, Player
from storage import Status
from tests.bot.service.hall import ADA, BEN, Between, Hall
from tests.bot.service.together import at_once, services, tokens
from tests.games.helpers import LEVEL_AT_8

DRAWN = Outcome(None, Ending.AGREEMENT)


async def ends_drawn(hall: Hall, number: int) -> None:
    """The duel, its row and its log say that it was drawn."""
    row = await hall.row(number)
    assert (row.status, row.winner, row.ending) == (Status.ENDED, None, "agreement")
    assert (await hall.duel(number)).outcome == DRAWN
    assert (await tokens(hall, number))[-1] == (None, "!draw")


@pytest.mark.asyncio
@pytest.mark.parametrize("by", [ADA, BEN], ids=lambda person: person.name)
@pytest.mark.parametrize("way", ["accept", "offer"])
@pytest.mark.parametrize("game", names())
async def test_an_offer_is_saved_and_taken(hall: Hall, game: str, way: str, by: Person) -> None:
    number, other = await hall.begin(game), BEN if by is ADA else ADA
    offered = await hall.duels.offer_draw(number, by.id)
    assert offered == await hall.saved_duel(number)
    assert offered.duel is not None
    assert offered.duel.offer == Offer(Player.ONE if by is ADA else Player.TWO)
    assert offered.row.status is Status.OPEN
    take = hall.duels.accept_draw if way == "accept" else hall.duels.offer_draw
    assert await take(number, other.id) == await hall.saved_duel(number)
    await ends_drawn(hall, number)


@pytest.mark.asyncio
@pytest.mark.parametrize("game", names())
async def test_an_offer_is_declined_and_the_duel_goes_on(hall: Hall, game: str) -> None:
    number = await hall.begin(game)
    await hall.duels.offer_draw(number, BEN.id)
    declined = await hall.duels.decline_draw(number, ADA.id)
    assert declined == await hall.saved_duel(number)
    assert await tokens(hall, number) == [(2, "!offer"), (1, "!decline")]
    assert (await hall.row(number)).status is Status.OPEN
    duel = await hall.duel(number)
    await hall.play(number, str(duel.view(Player.ONE).actions[0]))
    await hall.duels.offer_draw(number, ADA.id)  # a turn later, another
    assert (await hall.duel(number)).is_offered(Player.TWO)


@pytest.mark.asyncio
async def test_a_button_made_before_an_offer_still_plays(hall: Hall) -> None:
    number = await hall.begin()
    await hall.duels.offer_draw(number, BEN.id)
    await hall.duels.play(number, ADA.id, Action.parse("attack-9"), 0)
    assert await tokens(hall, number) == [(2, "!offer"), (1, "attack-9")]


@pytest.mark.asyncio
async def test_a_draw_in_sudden_death_with_one_pick_in(hall: Hall) -> None:
    number = await hall.begin("digit")
    await hall.play(number, *LEVEL_AT_8)
    await hall.duels.play(number, BEN.id, Action.parse("pick-5"))
    await hall.duels.offer_draw(number, BEN.id)
    await hall.duels.accept_draw(number, ADA.id)
    await ends_drawn(hall, number)


@pytest.mark.asyncio
@pytest.mark.parametrize("apart", [False, True])
async def test_two_who_offer_at_once_have_agreed(hall: Hall, other: Hall, apart: bool) -> None:
    for service, rival in [services(hall, other, apart)] * 6:
        number = await hall.begin()
        made, refused = await at_once(service.duels.offer_draw(number, ADA.id), rival.duels.offer_draw(number, BEN.id))
        assert (len(made), refused) == (2, [])
        await ends_drawn(hall, number)


@pytest.mark.asyncio
@pytest.mark.parametrize("apart", [False, True])
@pytest.mark.parametrize("turned", [False, True])
async def test_accepting_and_declining_at_once_is_one_of_them(
    hall: Hall, other: Hall, apart: bool, turned: bool
) -> None:
    for service, rival in [services(hall, other, apart)] * 6:
        number = await hall.begin()
        await hall.duels.offer_draw(number, ADA.id)
        attempts: list[Awaitable[SavedDuel]] = [
            service.duels.accept_draw(number, BEN.id),
            rival.duels.decline_draw(number, BEN.id),
        ]
        made, refused = await at_once(*(reversed(attempts) if turned else attempts))
        assert len(made) == 1
        assert refused in ([refusals.AlreadyOver], [refusals.NoOffer])
        if (await hall.row(number)).status is Status.OPEN:
            assert await tokens(hall, number) == [(1, "!offer"), (2, "!decline")]
            await hall.duels.resign(number, ADA.id)
        else:
            await ends_drawn(hall, number)


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("rival", "kind"),
    [
        (lambda other: other.play(1, "attack-9"), refusals.NoOffer),
        (lambda other: other.duels.decline_draw(1, BEN.id), refusals.NoOffer),
        (lambda other: other.duels.resign(1, ADA.id), refusals.AlreadyOver),
        (lambda other: other.duels.accept_draw(1, BEN.id), refusals.AlreadyOver),
    ],
)
@pytest.mark.parametrize("word", ["accept_draw", "decline_draw"])
async def test_an_answer_that_comes_second_is_refused(
    hall: Hall, other: Hall, rival: Callable[[Hall], Awaitable[object]], kind: type[refusals.Refusal], word: str
) -> None:
    await hall.begin()
    await hall.duels.offer_draw(1, ADA.id)
    service = hall.on(Between(hall.store, "append", lambda: rival(other)).as_store)
    with pytest.raises(refusals.Refusal) as refusal:
        await service.does(word)(1, BEN.id)
    assert refusal.type is kind
    assert len(await hall.entries(1)) == 2


@pytest.mark.asyncio
async def test_a_double_click_offers_once(hall: Hall) -> None:
    number = await hall.begin()
    made, refused = await at_once(*(hall.duels.offer_draw(number, ADA.id) for _ in range(3)))
    assert (len(made), refused) == (1, [refusals.OfferedAlready] * 2)
    assert await tokens(hall, number) == [(1, "!offer")]
