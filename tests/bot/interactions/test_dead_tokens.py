"""Answers whose token is dead: after a quarter of an hour by a fresh click or the bot's own message, and no crash."""

from __future__ import annotations

import pytest

from tests.bot.scenes import GAMES, move_buttons, mover, moves, your_move
from tests.bot.world import World, answer, enabled, text


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
    assert (await acting.click(listed, "Keep playing")).acknowledged
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
    await world.ada.click(own, "Draw?")
    await world.env.advance_time(16 * 60)
    await world.ben.click(others, "Draw?")
    assert moves(world) == ["!offer", "!draw"]
    await world.env.advance_time(16 * 60)
    await world.ada.click(world.message(board), "Rematch")
    await world.env.advance_time(16 * 60)
    await world.ben.click(world.ben.prompts[-1], "Rematch")
    assert enabled(world.channel.history()[-1]) == ["Ben: your move", "Watch"]


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
