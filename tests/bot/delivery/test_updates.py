"""No message waits for another, and what Discord refuses is made good as far as it can be."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import discord
import pytest

from bot.client import LONGEST_WAIT, create_client
from bot.config import Settings
from bot.delivery.projection import nonce_of
from tests.bot.refusals import refusal
from tests.bot.scenes import anew, kept_messages, your_move
from tests.bot.settled import nothing_false_stands
from tests.bot.world import TOKEN, Seat, World, enabled, said, text

LACKING_PERMISSION, TOO_OLD_TO_EDIT = 50013, 30046


def path_of(message: discord.Message) -> str:
    return f"/channels/{message.channel.id}/messages/{message.id}"


async def play(seat: Seat, label: str) -> None:
    await seat.click(seat.panel, label)


async def to_the_last_move(world: World) -> discord.Message:
    """A Number Battle that Ada wins with her next move, 7."""
    board = await world.begin("battle")
    await play(world.ada, "9")
    await play(world.ben, "8")
    return board


@pytest.mark.asyncio
async def test_a_board_that_hangs_keeps_nobody_waiting(world: World) -> None:
    board = await world.begin("battle")
    released = asyncio.Event()

    async def hang(method: str, path: str, call: Callable[[], Awaitable[Any]]) -> Any:
        if method == "PATCH" and path == path_of(board):
            await world.env.external_wait(released.wait(), reason="the board is slow")
        return await call()

    world.on_request(hang)
    await play(world.ada, "9")
    assert "8" in enabled(world.ben.panel)
    await play(world.ben, "8")
    assert "7" in enabled(world.ada.panel)
    assert "Ada to attack" in text(world.message(board))
    released.set()
    await world.settle()
    assert "Ben's 8 hits: **Ada 15 → 7**." in text(world.message(board))


@pytest.mark.asyncio
@pytest.mark.parametrize("wait", [False, True], ids=["refused", "would have to wait too long"])
async def test_a_board_that_can_be_edited_no_more_is_posted_anew(world: World, wait: bool) -> None:
    board = await to_the_last_move(world)

    async def limited(method: str, path: str, call: Callable[[], Awaitable[Any]]) -> Any:
        if method == "PATCH" and path == path_of(board) and not refused:
            refused.append(path)
            raise discord.RateLimited(LONGEST_WAIT + 1) if wait else refusal(429, TOO_OLD_TO_EDIT)
        return await call()

    refused: list[str] = []
    world.on_request(limited)
    await play(world.ada, "7")
    assert world.channel.last_message is not None
    assert world.channel.last_message.id != board.id
    assert text(world.channel.last_message).startswith("### Ada wins\n")
    old = world.message(board)
    assert text(old) == "The board of duel 1 has moved."
    assert enabled(old) == []


@pytest.mark.asyncio
async def test_a_new_duel_tries_direct_messages_that_were_closed_a_moment_ago(world: World) -> None:
    await world.begin("battle", first="opponent")
    world.ben.close_dms()
    await world.challenge("nomad", first="opponent")
    await world.ben.click(world.channel.history()[-1], "Accept")
    world.env.backend.faults.clear()
    before = len(world.ben.dms)
    message = await world.challenge("digit", first="opponent")
    await world.ben.click(message, "Accept")
    assert len(world.ben.dms) == before + 1


@pytest.mark.asyncio
async def test_a_nonce_is_the_same_for_the_same_message_only(world: World) -> None:
    await world.begin("battle")
    saved_duel = await world.client.duels.load_or_call_off(1)
    assert saved_duel is not None
    one = nonce_of(saved_duel, "panel-1", 3)
    assert len(one) <= 25
    assert one == nonce_of(saved_duel, "panel-1", 3)
    others = {nonce_of(saved_duel, "panel-2", 3), nonce_of(saved_duel, "panel-1", 4)}
    others.add(nonce_of(replace(saved_duel, row=replace(saved_duel.row, id=2)), "panel-1", 3))
    assert one not in others
    assert len(others) == 3


@pytest.mark.asyncio
async def test_a_request_waits_no_longer_than_half_a_minute() -> None:
    client = create_client(Settings(token=TOKEN))  # not the world's: simcord has put its own HTTP into that
    assert client.http.max_ratelimit_timeout == LONGEST_WAIT == 30


@pytest.mark.asyncio
async def test_each_reader_of_a_challenge_has_their_own_buttons(world: World) -> None:
    message = await world.challenge("siege")
    assert enabled(message) == ["Accept", "Decline", "Rules", "Withdraw"]
    mine, theirs = await world.ada.slash("status"), await world.ben.slash("status")
    assert mine.response is not None
    assert theirs.response is not None
    assert enabled(mine.response.message) == ["Rules", "Withdraw"]
    assert "Waiting for Ben to answer." in said(mine)
    assert enabled(theirs.response.message) == ["Accept", "Decline", "Rules"]
    assert "Do you accept?" in said(theirs)


@pytest.mark.asyncio
async def test_an_old_panel_that_cant_be_deleted_now_holds_up_no_prompt_and_is_deleted_later(world: World) -> None:
    board = await world.begin("battle")
    (old,) = world.ben.dms
    with kept_messages(world, world.ben.user.dm_channel.id):
        await play(world.ada, "9")
        await world.a_while()
        assert "8" in enabled(world.ben.panel)
        assert enabled(anew(world.ben, old)) == ["Rules", "Draw?", "Resign"]
        # It is remembered, also by the next bot and beyond the next turn.
        await world.restart()
        await world.ben.click(await your_move(world, world.ben, board), "8")
        await world.a_while()
        assert enabled(anew(world.ben, old)) == ["Rules", "Draw?", "Resign"]
    await world.a_long_while()
    (panel,) = world.ben.dms
    assert panel.id != old.id
    assert await nothing_false_stands(world)
