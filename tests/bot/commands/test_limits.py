"""A command that Discord would refuse for its limits is left out, and the others work."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import discord
import pytest
from discord import app_commands

from bot.client import DuelBot
from bot.commands import add_page_commands, take_out_faulty
from bot.commands.limits import faults
from tests.bot.scenes import another_world
from tests.bot.world import World, text

GOOD: dict[str, Any] = {
    "name": "duel",
    "description": "d" * 100,
    "options": [
        {"name": "game", "description": "d", "required": True, "choices": [{"name": "a" * 100, "value": "v" * 100}]},
        {"name": "first", "description": "d", "required": False},
    ],
}


def with_options(*options: dict[str, Any]) -> dict[str, Any]:
    return {**GOOD, "options": [{"description": "d", **option} for option in options]}


def choices(count: int, **changed: Any) -> dict[str, Any]:
    """An option with so many choices, the last of them changed."""
    made: list[dict[str, Any]] = [{"name": f"c{n}", "value": f"v{n}"} for n in range(count)]
    made[-1].update(changed)
    return with_options({"name": "game", "choices": made})


BAD = {
    "26 choices": (choices(26), "there are 26 choices of game, and 25 is the most"),
    "26 options": (with_options(*({"name": f"o{n}"} for n in range(26))), "there are 26 options of duel"),
    "a long description": ({**GOOD, "description": "d" * 101}, "the description of duel has 101 characters"),
    "no description": ({**GOOD, "description": " "}, "the description of duel has 1 characters, not 1 to 100"),
    "a long description of an option": (
        with_options({"name": "game", "description": "d" * 101}),
        "description of game",
    ),
    "a late requirement": (with_options({"name": "a"}, {"name": "b", "required": True}), "required option after one"),
    "two of one name": (with_options({"name": "a"}, {"name": "a"}), "'a' is the name of more than one option of duel"),
    "two choices of one name": (choices(3, name="c0"), "'c0' is the name of more than one choice of game"),
    "a long choice": (choices(3, name="c" * 101), "a choice of game has 101 characters"),
    "a long value": (choices(3, value="v" * 101), "the value of a choice of game has 101 characters"),
}


@pytest.mark.parametrize("case", BAD)
def test_g10_what_discord_would_refuse_is_found(case: str) -> None:
    payload, words = BAD[case]
    (wrong,) = faults(payload)
    assert words in wrong


def test_g10_what_is_in_order_has_no_faults() -> None:
    assert list(faults(GOOD)) == []
    assert list(faults(choices(25))) == []
    assert list(faults(with_options(*({"name": f"o{n}"} for n in range(25))))) == []


@pytest.mark.asyncio
async def test_g10_the_commands_there_are_have_none(world: World) -> None:
    assert take_out_faulty(world.client.tree) == {}
    assert len(world.client.tree.get_commands()) == 9


@app_commands.command(name="broken", description="Too many choices")
@app_commands.choices(which=[app_commands.Choice(name=str(n), value=n) for n in range(26)])
async def broken(interaction: discord.Interaction[Any], which: int) -> None:
    """Never called."""


@pytest.mark.asyncio
async def test_g10_one_bad_command_is_left_out_and_the_rest_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def with_a_bad_one(tree: app_commands.CommandTree[DuelBot], handlers: Any, looks: Any) -> None:
        add_page_commands(tree, handlers, looks)
        tree.add_command(broken)

    monkeypatch.setattr("bot.client.add_page_commands", with_a_bad_one)
    async with another_world(tmp_path) as world:
        assert {name for name, _ in world.env.backend.commands[None]} == {
            *("duel", "practice", "play", "status", "draw", "resign", "notices", "rules", "help")
        }
        (line,) = [line for line in world.log.lines if "left out" in line]
        assert "the command /broken is left out" in line
        assert "there are 26 choices of which, and 25 is the most" in line
        board = await world.begin("siege")
        assert "Ada to attack" in text(board)
