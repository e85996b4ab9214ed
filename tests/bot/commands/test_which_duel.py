"""Commands that fit several duels: choices with the duel's number, and menus."""

from __future__ import annotations

import discord
import pytest

from bot import refusals
from bot.components.buttons import duel_menu, option
from bot.components.custom_ids import PURPOSE, Purpose
from bot.drawing import Layout
from bot.interactions.looks import duel_chosen
from tests.bot.scenes import moves, onlookers, open_duels, posted, saved, statuses, told
from tests.bot.world import World, answer, components, said, text

pytestmark = pytest.mark.asyncio

MENU = int(discord.ComponentType.select.value)


def options(message: discord.Message) -> list[str]:
    """The values of a message's menu."""
    return [o.value for part in components(message) if isinstance(part, discord.SelectMenu) for o in part.options]


async def choices(world: World, typed: str = "") -> dict[str, str]:
    """What `/play` offers to Ada, as it is shown, with what is sent."""
    found = await world.ada.member.autocomplete(world.channel, "play", "action", typed)
    return {choice["name"]: choice["value"] for choice in found}


async def test_the_moves_of_several_duels_are_offered_with_their_numbers(world: World) -> None:
    for game in ("nomad", "battle", "siege"):
        await world.begin(game)
    found = await choices(world)
    assert len(found) == 21  # of 18 in the first duel, as many as leave room for the second
    assert {name.rpartition(" ")[2] for name in found} == {"1", "2"}
    assert await choices(world, "heal 9") == {"heal 9 in duel 1": "defend-9 in duel 1"}
    assert list(await choices(world, "7 in duel 2")) == ["attack 7 in duel 2"]
    for name, value in ((await choices(world, "attack 7")) | {"attack 7 IN duel 2 ": ""}).items():
        await world.ada.slash("play", action=value or name)
    assert [moves(world, duel) for duel in (1, 2, 3)] == [["attack-7"], ["attack-7"], []]


async def test_a_number_that_contradicts_the_option_is_not_guessed(world: World) -> None:
    for game in ("nomad", "battle"):
        await world.begin(game)
    before = saved(world)
    for options_ in ({"action": "attack 7 in duel 1", "duel": 2}, {"action": "attack 7"}):
        assert "Say which one" in told(await world.ada.slash("play", **options_))
    assert "You have no duel 77" in told(await world.ada.slash("play", action="attack 7 in duel 77"))
    assert "don't play in duel 1" in told(await world.cy.slash("play", action="attack 7 in duel 1"))
    for typed in ("attack 7 in duel 01", "attack 7 in duel 99999999999999999", "in duel 1"):
        assert "Say which one" in told(await world.ada.slash("play", action=typed))
    assert saved(world) == before


async def test_of_many_duels_some_moves_of_each_are_offered(world: World) -> None:
    await open_duels(world, world.ada.id, world.ben.id, 3)  # siege: nothing of them
    for _ in range(3):
        await world.begin("battle")
    assert {name.partition(" in ")[2] for name in await choices(world)} == {f"duel {n}" for n in (4, 5, 6)}


@pytest.mark.parametrize("dm", [False, True], ids=["server", "dm"])
async def test_draw_and_resign_ask_in_which_duel(world: World, dm: bool) -> None:
    for game in ("nomad", "battle"):
        await world.begin(game)
    await world.challenge("siege")
    slash = world.ada.dm_slash if dm else world.ada.slash
    asked = answer(await slash("draw"))
    assert options(asked) == ["1", "2"]
    assert "You offer Ben a draw in duel 2" in said(await world.ada.select(asked, "2"))
    assert [moves(world, duel) for duel in (1, 2)] == [[], ["!offer"]]
    again = await world.ada.select(asked, "2")
    assert "You have offered a draw in duel 2 this turn" in told(again)
    asked = answer(await slash("resign"))
    sure = answer(await world.ada.select(asked, "1"))
    assert "Do you give up duel 1?" in text(sure)
    assert moves(world, 1) == []
    await world.restart()
    sure = answer(await world.ada.select(asked, "1"))
    await world.ada.click(sure, "Resign")
    assert statuses(world) == ["ended", "open", "challenged"]
    assert "Duel 1 is over" in said(await world.ada.select(asked, "1"))


async def test_a_menu_that_is_somebody_elses_does_nothing(world: World) -> None:
    await world.begin("nomad")
    for purpose in Purpose:
        view = Layout(duel_menu(purpose, [option("1", "1")]))
        shown = await posted(world, world.channel.id, view)
        before, public = saved(world), onlookers(world)
        assert "don't play in duel 1" in told(await world.cy.select(shown, "1"))
        assert (saved(world), onlookers(world)) == (before, public)


@pytest.mark.parametrize(
    "value", ["0", "-1", "01", "x", "", "1:open", "1\n", str(2**63), "\N{ARABIC-INDIC DIGIT THREE}"]
)
async def test_what_no_menu_offers_is_no_duel(value: str) -> None:
    with pytest.raises(refusals.NoDuel):
        duel_chosen(value)


@pytest.mark.parametrize("purpose", ["", "else", "draw-yes", "draw:1", "DRAW", "draw "])
async def test_what_no_menu_is_for_is_none(world: World, purpose: str) -> None:
    board = await world.begin("nomad")
    assert PURPOSE.fullmatch(f"choose-duel:{purpose}") is None
    result = world.ada.press_id(board, f"choose-duel:{purpose}", MENU)
    await world.settle()
    assert "I don't know that button" in told(result)
