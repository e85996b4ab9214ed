"""The bot is back in a server, or at its database with another application's token."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from tests.bot.delivery.test_servers_vanish import Border
from tests.bot.refusals import refusal
from tests.bot.scenes import old_panel, statuses
from tests.bot.timed import LIVE, move_on, wait
from tests.bot.world import World, enabled, text

pytestmark = pytest.mark.asyncio


# ---- L7


@pytest.mark.parametrize("restarted", [False, pytest.param(True, marks=pytest.mark.soak)])
async def test_l7_at_the_first_interaction_boards_lose_their_live_buttons(world: World, restarted: bool) -> None:
    board = await world.begin("battle")
    challenge = await world.challenge("siege")
    border = Border(world)
    border.state = "removed"
    await world.ada.click(world.ada.panel, "1")
    await wait(world, LIVE)
    assert statuses(world) == ["ended", "expired"]
    assert enabled(world.message(board)) != []
    if restarted:
        await world.restart()
        Border(world)
    border.state = "there"
    await world.cy.slash("help")
    await world.settle()
    assert [enabled(world.message(message)) for message in (board, challenge)] == [[], []]
    assert "I was removed from its server: no winner, and no loser." in text(world.message(board))
    assert "no longer in its server" not in world.public()
    # Once.
    border.asked.clear()
    await world.cy.slash("help")
    assert border.asked == []


# ---- L10


class Foreign:
    """Whatever stood there before is another application's; so are its channels of direct messages."""

    def __init__(self, world: World) -> None:
        direct = [message for seat in (world.ada, world.ben) for message in seat.prompts]
        self.old = {message.id for message in (*world.channel.history(), *direct)}
        self.channels = {seat.user.dm_channel.id for seat in (world.ada, world.ben)}
        self.edited: list[tuple[str, str]] = []
        world.on_request(self)

    async def __call__(self, method: str, path: str, call: Callable[[], Awaitable[Any]]) -> Any:
        if path == "/users/@me/channels":
            self.channels.clear()
        if any(path.startswith(f"/channels/{channel}/") for channel in self.channels):
            raise refusal(403, 50001)
        if method in ("PATCH", "DELETE") and int(path.rsplit("/", 1)[-1]) in self.old:
            self.edited.append((method, path))
            raise refusal(403, 50005)
        return await call()


async def test_l10_another_applications_messages_are_left_and_new_ones_posted(world: World) -> None:
    board = await world.begin("battle")
    shown, panel = text(board), old_panel(world.ada)
    foreign = Foreign(world)
    prompts = len(world.ben.prompts)
    await world.ada.click(panel, "1")
    assert text(world.message(board)) == shown
    new = world.channel.history()[-1]
    assert new.id != board.id
    assert "Ben to attack" in text(new)
    assert len(world.ben.prompts) == prompts + 1
    asked = len(foreign.edited)
    await move_on(world)
    await world.a_long_while()
    assert "Ada to attack" in text(world.message(new))
    assert len(world.channel.history()) == 2
    assert foreign.edited[asked:] == []  # what is tried again is nothing
    assert foreign.edited.count(("DELETE", f"/channels/{panel.channel.id}/messages/{panel.id}")) == 1


async def test_l10_a_challenge_that_cant_be_edited_is_posted_anew(world: World) -> None:
    await world.challenge("battle")
    Foreign(world)
    world.client.scheduler.pause()
    await world.env.advance_time(120)
    await world.reconnected()
    await world.a_while()
    assert len(world.channel.history()) == 2
    await world.ben.click(world.channel.history()[-1], "Accept")
    assert statuses(world) == ["open"]


# ---- L11


async def test_l11_every_edit_says_which_mentions_are_allowed(world: World) -> None:
    edits: list[Any] = []
    senders: tuple[Any, ...] = (world.env.bot.http, world.env._webhook_adapter)
    for sender in senders:
        real = sender.request

        async def request(route: Any, *args: Any, _real: Any = real, **kwargs: Any) -> Any:
            body = kwargs.get("json") or kwargs.get("payload") or {}
            if route.method == "PATCH" or body.get("type") == 7:
                edits.append(body.get("data", body).get("allowed_mentions"))
            return await _real(route, *args, **kwargs)

        sender.request = request
    await world.begin("battle")
    await move_on(world)
    await move_on(world)
    assert len(edits) > 2
    assert edits == [{"parse": []}] * len(edits)
