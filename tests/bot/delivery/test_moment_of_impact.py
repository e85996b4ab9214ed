"""What a move shows, and what it costs: whoever moves sees what they did, and so does whoever looks on; a duel's end is
told where the board is out of sight.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any

import discord
import pytest

from bot.delivery.watchers import MOST
from tests.bot.scenes import (
    GAMES,
    anew,
    ended,
    move_buttons,
    mover,
    moves,
    old_panel,
    onlookers,
    play_out,
    saved_duel,
    your_move,
)
from tests.bot.script import PLANS, make, seat_of
from tests.bot.settled import nothing_false_stands
from tests.bot.world import World, answer, enabled, text

pytestmark = [pytest.mark.asyncio, pytest.mark.usefixtures("luck")]

MOST_REQUESTS = 5
"""Of one move: the answer, the board, the prompt, the deletion of the panel before, the other's waiting panel."""


def requests(world: World) -> list[str]:
    """From now on, each request of the bot by its method and place, but for edits of what is ephemeral."""
    made: list[str] = []

    async def count(method: str, path: str, call: Callable[[], Awaitable[Any]]) -> Any:
        if not path.startswith("/webhooks"):
            made.append(f"{method} {re.sub(r'[0-9]{15,}', '*', path)[:40]}")
        return await call()

    world.on_request(count)
    return made


@pytest.mark.parametrize("game", GAMES)
async def test_a_move_costs_five_requests_at_the_most(world: World, game: str) -> None:
    await world.begin(game)
    made = requests(world)
    *before_the_end, last = PLANS[game]
    for move in before_the_end:
        made.clear()
        await make(world, move)
        duel = (await saved_duel(world)).duel
        assert duel is not None
        prompts = sum(request.startswith("POST /channels") for request in made)
        assert 0 <= prompts <= len(duel.to_act), made
        # A new round of sudden death prompts both.
        assert len(made) <= MOST_REQUESTS + (prompts > 1), made
    await make(world, last)


async def test_a_move_turns_the_panel_into_one_that_waits_and_shows_what_came_of_it(world: World) -> None:
    await world.begin("battle")
    pressed = world.ada.panel
    await world.ada.click(pressed, "8")
    waiting = anew(world.ada, pressed)
    assert text(waiting).splitlines()[1:3] == ["Your 8 hits: **Ben 15 → 7**.", "**Ben to attack**"]
    assert move_buttons(waiting) == []
    assert "Your 8 hits" not in text(world.ben.panel)
    await world.ben.click(world.ben.panel, "7")
    assert text(world.ada.panel).splitlines()[1:3] == ["Ben's 7 hits: **you 15 → 8**.", "**Your attack**"]
    assert [message.id for message in world.ada.prompts] == [world.ada.panel.id]  # the one before is gone
    assert await nothing_false_stands(world) >= 3


# ---- the panel that Accept opens


@pytest.mark.parametrize("game", GAMES)
async def test_accept_opens_the_own_panel_and_no_hand_ever_stands_on_the_board(world: World, game: str) -> None:
    challenge = await world.challenge(game)
    result = await world.ben.click(challenge, "Accept")
    (opened,) = result.followups
    assert opened.ephemeral
    for move in PLANS[game]:
        seat = seat_of(world, move.player)
        panel = old_panel(seat) if seat is world.ben else seat.panel
        await make(world, move, panel)
        assert not re.search(r"[Yy]our? (?!move)|[Hh]and", onlookers(world))
        assert await nothing_false_stands(world) >= 3
    assert enabled(world.message(challenge)) == ["Rematch", "Course", "Review"]


async def test_a_live_panel_has_the_rematch_too(world: World) -> None:
    board = await world.begin("battle")
    panel = await your_move(world, world.ada, board)
    await play_out(world, 1, "attack-9", "attack-1", "attack-8")
    shown = anew(world.ada, panel)
    assert text(shown).startswith("### You win!\n")
    assert enabled(shown) == ["Rematch", "Course", "Review"]


@pytest.mark.parametrize("route", ["direct", "ephemeral"])
async def test_a_second_click_on_the_same_place_is_no_other_move(world: World, route: str) -> None:
    """In match the one who has answered attacks next: the answer's place must not be an attack by then."""
    board = await world.begin("match")
    await play_out(world, 1, next(token for token in await legal(world) if token.startswith("attack")))
    acting = await mover(world)
    pressed = acting.panel if route == "direct" else await your_move(world, acting, board)
    choice = move_buttons(pressed)[0]
    await acting.click(pressed, choice.label)
    made = moves(world)
    seen = [*acting.dms, *world.channel.history(viewer=acting.member)]
    assert [button for message in seen if message.id == pressed.id for button in move_buttons(message)] == []
    assert moves(world) == made


async def legal(world: World) -> list[str]:
    """The moves of whoever is to act."""
    duel = (await world.client.duels.load_or_call_off(1)).duel  # type: ignore[union-attr]
    assert duel is not None
    return [str(action) for action in duel.view(min(duel.to_act, key=lambda player: player.value)).actions]


# ---- ephemeral panels


async def test_opening_another_panel_closes_the_one_before(world: World) -> None:
    board = await world.begin("siege")
    first = await your_move(world, world.ada, board)
    second = answer(await world.ada.slash("status"))
    seen = [message.id for message in world.channel.history(viewer=world.ada.member)]
    assert second.id in seen
    assert first.id not in seen


@pytest.mark.parametrize("why", ["time", "restart"])
async def test_a_press_brings_up_a_panel_that_follows_no_more(world: World, why: str) -> None:
    board = await world.begin("battle")
    panel = await your_move(world, world.ben, board)
    assert re.search(r"-# Follows the duel until <t:\d+:t>", text(panel))
    await (world.a_long_while() if why == "time" else world.restart())
    await world.ada.click(world.ada.panel, "5")
    assert "**Ada to attack**" in text(anew(world.ben, panel))
    await world.ben.click(anew(world.ben, panel), "Look again")
    assert "Ada's 5 hits: **you 15 → 10**." in text(anew(world.ben, panel))
    assert "**Your attack**" in text(anew(world.ben, panel))
    assert await nothing_false_stands(world) == 4


# ---- those who look on


async def test_watch_follows_the_duel_to_its_end(world: World) -> None:
    board = await world.begin("battle")
    shown = answer(await world.cy.click(world.message(board), "Watch"))
    await world.ada.click(world.ada.panel, "9")
    assert "Ada's 9 hits: **Ben 15 → 6**." in text(anew(world.cy, shown))
    assert await nothing_false_stands(world) >= 4
    await play_out(world, 1, "attack-1", "attack-8")
    assert text(anew(world.cy, shown)).startswith("### Ada wins\n")
    assert enabled(anew(world.cy, shown)) == ["Course"]


async def test_after_its_time_watch_stays_as_it_is_until_it_is_pressed(world: World) -> None:
    board = await world.begin("battle")
    shown = answer(await world.cy.click(world.message(board), "Watch"))
    await world.a_long_while()
    await world.ada.click(world.ada.panel, "9")
    assert "**Ada to attack**" in text(anew(world.cy, shown))
    await world.cy.click(anew(world.cy, shown), "Look again")
    assert "Ada's 9 hits" in text(anew(world.cy, shown))


async def test_so_many_and_no_more_are_followed(world: World) -> None:
    board = await world.begin("battle")
    shown = answer(await world.cy.click(world.message(board), "Watch"))
    watchers = world.client.presses._looks._watchers
    ((own,),) = [list(found.values()) for found in watchers._watchers.values()]
    watchers._watchers[1] = dict.fromkeys(range(MOST), own)
    late = answer(await world.ben.click(world.message(board), "Watch"))
    assert "Follows the duel" in text(shown)
    assert "Follows the duel" not in text(late)
    assert enabled(late) == ["Look again"]


# ---- the end


async def lines(world: World) -> list[discord.Message]:
    """Public messages after the board."""
    return [message for message in world.channel.history(viewer=world.cy.member) if not message.flags.ephemeral][1:]


async def test_where_the_board_is_out_of_sight_a_line_says_who_won(world: World) -> None:
    board = await world.begin("battle")
    await world.cy.member.send(world.channel, "hello")
    await play_out(world, 1, "attack-9", "attack-1", "attack-8")
    _, line = await lines(world)
    where = f"https://discord.com/channels/{world.guild.id}/{world.channel.id}/{board.id}"
    assert text(line) == f"**Ada wins Number Battle against Ben**: [the board]({where})"
    assert not line.mentions
    await world.restart()
    assert len(await lines(world)) == 2


async def test_where_the_board_is_in_sight_nothing_is_added(world: World) -> None:
    await ended(world)
    assert await lines(world) == []


async def test_a_line_that_is_refused_is_dropped(world: World) -> None:
    await world.begin("battle")
    await world.cy.member.send(world.channel, "hello")
    path = f"/channels/{world.channel.id}/messages"
    world.env.inject_error("POST", path, status=403, code=50013, times=None)
    await play_out(world, 1, "attack-9", "attack-1", "attack-8")
    world.env.backend.faults.clear()
    await world.a_long_while()
    assert len(await lines(world)) == 1
    assert await nothing_false_stands(world) == 3


async def test_each_is_told_how_it_ended_from_their_side(world: World) -> None:
    board = await world.begin("battle")
    await play_out(world, 1, "attack-9", "attack-1", "attack-8")
    for message, title, blow in (
        (world.message(board), "Ada wins", "Ada's 8 hits: **Ben 6 → 0**, with 2 to spare"),
        (world.ada.panel, "You win!", "Your 8 hits: **Ben 6 → 0**, with 2 to spare"),
        (world.ben.panel, "You lose", "Ada's 8 hits: **you 6 → 0**, with 2 to spare"),
    ):
        assert text(message).startswith(f"### {title}\n")
        assert blow in text(message)
        assert not message.attachments
    course = answer(await world.cy.click(world.message(board), "Course"))
    assert [line[:1] for line in text(course).splitlines() if line[:1].isdigit()] == ["1", "2", "3"]


@pytest.mark.parametrize("why", ["deleted", "moved"])
async def test_panels_link_to_the_board_where_it_stands(world: World, why: str) -> None:
    board = await world.begin("battle")
    await your_move(world, world.ben, board)
    if why == "moved":
        await world.env.advance_time(90)
        panel = answer(await world.ada.slash("status"))
        await world.ada.click(panel, "Post the board here")
    else:
        world.env.backend.delete_message(world.channel.id, board.id)
        await world.ada.click(world.ada.panel, "5")
    assert await nothing_false_stands(world) >= 4
