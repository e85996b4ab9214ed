"""Challenges that meet another, and challenges whose challenger is gone."""

from __future__ import annotations

import discord
import pytest

from tests.bot.scenes import ended, onlookers, open_duels, saved, statuses, told, watch_pings
from tests.bot.world import Seat, World, answer, enabled, said, text

pytestmark = pytest.mark.asyncio

CHALLENGE = ["Accept", "Decline", "Rules"]
STANDS = "Ada has challenged you already. Accept that, or decline it and challenge again."


async def challenge_back(world: World, game: str = "match") -> discord.Message:
    """What Ben is told who challenges Ada while her challenge to him stands."""
    return answer(await world.ben.slash("duel", opponent=world.ada.member, game=game))


@pytest.mark.parametrize("game", ["siege", "match"])
async def test_the_one_that_stands_is_offered_instead(world: World, game: str) -> None:
    message = await world.challenge("siege")
    before, public, pings = saved(world), onlookers(world), watch_pings(world)
    shown = await challenge_back(world, game)
    lines = text(shown).splitlines()
    assert lines[0] == STANDS
    assert lines[1] == "### Ada challenges Ben to Numerical Siege"
    assert lines[3] == "Do you accept?"
    assert enabled(shown) == CHALLENGE
    assert (saved(world), onlookers(world), pings) == (before, public, [])
    await world.ben.click(shown, "Accept")
    assert statuses(world) == ["open"]
    assert enabled(world.message(message)) == ["Ada: your move", "Watch"]
    now = next(m for m in world.channel.history(viewer=world.ben.member) if m.id == shown.id)
    assert "Numerical Siege · against Ada" in text(now)
    assert STANDS not in text(now)


async def test_it_can_be_declined_and_then_another_made(world: World) -> None:
    message = await world.challenge("siege")
    shown = await challenge_back(world)
    await world.ben.click(shown, "Decline")
    assert "Ben declined" in text(world.message(message))
    assert enabled(world.message(message)) == []
    await world.challenge("match", by=world.ben, to=world.ada)
    assert statuses(world) == ["declined", "challenged"]


async def test_of_several_the_oldest_is_offered(world: World) -> None:
    for game in ("siege", "match"):
        await world.challenge(game)
    for number, title in ((1, "Numerical Siege"), (2, "Number Match Duel")):
        shown = await challenge_back(world)
        assert f"to {title}" in text(shown)
        await world.ben.click(shown, "Decline")
        assert statuses(world)[number - 1] == "declined"
    await world.challenge("match", by=world.ben, to=world.ada)
    assert len(statuses(world)) == 3


async def test_others_and_running_duels_stand_in_nobodys_way(world: World) -> None:
    await world.begin("siege")
    await world.challenge("siege", by=world.cy)
    await world.challenge("match", by=world.ben, to=world.ada)
    assert statuses(world) == ["open", "challenged", "challenged"]


@pytest.mark.parametrize("label", ["Decline", "Withdraw", "Accept"])
async def test_a_copy_that_is_out_of_date_says_what_became_of_it(world: World, label: str) -> None:
    message = await world.challenge("siege")
    shown = await challenge_back(world)
    await (world.ada if label == "Withdraw" else world.ben).click(message, label)
    before = saved(world)
    word = {"Accept": "accepted", "Decline": "declined", "Withdraw": "withdrawn"}[label]
    result = await world.ben.click(shown, "Accept")
    assert told(result) == f"Challenge 1 is {word} already. /status lists your duels."
    now = next(m for m in world.channel.history(viewer=world.ben.member) if m.id == shown.id)
    assert not {"Accept", "Decline"} & set(enabled(now))
    assert saved(world) == before


# ---- the challenger is gone

WHERE = pytest.mark.parametrize("route", ["channel", "status", "dm", "instead"])


async def pressed(world: World, route: str, message: discord.Message) -> discord.Message:
    """The copy of the challenge that Ben presses."""
    match route:
        case "channel":
            return message
        case "instead":
            return await challenge_back(world)
    return answer(await (world.ben.slash if route == "status" else world.ben.dm_slash)("status"))


async def refused(world: World, message: discord.Message, shown: discord.Message) -> str:
    """Ben accepts: he is told why not, and the challenge is closed everywhere."""
    words = told(await world.ben.click(shown, "Accept"))
    assert statuses(world)[0] == "expired"
    for seen in (
        world.message(message),
        *(m for m in (*world.channel.history(viewer=world.ben.member), *world.ben.dms) if m.id == shown.id),
    ):
        assert "was closed before it was accepted" in text(seen)
        assert enabled(seen) == []
    assert len(world.channel.history()) == 1
    return words


@WHERE
async def test_c8_one_whose_challenger_has_left_is_closed(world: World, route: str) -> None:
    message = await world.challenge("siege")
    shown = await pressed(world, route, message)
    world.guild.remove_member(world.ada.member)
    words = await refused(world, message, shown)
    assert words == "Ada has left the server, so challenge 1 is closed. /duel challenges somebody who is here."


@WHERE
async def test_c8_one_whose_challenger_is_at_the_limit_is_closed(world: World, route: str) -> None:
    message = await world.challenge("siege")
    shown = await pressed(world, route, message)
    await open_duels(world, world.ada.id, world.cy.id, 25)
    words = await refused(world, message, shown)
    assert words == "Ada has 25 open duels, and that is the most, so challenge 1 is closed. Try /duel later."


@WHERE
async def test_c8_one_that_is_withdrawn_at_the_same_moment_says_so(world: World, route: str) -> None:
    message = await world.challenge("siege")
    shown = await pressed(world, route, message)
    results = [world.ada.press(message, "Withdraw"), world.ben.press(shown, "Accept")]
    await world.settle()
    assert all(result.acknowledged for result in results)
    assert statuses(world) == ["cancelled"]
    assert told(results[1]) == "Challenge 1 is withdrawn already. /status lists your duels."
    assert "Ada withdrew the challenge" in text(world.message(message))
    assert enabled(world.message(message)) == []


async def test_one_whose_challenger_left_after_it_was_accepted_goes_on(world: World) -> None:
    message = await world.challenge("siege")
    copy = answer(await world.ben.dm_slash("status"))
    await world.ben.click(message, "Accept")
    world.guild.remove_member(world.ada.member)
    result = await world.ben.click(copy, "Accept")
    assert said(result).endswith("Challenge 1 is accepted already. /status lists your duels.")
    assert "has left the server" not in said(result)
    assert statuses(world) == ["open"]


@pytest.mark.parametrize("label", ["Decline", "Accept"])
@pytest.mark.parametrize("code", [10004, 50001, 0])
async def test_where_it_cant_be_found_out_nobody_has_left(world: World, code: int, label: str) -> None:
    message = await world.challenge("siege")
    path = f"/guilds/{world.guild.id}/members/{world.ada.id}"
    world.env.inject_error("GET", path, status=404 if code else 500, code=code, times=None)
    await world.ben.click(message, label)
    assert statuses(world) == ["open" if label == "Accept" else "declined"]


async def test_an_outsider_learns_nothing_of_it(world: World) -> None:
    message = await world.challenge("siege")
    world.guild.remove_member(world.ada.member)
    before = saved(world)
    assert "don't play in duel" in told(await world.cy.click(message, "Accept"))
    assert saved(world) == before
    assert enabled(world.message(message)) == [*CHALLENGE, "Withdraw"]


@pytest.mark.parametrize("restart", [False, True])
async def test_c8_a_declined_challenge_has_no_buttons_after_any_route(world: World, restart: bool) -> None:
    message = await world.challenge("siege")
    shown = await challenge_back(world)
    if restart:
        await world.restart()
    seat: Seat = world.ben
    await seat.click(shown, "Decline")
    assert enabled(world.message(message)) == []


# ---- L12


@pytest.mark.parametrize("command", ["resign", pytest.param("draw", marks=pytest.mark.soak)])
async def test_l12_with_only_a_challenge_out_it_points_to_cancel(world: World, command: str) -> None:
    await world.challenge("siege")
    words = told(await world.ada.slash(command))
    assert words == "You have no open duel. Your challenge 1 is unanswered: /status 1 shows it, with *Withdraw*."
    for seat in (world.ada, world.ben):
        assert "/status 1 shows its buttons" in told(await seat.slash("resign", duel=1))
    assert told(await world.ben.slash(command)) == "You have no open duel. /duel or /practice starts one."


async def test_l12_a_twin_says_that_the_first_still_waits(world: World) -> None:
    await world.challenge("siege")
    other = await world.ada.slash("duel", opponent=world.ben.member, game="match")
    assert said(other) == ""
    twin = await world.ada.slash("duel", opponent=world.ben.member, game="siege")
    assert said(twin) == (
        "Your challenge 1 to Ben, to the same game, still waits as well. /status 1 shows it, with *Withdraw*."
    )
    assert statuses(world) == ["challenged"] * 3


async def test_l12_a_rematch_that_is_a_twin_says_so_too(world: World) -> None:
    result = await ended(world)
    await world.challenge("siege")
    asked = await world.ada.click(result, "Rematch")
    assert told(asked).startswith("Your challenge 2 to Ben, to the same game, still waits as well.")
    assert statuses(world) == ["ended", "challenged", "challenged"]
