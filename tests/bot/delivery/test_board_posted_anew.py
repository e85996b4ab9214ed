"""A board that is asked for or posted anew: one is on, and the old one is retired."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import Any

import discord
import pytest

from tests.bot.refusals import Call, Counted, refusal
from tests.bot.scenes import old_panel, press_and_settle, told
from tests.bot.world import Seat, World, answer, buttons, enabled, said, text

pytestmark = pytest.mark.asyncio

POST = "Post the board here"
MINUTE = 61


async def panel_of(seat: Seat) -> discord.Message:
    """The panel that `/status` opens in the channel."""
    return answer(await seat.slash("status"))


# ---- asked for


async def test_a_player_has_the_board_at_the_channels_end(world: World) -> None:
    board = await world.begin("siege")
    await world.env.advance_time(MINUTE)
    await world.ada.click(world.ada.panel, "7")
    shown = text(world.message(board))
    assert said(await world.ben.click(await panel_of(world.ben), POST)) == "Here is the board of duel 1."
    old, new = world.channel.history()
    assert text(new) == shown
    assert enabled(new) == ["Ben: your move", "Watch"]
    assert text(old) == "The board of duel 1 has moved."
    url = f"https://discord.com/channels/{world.guild.id}/{world.channel.id}/{new.id}"
    assert [(b.label, b.url) for b in buttons(old)] == [("Board", url)]
    # It is the board from now on, for the panels too.
    await world.ben.click(world.ben.panel, "4")
    assert "Ada's 7 against Ben's 4" in text(world.message(new))
    assert text(world.message(old)) == "The board of duel 1 has moved."
    assert {b.url for b in buttons(world.ben.panel) if b.url} == {url}


async def test_it_is_posted_once_a_minute_at_most(world: World) -> None:
    await world.begin("siege")
    panel = await panel_of(world.ada)
    assert "a moment ago" in said(await world.ada.click(panel, POST))
    assert len(world.channel.history()) == 1
    await world.env.advance_time(MINUTE)
    await world.ada.click(panel, POST)
    assert "a moment ago" in said(await world.ben.click(await panel_of(world.ben), POST))
    await world.restart()
    assert "a moment ago" in said(await world.ben.click(await panel_of(world.ben), POST))
    assert len(world.channel.history()) == 2


async def test_two_who_ask_at_once_get_one(world: World) -> None:
    await world.begin("siege")
    await world.env.advance_time(MINUTE)
    panels = [(seat, await panel_of(seat)) for seat in (world.ada, world.ben)]
    for seat, panel in panels:
        seat.press(panel, POST)
    await world.settle()
    assert len(world.channel.history()) == 2


async def test_in_another_channel_it_is_the_board_there(world: World) -> None:
    world.ben.close_dms()
    board = await world.begin("battle")
    await world.env.advance_time(MINUTE)
    there = world.guild.create_text_channel("there")
    panel = answer(await world.ada.member.slash(there, "status"))
    await world.ada.member.click(panel, label=POST)
    assert text(world.message(board)) == "The board of duel 1 has moved."
    await world.ada.click(world.ada.panel, "1")
    (new,) = there.history()
    assert "Ben to attack" in text(new)
    # Who can't be written to is called where the duel began: they may not see the other channel.
    assert f"<@{world.ben.id}>" in text(world.channel.history()[-1])
    # A rematch is asked for where the board is.
    await world.ben.click(answer(await world.ben.slash("resign")), "Resign")
    assert "in the channel" in said(await world.ada.member.click(there.history()[0], label="Rematch"))
    assert "challenges Ben" in text(there.history()[-1])


async def test_a_board_asked_for_elsewhere_is_kept_up_to_date_though_the_first_channel_was_refused(
    world: World,
) -> None:
    await world.begin("battle")
    counted = Counted(world)
    counted.code = 10003
    await world.ada.click(world.ada.panel, "1")
    await world.env.advance_time(600)
    there = world.guild.create_text_channel("there")
    await world.ada.member.click(answer(await world.ada.member.slash(there, "status")), label=POST)
    await world.ben.click(old_panel(world.ben), "2")
    assert "Ada to attack" in text(there.history()[0])
    # Who can't be written to is called there now, since the first channel is gone.
    world.ben.close_dms()
    await world.ada.slash("play", action="attack 3")
    assert f"<@{world.ben.id}>" in text(there.history()[-1])


async def test_it_is_offered_in_the_duels_server_alone(world: World) -> None:
    board = await world.begin("siege")
    assert POST in enabled(await panel_of(world.ada))
    assert POST not in enabled(answer(await world.ada.dm_slash("status")))
    assert POST not in enabled(answer(await world.ada.click(board, "Your move")))
    elsewhere = world.env.create_guild("Elsewhere")
    member = elsewhere.add_member(world.ada.user)
    there = elsewhere.create_text_channel("there")
    panel = answer(await member.slash(there, "status"))
    assert POST not in enabled(panel)


async def test_a_forged_press_posts_nothing(world: World) -> None:
    board = await world.begin("siege")
    await world.env.advance_time(MINUTE)
    for seat, message in ((world.ada, world.ada.prompts[0]), (world.cy, board)):
        assert "I don't know that button" in told(await press_and_settle(seat, message, "duel:1:board"))
    assert len(world.channel.history()) == 1


async def test_a_board_that_cant_be_posted_is_said_to_be_so_and_the_old_one_stays(world: World) -> None:
    board = await world.begin("siege")
    await world.env.advance_time(MINUTE)
    panel = await panel_of(world.ada)
    world.env.inject_error("POST", f"/channels/{world.channel.id}/messages", status=403, code=50013)
    assert "could not post the board of duel 1 here" in said(await world.ada.click(panel, POST))
    assert enabled(world.message(board)) == ["Ada: your move", "Watch"]


# ---- retired


async def test_a_board_too_old_to_be_edited_is_taken_away_when_its_successor_stands(world: World) -> None:
    board = await world.begin("battle")

    async def too_old(method: str, path: str, call: Call) -> Any:
        if method == "PATCH" and path.endswith(f"/{board.id}"):
            raise refusal(429, 30046)
        return await call()

    world.on_request(too_old)
    await world.ada.click(world.ada.panel, "1")
    (new,) = world.channel.history()
    assert new.id != board.id
    assert "Ben to attack" in text(new)


async def test_an_old_board_that_cant_be_retired_now_is_retired_later(world: World) -> None:
    board, stuck = await world.begin("battle"), True

    async def lose(method: str, path: str, call: Call) -> Any:
        if stuck and path.endswith(f"/{board.id}"):
            raise refusal(429, 30046) if method == "PATCH" else OSError()
        return await call()

    world.on_request(lose)
    await world.ada.click(world.ada.panel, "1")
    assert [message.id == board.id for message in world.channel.history()] == [True, False]
    stuck = False
    await world.ben.click(world.ben.panel, "2")
    old, new = world.channel.history()
    assert text(old) == "The board of duel 1 has moved."
    assert "Ada to attack" in text(new)


async def test_a_board_that_a_kill_left_behind_is_retired_when_somebody_presses_it(world: World) -> None:
    board = await world.begin("siege")
    await world.env.advance_time(MINUTE)
    await world.ada.click(await panel_of(world.ada), POST)
    left = world.channel.history()[-1]
    with closing(sqlite3.connect(world.database)) as db, db:  # the bot was killed before it noted where it stands
        db.execute("UPDATE messages SET message_id = ?, shown = 0 WHERE place = 'board'", (board.id,))
    await world.restart()
    assert "Your attack" in text(answer(await world.ada.click(left, "Your move")))
    assert text(world.message(left)) == "The board of duel 1 has moved."
    # Pressed before it is noted, the board is taken for one that was left; it is not retired for that.
    with closing(sqlite3.connect(world.database)) as db, db:
        db.execute("INSERT INTO messages VALUES (1, 'old-board-1', ?, ?, 0)", (world.channel.id, board.id))
    # The board itself, and a line that calls somebody, are known.
    await world.ada.click(world.message(board), "Your move")
    world.ben.close_dms()
    await world.ada.click(world.ada.panel, "7")
    assert "Ben to defend" in text(world.message(board))
    await world.ben.click(world.channel.history()[-1], "Your move")
    assert f"<@{world.ben.id}>" in text(world.channel.history()[-1])
