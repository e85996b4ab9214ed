"""A channel or a server out of reach: play goes on, little is asked in vain, and what can be made good is."""

from __future__ import annotations

from typing import Any

import pytest

from storage import StorageError
from tests.bot.refusals import Call, Counted, refusal
from tests.bot.scenes import moves, old_panel, statuses, told
from tests.bot.world import World, answer, text

pytestmark = pytest.mark.asyncio


@pytest.mark.parametrize("code", [50001, 50013, 10003])
async def test_a_channel_out_of_reach_is_asked_less_and_less_and_comes_up_to_date_by_itself(
    world: World, code: int
) -> None:
    board = await world.begin("battle")
    counted = Counted(world)
    counted.code = code
    for seat, label in ((world.ada, "1"), (world.ben, "2"), (world.ada, "3")):
        await seat.click(old_panel(seat), label)
    assert len(counted.asked) == 1
    await world.env.advance_time(600)
    assert len(counted.asked) <= 7
    counted.code = None
    await world.env.advance_time(700)
    assert "Ben to attack" in text(world.message(board))
    assert len(moves(world)) == 3
    assert len(world.channel.history()) == 1


async def test_l6_in_an_archived_thread_the_board_is_posted_anew_which_opens_it_and_leaves_nothing(
    world: World,
) -> None:
    board, archived = await world.begin("battle"), True

    async def closed(method: str, path: str, call: Call) -> Any:
        nonlocal archived
        if archived and method == "PATCH" and path.startswith(f"/channels/{world.channel.id}/"):
            raise refusal(400, 50083)
        archived = archived and path != f"/channels/{world.channel.id}/messages"
        return await call()

    world.on_request(closed)
    await world.ada.click(world.ada.panel, "1")
    (new,) = world.channel.history()
    await world.ben.click(world.ben.panel, "2")
    assert "Ada to attack" in text(world.message(new))
    assert new.id != board.id
    for seat, label in ((world.ada, "3"), (world.ben, "4")):
        archived = True
        await seat.click(seat.panel, label)
    assert "Ada to attack" in text(world.channel.history()[-1])
    assert len(world.channel.history()) == 1


async def test_in_a_locked_thread_play_goes_on_and_little_is_asked(world: World) -> None:
    await world.begin("battle")
    counted = Counted(world)
    counted.code = 50083
    for seat, label in ((world.ada, "1"), (world.ben, "2"), (world.ada, "3")):
        await seat.click(old_panel(seat), label)
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
        told_of = [text(message) for message in seat.prompts]
        assert any("I was removed from its server: no winner, and no loser." in words for words in told_of)
        assert any("Your challenge to Ben" in words for words in told_of) == (seat is world.ada)
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
    counted, duels = Counted(world), world.client.duels
    counted.code, counted.removed = 50001, True
    real, failed = duels.call_off_server, list[int]()

    async def once_in_vain(guild_id: int) -> None:
        failed.append(guild_id)
        if len(failed) == 1:
            raise StorageError
        await real(guild_id)

    monkeypatch.setattr(duels, "call_off_server", once_in_vain)
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


@pytest.mark.soak
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
        assert (await store.agenda(0)).behind == ()
