"""Direct messages that can't be delivered: the duel goes on in the channel, and nobody is told of a message sent."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any

import discord
import pytest

from games import Move, Player
from tests.bot.scenes import GAMES, open_panels
from tests.bot.script import PLANS, make, offered, positions, seat_of
from tests.bot.settled import nothing_false_stands
from tests.bot.world import Seat, World, answer, buttons, enabled, said, text

pytestmark = [pytest.mark.asyncio, pytest.mark.usefixtures("luck")]

CLAIM = re.compile(r"\b(I|have|was|been) (have )?(sent|written|messaged)\b|\bsee your direct messages\b", re.IGNORECASE)


def lines(world: World) -> list[discord.Message]:
    """What the channel holds beside the board."""
    return world.channel.history(viewer=world.cy.member)[1:]


def pinged(message: discord.Message) -> list[int]:
    """Whom a message pings."""
    return [user.id for user in message.mentions]


async def your_move(seat: Seat, message: discord.Message) -> discord.Message:
    """The panel that *Your move* opens, for that player alone."""
    result = await seat.click(message, "Your move")
    panel = answer(result)
    assert panel.flags.ephemeral
    assert panel.id not in {m.id for m in seat.world.channel.history(viewer=seat.world.cy.member)}
    return panel


def counted(world: World, channel_id: int) -> list[str]:
    """Grows with each message that the bot itself tries to post in a channel."""
    posts = []

    async def note(method: str, path: str, call: Callable[[], Awaitable[Any]]) -> Any:
        if (method, path) == ("POST", f"/channels/{channel_id}/messages"):
            posts.append(path)
        return await call()

    world.on_request(note)
    return posts


@pytest.mark.parametrize("game", GAMES)
async def test_with_direct_messages_of_both_closed_a_duel_is_played_in_the_channel(world: World, game: str) -> None:
    for seat in (world.ada, world.ben):
        seat.close_dms()
    moves, posts = PLANS[game], counted(world, world.channel.id)
    message = await world.challenge(game)
    told = [said(await world.ben.click(message, "Accept"))]
    assert "I can't send you direct messages. Press *your move* on the board of duel 1" in told[0]
    *duels, last = positions(game, moves)
    for duel, move in zip(duels, moves, strict=True):
        await world.a_while()
        asked = {seat_of(world, player).id: seat_of(world, player) for player in duel.to_act}
        found = lines(world)
        assert sorted(user for line in found for user in pinged(line)) == sorted(asked)
        for line in found:
            assert text(line).count("\n") == 0
            assert "it is your turn in duel 1" in text(line)
            board = f"https://discord.com/channels/{world.guild.id}/{world.channel.id}/{message.id}"
            assert [button.url for button in buttons(line) if button.url] == [board]
            (name,) = (one.name for one in asked.values() if one.id in pinged(line))
            assert enabled(line) == [f"{name}: your move"]
        seat = seat_of(world, move.player)
        own = next(line for line in found if pinged(line) == [seat.id])
        # Now by the line's own button, now by the board's.
        panel = await your_move(seat, own if len(duel.moves) % 2 else world.message(message))
        assert move.player
        assert offered(panel) == [str(action) for action in duel.view(move.player).actions]
        await make(world, move, panel)
        told += [text(own), text(panel)]
        assert own.id not in {line.id for line in lines(world)}
    await world.a_while()
    (line,) = lines(world)
    assert (pinged(line), enabled(line)) == ([], [])
    assert len(posts) == len(moves) + 1, "one line a turn, and one for the end"
    assert last.outcome
    assert last.outcome.winner
    winner = seat_of(world, last.outcome.winner).name
    assert text(world.message(message)).startswith(f"### {winner} wins\n")
    assert text(line).startswith(f"**{winner} wins ")
    assert world.ada.prompts == world.ben.prompts == []
    told += [text(m) for seat in (world.ada, world.ben) for m in world.channel.history(viewer=seat.member)]
    assert [sentence for sentence in told if CLAIM.search(sentence)] == []


async def test_the_claim_that_is_looked_for_would_be_found() -> None:
    for claim in (
        "I have sent you your panel.",
        "I sent it to you",
        "Your panel was sent",
        "See your direct messages.",
    ):
        assert CLAIM.search(claim)
    assert not CLAIM.search("I can't send you direct messages. You will hear from me.")


async def test_an_ephemeral_panel_is_followed_by_the_next_one_where_the_turn_stays(world: World) -> None:
    world.ben.close_dms()
    board = await world.begin("siege")
    await world.ada.click(world.ada.panel, "9")
    panel = await your_move(world.ben, lines(world)[0])
    await world.ben.click(panel, "9")
    # The defender is the next attacker: a new turn, and one new line for it where they leave it at that.
    assert lines(world) == []
    await world.a_while()
    (line,) = lines(world)
    assert pinged(line) == [world.ben.id]
    (again,) = open_panels(world.ben)
    assert again.id != panel.id
    assert "**Your attack**" in text(again)
    assert offered(again) == [f"attack-{token}" for token in (1, 2, 3, 4, 5, 6, 7, 8, 10)]
    await world.ben.click(again, "3")
    assert lines(world) == []
    assert "Ada to defend" in text(world.message(board))
    (waiting,) = open_panels(world.ben)
    assert waiting.id == again.id
    assert "Ada to defend" in text(waiting)
    assert offered(waiting) == []
    assert await nothing_false_stands(world)


async def test_only_the_one_with_closed_direct_messages_is_pinged(world: World) -> None:
    world.ben.close_dms()
    await world.begin("battle")
    assert lines(world) == []
    await world.ada.click(world.ada.panel, "1")
    assert [pinged(line) for line in lines(world)] == [[world.ben.id]]
    await world.ben.slash("play", action="attack 2")
    assert lines(world) == []
    assert offered(world.ada.panel) == [f"attack-{number}" for number in range(3, 10)]


async def test_direct_messages_closed_in_the_middle_leave_no_old_panel(world: World) -> None:
    board = await world.begin("battle")
    await world.ada.click(world.ada.panel, "1")
    world.ada.close_dms()
    await world.ben.click(world.ben.panel, "2")
    assert world.ada.prompts == []
    (line,) = lines(world)
    assert pinged(line) == [world.ada.id]
    await make(world, Move(Player.ONE, "attack-9"), await your_move(world.ada, line))
    assert lines(world) == []
    assert "Ben to attack" in text(world.message(board))


async def test_an_old_panel_can_be_played_on_after_direct_messages_were_closed(world: World) -> None:
    await world.begin("battle")
    world.ada.close_dms()
    await world.ada.click(world.ada.panel, "1")
    assert "Your 1 hits: **Ben 15 → 14**." in text(world.ada.panel)
    assert offered(world.ada.panel) == []
    assert lines(world) == []
    assert offered(world.ben.panel) == [f"attack-{number}" for number in range(2, 10)]


async def test_direct_messages_opened_again_are_found_open_within_the_hour_or_at_once_where_their_owner_comes_in(
    world: World,
) -> None:
    for seat in (world.ada, world.ben):
        seat.close_dms()
    board = await world.begin("digit")
    world.env.backend.faults.clear()

    async def by_the_board(seat: Seat, token: str) -> None:
        move = Move(Player.ONE if seat is world.ada else Player.TWO, token)
        await make(world, move, await your_move(seat, world.message(board)))
        await world.a_while()

    await by_the_board(world.ada, "defend-1")
    assert [pinged(line) for line in lines(world)] == [[world.ben.id]]
    await world.ben.dm_slash("status")
    await by_the_board(world.ben, "defend-2")
    await by_the_board(world.ada, "defend-3")
    # Ben has used the bot in direct messages: that is where he is asked again. Ada has not.
    assert lines(world) == []
    assert offered(world.ben.prompts[-1])
    await make(world, Move(Player.TWO, "defend-4"))
    await world.a_while()
    assert [pinged(line) for line in lines(world)] == [[world.ada.id]]
    await world.env.advance_time(3600)
    await by_the_board(world.ada, "defend-5")
    await make(world, Move(Player.TWO, "defend-6"))
    await world.a_while()
    assert lines(world) == []
    assert offered(world.ada.prompts[-1]) == [f"{verb}-{n}" for verb in ("attack", "defend") for n in (7, 8, 9)]


async def test_closed_direct_messages_are_not_tried_at_each_turn(world: World) -> None:
    knocks = counted(world, world.ben.user.dm_channel.id)
    world.ben.close_dms()
    board = await world.begin("battle")
    for number in (1, 2, 3, 4):
        seat = world.ada if number % 2 else world.ben
        await seat.click(await your_move(seat, world.message(board)), str(number))
        await world.a_while()
    assert len(knocks) == 1


async def test_the_line_survives_a_restart_and_goes_with_the_move(world: World) -> None:
    world.ada.close_dms()
    await world.begin("battle")
    before = world.public()
    await world.restart()
    assert world.public() == before
    (line,) = lines(world)
    panel = await your_move(world.ada, line)
    assert [b.label for b in buttons(panel) if b.label.isdigit()] == [str(n) for n in range(1, 10)]
    await world.ada.click(panel, "5")
    assert lines(world) == []


async def test_the_line_goes_with_a_resignation(world: World) -> None:
    world.ada.close_dms()
    board = await world.begin("battle")
    assert len(lines(world)) == 1
    question = answer(await world.ben.slash("resign"))
    await world.ben.click(question, "Resign")
    (line,) = lines(world)
    assert text(line).startswith("**Ada wins Number Battle against Ben**")
    assert (pinged(line), enabled(line)) == ([], [])
    assert text(world.message(board)).startswith("### Ada wins")
