"""Duels against the bot itself, from the command to the result, in a server and in direct messages."""

from __future__ import annotations

import re
from typing import Any

import discord
import pytest
from simcord.results import InteractionResult

import players
from games import Action
from players import Level
from tests.bot.scenes import GAMES, move_buttons, moves, open_panels, saved_duel, statuses, told, watch_pings
from tests.bot.settled import nothing_false_stands
from tests.bot.world import Seat, World, answer, buttons, enabled, said, text
from tests.games.helpers import LEVEL_AT_8

pytestmark = [pytest.mark.asyncio, pytest.mark.usefixtures("luck")]


def message_of(result: InteractionResult) -> discord.Message:
    """The public answer to a command."""
    assert result.response is not None
    assert not result.response.ephemeral
    return result.response.message


def own_panel(seat: Seat) -> discord.Message:
    """The panel that is open: the ephemeral one in the channel, else the newest direct message."""
    return (open_panels(seat) or [seat.panel])[-1]


async def press_first(world: World) -> str:
    """Ada makes the first move that she is offered; its token."""
    panel = own_panel(world.ada)
    (first, *_) = move_buttons(panel)
    await world.ada.click(panel, first.label)
    return str(first.custom_id).rpartition(":")[2]


async def play_out(world: World) -> None:
    """Ada does that until the duel is over."""
    while statuses(world)[-1] == "open":
        await press_first(world)


def hidden_hand(message: discord.Message) -> bool:
    """Whether the bot's cards lie face down in this message."""
    found = re.search(r"^\*\*TestBot\*\* .*\n(.*)", text(message), re.MULTILINE)
    assert found
    return set(found[1].split()) == {"?"}


# ---- P1


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("game", GAMES)
async def test_p1_a_whole_duel_in_a_server(world: World, game: str, level: str) -> None:
    board = message_of(await world.ada.slash("practice", game=game, level=level))
    assert f"practice at level {level}" in text(board)
    assert [button.label for button in buttons(board)] == ["Ada: your move", "Watch"]
    await play_out(world)
    await world.a_while()
    assert world.ada.prompts == []
    (panel,) = [message for message in world.channel.history(viewer=world.ada.member) if message.flags.ephemeral]
    assert re.match("### (You win!|You lose|A draw)", text(panel))
    assert "deciding blow" in text(world.message(board)) or "The last exchange" in text(world.message(board))
    assert f"practice at level {level}" in text(world.message(board))
    assert await nothing_false_stands(world) == 1
    assert len(world.channel.history()) == 1


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("game", GAMES)
async def test_p1_a_whole_duel_in_direct_messages(world: World, game: str, level: str) -> None:
    panel = message_of(await world.ada.dm_slash("practice", game=game, level=level))
    assert [button.label for button in move_buttons(panel)]
    await play_out(world)
    await world.a_while()
    (result,) = world.ada.dms
    assert text(result).startswith("### You ") or text(result).startswith("### A draw")
    assert await nothing_false_stands(world) == 1
    assert not world.channel.history()


async def test_p1_a_game_with_medium_where_no_level_is_named(world: World) -> None:
    board = message_of(await world.ada.slash("practice", game="battle"))
    assert "practice at level medium" in text(board)
    assert "/practice with another level starts another duel" in text(own_panel(world.ada))
    await press_first(world)
    assert "/practice" not in text(own_panel(world.ada))


async def test_p1_a_game_without_a_player_of_its_own_says_so(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(players._OWN, "battle")
    board = message_of(await world.ada.slash("practice", game="battle", level="hard"))
    assert "practice by legal moves at random" in text(board)
    assert "practice by legal moves at random" in text(own_panel(world.ada))


# ---- P2


async def test_p2_who_challenges_themselves_is_offered_practice(world: World) -> None:
    result = await world.ada.slash("duel", opponent=world.ada.member, game="nomad")
    offer = answer(result)
    assert "You can't duel yourself, but I play Number Nomad with you." in text(offer)
    assert enabled(offer) == ["Easy", "Medium", "Hard"]
    assert statuses(world) == []
    world.ada.press(offer, "Hard")
    world.ada.press(offer, "Hard")
    await world.settle()
    assert statuses(world) == ["open"]
    assert (await saved_duel(world)).row.practice == "hard"
    assert [message for message in world.channel.history() if not message.flags.ephemeral]
    assert len(open_panels(world.ada)) == 1


async def test_p2_a_forged_button_begins_nothing(world: World) -> None:
    offer = answer(await world.ada.slash("duel", opponent=world.ada.member, game="nomad"))
    world.ada.press_id(offer, "practice:chess:hard")
    await world.settle()
    assert statuses(world) == []


# ---- P3


async def test_p3_the_answer_shows_each_exchange_since_ones_own_move(world: World) -> None:
    await world.ada.slash("practice", game="battle")
    await press_first(world)
    shown = text(own_panel(world.ada))
    mine, theirs = (moves(world)[index].removeprefix("attack-") for index in (0, 1))
    assert f"Your {mine} hits" in shown
    assert f"TestBot's {theirs} hits" in shown
    assert shown.index(f"Your {mine} hits") < shown.index(f"TestBot's {theirs} hits")
    await press_first(world)
    assert f"Your {mine} hits" not in text(own_panel(world.ada))


# ---- P6


@pytest.mark.parametrize("how", ["button", "command"])
async def test_p6_a_draw_is_declined_at_once(world: World, how: str) -> None:
    await world.ada.slash("practice", game="battle", level="hard")
    if how == "button":
        await world.ada.click(own_panel(world.ada), "Draw?")
        assert "TestBot declines the draw." in text(own_panel(world.ada))
    else:
        assert told(await world.ada.slash("draw")) == "TestBot declines the draw in duel 1."
    assert moves(world) == ["!offer", "!decline"]
    await world.a_while()
    assert await nothing_false_stands(world)


@pytest.mark.soak
async def test_p6_in_sudden_death_three_level_rounds_are_a_draw(world: World) -> None:
    await world.ada.dm_slash("practice", game="digit", level="hard")
    handlers = world.client.handlers
    with world.env.time_context():  # past the computer, whose moves would be others
        for token in LEVEL_AT_8:
            found = await saved_duel(world)
            assert found.duel
            (player,) = found.duel.to_act
            await handlers.duels.play(1, found.user(player), Action.parse(token))
    await world.reconnected()
    for _ in range(3):
        await world.ada.click(own_panel(world.ada), "5")
    assert "TestBot offers a draw." in text(own_panel(world.ada))
    await world.ada.click(own_panel(world.ada), "Decline draw")
    assert statuses(world) == ["open"]
    await world.ada.click(own_panel(world.ada), "Draw?")
    assert moves(world)[-1] == "!draw"
    await world.a_while()
    assert text(world.ada.panel).startswith("### A draw")
    assert await nothing_false_stands(world)


# ---- P7


@pytest.mark.parametrize("game", ["match", "siege"])
async def test_p7_what_the_computer_holds_is_shown_to_nobody(world: World, game: str) -> None:
    board = message_of(await world.ada.slash("practice", game=game, level="hard"))
    shown = 0
    while statuses(world) == ["open"]:
        for message in (own_panel(world.ada), world.message(board)):
            assert game == "siege" or hidden_hand(message)
            found = (await saved_duel(world)).view(None)
            table = [pile for pile in found.piles if pile.name == "table" and pile.numbers is None]
            assert text(message).count("? lies face down") == len(table)
            shown += 1
        watched = answer(await world.cy.click(world.message(board), "Watch"))
        assert game == "siege" or hidden_hand(watched)
        await press_first(world)
    assert shown > 4


@pytest.mark.soak
async def test_p7_nobody_writes_to_the_bot_and_it_is_never_called(world: World) -> None:
    asked: list[str] = []
    bot = world.client.user
    assert bot

    async def seen(method: str, path: str, call: Any) -> Any:
        asked.append(f"{method} {path}")
        return await call()

    world.on_request(seen)
    pings = watch_pings(world)
    await world.ada.slash("practice", game="match")
    await play_out(world)
    await world.a_while()
    assert not [path for path in asked if "/users/@me/channels" in path and len(asked) > 1][1:]  # Ada's own
    assert not [path for path in asked if "/members/" in path]
    assert pings == []


# ---- P9


async def test_p9_a_rematch_begins_at_once_with_the_other_starting(world: World) -> None:
    await world.ada.slash("practice", game="battle", level="hard")
    await world.ada.click(answer(await world.ada.slash("resign")), "Resign")
    await world.a_while()
    (result,) = [message for message in world.channel.history() if not message.flags.ephemeral]
    again = await world.ada.click(result, "Rematch")
    board = message_of(again)
    assert statuses(world) == ["ended", "open"]
    assert (await saved_duel(world, 2)).row.practice == "hard"
    assert len(moves(world, 2)) == 1
    assert "practice at level hard" in text(board)
    assert "I" not in told(await world.ada.click(result, "Rematch")).split()
    assert statuses(world) == ["ended", "open"]
    await play_out(world)
    await world.a_while()
    assert await nothing_false_stands(world)


@pytest.mark.soak
async def test_p9_a_rematch_from_direct_messages_puts_its_board_in_the_channel(world: World) -> None:
    await world.ada.slash("practice", game="battle", level="easy")
    await world.a_long_while()
    await world.ada.click(answer(await world.ada.dm_slash("resign")), "Resign")
    await world.a_while()
    await world.ada.click(world.ada.prompts[-1], "Rematch")
    await world.a_while()
    assert statuses(world) == ["ended", "open"]
    assert len([message for message in world.channel.history() if not message.flags.ephemeral]) == 2
    assert await nothing_false_stands(world)


async def test_p9_status_lists_resignations_and_the_course_are_as_in_any_duel(world: World) -> None:
    await world.ada.dm_slash("practice", game="siege")
    await world.ada.slash("practice", game="battle")
    listed = said(await world.ada.slash("status"))
    assert "**1** · Numerical Siege · against TestBot · " in listed
    assert "**2** · Number Battle · against TestBot · " in listed
    assert "practice at level medium" in said(await world.ada.slash("status", duel=1))
    labels = [choice["name"] for choice in (await world.ada.typing("resign", "duel")).autocomplete_choices or []]
    assert labels == ["1 · Numerical Siege · against TestBot", "2 · Number Battle · against TestBot"]
    assert "TestBot wins it" in said(await world.ada.slash("resign", duel=1))
    await world.ada.click(answer(await world.ada.slash("resign", duel=1)), "Resign")
    await world.a_while()
    (result,) = [message for message in world.ada.prompts if "duel 1 ·" in text(message)]
    assert "The course of duel 1" in said(await world.ada.click(result, "Course"))


async def test_p9_a_typed_move_is_answered_as_well(world: World) -> None:
    await world.ada.dm_slash("practice", game="battle")
    result = await world.ada.dm_slash("play", action="attack 3")
    assert "Your 3 hits" in said(result)
    assert len(moves(world)) == 2
