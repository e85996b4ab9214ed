"""Draws on Discord: offered by every route, shown on the board, sent to the other, answered, lapsed."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any

import discord
import pytest

from games import Player
from tests.bot.scenes import (
    GAMES,
    anew,
    ids,
    kept_messages,
    move_buttons,
    mover,
    moves,
    onlookers,
    pair,
    play_out,
    press_as_seen,
    reach,
    saved,
    saved_duel,
    statuses,
    sudden_death,
    told,
    watch_pings,
    your_move,
)
from tests.bot.settled import nothing_false_stands
from tests.bot.world import Seat, World, answer, enabled, said, text

pytestmark = pytest.mark.asyncio

ANSWERS = ["Accept draw", "Decline draw"]
PLAYERS = pytest.mark.parametrize("who", ["ada", "ben"])
EVERY_GAME = pytest.mark.parametrize("game", GAMES)


async def by_direct_message(seat: Seat, board: discord.Message) -> None:
    await seat.click(seat.panel, "Draw?")


async def by_the_board(seat: Seat, board: discord.Message) -> None:
    await seat.click(await your_move(seat.world, seat, board), "Draw?")


async def by_status(seat: Seat, board: discord.Message) -> None:
    await seat.click(answer(await seat.dm_slash("status", duel=1)), "Draw?")


async def by_typing(seat: Seat, board: discord.Message) -> None:
    result = await seat.slash("draw")
    assert told(result) == f"You offer {other_name(seat)} a draw in duel 1. It stands until the next move."


async def by_typing_in_direct_messages(seat: Seat, board: discord.Message) -> None:
    result = await seat.dm_slash("draw", duel=1)
    assert told(result) == f"You offer {other_name(seat)} a draw in duel 1. It stands until the next move."


def other_name(seat: Seat) -> str:
    return "Ben" if seat.name == "Ada" else "Ada"


ROUTES: tuple[Callable[[Seat, discord.Message], Awaitable[None]], ...] = (
    by_direct_message,
    by_the_board,
    by_status,
    by_typing,
    by_typing_in_direct_messages,
)


@PLAYERS
@pytest.mark.parametrize("route", ROUTES)
async def test_an_offer_is_shown_to_all_and_sent_to_the_other(world: World, route: Any, who: str) -> None:
    board = await world.begin("match")
    seat, other = pair(world, who)
    sent = [message.id for message in other.dms]
    own = [message.id for message in seat.prompts]
    pings = watch_pings(world)
    await route(seat, board)
    assert moves(world) == ["!offer"]
    assert f"\n*{seat.name} offers a draw.*\n" in text(world.message(board))
    assert enabled(world.message(board)) == ["Ada: your move", "Watch"]
    # A new message for the other, with their moves where it is their turn, in place of the one before.
    (asked,) = other.dms
    assert asked.id not in sent
    assert f"\n*{seat.name} offers a draw.*\n" in text(asked)
    assert enabled(asked)[-4:] == ["Rules", *ANSWERS, "Resign"]
    assert bool(move_buttons(asked)) is (other is world.ada)
    # The offerer's panel says it too, and offers no second one; nothing new is sent to them.
    panel = answer(await seat.slash("status"))
    assert "\n*You offer a draw.*\n" in text(panel)
    assert enabled(panel)[-4:] == ["Rules", "Resign", "Look again", "Post the board here"]
    assert "Draw?" not in enabled(panel)
    assert [message.id for message in seat.prompts] == own
    assert "Draw?" not in enabled(seat.prompts[-1])
    assert bool(move_buttons(seat.prompts[-1])) is (seat is world.ada)
    assert pings == []
    assert await nothing_false_stands(world)


@PLAYERS
@pytest.mark.parametrize("way", ["sent", "ephemeral", "typed", "typed in direct messages", "offered too"])
@EVERY_GAME
async def test_an_offer_that_is_accepted_ends_the_duel(world: World, game: str, way: str, who: str) -> None:
    board = await world.begin(game)
    seat, other = pair(world, who)
    early = answer(await other.slash("status"))  # opened before the offer: it still says Offer a draw
    await seat.slash("draw")
    match way:
        case "sent":
            assert set(ANSWERS) <= set(enabled(anew(other, early)))  # which is live, so that nothing is sent yet
            await world.a_while()
            await other.click(other.panel, "Accept draw")
        case "ephemeral":
            await other.click(await your_move(world, other, board), "Accept draw")
        case "offered too":
            await press_as_seen(other, early, "Draw?")
        case _:
            result = await (other.slash if way == "typed" else other.dm_slash)("draw")
            assert "### A draw\nBoth agreed on it, at " in said(result)
    assert moves(world) == ["!offer", "!draw"]
    assert statuses(world) == ["ended"]
    await world.a_while()
    for message in (world.message(board), world.ada.prompts[-1], world.ben.prompts[-1]):
        lines = text(message).splitlines()
        assert lines[0] == "### A draw"
        assert lines[1].startswith("Both agreed on it, at ")
        assert lines[-1].endswith(" · duel 1")
        assert enabled(message) == ["Rematch", "Course", "Review"]
    assert len(world.ada.prompts) == len(world.ben.prompts) == 1
    assert await nothing_false_stands(world)


@PLAYERS
@pytest.mark.parametrize("ephemeral", [False, True], ids=["sent", "ephemeral"])
async def test_a_declined_offer_leaves_the_duel_as_it_was(world: World, who: str, ephemeral: bool) -> None:
    board = await world.begin("digit")
    seat, other = pair(world, who)
    await by_direct_message(seat, board)
    count = len(other.dms), len(seat.dms)
    panel = await your_move(world, other, board) if ephemeral else other.panel
    result = await other.click(panel, "Decline draw")
    assert result.acknowledged
    assert statuses(world) == ["open"]
    assert f"*{other.name} declines the draw.*" in text(world.message(board))
    assert (len(other.dms), len(seat.dms)) == count
    for message, words in ((other.prompts[-1], "You decline the draw."), (seat.prompts[-1], f"{other.name} declines")):
        assert words in text(message)
        assert not set(ANSWERS) & set(enabled(message))
    assert "Draw?" in enabled(other.prompts[-1])
    assert "Draw?" not in enabled(seat.prompts[-1])
    if ephemeral:
        assert result.response is not None
        assert "You decline the draw." in text(result.response.message)
    # And it goes on: the panel that stayed is the one to play on.
    await world.ada.click(world.ada.prompts[-1], "9")
    assert moves(world) == ["!offer", "!decline", "attack-9"]
    assert "draw" not in text(world.message(board))


@PLAYERS
@EVERY_GAME
async def test_an_offer_lapses_with_the_next_move(world: World, game: str, who: str) -> None:
    board = await world.begin(game)
    seat, other = pair(world, who)
    await seat.slash("draw")
    stale = await your_move(world, other, board)
    sent = other.prompts[-1]
    first = move_buttons(world.ada.prompts[-1])[0]
    with kept_messages(world, other.user.dm_channel.id):
        await world.ada.click(world.ada.prompts[-1], first.label)
    assert "draw" not in text(world.message(board)).lower()
    before, public = saved(world), onlookers(world)
    for panel in (stale, next(m for m in other.dms if m.id == sent.id)):
        for label in ANSWERS:
            if label in enabled(anew(other, panel)):
                result = await other.click(panel, label)
                assert told(result).startswith("No draw is on offer in duel 1 now")
                assert not set(ANSWERS) & set(enabled(anew(other, panel)))
    assert (saved(world), onlookers(world)) == (before, public)


async def test_an_offer_can_be_made_once_a_turn(world: World) -> None:
    board = await world.begin("battle")
    early = await your_move(world, world.ada, board)
    await world.ada.slash("draw")
    sent = [world.ben.panel.id]
    before, public = saved(world), onlookers(world)
    for result in (
        await world.ada.slash("draw"),
        await world.ada.dm_slash("draw"),
        await press_as_seen(world.ada, early, "Draw?"),
    ):
        assert told(result) == "You have offered a draw in duel 1 this turn. You can offer again after your next move."
    assert (saved(world), onlookers(world)) == (before, public)
    await world.ada.slash("play", action="attack 1")
    sent.append(world.ben.panel.id)
    await world.ada.slash("draw")
    assert moves(world) == ["!offer", "attack-1", "!offer"]
    # Each offer is a message of its own, in place of the one before.
    (asked,) = world.ben.prompts
    assert set(ANSWERS) <= set(enabled(asked))
    assert len({*sent, asked.id}) == 3


@pytest.mark.parametrize("phase", ["committed", "picked"])
@PLAYERS
async def test_an_offer_tells_nothing_of_a_secret(world: World, phase: str, who: str) -> None:
    board = await reach(world, phase)
    seat, other = pair(world, who)
    hidden = {"committed": "Ada's ? lies face down: Ben decides.", "picked": "Ada has picked."}[phase]
    await seat.slash("draw")
    assert hidden in text(world.message(board))
    await other.click(other.prompts[-1], "Decline draw")
    assert hidden in text(world.message(board))
    acting = await mover(world)
    assert move_buttons(acting.prompts[-1])


async def test_an_offer_in_sudden_death_lapses_with_a_pick_and_can_be_made_again(world: World) -> None:
    board = await sudden_death(world)
    await world.ada.slash("draw")
    first = world.ben.prompts[-1]
    assert set(ANSWERS) <= set(enabled(first))
    await world.ada.click(world.ada.prompts[-1], "3")
    # Ben's turn is the same, and so is his message, without the offer.
    assert [message.id for message in world.ben.prompts][-1] == first.id
    assert "draw." not in text(world.ben.prompts[-1])
    assert len(move_buttons(world.ben.prompts[-1])) == 5
    await world.ada.slash("draw")
    again = world.ben.prompts[-1]
    assert again.id != first.id
    assert set(ANSWERS) <= set(enabled(again))
    sent = [
        request.json["nonce"]
        for request in world.env.http_requests
        if request.method == "POST" and isinstance(request.json, dict) and "nonce" in request.json
    ]
    assert len(sent) == len(set(sent)), "Discord would take the second for the first"
    await world.ben.click(again, "Accept draw")
    assert "A draw" in text(world.message(board))


@pytest.mark.parametrize("game", ["match", "siege"])
async def test_a8_a_draw_shows_what_a_resignation_shows(world: World, game: str) -> None:
    """Hands and what lay on the table are shown at the end; the deck and the seed are not."""
    boards = [await world.begin(game) for _ in range(2)]
    for duel in (1, 2):
        token = "attack-7" if game == "siege" else None
        if token:
            await play_out(world, duel, token)
    await world.ada.slash("draw", duel=1)
    await world.ben.slash("draw", duel=1)
    await world.ada.click(answer(await world.ada.slash("resign", duel=2)), "Resign")
    drawn, resigned = (text(world.message(board)) for board in boards)
    kinds = [re.sub(r"\d+", "#", "\n".join(words.splitlines()[2:])) for words in (drawn, resigned)]
    assert kinds[0] == kinds[1]
    assert ("Ada's 7 was not answered." in drawn) is (game == "siege")
    for number, words in enumerate((drawn, resigned), 1):
        assert "seed" not in words.lower()
        for player in Player if game == "match" else ():
            hand = (await saved_duel(world, number)).view(player).pile("hand", player)
            assert hand is not None
            assert f"\n{' '.join(map(str, hand.numbers or ()))}\n" in words
    assert ids(world.message(boards[0])) == ["duel:1:rematch", "duel:1:course", "duel:1:review"]
    assert ids(world.message(boards[1])) == ["duel:2:rematch", "duel:2:course", "duel:2:review"]
