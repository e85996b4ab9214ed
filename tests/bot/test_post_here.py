"""A board that is asked for, posted anew or out of reach: one is on, the old one retired, and nothing asked in vain."""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from typing import Any

import discord
import pytest

from storage import StorageError
from tests.bot.scenes import moves, press_and_settle, statuses, told
from tests.bot.world import Seat, World, answer, buttons, enabled, said, text

pytestmark = pytest.mark.asyncio

POST = "Post the board here"
MINUTE = 61
Call = Callable[[], Awaitable[Any]]


def refusal(status: int, code: int) -> discord.HTTPException:
    """As discord.py raises it."""
    response: Any = type("Response", (), {"status": status, "reason": ""})()
    kind = {403: discord.Forbidden, 404: discord.NotFound}.get(status, discord.HTTPException)
    return kind(response, {"code": code, "message": ""})


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
    assert enabled(new) == ["Your move", "Watch"]
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
    await world.ben.click(world.ben.panel, "2")
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
    assert enabled(world.message(board)) == ["Your move", "Watch"]


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
    # The board itself, and a line that calls somebody, are known.
    await world.ada.click(world.message(board), "Your move")
    world.ben.close_dms()
    await world.ada.click(world.ada.panel, "7")
    await world.ben.click(world.channel.history()[-1], "Your move")
    assert f"<@{world.ben.id}>" in text(world.channel.history()[-1])


# ---- out of reach


class Counted:
    """Refuses what is asked of the channel while `code` is set, and counts it."""

    def __init__(self, world: World) -> None:
        self.code: int | None = None
        self.removed = False
        self.asked: list[str] = []
        self._world = world
        world.on_request(self)

    async def __call__(self, method: str, path: str, call: Call) -> Any:
        if path.startswith(f"/channels/{self._world.channel.id}/"):
            self.asked.append(method)
            if self.code:
                raise refusal(404 if self.code == 10003 else 403, self.code)
        if self.removed and path.startswith(f"/guilds/{self._world.guild.id}") and "members" not in path:
            self.asked.append(path)
            raise refusal(404, 10004)
        return await call()


@pytest.mark.parametrize("code", [50001, 50013, 10003])
async def test_a_channel_out_of_reach_is_asked_less_and_less_and_comes_up_to_date_by_itself(
    world: World, code: int
) -> None:
    board = await world.begin("battle")
    counted = Counted(world)
    counted.code = code
    for seat, label in ((world.ada, "1"), (world.ben, "2"), (world.ada, "3")):
        await seat.click(seat.panel, label)
    assert len(counted.asked) == 1
    await world.env.advance_time(600)
    assert len(counted.asked) <= 7
    counted.code = None
    await world.env.advance_time(700)
    assert "Ben to attack" in text(world.message(board))
    assert len(moves(world)) == 3
    assert len(world.channel.history()) == 1


async def test_in_an_archived_thread_the_board_is_posted_anew_once_which_opens_it(world: World) -> None:
    board, archived = await world.begin("battle"), True

    async def closed(method: str, path: str, call: Call) -> Any:
        nonlocal archived
        if archived and method == "PATCH" and path.startswith(f"/channels/{world.channel.id}/"):
            raise refusal(400, 50083)
        archived = archived and path != f"/channels/{world.channel.id}/messages"
        return await call()

    world.on_request(closed)
    await world.ada.click(world.ada.panel, "1")
    old, new = world.channel.history()
    assert text(old) == "The board of duel 1 has moved."
    await world.ben.click(world.ben.panel, "2")
    assert "Ada to attack" in text(world.message(new))
    assert len(world.channel.history()) == 2
    assert board.id == old.id


async def test_in_a_locked_thread_play_goes_on_and_little_is_asked(world: World) -> None:
    await world.begin("battle")
    counted = Counted(world)
    counted.code = 50083
    for seat, label in ((world.ada, "1"), (world.ben, "2"), (world.ada, "3")):
        await seat.click(seat.panel, label)
    assert len(moves(world)) == 3
    assert counted.asked == ["PATCH", "POST"]


@pytest.mark.parametrize("code", [50001, 10003])
async def test_a_server_the_bot_was_removed_from_costs_nothing_further(world: World, code: int) -> None:
    await world.begin("battle")
    await world.challenge("siege")
    counted = Counted(world)
    counted.code, counted.removed = code, True
    await world.ada.click(world.ada.panel, "1")
    asked = len(counted.asked)
    assert asked == 2  # once the board, and once whether the bot is still there
    await world.env.advance_time(3600)
    assert len(counted.asked) == asked
    # No duel hangs on in it, and both are told.
    assert statuses(world) == ["ended", "expired"]
    for seat in (world.ada, world.ben):
        assert "I am no longer in its server: no winner, and no loser." in text(seat.panel)
        assert "You have no open duel" in told(await seat.dm_slash("status"))


async def test_a_server_that_can_not_be_asked_for_is_not_taken_for_one_that_is_gone(world: World) -> None:
    await world.begin("battle")

    async def refuse(method: str, path: str, call: Call) -> Any:
        if path.startswith(f"/channels/{world.channel.id}/"):
            raise refusal(403, 50001)
        if path.startswith(f"/guilds/{world.guild.id}") and "members" not in path:
            raise refusal(503, 0)
        return await call()

    world.on_request(refuse)
    await world.ada.click(world.ada.panel, "1")
    await world.env.advance_time(600)
    assert statuses(world) == ["open"]


async def test_a_server_whose_duels_could_not_all_be_called_off_is_gone_through_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(3):
        await world.begin("battle")
    counted, service = Counted(world), world.client.desk.service
    counted.code, counted.removed = 50001, True
    real, failed = service.call_off_server, list[int]()

    async def once_in_vain(guild_id: int) -> None:
        failed.append(guild_id)
        if len(failed) == 1:
            raise StorageError
        await real(guild_id)

    monkeypatch.setattr(service, "call_off_server", once_in_vain)
    await world.ada.click(world.ada.prompts[0], "1")
    await world.env.advance_time(120)
    assert statuses(world) == ["ended"] * 3


async def test_a_server_that_is_unavailable_is_waited_for(world: World) -> None:
    board, gone = await world.begin("battle"), True

    async def unavailable(method: str, path: str, call: Call) -> Any:
        if gone and str(world.channel.id) in path:
            raise refusal(503, 0)
        return await call()

    world.on_request(unavailable)
    await world.ada.click(world.ada.panel, "1")
    await world.env.advance_time(600)
    assert statuses(world) == ["open"]
    gone = False
    await world.env.advance_time(700)
    assert "Ben to attack" in text(world.message(board))


async def test_the_result_of_a_duel_whose_channel_is_gone_is_given_up_on_in_the_end(world: World) -> None:
    await world.begin("battle")
    counted = Counted(world)
    counted.code = 10003
    await world.ada.click(answer(await world.ada.dm_slash("resign")), "Resign")
    store = world.client._store
    assert store is not None
    for _ in range(5):
        await world.env.advance_time(3600)
    assert len(counted.asked) < 15
    asked = len(counted.asked)
    for _ in range(2):
        await world.env.advance_time(3600)
    assert len(counted.asked) == asked
    with world.env.time_context():
        assert await store.behind() == ()
