"""A bot that dies, or loses Discord, between saving and telling: what was not told is told after the next start."""

from __future__ import annotations

from typing import Any

import aiohttp
import discord
import pytest

from bot.scheduler import Scheduler
from games import Move, Player
from tests.bot.kills import Call, Kill, kills, name
from tests.bot.script import make, offered, play_by_buttons
from tests.bot.settled import nothing_false_stands
from tests.bot.world import Seat, World, answer, buttons, enabled, text

pytestmark = [pytest.mark.asyncio, pytest.mark.usefixtures("luck")]

TOKENS = [*(f"defend-{token}" for token in range(1, 11)), "take"]
TWO_BLOWS = [Move(Player.ONE, "attack-9"), Move(Player.TWO, "attack-8")]
AN_ACCEPTANCE, A_FIRST_MOVE, A_LAST_MOVE = 7, 5, 6
"""How many requests each takes: for an acceptance, whether the challenger is still there; an answer, the board, a
channel or message to each who gets one, what is deleted, the panel that *Accept* opened; whether the board of a duel
that is over is its channel's newest message."""


async def press(seat: Seat, message: discord.Message, label: str) -> None:
    """A press that may never be answered."""
    seat.press(message, label)
    await seat.world.settle()


def own(seat: Seat) -> list[list[str]]:
    """The moves that each direct message lets a player make."""
    return [offered(message) for message in seat.prompts]


@pytest.mark.parametrize("kill", kills(A_FIRST_MOVE), ids=name)
async def test_a_move_is_told_after_the_restart(world: World, kill: Kill) -> None:
    board = await world.begin("siege")
    world.on_request(kill)
    await press(world.ada, world.ada.panel, "7")
    assert kill.seen >= kill.at
    await world.restart()
    assert "Ben to defend" in text(world.message(board))
    assert own(world.ada) == [[]]
    assert "\nYour 7 lies face down: Ben decides.\n" in text(world.ada.panel)
    assert own(world.ben) == [TOKENS]
    assert await nothing_false_stands(world)
    await world.ben.click(world.ben.panel, "4")
    assert "Ada's 7 against Ben's 4: **Ben 15 → 12**." in text(world.message(board))


@pytest.mark.parametrize("kill", kills(1), ids=name)
async def test_a_challenge_that_was_about_to_be_accepted_stands_after_the_restart(world: World, kill: Kill) -> None:
    challenge = await world.challenge("battle")
    world.on_request(kill)
    await press(world.ben, challenge, "Accept")
    assert kill.seen >= kill.at
    await world.restart()
    assert enabled(world.message(challenge)) == ["Accept", "Decline", "Rules", "Withdraw"]
    await world.ben.click(challenge, "Accept")
    assert "**Ada to attack**" in text(world.message(challenge))


@pytest.mark.parametrize("kill", kills(AN_ACCEPTANCE)[2:], ids=name)
async def test_a_start_is_told_after_the_restart(world: World, kill: Kill) -> None:
    challenge = await world.challenge("battle")
    world.on_request(kill)
    await press(world.ben, challenge, "Accept")
    assert kill.seen >= kill.at
    await world.restart()
    assert "**Ada to attack**" in text(world.message(challenge))
    assert [button.label for button in buttons(world.message(challenge))] == ["Ada: your move", "Watch"]
    assert len(world.channel.history()) == 1
    assert own(world.ada) == [[f"attack-{number}" for number in range(1, 10)]]
    assert own(world.ben) == [[]]


@pytest.mark.parametrize("kill", kills(A_LAST_MOVE), ids=name)
async def test_a_result_is_told_after_the_restart(world: World, kill: Kill) -> None:
    board = await play_by_buttons(world, "battle", TWO_BLOWS)
    before = world.ben.panel.id
    world.on_request(kill)
    await press(world.ada, world.ada.panel, "7")
    assert kill.seen >= kill.at
    await world.restart()
    is_told_to_all(world, board)
    assert world.ben.panel.id != before  # for Ben it is news
    assert await nothing_false_stands(world)


def is_told_to_all(world: World, board: discord.Message) -> None:
    """Ada has won: the channel reads it once, and each player has one direct message, which says it."""
    assert [text(message).splitlines()[0] for message in world.channel.history()] == ["### Ada wins"]
    assert [text(message).splitlines()[0] for message in world.ada.prompts] == ["### You win!"]
    assert [text(message).splitlines()[0] for message in world.ben.prompts] == ["### You lose"]
    for message in (world.message(board), world.ada.panel, world.ben.panel):
        assert enabled(message) == ["Rematch", "Course", "Review"]


@pytest.mark.parametrize("kill", kills(3), ids=name)
async def test_with_closed_direct_messages_one_line_comes_after_the_restart(world: World, kill: Kill) -> None:
    world.ben.close_dms()
    board = await world.begin("battle")
    world.on_request(kill)
    await press(world.ada, world.ada.panel, "1")
    assert kill.seen >= kill.at
    await world.restart()
    (line,) = world.channel.history(viewer=world.cy.member)[1:]
    assert [user.id for user in line.mentions] == [world.ben.id]
    await world.ben.click(answer(await world.ben.click(line, "Your move")), "9")
    assert world.channel.history(viewer=world.cy.member) == [world.message(board)]


async def test_no_more_requests_are_made_than_are_tried(world: World) -> None:
    """Or the tests above would leave places out."""
    message, count = await world.challenge("battle"), Kill(10**6, False)
    world.on_request(count)
    await world.ben.click(message, "Accept")
    seen = [count.seen]
    for move in (*TWO_BLOWS, Move(Player.ONE, "attack-7")):
        await make(world, move)
        seen.append(count.seen - sum(seen))
    assert (seen[0], seen[1], seen[3]) == (AN_ACCEPTANCE, A_FIRST_MOVE, A_LAST_MOVE)


@pytest.mark.parametrize("error", [OSError, aiohttp.ServerDisconnectedError, TimeoutError])
async def test_what_an_outage_swallowed_comes_with_the_restart(world: World, error: type[Exception]) -> None:
    board = await world.begin("siege")

    async def lost(method: str, path: str, call: Call) -> Any:
        raise error

    world.on_request(lost)
    await press(world.ada, world.ada.panel, "7")
    assert "Ada to attack" in text(world.message(board))
    assert own(world.ben) == [[]]
    await world.restart()
    assert "Ben to defend" in text(world.message(board))
    assert own(world.ben) == [TOKENS]
    assert own(world.ada) == [[]]


async def test_what_an_outage_swallowed_at_the_start_comes_with_the_restart(world: World) -> None:
    challenge = await world.challenge("battle")

    async def lost(method: str, path: str, call: Call) -> Any:
        raise OSError

    world.on_request(lost)
    await press(world.ben, challenge, "Accept")
    await world.restart()
    assert "**Ada to attack**" in text(world.message(challenge))
    assert [len(seat.prompts) for seat in (world.ada, world.ben)] == [1, 1]


async def test_a_result_that_an_outage_swallowed_comes_with_the_restart(world: World) -> None:
    board = await play_by_buttons(world, "battle", TWO_BLOWS)

    async def lost(method: str, path: str, call: Call) -> Any:
        raise OSError

    world.on_request(lost)
    await press(world.ada, world.ada.panel, "7")
    await world.restart()
    is_told_to_all(world, board)


@pytest.mark.parametrize("event", ["ready", "resumed"])
async def test_what_an_outage_swallowed_comes_with_the_reconnect_and_once(world: World, event: str) -> None:
    board, online = await world.begin("siege"), False

    async def lost(method: str, path: str, call: Call) -> Any:
        if online:
            return await call()
        raise OSError

    world.on_request(lost)
    await press(world.ada, world.ada.panel, "7")
    online = True
    for _ in range(3):
        await world.reconnected(event)
        assert "Ben to defend" in text(world.message(board))
        assert own(world.ada) == [[]]
        assert own(world.ben) == [TOKENS]
        assert len(world.channel.history(viewer=world.cy.member)) == 1


async def restarted_with_a_panel_unnoted(world: World, monkeypatch: pytest.MonkeyPatch, *, moved: bool = True) -> None:
    """Killed between sending Ben's panel and noting it, `moved`: while he moves with it. The bot is back, and yet to
    look what is behind.
    """

    async def not_yet(scheduler: Scheduler) -> None:
        return None

    await world.begin("siege")
    world.on_request(Kill(1, True, f"POST /channels/{world.ben.user.dm_channel.id}/messages"))
    await press(world.ada, world.ada.panel, "7")
    if moved:
        await press(world.ben, world.ben.panel, "4")
    with monkeypatch.context() as held:
        held.setattr(Scheduler, "look", not_yet)
        await world.restart()
    assert own(world.ben) == [[], TOKENS]


async def test_a_panel_left_unnoted_goes_though_the_bot_is_killed_once_more_before_it_looks_for_it(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await restarted_with_a_panel_unnoted(world, monkeypatch)
    kill = Kill(1, False, f"GET /channels/{world.ben.user.dm_channel.id}/messages")
    world.on_request(kill)
    await world.reconnected()
    assert kill.seen >= kill.at
    assert "8" in enabled(world.ben.panel)  # the next one has been sent and noted
    await world.restart()
    assert await nothing_false_stands(world)
    assert len(world.ben.prompts) == 1


async def test_a_panel_left_unnoted_goes_though_something_else_is_told_before_the_first_look(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await restarted_with_a_panel_unnoted(world, monkeypatch)
    await world.ada.slash("draw")
    assert "8" in enabled(world.ben.panel)
    await world.reconnected()
    assert await nothing_false_stands(world)
    assert len(world.ben.prompts) == 1


@pytest.mark.soak
async def test_a_panel_left_unnoted_stays_while_the_next_message_waits_for_an_open_panel(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await restarted_with_a_panel_unnoted(world, monkeypatch, moved=False)
    left = world.ben.panel
    await world.ben.click(world.channel.history()[0], "Ada: your move")
    await world.reconnected()
    assert left.id in {message.id for message in world.ben.prompts}
    await world.a_long_while()
    assert [message.id for message in world.ben.prompts] == [left.id]
    assert await nothing_false_stands(world)
