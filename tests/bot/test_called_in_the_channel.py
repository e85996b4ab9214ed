"""How somebody is reached where a direct message fails: by another channel, or by a line, depending on the cause."""

from __future__ import annotations

import pytest

from tests.bot.scenes import watch_pings, your_move
from tests.bot.timed import LIVE, MINUTE, begin, wait
from tests.bot.unreachable import NO_FAULT, REFUSED_LINES, Unreachable, out_of_reach
from tests.bot.world import World, text

pytestmark = pytest.mark.asyncio

HOUR, DAY = 60 * MINUTE, 24 * 60 * MINUTE
PACES = {"live": LIVE, "daily": DAY, "slow": 3 * DAY}


# ---- H8: escalation by cause


@pytest.mark.parametrize("code", ["10003", "50001"])
async def test_h8_a_dead_channel_is_opened_anew_once_a_turn(world: World, code: str) -> None:
    way = await out_of_reach(world, code)
    assert way.asked[:2] == ["direct", "direct"]
    assert way.opened == 1
    await wait(world, LIVE)
    assert way.opened == 1


@pytest.mark.parametrize("code", ["50007", "50278"])
async def test_h8_closed_direct_messages_are_called_at_once(world: World, code: str) -> None:
    pings = watch_pings(world)
    await out_of_reach(world, code, "")
    assert pings[1:] == [(world.channel.id, world.ben.id)]  # after the challenge


@pytest.mark.parametrize("direct", [way for way in NO_FAULT if way != "10003"])
async def test_h8_whatever_else_the_line_comes_after_a_minute_and_no_further_message(world: World, direct: str) -> None:
    way = await out_of_reach(world, direct, "")
    pings = watch_pings(world)
    await wait(world, 50)
    assert pings == []
    await wait(world, 100)
    assert pings == [(world.channel.id, world.ben.id)]
    asked = way.asked.count("direct")
    way.mend()
    await wait(world, LIVE / 3)  # past the reminder
    assert way.asked.count("direct") == asked
    assert world.ben.prompts == []  # the line has followed the panel


@pytest.mark.parametrize("code", REFUSED_LINES)
async def test_h8_a_refused_line_is_tried_again(world: World, code: int) -> None:
    way = await out_of_reach(world, "50007", str(code))
    pings = watch_pings(world)
    await wait(world, LIVE)
    assert way.asked.count("line") > 2
    assert way.asked.count("direct") == 1
    way.line = ""
    for _ in range(30):
        await wait(world, 4 * MINUTE)
        if pings:
            break
    assert pings == [(world.channel.id, world.ben.id)]


@pytest.mark.parametrize("acting", [True, False])
async def test_h8_an_offer_of_a_draw_calls_who_cannot_be_written_to(world: World, acting: bool) -> None:
    board = await begin(world, "battle")
    seat, other = (world.ben, world.ada) if acting else (world.ada, world.ben)
    Unreachable(world, other, "50007")
    pings = watch_pings(world)
    await seat.click(await your_move(world, seat, board), "Draw?")
    assert pings == [(world.channel.id, other.id)]
    (line,) = [m for m in world.channel.history() if m.id != board.id]
    assert f"{seat.name} offers you a draw" in text(line)
    panel = await your_move(world, other, board)
    await other.click(panel, "Decline draw")
    assert not any("offers you a draw" in text(m) for m in world.channel.history())
