"""Lists that are longer than a message: pages, and choices that filter."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest
from discord.enums import ComponentType

from tests.bot.scenes import anew, onlookers, open_duels, press_and_settle, told
from tests.bot.world import World, answer, components, enabled, text

pytestmark = pytest.mark.asyncio

WORST = "_" * 32


def options(message: object) -> list[str]:
    """The values of a message's menu."""
    return [o.value for part in components(message) if part.type is ComponentType.select for o in part.options]


async def test_l6_status_with_27_duels_of_the_worst_names_has_pages(world: World) -> None:
    numbers = await open_duels(world, world.ada.id, world.ben.id, 27)
    with closing(sqlite3.connect(world.database)) as db, db:
        db.execute("UPDATE duels SET name_one = ?", (WORST,))
    first = page = answer(await world.ben.slash("status"))
    assert enabled(first) == ["Next page"]
    assert "page 1 of" in text(first)
    shown = options(first)
    while "Next page" in enabled(page):
        await world.ben.click(page, "Next page")
        page = anew(world.ben, first)
        shown += options(page)
    assert shown == [str(number) for number in numbers]
    await world.ben.click(page, "Previous page")
    assert "Next page" in enabled(anew(world.ben, first))
    # And the choices are 25 at most, but all of them can be found by typing.
    choices = (await world.ben.typing("status", "duel")).autocomplete_choices
    assert choices is not None
    assert len(choices) == 25
    found = (await world.ben.typing("status", "duel", f"{numbers[-1]} ·")).autocomplete_choices
    assert [choice["value"] for choice in found or ()] == [numbers[-1]]


async def test_l6_a_page_of_nobodys_list(world: World) -> None:
    board = await world.begin("siege")
    public = onlookers(world)
    assert told(await press_and_settle(world.cy, board, "duels-page:3")) != ""
    assert onlookers(world) == public
