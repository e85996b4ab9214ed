"""The platform's edges: a command that Discord would refuse, where commands are offered, and tokens that are dead."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import discord
import pytest
from discord import app_commands

from bot.client import DuelBot
from bot.commands import add_page_commands, take_out_faulty
from bot.commands.check import faults
from tests.bot.scenes import GAMES, another_world, move_buttons, mover, moves, onlookers, saved, told, your_move
from tests.bot.world import World, answer, enabled, said, text

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
    "a long name": ({**GOOD, "name": "d" * 33}, "is no name"),
    "a capital": ({**GOOD, "name": "Duel"}, "'Duel' is no name"),
    "a space": (with_options({"name": "the game"}), "'the game' is no name"),
    "a late requirement": (with_options({"name": "a"}, {"name": "b", "required": True}), "required option after one"),
    "two of one name": (with_options({"name": "a"}, {"name": "a"}), "'a' is the name of more than one option of duel"),
    "two choices of one name": (choices(3, name="c0"), "'c0' is the name of more than one choice of game"),
    "a long choice": (choices(3, name="c" * 101), "a choice of game has 101 characters"),
    "a long value": (choices(3, value="v" * 101), "the value of a choice of game has 101 characters"),
}


# ---- G10


@pytest.mark.parametrize("case", BAD)
def test_g10_what_discord_would_refuse_is_found(case: str) -> None:
    payload, words = BAD[case]
    (wrong,) = faults(payload)
    assert words in wrong


def test_g10_what_is_in_order_has_no_faults() -> None:
    assert list(faults(GOOD)) == []
    assert list(faults(choices(25))) == []
    assert list(faults(with_options(*({"name": f"o{n}"} for n in range(25))))) == []
    assert list(faults({**GOOD, "name": "duéll-1_x"})) == []


@pytest.mark.asyncio
async def test_g10_the_commands_there_are_have_none(world: World) -> None:
    assert take_out_faulty(world.client.tree) == {}
    assert len(world.client.tree.get_commands()) == 8


@app_commands.command(name="broken", description="Too many choices")
@app_commands.choices(which=[app_commands.Choice(name=str(n), value=n) for n in range(26)])
async def broken(interaction: discord.Interaction[Any], which: int) -> None:
    """Never called."""


@pytest.mark.asyncio
async def test_g10_one_bad_command_is_left_out_and_the_rest_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def with_a_bad_one(tree: app_commands.CommandTree[DuelBot], desk: Any) -> None:
        add_page_commands(tree, desk)
        tree.add_command(broken)

    monkeypatch.setattr("bot.client.add_page_commands", with_a_bad_one)
    async with another_world(tmp_path) as world:
        assert {name for name, _ in world.env.backend.commands[None]} == {
            *("duel", "play", "status", "draw", "resign", "notices", "rules", "help")
        }
        (line,) = [line for line in world.log.lines if "left out" in line]
        assert "the command /broken is left out" in line
        assert "there are 26 choices of which, and 25 is the most" in line
        board = await world.begin("siege")
        assert "Ada to attack" in text(board)


# ---- G15


@pytest.mark.asyncio
async def test_g15_commands_are_offered_where_they_work_and_nowhere_else(world: World) -> None:
    (synced,) = [r for r in world.env.http_requests if r.method == "PUT" and r.path.endswith("/commands")]
    for payload in synced.json or []:
        assert payload["integration_types"] == [0], "installed to a server, not to a person"
        assert 2 not in payload["contexts"], "not in a group"
        assert payload["contexts"] == ([0] if payload["name"] == "duel" else [0, 1])


@pytest.mark.asyncio
async def test_g15_in_a_server_without_the_bot_it_says_why(world: World) -> None:
    """Installed to a person only, the bot is no member there, and no opponent comes as a member either."""
    stranger = world.env.create_user("Guest")
    before, public = saved(world), onlookers(world)
    result = await world.ada.slash("duel", opponent=stranger, game="siege")
    assert told(result) == "That person is not in this server. Choose an opponent who is."
    assert (saved(world), onlookers(world)) == (before, public)
    # And where the challenge can't be seen, nobody is left waiting for an answer.
    world.env.inject_error("POST", "/interactions/*/*/callback", status=403, code=50001)
    refused = await world.ada.slash("duel", opponent=world.ben.member, game="siege")
    assert told(refused).startswith("I could not post the challenge in the channel, so it is withdrawn.")


# ---- G5


@pytest.mark.asyncio
@pytest.mark.parametrize("game", GAMES)
async def test_g5_a_panel_that_is_16_minutes_old_works_by_a_fresh_click(world: World, game: str) -> None:
    board = await world.begin(game)
    acting = await mover(world)
    old = await your_move(world, acting, board)
    listed = answer(await acting.slash("resign"))
    await world.env.advance_time(16 * 60)
    button = move_buttons(old)[0]
    result = await acting.click(old, button.label)
    assert moves(world) == [str(button.custom_id).split(":")[-1]]
    assert result.response is not None
    assert "You" in text(result.response.message)
    assert "goes on" in said(await acting.click(listed, "Keep playing"))
    # What must change without a click is changed by the bot's own hand: the board, and the panel in direct messages.
    assert move_buttons(acting.prompts[0]) == []
    await world.env.advance_time(16 * 60)
    following = await mover(world)
    await following.click(following.prompts[-1], move_buttons(following.prompts[-1])[0].label)
    assert len(moves(world)) == 2
    assert [line for line in world.log.lines if "error" in line.lower() and not line.startswith("discord")] == []


@pytest.mark.asyncio
async def test_g5_an_offer_and_a_rematch_after_16_minutes(world: World) -> None:
    board = await world.begin("siege")
    own, others = await your_move(world, world.ada, board), await your_move(world, world.ben, board)
    await world.env.advance_time(16 * 60)
    await world.ada.click(own, "Offer a draw")
    await world.env.advance_time(16 * 60)
    await world.ben.click(others, "Offer a draw")
    assert moves(world) == ["!offer", "!draw"]
    await world.env.advance_time(16 * 60)
    await world.ada.click(world.message(board), "Rematch")
    await world.env.advance_time(16 * 60)
    await world.ben.click(world.ben.prompts[-1], "Rematch")
    assert enabled(world.channel.history()[-1]) == ["Your move", "Watch"]


@pytest.mark.asyncio
async def test_g5_a_token_that_dies_before_the_answer_crashes_nothing(world: World) -> None:
    board = await world.begin("siege")
    panel = await your_move(world, world.ada, board)
    for path in ("/interactions/*/*/callback", "/webhooks/*/*"):
        world.env.inject_error("POST", path, status=401, code=50027, times=None)
    await world.ada.click(panel, "7")
    assert moves(world) == ["attack-7"]
    assert "Ben to defend" in text(world.message(board))
    assert move_buttons(world.ben.prompts[-1])
    assert not any("Traceback" in line for line in world.log.lines)
