"""The limits of challenges: how many one person may send, and how many duels one may have open."""

from __future__ import annotations

import pytest

from tests.bot.scenes import moves, onlookers, open_duels, saved, statuses, told
from tests.bot.world import Seat, World, answer, enabled, text

# ---- C3


@pytest.mark.asyncio
async def test_c3_three_unanswered_to_one_person_and_no_more(world: World) -> None:
    for _ in range(3):
        await world.challenge("siege")
    before, public = saved(world), onlookers(world)
    assert "3 of your challenges to Ben" in told(await world.ada.slash("duel", opponent=world.ben.member, game="match"))
    assert (saved(world), onlookers(world)) == (before, public)
    # Others may be challenged, others may challenge, and B may do everything.
    await world.challenge("siege", to=world.cy)
    await world.challenge("siege", by=world.cy)
    await world.challenge("siege", by=world.ben, to=Seat(world, "Guest"))
    assert len(statuses(world)) == 6
    await world.ben.click(world.channel.history()[0], "Decline")
    await world.challenge("match")
    assert statuses(world).count("challenged") == 6


@pytest.mark.asyncio
async def test_c3_with_ten_challenges_at_them_b_can_do_everything(world: World) -> None:
    crowd = [world.ada, world.cy, *(Seat(world, f"Guest{n}") for n in range(2))]
    messages = [await world.challenge("battle", by=seat, to=world.ben) for seat in (crowd * 3)[:10]]
    assert statuses(world) == ["challenged"] * 10
    listed = answer(await world.ben.slash("status"))
    assert text(listed).count("Number Battle") == 10
    await world.ben.click(answer(await world.ben.select(listed, "10")), "Decline")
    await world.ben.click(messages[0], "Accept")
    await world.ada.click(world.ada.panel, "9")
    # Of what was only challenged no command asks "which one?".
    for slash in (world.ben.slash, world.ben.dm_slash):
        assert "Do you give up duel 1" in text(answer(await slash("resign")))
    await world.ben.slash("play", action="attack 8")
    await world.ben.slash("draw")
    assert moves(world) == ["attack-9", "attack-8", "!offer"]
    own = await world.challenge("siege", by=world.ben, to=Seat(world, "Guest9"))
    assert "Ben challenges Guest9" in text(own)
    await world.ben.click(own, "Withdraw")
    assert statuses(world) == ["open", *["challenged"] * 8, "declined", "cancelled"]


@pytest.mark.asyncio
async def test_c3_ten_unanswered_in_all_and_no_more(world: World) -> None:
    crowd = [world.ben, world.cy, *(Seat(world, f"Guest{n}") for n in range(2))]
    for seat in (crowd * 3)[:10]:
        await world.challenge("battle", to=seat)
    before, public = saved(world), onlookers(world)
    result = await world.ada.slash("duel", opponent=crowd[3].member, game="battle")
    assert "10 of your challenges are unanswered" in told(result)
    assert (saved(world), onlookers(world)) == (before, public)
    await world.ada.click(world.channel.history()[0], "Withdraw")
    await world.challenge("battle", to=crowd[3])
    assert statuses(world).count("challenged") == 10


@pytest.mark.asyncio
@pytest.mark.parametrize("who", ["ada", "ben"])
async def test_c3_25_open_duels_of_either_and_no_more(world: World, who: str) -> None:
    seat: Seat = getattr(world, who)
    waiting = await world.challenge("siege")
    await open_duels(world, seat.id, world.cy.id, 25)
    before = saved(world)
    result = await world.ada.slash("duel", opponent=world.ben.member, game="siege")
    words = "You have 25 open duels" if who == "ada" else "Ben has 25 open duels"
    assert words in told(result)
    if who == "ben":
        # A challenge that came before can't be accepted either, and stays: it waits for room.
        assert "You have 25" in told(await world.ben.click(waiting, "Accept"))
        assert saved(world) == before
        assert enabled(world.message(waiting)) == ["Accept", "Decline", "Rules", "Withdraw"]
        await world.client.duels.resign(2, seat.id)
        await world.ben.click(waiting, "Accept")
        assert statuses(world)[0] == "open"


@pytest.mark.asyncio
async def test_c3_24_open_duels_leave_room_for_one(world: World) -> None:
    await open_duels(world, world.ada.id, world.cy.id, 24)
    await world.begin("siege")
    assert statuses(world) == ["open"] * 25
