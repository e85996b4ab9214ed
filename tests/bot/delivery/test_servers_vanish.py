"""Servers vanish: the bot is removed from one, or one is unavailable for a time. Others go on as ever."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from tests.bot.refusals import refusal
from tests.bot.scenes import GAMES, move_buttons, mover, moves, press_and_settle, statuses, told, watch_pings
from tests.bot.timed import LIVE, MINUTE, move_on, wait
from tests.bot.world import Seat, World, answer, buttons, text

pytestmark = [pytest.mark.asyncio, pytest.mark.usefixtures("luck")]

VOID = "I was removed from its server: no winner, and no loser."
HOUR = 3600
LAST = len(GAMES)
"""The number of the last game's duel in `settle_in`."""


class Border:
    """Round the first server of a world: what is asked of it is counted, and refused while `state` says so."""

    def __init__(self, world: World) -> None:
        self.state = "there"
        self.code = 50001
        """Discord's for a channel in a server that the bot is not in: this one, or 10003."""
        self.asked: list[str] = []
        self._channel, self._guild = f"/channels/{world.channel.id}", f"/guilds/{world.guild.id}"
        world.on_request(self)

    async def __call__(self, method: str, path: str, call: Callable[[], Awaitable[Any]]) -> Any:
        if path.startswith((self._channel, self._guild)):
            self.asked.append(f"{method} {path}")
            match self.state:
                case "unavailable":
                    raise refusal(503, 0)
                case "removed" if path.startswith(self._guild):
                    raise refusal(404, 10004)
                case "removed":
                    raise refusal(403, self.code)
        return await call()


async def settle_in(world: World) -> Border:
    """A duel of each game, the second with a move made, and then a challenge; all in the first server."""
    for game in GAMES:
        await world.begin(game)
    await move_on(world, 2)
    await world.challenge("siege")
    return Border(world)


def go_elsewhere(world: World) -> None:
    """Everybody is in another server with the bot as well, and goes there."""
    world.guild = world.env.create_guild("Elsewhere")
    world.channel = world.guild.create_text_channel("duels")
    for seat in (world.ada, world.ben, world.cy):
        seat.member = world.guild.add_member(seat.user)


# ---- F5, B6


@pytest.mark.parametrize("code", [50001, 10003])
async def test_f5_a_removal_ends_all_work_for_that_server(world: World, code: int) -> None:
    border = await settle_in(world)
    go_elsewhere(world)
    board = await world.begin("battle")
    border.state, border.code = "removed", code
    border.asked.clear()
    await move_on(world, 1)
    await wait(world, MINUTE)
    # It is noticed with the first refusal, asked once whether that is so, and then nothing is asked any more.
    assert len([path for path in border.asked if "/guilds/" in path]) == 1
    assert len(border.asked) <= 3
    assert statuses(world) == ["ended"] * LAST + ["expired", "open"]
    assert [moves(world, number)[-1] for number in range(1, LAST + 1)] == ["!void"] * LAST
    for seat in (world.ada, world.ben):
        assert sorted(called_off(seat)) == [f"duel {number}" for number in range(1, LAST + 1)]
    asked = len(border.asked)
    await wait(world, 2 * HOUR)
    await world.restart()
    await world.reconnected()
    await wait(world, HOUR)
    assert len(border.asked) == asked
    # The duel elsewhere goes on.
    await move_on(world, LAST + 2)
    assert "Ben to attack" in text(world.message(board))


def called_off(seat: Seat) -> list[str]:
    """The duels of which that person was told by direct message that they were called off."""
    found = [text(message) for message in seat.prompts if text(message).startswith("### Called off\n")]
    assert all(": no winner, and no loser.\n" in words for words in found)
    return [words.splitlines()[-1].split(" · ")[-1] for words in found]


async def test_f5_a_removal_is_noticed_at_the_end_on_time_too(world: World) -> None:
    """Nobody presses anything: what runs out first finds it out."""
    await world.begin("siege", pace="live")
    await world.begin("nomad")
    border = Border(world)
    border.state = "removed"
    await wait(world, LIVE + 2 * MINUTE)
    assert statuses(world) == ["ended", "ended"]
    for seat in (world.ada, world.ben):
        assert called_off(seat) == ["duel 1", "duel 2"]
    asked = len(border.asked)
    await wait(world, HOUR)
    assert len(border.asked) == asked <= 4


async def test_f5_with_closed_direct_messages_the_status_says_it(world: World) -> None:
    for seat in (world.ada, world.ben):
        seat.close_dms()
    await world.begin("battle")
    border = Border(world)
    go_elsewhere(world)
    pings = watch_pings(world)
    border.state = "removed"
    panel = answer(await world.ada.slash("status", duel=1))
    await world.ada.click(panel, move_buttons(panel)[0].label)
    await wait(world, 2 * MINUTE)
    assert statuses(world) == ["ended"]
    assert VOID in text(answer(await world.ben.slash("status", duel=1)))
    assert pings == []
    asked = len(border.asked)
    await wait(world, HOUR)
    assert len(border.asked) == asked


async def test_f5_a_refused_channel_in_a_server_that_is_there_calls_nothing_off(world: World) -> None:
    border = await settle_in(world)
    for method, path in (("PATCH", "/*"), ("POST", "")):
        world.env.inject_error(
            method, f"/channels/{world.channel.id}/messages{path}", status=403, code=50001, times=None
        )
    await move_on(world, 1)
    await wait(world, MINUTE)
    assert [path for path in border.asked if "/guilds/" in path]
    assert statuses(world) == ["open"] * LAST + ["challenged"]
    world.env.backend.faults.clear()
    await wait(world, HOUR)
    board = world.channel.history()[0]
    assert f"{(await mover(world)).name} to " in text(board)
    assert "Ada attacks with 1: Ben decides." in text(board)


@pytest.mark.parametrize("seconds", [90, 20 * MINUTE])
async def test_f5_an_unavailable_server_is_waited_for(world: World, seconds: int) -> None:
    border = await settle_in(world)
    boards = world.channel.history()
    border.state = "unavailable"
    border.asked.clear()
    for number in (1, 2, 4, 5):
        await move_on(world, number)
    played = [moves(world, number) for number in range(1, LAST + 1)]
    await wait(world, seconds)
    # Nothing is lost, nothing called off, and each board is asked for once a minute at most.
    assert statuses(world) == ["open"] * LAST + ["challenged"]
    assert [moves(world, number) for number in range(1, LAST + 1)] == played
    assert len(border.asked) <= 4 * (seconds / MINUTE + 5)
    for seat in (world.ada, world.ben):
        assert "\n-# Duel 1 · " in text(answer(await seat.dm_slash("status", duel=1)))
    await move_on(world, 1)
    border.state = "there"
    await wait(world, 2 * MINUTE)
    for number, board in enumerate(boards[:5], 1):
        assert f"{(await mover(world, number)).name} to " in text(world.message(board))
    assert [m.id for m in world.channel.history()] == [m.id for m in boards]


@pytest.mark.parametrize("code", [50001, 10003])
async def test_b6_what_was_stranded_counts_nowhere(world: World, code: int) -> None:
    border = await settle_in(world)
    go_elsewhere(world)
    await world.begin("battle")
    border.state, border.code = "removed", code
    await move_on(world, 1)
    await wait(world, MINUTE)
    asked, elsewhere = len(border.asked), LAST + 2
    for seat in (world.ada, world.ben):
        for slash in (seat.slash, seat.dm_slash):
            # Of all that there were, one is left, and no command asks which one is meant.
            assert f"\n-# Duel {elsewhere} · " in text(answer(await slash("status")))
            assert f"duel {elsewhere}" in text(answer(await slash("resign")))
            choices = (await seat.typing("status", "duel")).autocomplete_choices
            assert [choice["value"] for choice in choices or []] == [elsewhere]
    await world.ada.slash("play", action="attack 9")
    assert moves(world, elsewhere) == ["attack-9"]
    # There is room for as many challenges as ever, and a stranded one can't be answered any more.
    for _ in range(3):
        await world.challenge("siege")
    assert statuses(world)[elsewhere:] == ["challenged"] * 3
    # Nor does its result offer what could not be done there.
    (ended,) = [m for m in world.ada.prompts if text(m).endswith("\n-# Number Match Duel · duel 1")]
    assert buttons(ended) == []
    result = await press_and_settle(world.ada, ended, "duel:1:rematch")
    assert "I don't know that button" in told(result)
    assert len(border.asked) == asked
