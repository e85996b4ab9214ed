"""A challenge that a kill or a failing store left unposted is posted at the return. Where it stands already, it stands
twice, and the one that is pressed first is the board.
"""

from __future__ import annotations

import asyncio
from typing import Any

import discord
import pytest

from tests.bot.kills import Call, Kill
from tests.bot.scenes import GAMES, ended, kept_messages, press_as_seen, statuses, watch_pings
from tests.bot.world import Seat, World, answer, enabled, text
from tests.thinning import sampled

pytestmark = pytest.mark.asyncio

ANSWERS = ["Accept", "Decline", "Withdraw"]
CHALLENGE = ["Accept", "Decline", "Rules", "Withdraw"]
LATER = [0.0, pytest.param(600.0, marks=pytest.mark.soak)]
MOVED = "The board of duel 1 has moved."


async def killed(world: World, *, done: bool, game: str = "battle", after: float = 0.0) -> None:
    """`/duel`, by Ada to Ben; the bot is killed before or after its answer has arrived, and started anew."""
    kill = Kill(1, done, "POST /interactions/")
    world.on_request(kill)
    await world.ada.slash("duel", opponent=world.ben.member, game=game, first="me")
    assert kill.seen
    await world.restart(after)


async def doubled(world: World, game: str = "battle", after: float = 0.0) -> list[discord.Message]:
    """A challenge that stands twice: as it was answered, and as it was posted at the return."""
    await killed(world, done=True, game=game, after=after)
    messages: list[discord.Message] = world.channel.history()
    assert [enabled(message) for message in messages] == [CHALLENGE, CHALLENGE]
    return messages


def presser(world: World, label: str) -> Seat:
    """Who may press that on a challenge by Ada to Ben."""
    return world.ada if label == "Withdraw" else world.ben


STATUS = {"Accept": "open", "Decline": "declined", "Withdraw": "cancelled"}


@pytest.mark.parametrize("after", LATER)
@pytest.mark.parametrize("game", sampled(GAMES, "siege"))
async def test_c12_a_challenge_left_unposted_is_posted_at_the_return(world: World, game: str, after: float) -> None:
    pings = watch_pings(world)
    await killed(world, done=False, game=game, after=after)
    for _ in range(2):
        (challenge,) = world.channel.history()
        assert enabled(challenge) == CHALLENGE
        assert pings == [(world.channel.id, world.ben.id)]
        await world.restart()
    await world.ben.click(challenge, "Accept")
    assert statuses(world) == ["open"]
    assert enabled(world.message(challenge)) == ["Ada: your move", "Watch"]


@pytest.mark.every_case
@pytest.mark.parametrize("after", LATER)
@pytest.mark.parametrize("restarts", [False, pytest.param(True, marks=pytest.mark.soak)], ids=["", "a restart between"])
@pytest.mark.parametrize(
    ("first", "label"),
    [
        pytest.param(first, label, marks=() if (first, label) in ((0, "Accept"), (1, "Decline")) else pytest.mark.soak)
        for first in (0, 1)
        for label in ANSWERS
    ],
)
async def test_c12_of_two_the_one_pressed_first_is_the_board(
    world: World, first: int, label: str, restarts: bool, after: float
) -> None:
    messages = await doubled(world, after=after)
    pressed, other = messages[first], messages[1 - first]
    if restarts:
        await world.restart()
    await presser(world, label).click(pressed, label)
    assert statuses(world) == [STATUS[label]]
    shown = text(world.message(pressed))
    assert "challenges" not in shown
    assert MOVED not in shown
    if first == 0:
        assert text(world.message(other)) == MOVED
    if restarts:
        await world.restart()
    # The other is retired at once, or when it is pressed, also as it was read before.
    for once_more in ANSWERS:
        told_ = await press_as_seen(presser(world, once_more), other, once_more)
        assert "already" in text(told_.followups[-1].message if told_.followups else answer(told_))
        assert text(world.message(other)) == MOVED
        assert text(world.message(pressed)) == shown
    if label == "Accept":
        await world.ada.click(world.ada.panel, "9")
        assert "Ben to attack" in text(world.message(pressed))
        assert text(world.message(other)) == MOVED
    assert len(world.channel.history()) == 2


@pytest.mark.parametrize("label", sampled(ANSWERS, "Accept"))
async def test_c12_of_two_the_one_pressed_first_is_the_board_though_the_other_cant_be_retired_now(
    world: World, label: str
) -> None:
    answered, posted = await doubled(world)
    with kept_messages(world, world.channel.id):
        await presser(world, label).click(answered, label)
        assert enabled(world.message(posted)) == CHALLENGE
    told_ = await press_as_seen(presser(world, label), posted, label)
    assert "already" in text(answer(told_))
    assert text(world.message(posted)) == MOVED
    assert MOVED not in text(world.message(answered))


async def test_c12_one_pressed_before_the_other_is_posted_is_the_board(world: World) -> None:
    """Ben accepts what stands while the bot, back again, posts it once more."""
    posts = f"/channels/{world.channel.id}/messages"
    world.env.inject_error("POST", posts, status=500, times=None)
    await killed(world, done=True)
    (answered,) = world.channel.history()
    world.env.backend.faults.clear()
    go_on, waiting = asyncio.Event(), asyncio.Event()

    async def wait(method: str, path: str, call: Call) -> Any:
        if method == "POST" and path == posts:
            waiting.set()
            await world.env.external_wait(go_on.wait(), reason="a slow post")
        return await call()

    world.on_request(wait)
    await world.a_while()
    assert waiting.is_set()
    await world.ben.click(answered, "Accept")
    go_on.set()
    await world.settle()
    assert enabled(world.message(answered)) == ["Ada: your move", "Watch"]
    assert [text(message) for message in world.channel.history()[1:]] == [MOVED]


async def test_c12_while_it_is_answered_the_scheduler_does_not_post_it(world: World) -> None:
    go_on = asyncio.Event()

    async def wait(method: str, path: str, call: Call) -> Any:
        if path.endswith("/callback"):
            await world.env.external_wait(go_on.wait(), reason="a slow answer")
        return await call()

    world.on_request(wait)
    pings = watch_pings(world)
    await world.ada.slash("duel", opponent=world.ben.member, game="battle")
    for _ in range(3):
        await world.reconnected()
    assert world.channel.history(viewer=world.ben.member) == []
    go_on.set()
    await world.a_while()
    assert [enabled(message) for message in world.channel.history(viewer=world.ben.member)] == [CHALLENGE]
    assert pings == [(world.channel.id, world.ben.id)]


async def test_c12_one_whose_answer_is_refused_is_posted_by_nobody(world: World) -> None:
    world.env.inject_error("POST", "/interactions/*/*/callback", status=500, times=None)
    await world.ada.slash("duel", opponent=world.ben.member, game="battle")
    await world.a_long_while()
    await world.restart()
    assert statuses(world) == ["cancelled"]
    assert world.channel.history() == []
    assert world.ada.dms == []


@pytest.mark.parametrize("kind", ["challenge", "rematch"])
@pytest.mark.parametrize("code", sampled(["50013", "50001", "10003", "50083"], "50013"))
async def test_c12_where_it_cant_be_posted_the_challenger_is_told(world: World, code: str, kind: str) -> None:
    if kind == "rematch":
        result = await ended(world)
    prompts = len(world.ben.prompts)
    world.env.inject_error("POST", f"/channels/{world.channel.id}/messages", status=403, code=int(code), times=None)
    if kind == "rematch":
        world.on_request(Kill(1, False, f"POST /channels/{world.channel.id}/messages"))
        await world.ada.click(result, "Rematch")
        await world.restart()
    else:
        await killed(world, done=False)
    await world.a_while()
    assert statuses(world)[-1] == "expired"
    told_ = [text(message) for message in world.ada.prompts if "could not post" in text(message)]
    game, number = ("Numerical Siege", 2) if kind == "rematch" else ("Number Battle", 1)
    assert told_ == [
        f"I could not post your challenge to Ben, to {game}, in the channel, so it is closed. "
        f"Try another channel. (duel {number})"
    ]
    assert len(world.ben.prompts) == prompts
    world.env.backend.faults.clear()
    await world.a_long_while()
    assert statuses(world)[-1] == "expired"
    if kind == "rematch":  # nobody has seen it, so another can be asked for
        await world.ada.click(world.message(result), "Rematch")
        assert statuses(world) == ["ended", "expired", "challenged"]


@pytest.mark.parametrize("status", [500, pytest.param(503, marks=pytest.mark.soak)])
async def test_c12_where_it_cant_be_posted_for_now_it_is_posted_later(world: World, status: int) -> None:
    world.env.inject_error("POST", f"/channels/{world.channel.id}/messages", status=status, times=None)
    await killed(world, done=False)
    await world.a_while()
    assert statuses(world) == ["challenged"]
    world.env.backend.faults.clear()
    await world.a_while()
    assert [enabled(message) for message in world.channel.history()] == [CHALLENGE]
