"""Rematches on Discord: asked for from every result, accepted by either button, one from one duel."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bot.service.saved_duel import Person
from games import Player, get
from tests.bot.scenes import (
    GAMES,
    ended,
    move_buttons,
    moves,
    onlookers,
    pair,
    saved,
    saved_duel,
    statuses,
    told,
    watch_pings,
)
from tests.bot.world import World, answer, enabled, said, text

pytestmark = pytest.mark.asyncio

PLAYERS = pytest.mark.parametrize("who", ["ada", "ben"])
CHALLENGE = ["Accept", "Decline", "Rules", "Withdraw"]


@PLAYERS
@pytest.mark.parametrize("route", ["channel", "dm", "status"])
@pytest.mark.parametrize("game", GAMES)
async def test_a_rematch_is_a_challenge_that_pings_the_other_once(
    world: World, game: str, route: str, who: str
) -> None:
    result = await ended(world, game)
    seat, other = pair(world, who)
    public, pings = text(result), watch_pings(world)
    shown = {"channel": result, "dm": seat.panel}.get(route) or answer(await seat.slash("status", duel=1))
    asked = await seat.click(shown, "Rematch")
    assert said(asked) == f"You ask {other.name} for a rematch: challenge 2, in the channel."
    (first, challenge) = world.channel.history()
    assert text(first) == public
    lines = text(challenge).splitlines()
    assert lines[0] == f"### {seat.name} challenges {other.name} to {(await saved_duel(world)).title}"
    assert lines[1].endswith(" · Ben begins") is get(game).starter_matters
    assert lines[2] == f"<@{other.id}>, do you accept?"
    assert lines[3].startswith("-# Duel 2 · the rematch of duel 1 · answer due <t:")
    assert enabled(challenge) == CHALLENGE
    assert pings == [(world.channel.id, other.id)]
    # The result stays as it is, with its button; the other accepts by the challenge.
    await other.click(challenge, "Accept")
    assert statuses(world) == ["ended", "open"]
    if get(game).starter_matters:
        assert "Ben to" in text(world.message(challenge))
    starts = "Ben: your move" if get(game).starter_matters else "Your move"
    assert enabled(world.message(challenge)) == [starts, "Watch"]
    assert move_buttons(world.ben.panel)
    assert pings == [(world.channel.id, other.id)]


@pytest.mark.parametrize("first", ["me", "opponent"])
@PLAYERS
async def test_the_starter_swaps(world: World, who: str, first: str) -> None:
    result = await ended(world, "battle", first)
    seat, other = pair(world, who)
    await seat.click(result, "Rematch")
    await other.click(world.channel.history()[-1], "Accept")
    starts = "Ben" if first == "me" else "Ada"
    assert f"**{starts} to attack**" in text(world.channel.history()[-1])
    # And once more, back again.
    await other.click(answer(await other.slash("resign")), "Resign")
    await other.click(world.channel.history()[-1], "Rematch")
    await seat.click(world.channel.history()[-1], "Accept")
    assert f"**{'Ada' if first == 'me' else 'Ben'} to attack**" in text(world.channel.history()[-1])
    assert statuses(world) == ["ended", "ended", "open"]


@PLAYERS
@pytest.mark.parametrize("route", ["channel", "dm"])
async def test_who_presses_second_has_accepted(world: World, route: str, who: str) -> None:
    result = await ended(world)
    seat, other = pair(world, who)
    await seat.click(result, "Rematch")
    pings = watch_pings(world)
    challenge = world.channel.history()[-1]
    accepted = await other.click(result if route == "channel" else other.panel, "Rematch")
    assert statuses(world) == ["ended", "open"]
    assert text(answer(accepted)).startswith(f"### Numerical Siege · against {seat.name}\n")
    assert "\n-# Duel 2 · " in text(answer(accepted))
    assert bool(move_buttons(answer(accepted))) is (other is world.ben)  # the starter swaps
    board = world.message(challenge)
    assert "Ben to attack" in text(board)
    assert enabled(board) == ["Ben: your move", "Watch"]
    assert "### Ben wins" in text(world.message(result))  # what was pressed is left alone
    assert pings == []
    await world.a_while()
    assert move_buttons(world.ben.panel)
    await world.ben.click(world.ben.panel, "7")
    assert moves(world, 2) == ["attack-7"]


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("route", ["channel", "dm"])
async def test_both_press_at_once(world: World, route: str, turned: bool) -> None:
    result = await ended(world)
    seats = [world.ada, world.ben][:: -1 if turned else 1]
    pings = watch_pings(world)
    results = [seat.press(result if route == "channel" else seat.panel, "Rematch") for seat in seats]
    await world.settle()
    assert all(result.acknowledged for result in results)
    assert statuses(world) == ["ended", "open"]
    # One message, which is the board; one ping.
    (_, board) = world.channel.history()
    assert enabled(board) == ["Ben: your move", "Watch"]
    assert "Ben to attack" in text(board)
    assert pings == [(world.channel.id, seats[1].id)]
    await world.a_while()
    await world.ben.click(world.ben.panel, "7")
    assert "Ada to defend" in text(world.message(board))


async def test_one_that_is_accepted_before_it_is_out_becomes_the_board(world: World) -> None:
    result = await ended(world)
    path, posts = f"/channels/{world.channel.id}/messages", []

    async def late(method: str, url: str, call: Callable[[], Awaitable[Any]]) -> Any:
        if (method, url) == ("POST", path):
            posts.append(url)
            if len(posts) == 1:
                world.ben.press(result, "Rematch")
                await until(lambda: statuses(world)[-1] == "open")
                await until(lambda: False, turns=50)  # and all that follows from it
        return await call()

    world.on_request(late)
    world.ada.press(result, "Rematch")
    await world.settle()
    assert statuses(world) == ["ended", "open"]
    (_, board) = world.channel.history()
    assert len(posts) == 1
    assert "**Ben to attack**" in text(board)
    assert enabled(board) == ["Ben: your move", "Watch"]


async def until(holds: Callable[[], bool], turns: int = 5000) -> None:
    """Let others go on until something holds, for so many turns at the most."""
    for _ in range(turns):
        if holds():
            return
        await asyncio.sleep(0)


async def test_one_who_presses_twice_asks_once(world: World) -> None:
    result = await ended(world)
    results = [world.ada.press(message, "Rematch") for message in (result, world.ada.panel, result)]
    await world.settle()
    again = "You have asked for that rematch: challenge 2 waits for Ben. /status 2 shows it."
    assert [said(one) for one in results][1:] == [again] * 2
    assert statuses(world) == ["ended", "challenged"]
    assert len(world.channel.history()) == 2


@pytest.mark.parametrize("label", ["Decline", "Withdraw"])
@PLAYERS
async def test_l12_a_rematch_that_comes_to_nothing_is_said_to_be_so(world: World, who: str, label: str) -> None:
    result = await ended(world)
    seat, other = pair(world, who)
    panels = {one: one.panel for one in (seat, other)}
    await seat.click(result, "Rematch")
    challenge = world.channel.history()[-1]
    await (other if label == "Decline" else seat).click(challenge, label)
    what = {"Decline": f"{other.name} declined.", "Withdraw": f"{seat.name} withdrew the challenge."}[label]
    assert what in text(world.message(challenge))
    label_of = {"Decline": "declined", "Withdraw": "withdrawn"}
    before, public = saved(world), onlookers(world)
    for one in (world.ada, world.ben):
        for message in (world.message(result), panels[one]):
            assert told(await one.click(message, "Rematch")) == (
                f"The rematch of duel 1, challenge 2, was {label_of[label]}. /duel starts a new one."
            )
    assert (saved(world), onlookers(world)) == (before, public)


async def test_one_rematch_from_one_result_also_after_it_was_played(world: World) -> None:
    result = await ended(world)
    await world.ada.click(result, "Rematch")
    await world.ben.click(world.channel.history()[-1], "Accept")
    assert "has had its rematch, number 2" in told(await world.ada.click(result, "Rematch"))
    await world.ada.click(answer(await world.ada.slash("resign")), "Resign")
    assert "has had its rematch, number 2" in told(await world.ben.click(result, "Rematch"))
    await world.ben.click(world.channel.history()[-1], "Rematch")
    assert statuses(world) == ["ended", "ended", "challenged"]


@pytest.mark.parametrize("phase", ["over", "asked"])
@pytest.mark.parametrize("route", ["channel", "dm"])
@PLAYERS
async def test_e9_a_rematch_outlives_a_restart(world: World, who: str, route: str, phase: str) -> None:
    result = await ended(world)
    seat, other = pair(world, who)
    if phase == "asked":
        await seat.click(result, "Rematch")
    await world.restart()
    if phase == "over":
        await seat.click(result if route == "channel" else seat.panel, "Rematch")
        assert statuses(world) == ["ended", "challenged"]
        await world.restart()
    await other.click(result if route == "channel" else other.panel, "Rematch")
    assert statuses(world) == ["ended", "open"]
    assert enabled(world.channel.history()[-1]) == ["Ben: your move", "Watch"]


async def test_e9_one_that_was_saved_and_never_posted_is_posted_once_and_can_be_accepted(world: World) -> None:
    result = await ended(world)
    pings = watch_pings(world)
    challenges = world.client.challenges
    seated = (await saved_duel(world)).row
    asked = await challenges.rematch(1, Person(seated.player_one, "Ada"))
    assert len(world.channel.history()) == 1
    for _ in range(2):
        await world.restart()
        (_, challenge) = world.channel.history()
        assert f"\n<@{world.ben.id}>, do you accept?\n-# Duel 2 · " in text(challenge)
        assert enabled(challenge) == CHALLENGE
        assert pings == [(world.channel.id, world.ben.id)]
    await world.ben.click(result, "Rematch")
    assert statuses(world) == ["ended", "open"]
    assert asked.row.id == 2
    assert "Ben to attack" in text(world.message(challenge))


@PLAYERS
async def test_closed_direct_messages_are_no_obstacle(world: World, who: str) -> None:
    seat, other = pair(world, who)
    for one in (seat, other):
        one.close_dms()
    result = await ended(world)
    await seat.click(result, "Rematch")
    accepted = await other.click(result, "Rematch")
    assert text(answer(accepted)).startswith(f"### Numerical Siege · against {seat.name}\n")
    assert "\n-# Duel 2 · " in text(answer(accepted))
    assert statuses(world) == ["ended", "open"]


async def test_a8_nothing_of_the_old_deal_is_in_the_new_one(world: World) -> None:
    result = await ended(world, "match")
    old = (await saved_duel(world)).row.seed
    await world.ada.click(result, "Rematch")
    await world.ben.click(result, "Rematch")
    again = await saved_duel(world, 2)
    assert again.row.seed != old
    assert again.duel is not None
    assert moves(world, 2) == []
    assert text(world.channel.history()[-1]).count("? ? ? ? ?") == 2
    await world.a_while()
    for seat in (world.ada, world.ben):
        player = Player.ONE if again.user(Player.ONE) == seat.id else Player.TWO
        hand = again.view(player).pile("hand", player)
        assert hand is not None
        if seat is world.ben:  # it is his attack: his hand is what he can press
            held = {f"duel:2:0:attack-{number}" for number in hand.numbers or ()}
            assert {button.custom_id for button in move_buttons(seat.panel)} == held
        else:
            assert f"\n{' '.join(map(str, hand.numbers or ()))}\n" in text(seat.panel)
