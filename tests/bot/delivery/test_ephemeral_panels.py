"""Live panels: who plays in the channel is offered the next move there, and is written to only if they stay away."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any

import discord
import pytest

from tests.bot.refusals import refusal
from tests.bot.scenes import GAMES, anew, move_buttons, open_panels, statuses, watch_pings, your_move
from tests.bot.script import PLANS, offered, seat_of
from tests.bot.settled import nothing_false_stands
from tests.bot.world import Seat, World, answer, enabled, text

pytestmark = pytest.mark.asyncio

DIRECT_MESSAGE_AFTER = 85
"""Seconds after which the minute that a live panel gives is over, and the scheduler has looked."""
EDITABLE_FOR = 14 * 60


def now(seat: Seat, panel: discord.Message) -> discord.Message:
    """An ephemeral panel as its player sees it now."""
    return anew(seat, panel)


@pytest.mark.usefixtures("luck")
@pytest.mark.parametrize("game", GAMES)
async def test_a_whole_duel_is_played_on_two_ephemeral_panels(world: World, game: str) -> None:
    board = await world.begin(game)
    sent = {seat: [message.id for message in seat.prompts] for seat in (world.ada, world.ben)}
    for seat in (world.ada, world.ben):
        await your_move(world, seat, board)
    for move in PLANS[game]:
        seat = seat_of(world, move.player)
        (panel,) = open_panels(seat)
        assert move.token in offered(panel)
        label = next(b for b in move_buttons(panel) if b.custom_id and b.custom_id.endswith(f":{move.token}")).label
        await seat.click(panel, label)
    assert statuses(world) == ["ended"]
    # Nobody was written to, and both see the end where they are.
    assert {seat: [message.id for message in seat.prompts] for seat in sent} == sent
    for seat in (world.ada, world.ben):
        (panel,) = open_panels(seat)
        assert enabled(panel) == ["Rematch", "Course", "Review"]
        assert re.match(r"### You (win!|lose)\n", text(panel))
    # Their direct messages show the result, and nobody is written to about what they have seen.
    for _ in range(2):
        await world.env.advance_time(DIRECT_MESSAGE_AFTER)
        for seat, before in sent.items():
            (result,) = seat.prompts
            assert [result.id] == before
            assert enabled(result) == ["Rematch", "Course", "Review"]
        assert await nothing_false_stands(world)


async def test_who_does_not_move_on_a_live_panel_is_written_to_half_a_minute_later(world: World) -> None:
    board = await world.begin("battle")
    (before,) = world.ben.prompts
    panel = await your_move(world, world.ben, board)
    assert offered(panel) == []
    await world.ada.click(world.ada.panel, "1")
    assert "**Your attack**" in text(now(world.ben, panel))
    assert "2" in enabled(now(world.ben, panel))
    for _ in range(2):
        await world.env.advance_time(12)
        assert [message.id for message in world.ben.prompts] == [before.id]
    await world.env.advance_time(25)
    (prompt,) = world.ben.prompts
    assert prompt.id != before.id
    assert offered(prompt) == offered(now(world.ben, panel))
    await world.env.advance_time(DIRECT_MESSAGE_AFTER)
    assert [message.id for message in world.ben.prompts] == [prompt.id]
    # Both panels work; whichever is pressed, the other is brought up to date.
    await world.ben.click(now(world.ben, panel), "2")
    assert offered(anew(world.ben, prompt)) == []
    assert await nothing_false_stands(world)


async def test_an_end_on_time_waits_for_nobody(world: World) -> None:
    board = await world.begin("battle", pace="live")
    await world.ada.click(world.ada.panel, "1")
    (prompt,) = world.ben.prompts
    await world.env.advance_time(200)
    panel = await your_move(world, world.ben, board)
    await world.env.advance_time(125)
    assert "Your time ran out" in text(now(world.ben, panel))
    # The reminder has gone, the result has come.
    (result,) = world.ben.prompts
    assert result.id != prompt.id
    assert "Your time ran out" in text(result)


async def test_the_line_in_the_channel_waits_as_well(world: World) -> None:
    world.ben.close_dms()
    board = await world.begin("battle")
    panel, pings = await your_move(world, world.ben, board), watch_pings(world)
    await world.ada.click(world.ada.panel, "1")
    assert pings == []
    assert "2" in enabled(now(world.ben, panel))
    await world.env.advance_time(DIRECT_MESSAGE_AFTER)
    assert pings == [(world.channel.id, world.ben.id)]


async def test_a_restart_forgets_live_panels_and_writes_at_once(world: World) -> None:
    board = await world.begin("battle")
    await your_move(world, world.ben, board)
    (before,) = world.ben.prompts
    await world.ada.click(world.ada.panel, "1")
    assert [message.id for message in world.ben.prompts] == [before.id]
    await world.restart()
    (prompt,) = world.ben.prompts
    assert prompt.id != before.id
    await world.env.advance_time(DIRECT_MESSAGE_AFTER)
    assert [message.id for message in world.ben.prompts] == [prompt.id]


async def test_a_panel_lives_from_its_last_click_on_and_is_not_tried_after_that(world: World) -> None:
    board = await world.begin("battle")
    panel, requests, (before,) = await your_move(world, world.ben, board), [], world.ben.prompts

    async def note(method: str, path: str, call: Callable[[], Awaitable[Any]]) -> Any:
        requests.append(path)
        return await call()

    world.on_request(note)
    await world.env.advance_time(EDITABLE_FOR + 1)
    await world.ada.click(world.ada.panel, "1")
    (prompt,) = world.ben.prompts
    assert prompt.id != before.id
    assert offered(now(world.ben, panel)) == []
    assert not any(path.startswith("/webhooks") for path in requests)


@pytest.mark.parametrize("code", [10008, 10015, 50027])
async def test_a_panel_that_is_gone_is_no_panel(world: World, code: int) -> None:
    board = await world.begin("battle")
    await your_move(world, world.ben, board)
    (before,) = world.ben.prompts

    async def refuse(method: str, path: str, call: Callable[[], Awaitable[Any]]) -> Any:
        if path.startswith("/webhooks"):
            raise refusal(404, code)
        return await call()

    world.on_request(refuse)
    await world.ada.click(world.ada.panel, "1")
    (prompt,) = world.ben.prompts
    assert prompt.id != before.id
    assert "2" in enabled(prompt)


async def test_an_offer_is_shown_on_a_live_panel_with_its_answers(world: World) -> None:
    board = await world.begin("battle")
    panel = await your_move(world, world.ben, board)
    await world.ada.click(world.ada.panel, "Draw?")
    assert enabled(now(world.ben, panel)) == [*("Rules", "Accept draw", "Decline draw", "Resign", "Look again")]
    assert len(world.ben.prompts) == 1
    await world.ben.click(now(world.ben, panel), "Decline draw")
    assert "You decline the draw." in text(now(world.ben, panel))
    await world.env.advance_time(DIRECT_MESSAGE_AFTER)
    assert len(world.ben.prompts) == 1


async def test_a_panel_of_one_duel_is_no_panel_of_another(world: World) -> None:
    first = await world.begin("battle")
    await world.begin("battle")
    panel = await your_move(world, world.ben, first)
    await world.ada.click(world.ada.panel, "1")
    assert "Duel 2" in text(world.ben.panel)
    assert "2" in enabled(world.ben.panel)
    assert "Duel 1" in text(now(world.ben, panel))
    assert offered(now(world.ben, panel)) == []


async def test_the_panel_opened_last_is_the_live_one(world: World) -> None:
    board = await world.begin("battle")
    before = await your_move(world, world.ben, board)
    after = answer(await world.ben.dm_slash("status"))
    await world.ada.click(world.ada.panel, "1")
    ephemeral = [message.id for message in world.channel.history(viewer=world.ben.member) if message.flags.ephemeral]
    assert before.id not in ephemeral
    assert "attack-2" in offered(now(world.ben, after))


async def test_what_is_opened_and_never_used_again_is_forgotten(world: World) -> None:
    board = await world.begin("battle")
    await your_move(world, world.ben, board)
    await world.env.advance_time(EDITABLE_FOR + 1)
    await your_move(world, world.ada, board)
    assert len(world.client.handlers.panels._ephemeral_panels._panels) == 1


async def test_a_panel_that_has_ended_is_not_closed_even_where_it_is_not_forgotten_yet(world: World) -> None:
    board, deleted = await world.begin("battle"), list[str]()
    await your_move(world, world.ben, board)
    await world.env.advance_time(EDITABLE_FOR - 30)
    await your_move(world, world.ada, board)
    await world.env.advance_time(31)

    async def note(method: str, path: str, call: Callable[[], Awaitable[Any]]) -> Any:
        if method == "DELETE":
            deleted.append(path)
        return await call()

    world.on_request(note)
    await your_move(world, world.ben, board)
    assert deleted == []
    await your_move(world, world.ben, board)
    assert len(deleted) == 1
