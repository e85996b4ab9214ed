"""People and places vanish: a player leaves, a board is deleted, a server is out of reach."""

from __future__ import annotations

import pytest

from tests.bot.scenes import (
    GAMES,
    move_buttons,
    mover,
    moves,
    old_panel,
    reach,
    saved_duel,
    statuses,
    told,
    watch_pings,
    your_move,
)
from tests.bot.timed import one_move
from tests.bot.world import Seat, World, answer, buttons, enabled, said, text

pytestmark = pytest.mark.asyncio

WORD = "has left the server, and I can't write to them."


# ---- F1


@pytest.mark.parametrize("who", ["ada", "ben"])
@pytest.mark.parametrize("game", GAMES)
async def test_f1_play_goes_on_in_direct_messages(world: World, game: str, who: str) -> None:
    board = await world.begin(game)
    gone: Seat = getattr(world, who)
    world.guild.remove_member(gone.member)
    for count in range(1, 5):
        await one_move(await mover(world))
        assert len(moves(world)) == count
    assert not any(WORD in text(m) for seat in (world.ada, world.ben) for m in seat.dms)
    # The one who left offers a draw, and the one who stays takes it.
    await gone.click(answer(await gone.dm_slash("status")), "Draw?")
    stays = world.ben if gone is world.ada else world.ada
    await stays.click(stays.panel, "Accept draw")
    assert statuses(world) == ["ended"]
    assert "A draw" in text(world.message(board))
    assert "A draw" in text(gone.panel)


@pytest.mark.parametrize("code", [50278, 50007])
@pytest.mark.parametrize("who", ["ada", "ben"])
async def test_f1_who_stays_is_told_once_that_the_other_cant_be_reached(world: World, who: str, code: int) -> None:
    board = await world.begin("siege")
    gone: Seat = getattr(world, who)
    stays = world.ben if gone is world.ada else world.ada
    world.guild.remove_member(gone.member)
    gone.close_dms(code=code)
    pings = watch_pings(world)
    if who == "ada":
        await world.ada.click(answer(await world.ada.dm_slash("status")), "7")
        await one_move(world.ben)  # Ben defends, and attacks
        await one_move(world.ben)
    else:
        await one_move(world.ada)
    await world.a_while()
    (word,) = [m for m in stays.dms if WORD in text(m)]
    name, other = gone.name, stays.name
    assert text(word).splitlines() == [
        f"### Numerical Siege · against {name}",
        f"{name} {WORD} If they don't move in time, the duel ends by that.",
    ]
    assert enabled(word) == []
    assert other not in text(word)
    # Nobody who is not there is called in the channel.
    assert pings == []
    assert [m.id for m in world.channel.history()] == [board.id]
    # Whatever comes, it is said once: a restart, another turn of theirs.
    await world.restart()
    await gone.click(answer(await gone.dm_slash("status")), "10")
    for _ in range(4):
        seat = await mover(world)
        panel = answer(await seat.dm_slash("status"))
        await seat.click(panel, move_buttons(panel)[0].label)
        await world.a_while()
    assert sum(WORD in text(m) for m in stays.dms) == 1
    await stays.click(answer(await stays.dm_slash("resign")), "Resign")
    assert f"{name} wins" in text(world.message(board))


async def test_f1_who_only_closes_their_direct_messages_is_nudged_as_ever(world: World) -> None:
    world.ben.close_dms()
    await world.begin("battle")
    await one_move(world.ada)
    assert not any(WORD in text(m) for m in world.ada.dms)
    assert f"<@{world.ben.id}>" in text(world.channel.history()[-1])


# ---- F4


@pytest.mark.parametrize("what", ["move", "offer", "resignation"])
@pytest.mark.parametrize("phase", ["committed", "picked", *GAMES])
async def test_f4_a_deleted_board_comes_anew_once_and_nothing_is_lost(world: World, phase: str, what: str) -> None:
    board = await reach(world, phase)
    before = moves(world)
    world.env.backend.delete_message(board.channel.id, board.id)
    seat = await mover(world)
    match what:
        case "move":
            await one_move(seat)
        case "offer":
            await seat.click(old_panel(seat), "Draw?")
        case _:
            await seat.click(answer(await seat.dm_slash("resign")), "Resign")
    assert len(moves(world)) == len(before) + 1
    (anew,) = world.channel.history()
    assert anew.id != board.id
    if what == "resignation":
        assert enabled(anew) == ["Rematch", "Course", "Review"]
        return
    acting = (await saved_duel(world)).view(None).to_act
    whose = "Your move" if len(acting) == 2 else f"{(await mover(world)).name}: your move"
    assert enabled(anew) == [whose, "Watch"]
    # It is the board from now on: it works, it is edited, and what is sent from now on leads to it.
    assert "offers a draw" in text(anew) or what == "move"
    assert enabled(await your_move(world, await mover(world), anew))
    await one_move(await mover(world))
    assert [message.id for message in world.channel.history()] == [anew.id]
    if statuses(world) == ["open"]:
        sent = [button.url for seat in (world.ada, world.ben) for button in buttons(seat.prompts[-1]) if button.url]
        assert any(str(anew.id) in str(url) for url in sent)


async def test_f4_a_deleted_challenge_is_answered_from_the_status(world: World) -> None:
    message = await world.challenge("siege")
    world.env.backend.delete_message(message.channel.id, message.id)
    await world.ben.click(answer(await world.ben.dm_slash("status")), "Accept")
    (board,) = world.channel.history()
    assert "Ada to attack" in text(board)
    assert enabled(board) == ["Ada: your move", "Watch"]


async def test_f4_a_deleted_result_still_has_its_rematch(world: World) -> None:
    board = await world.begin("siege")
    await world.ada.click(answer(await world.ada.slash("resign")), "Resign")
    world.env.backend.delete_message(board.channel.id, board.id)
    assert "You ask Ada for a rematch" in said(await world.ben.click(world.ben.panel, "Rematch"))
    assert statuses(world) == ["ended", "challenged"]


# ---- F3, where the channel is there and refuses


@pytest.mark.parametrize("code", [50001, 10003, 10004])
async def test_f3_a_duel_whose_channel_is_out_of_reach_is_played_and_ended_in_direct_messages(
    world: World, code: int
) -> None:
    await world.begin("battle")
    path = f"/channels/{world.channel.id}/messages"
    for method, where in (("POST", path), ("PATCH", f"{path}/*"), ("DELETE", f"{path}/*")):
        world.env.inject_error(method, where, status=403, code=code, times=None)
    for _ in range(3):
        await one_move(await mover(world))
    assert len(moves(world)) == 3
    seat = await mover(world)
    panel = answer(await seat.dm_slash("status"))
    assert "\n-# Duel 1 · " in text(panel)
    await seat.click(answer(await seat.click(panel, "Resign")), "Resign")
    assert statuses(world) == ["ended"]
    await world.a_while()
    # Then it counts nowhere any more.
    for one in (world.ada, world.ben):
        assert text(one.prompts[-1]).startswith("### You lose\n" if one is seat else "### You win!\n")
        assert "You have no open duel" in told(await one.dm_slash("status"))
        assert "You have no open duel" in told(await one.slash("resign"))
    # And its rematch, which can't be posted there, is withdrawn and said so.
    assert "could not post" in told(await seat.click(seat.prompts[-1], "Rematch"))
    assert statuses(world) == ["ended", "cancelled"]
