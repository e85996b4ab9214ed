"""A bot that dies between sending and noting sends nothing twice, though Discord has forgotten the nonces by then."""

from __future__ import annotations

import sqlite3
from collections import Counter
from contextlib import closing
from typing import Any

import aiohttp
import discord
import pytest

from tests.bot.kills import Call, Kill
from tests.bot.refusals import refusal
from tests.bot.scenes import GAMES, move_buttons, mover, pair, saved_duel, statuses, your_move
from tests.bot.settled import nothing_false_stands
from tests.bot.world import Seat, World, answer, enabled, text
from tests.thinning import sampled

pytestmark = pytest.mark.asyncio

MOVED = "The board of duel 1 has moved."
LATER = 600.0
"""Seconds after which nonces are forgotten."""
LIVE = 300.0
"""Seconds of a move at the pace live."""
PACES = sampled(["daily", "live", "slow"], "daily")


def sends_to(seat: Seat) -> str:
    """The requests that send this person a direct message."""
    return rf"POST /channels/{seat.user.dm_channel.id}/messages"


def ids(seat: Seat) -> list[int]:
    """The direct messages that stand."""
    return [message.id for message in seat.prompts]


async def killed(world: World, kill: Kill, seat: Seat, message: discord.Message, label: str, *, told: Seat) -> int:
    """A press after whose save the bot is killed at that request, and is back when nonces are forgotten. The newest
    direct message that `told` had until then.
    """
    world.on_request(kill)
    seat.press(message, label)
    await world.settle()
    assert kill.seen >= kill.at
    newest = ids(told)[-1]
    await world.restart(LATER)
    return newest


@pytest.mark.parametrize("pace", PACES)
@pytest.mark.parametrize("game", sampled(GAMES, "battle"))
@pytest.mark.parametrize("done", [True, pytest.param(False, marks=pytest.mark.soak)])
async def test_e20_a_prompt_that_stands_is_not_sent_again(world: World, game: str, pace: str, done: bool) -> None:
    await world.begin(game, pace=pace)
    seat = await mover(world)
    other = world.ben if seat is world.ada else world.ada
    before, kill = ids(other), Kill(1, done, sends_to(other))
    newest = await killed(world, kill, seat, seat.panel, move_buttons(seat.panel)[0].label, told=other)
    assert ([newest] == before) is not done
    (panel,) = other.prompts
    assert (panel.id == newest) is done
    # It shows the deadline that holds now, and is the panel from now on.
    row = (await saved_duel(world)).row
    assert f"<t:{(row.due_at or 0) // 1000}:R>" in text(panel)
    assert "I was away" in text(panel)
    await other.click(panel, move_buttons(panel)[0].label)
    assert await nothing_false_stands(world)


@pytest.mark.parametrize("pace", PACES)
@pytest.mark.parametrize("game", sampled(GAMES, "nomad"))
@pytest.mark.parametrize("told", ["ada", "ben"])
async def test_e20_a_result_that_stands_is_not_sent_again(world: World, game: str, pace: str, told: str) -> None:
    """Whoever accepts the draw knows it, and has their panel edited."""
    board = await world.begin(game, pace=pace)
    seat, other = pair(world, told)
    await seat.click(seat.panel, "Draw?")
    before = ids(seat)
    newest = await killed(world, Kill(1, True, sends_to(seat)), other, other.panel, "Accept draw", told=seat)
    await told_once(world, board)
    assert ids(seat) == [newest] != before


@pytest.mark.parametrize("told", ["ada", "ben"])
async def test_e20_a_result_on_time_that_stands_is_not_sent_again(world: World, told: str) -> None:
    board = await world.begin("match", pace="live")
    await world.ada.click(world.ada.panel, move_buttons(world.ada.panel)[0].label)
    await world.env.advance_time(LIVE - 30)
    seat: Seat = getattr(world, told)
    before, kill = ids(seat), Kill(1, True, sends_to(seat))
    world.on_request(kill)
    await world.env.advance_time(60)
    assert kill.seen
    newest = ids(seat)[-1]
    await world.restart(LATER)
    await told_once(world, board)
    assert ids(seat) == [newest] != before


async def told_once(world: World, board: discord.Message) -> None:
    """The end of a duel, to both, and of all that was sent about it nothing else is left."""
    await world.a_while()
    assert statuses(world) == ["ended"]
    for seat in (world.ada, world.ben):
        (result,) = seat.prompts
        assert enabled(result) == ["Rematch", "Course", "Review"]
    assert enabled(world.message(board)) == ["Rematch", "Course", "Review"]
    assert await nothing_false_stands(world)


@pytest.mark.parametrize("told", ["ada", "ben"])
async def test_e20_a_duel_called_off_is_told_once(world: World, told: str) -> None:
    """By a bot that does not know its rules any more. That message has no buttons."""
    await world.begin("siege")
    before = {seat: ids(seat) for seat in (world.ada, world.ben)}
    with closing(sqlite3.connect(world.database)) as db, db:
        db.execute("UPDATE duels SET rules_version = 0")
    world.client._begun = False
    kill = Kill(1, True, sends_to(getattr(world, told)))
    world.on_request(kill)
    await world.reconnected("ready")
    assert kill.seen
    seat: Seat = getattr(world, told)
    newest = ids(seat)[-1]
    await world.restart(LATER)
    assert ids(seat) == [newest]
    for one, stood in before.items():
        (result,) = one.prompts
        assert text(result).startswith("### Called off\n")
        assert result.id not in stood


async def test_e20_a_start_that_stands_is_not_sent_again(world: World) -> None:
    challenge = await world.challenge("siege")
    kill = Kill(1, True, sends_to(world.ada))
    newest = await killed(world, kill, world.ben, challenge, "Accept", told=world.ada)
    assert ids(world.ada) == [newest]
    for one in (world.ada, world.ben):
        assert len(one.prompts) == 1
    assert move_buttons(world.ada.panel)
    assert not move_buttons(world.ben.panel)


LOOKS = [
    pytest.param(None, id="found"),
    *(
        pytest.param(error, id=name, marks=() if name == "500" else pytest.mark.soak)
        for name, error in {
            "403": refusal(403, 50001),
            "404": refusal(404, 10003),
            "500": refusal(500, 0),
            "rate limit": discord.RateLimited(60.0),
            "dropped": aiohttp.ServerDisconnectedError(),
            "no connection": OSError(),
            "timeout": TimeoutError(),
        }.items()
    ),
]


@pytest.mark.every_case
@pytest.mark.parametrize("look", LOOKS)
async def test_e20_where_nothing_can_be_looked_up_it_is_sent(world: World, look: Exception | None) -> None:
    """The prompt arrives, its answer gets lost, and so does all that is sent to Ben for ten minutes."""
    await world.begin("battle")
    before, seen, is_lost = ids(world.ben), Counter[str](), True

    async def lose(method: str, path: str, call: Call) -> Any:
        if not path.startswith(f"/channels/{world.ben.user.dm_channel.id}/messages"):
            if method == "POST" and is_lost and path == f"/channels/{world.channel.id}/messages":
                raise OSError  # or Ben is called there, and no direct message follows
            return await call()
        seen[method] += 1
        if method == "GET" and look:
            raise look
        if method == "POST" and is_lost:
            if seen[method] == 1:
                await call()
            raise OSError
        return await call()

    world.on_request(lose)
    await world.ada.click(world.ada.panel, "1")
    await world.env.advance_time(240)
    assert seen["GET"] == 0  # the nonce is remembered
    await world.env.advance_time(360)
    assert seen["GET"] > 0 or look is None
    is_lost = False
    await world.a_while()
    assert len(world.ben.prompts) == (1 if look is None else 2)
    assert not {*before} & {*ids(world.ben)}
    asked = seen["GET"]
    await world.env.advance_time(600)
    assert seen["GET"] == asked


async def test_e20_nothing_is_looked_for_where_all_goes_well(world: World) -> None:
    board = await world.begin("battle")
    asked: list[str] = []

    async def note(method: str, path: str, call: Call) -> Any:
        asked.append(f"{method} {path}")
        return await call()

    world.on_request(note)
    await world.env.advance_time(LATER)
    await world.ben.click(await your_move(world, world.ben, board), "Draw?")
    await world.ada.click(world.ada.panel, "Decline draw")
    await world.env.advance_time(LATER)
    await world.ada.click(world.ada.panel, "1")
    await world.env.advance_time(LATER)
    await world.ben.click(answer(await world.ben.slash("resign")), "Resign")
    await world.a_while()
    assert enabled(world.ada.panel) == ["Rematch", "Course", "Review"]
    # At the end it is asked whether the board is the channel's newest message, and nothing else ever.
    assert [request for request in asked if request.startswith("GET")] == [f"GET /channels/{world.channel.id}"]


# ---- a board that stands twice


async def board_doubled(world: World) -> tuple[discord.Message, discord.Message]:
    """The board as it is known, and one that was posted anew by a bot that was killed then, ten minutes ago."""
    board = await world.begin("battle")
    await world.env.advance_time(61)
    panel = answer(await world.ada.slash("status"))
    kill = Kill(1, True, f"POST /channels/{world.channel.id}/messages")
    world.on_request(kill)
    world.ada.press(panel, "Post the board here")
    await world.settle()
    assert kill.seen
    await world.restart(LATER)
    known, unknown = world.channel.history()
    assert known.id == board.id
    return known, unknown


@pytest.mark.parametrize("who", ["ada", "ben", "cy"])
@pytest.mark.parametrize("label", ["Your move", "Watch"])
@pytest.mark.parametrize("is_over", [False, True], ids=["open", "over"])
async def test_e20_a_doubled_board_is_retired_when_it_is_pressed(
    world: World, label: str, who: str, is_over: bool
) -> None:
    known, unknown = await board_doubled(world)
    if is_over:
        await world.ben.click(answer(await world.ben.slash("resign")), "Resign")
    shown = text(world.message(known))
    await getattr(world, who).click(unknown, label)
    assert text(world.message(unknown)) == MOVED
    assert text(world.message(known)) == shown
    # Below the other copy, the board is not where the end is seen.
    lines = [text(message) for message in world.channel.history()[2:]]
    assert [line.split(":")[0] for line in lines] == ["**Ada wins Number Battle against Ben**"] * is_over


@pytest.mark.parametrize("who", ["ada", "ben"])
async def test_e20_a_doubled_result_is_retired_when_it_is_pressed(world: World, who: str) -> None:
    board = await world.begin("battle")
    asked = answer(await world.ada.slash("resign"))
    kill = Kill(1, True, f"POST /channels/{world.channel.id}/messages")

    async def too_old(method: str, path: str, call: Call) -> Any:
        if method == "PATCH" and path.startswith(f"/channels/{world.channel.id}/"):
            raise refusal(429, 30046)
        return await kill(method, path, call)

    world.on_request(too_old)
    world.ada.press(asked, "Resign")
    await world.settle()
    assert kill.seen
    await world.restart(LATER)
    known, unknown = world.message(board), world.channel.history()[1]
    assert enabled(known) == enabled(unknown) == ["Rematch", "Course", "Review"]
    await getattr(world, who).click(unknown, "Rematch")
    assert text(world.message(unknown)) == MOVED
    assert enabled(world.message(known)) == ["Rematch", "Course", "Review"]
    assert statuses(world) == ["ended", "challenged"]
