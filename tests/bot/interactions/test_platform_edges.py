"""The platform's edges: double clicks, and the largest and the strangest ids."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import discord
import pytest

from bot.components.buttons import button, row
from bot.components.custom_ids import CUSTOM_ID_LIMIT, MAX_DUEL_ID, ButtonId, Press
from bot.drawing import Layout
from tests.bot.scenes import (
    GAMES,
    move_buttons,
    mover,
    moves,
    number_from,
    old_panel,
    play_out,
    posted,
    press_and_settle,
    reach,
    saved,
    statuses,
    told,
    your_move,
)
from tests.bot.settled import nothing_false_stands
from tests.bot.world import Seat, World, answer, enabled, said, text
from tests.games.helpers import LEVEL_AT_8

UNKNOWN = "I don't know that button any more"

# ---- G3


@pytest.mark.asyncio
@pytest.mark.parametrize("gap", [0.0, 0.05])
@pytest.mark.parametrize("cards", ["the same", "two different"])
@pytest.mark.parametrize("route", ["dm", "ephemeral"])
@pytest.mark.parametrize("phase", ["committed", "picked", *GAMES])
async def test_g3_two_clicks_at_once_are_one_move(world: World, phase: str, route: str, cards: str, gap: float) -> None:
    board = await reach(world, phase)
    acting, before = await mover(world), moves(world)
    panel = acting.panel if route == "dm" else await your_move(world, acting, board)
    first, second = move_buttons(panel)[0], move_buttons(panel)[0 if cards == "the same" else 1]
    results = [acting.press_id(panel, str(first.custom_id))]
    if gap:
        await world.env.advance_time(gap)
    if any(message.id == panel.id for message in seen(acting)):
        results.append(acting.press_id(panel, str(second.custom_id)))
    await world.settle()
    assert moves(world) == [*before, str(first.custom_id).split(":")[-1]]
    # Where it is their turn again, the panel may have gone meanwhile: another one has followed.
    words = told(results[1]) if results[1:] else UNKNOWN
    assert "already played" in words or UNKNOWN in words
    assert results[1:] or old_panel(acting).id != panel.id
    assert results[0].acknowledged
    assert not any(words in said(results[0]) for words in ("already played", UNKNOWN))
    # Neither leaves anything behind, and the newest panel is the duel's.
    assert "\n-# Duel 1 · " in text(acting.prompts[-1])
    assert await nothing_false_stands(world)


@pytest.mark.asyncio
async def test_g3_two_routes_at_once_are_one_move(world: World) -> None:
    board = await world.begin("battle")
    panel = await your_move(world, world.ada, board)
    results = [world.ada.press(panel, "3"), world.ada.press(world.ada.dms[0], "8")]
    await world.settle()
    assert len(moves(world)) == 1
    assert sum("already played" in said(result) for result in results) == 1


@pytest.mark.asyncio
async def test_g3_twice_resigned_at_once(world: World) -> None:
    await world.begin("siege")
    asked = [answer(await seat.dm_slash("resign")) for seat in (world.ada, world.ben)]
    results = [seat.press(message, "Resign") for seat, message in zip((world.ada, world.ben), asked, strict=True)]
    await world.settle()
    assert moves(world) == ["!resign"]
    assert sum("Duel 1 is over" in said(result) for result in results) == 1


@pytest.mark.asyncio
@pytest.mark.parametrize("route", ["dm", "ephemeral", "board"])
async def test_g3_a_message_that_is_deleted_while_it_is_pressed(world: World, route: str) -> None:
    """As a panel is when another one follows it. The press counts and is acknowledged, with nothing besides."""
    board = await world.challenge("siege") if route == "board" else await world.begin("siege")
    pressed = {"dm": world.ada.panel if world.ada.dms else board, "board": board}.get(route)
    seat, label = (world.ben, "Accept") if route == "board" else (world.ada, "7")
    pressed = pressed or await your_move(world, world.ada, board)

    async def first_deleted(method: str, path: str, call: Callable[[], Awaitable[Any]]) -> Any:
        if path.endswith("/callback") and any(m.id == pressed.id for m in seen(seat)):
            world.env.backend.delete_message(pressed.channel.id, pressed.id)
        return await call()

    world.on_request(first_deleted)
    result = seat.press(pressed, label)
    await world.settle()
    assert result.acknowledged
    assert result.response is None
    assert statuses(world) == ["open"]
    if route == "board":
        await world.ada.click(world.ada.panel, "7")  # with the next change, all leads to the board that was posted anew
    assert moves(world) == ["attack-7"]
    assert await nothing_false_stands(world)


@pytest.mark.asyncio
@pytest.mark.parametrize("route", [pytest.param("dm", marks=pytest.mark.soak), "ephemeral"])
async def test_g3_an_old_button_at_the_moment_when_the_next_panel_is_sent(world: World, route: str) -> None:
    """Neither note of where Ada's panel stands gets lost: else one panel would stand for ever as it was."""
    board = await world.begin("nomad")
    panel = world.ada.panel
    stale = [str(button.custom_id) for button in move_buttons(panel)]
    await world.ada.click(panel, "6")
    other = world.ben.panel if route == "dm" else await your_move(world, world.ben, board)
    results = [world.ada.press_id(panel, stale[0]), world.ben.press(other, "2")]
    results += [world.ada.press_id(panel, custom_id) for custom_id in stale[1:3]]
    await world.settle()
    assert all(result.acknowledged for result in results)
    assert moves(world) == ["attack-6", "attack-2"]
    assert await nothing_false_stands(world)


def seen(seat: Seat) -> list[discord.Message]:
    """All that somebody sees."""
    return [*seat.dms, *seat.world.channel.history(viewer=seat.member)]


# ---- G6

LARGEST = [
    ButtonId(MAX_DUEL_ID, None, 999_999_999, "attack-10"),
    ButtonId(MAX_DUEL_ID, None, 0, "defend-99"),
    *(ButtonId(MAX_DUEL_ID, press) for press in Press),
]

GARBLED = [
    "duel",
    "duel:",
    "duel:1",
    "duel:1:",
    "duel:0:open",
    "duel:01:open",
    "duel:-1:open",
    "duel:+1:open",
    "duel: 1:open",
    "duel:1:open ",
    "duel:1:open\n",
    "duel:1:OPEN",
    "duel:1:accept:accept",
    "duel:١:open",
    "duel:１:open",
    "duel:1:0:attack-07",
    "duel:1:0:attack-",
    "duel:1:0:attack-100",
    "duel:1:0:!resign",
    "duel:1:00:attack-7",
    "duel:1:-1:attack-7",
    "duel:1:0:attack_7",
    "duel:1:1000000000:attack-7",
    "duel:9223372036854775808:open",
    "duel:9999999999999999999:0:attack-7",
    "duel:99999999999999999999:open",
    "choose-duel2",
    "'; DROP TABLE duels; --",
    "%s%s%n{0}",
    "x" * 100,
    "💥" * 50,
]
PARSED = [
    "duel:1:0:draw-7",
    "duel:1:0:attack-99",
    "duel:1:0:pick-3",
    "duel:1:0:zzzz",
    "duel:1:0:zzzz-1",
    "duel:1:0:take-7",
    "duel:1:999999999:attack-7",
    "duel:2:0:attack-7",
    "duel:2:open",
    "duel:2:resign-yes",
    f"duel:{MAX_DUEL_ID}:accept",
    f"duel:{MAX_DUEL_ID}:0:attack-7",
]


@pytest.mark.parametrize("button", LARGEST, ids=str)
def test_g6_the_largest_ids_fit_and_come_back(button: ButtonId) -> None:
    assert len(str(button)) <= CUSTOM_ID_LIMIT
    assert ButtonId.parse(str(button)) == button


@pytest.mark.asyncio
@pytest.mark.parametrize("carried", [False, True], ids=["not on the message", "on the message"])
@pytest.mark.parametrize("where", ["channel", "dm"])
async def test_g6_garbled_ids_are_answered_politely(world: World, where: str, carried: bool) -> None:
    message = await world.begin("siege")
    channel = world.channel.id if where == "channel" else world.ada.user.dm_channel.id
    before = saved(world)
    for custom_id in GARBLED + PARSED:
        if carried:
            view = Layout(row(button("?", custom_id)))
            message = await posted(world, channel, view)
        elif where == "dm":
            message = world.ada.dms[0]
        result = await press_and_settle(world.ada, message, custom_id)
        words = told(result)
        if custom_id in GARBLED or not carried:
            assert UNKNOWN in words
        else:
            assert "duel 1" in words or "You have no duel" in words or "can't be played" in words, custom_id
        assert saved(world) == before


@pytest.mark.asyncio
@pytest.mark.parametrize("component_type", [2, 3, 5, 8])
async def test_g6_a_component_of_another_kind(world: World, component_type: int) -> None:
    board = await world.begin("siege")
    await world.begin("match")
    listed = answer(await world.ada.slash("status"))
    for message, custom_id in ((board, "duel:1:open"), (listed, "choose-duel:show")):
        if (component_type, custom_id) == (2, "duel:1:open"):
            continue
        result = world.ada.press_id(message, custom_id, component_type)
        await world.settle()
        assert result.acknowledged
        assert said(result)


@pytest.mark.asyncio
async def test_g6_the_highest_turn_of_all(world: World) -> None:
    await world.begin("digit")
    await play_out(world, 1, *LEVEL_AT_8, *("pick-5", "pick-5") * 60)
    now = [button.custom_id for button in move_buttons(world.ada.panel)]
    assert now == [f"duel:1:65:pick-{pick}" for pick in range(1, 6)]
    await world.ada.click(world.ada.panel, "5")
    await world.ben.click(world.ben.panel, "1")
    assert moves(world)[-2:] == ["pick-5", "pick-1"]
    asked = answer(await world.ada.slash("resign"))
    await world.ada.click(asked, "Resign")
    shown = world.channel.history()[0]
    assert enabled(shown) == ["Rematch", "Course", "Review"]
    for message in (shown, answer(await world.cy.click(shown, "Course"))):
        assert len(text(message)) < 4000
        assert message.attachments == []


@pytest.mark.asyncio
@pytest.mark.parametrize("game", GAMES)
async def test_g6_a_duel_of_the_highest_number(world: World, game: str) -> None:
    number_from(world, 2**53 - 2)
    board, duel = await world.begin(game), 2**53 - 1
    assert str(duel) in text(board)
    await world.ada.click(world.ada.panel, move_buttons(world.ada.panel)[0].label)
    assert len(moves(world, duel)) == 1
    for slash in (world.ben.slash, world.ben.dm_slash):
        assert str(duel) in text(answer(await slash("status", duel=duel)))
    choices = (await world.ada.typing("resign", "duel", str(duel))).autocomplete_choices
    assert [choice["value"] for choice in choices or []] == [duel]
    asked = answer(await world.ben.slash("resign", duel=duel))
    await world.ben.click(asked, "Resign")
    assert moves(world, duel)[-1] == "!resign"
    course = answer(await world.cy.click(world.message(board), "Course"))
    assert text(course).startswith(f"### The course of duel {duel}\n")
