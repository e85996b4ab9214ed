"""A slow database: the acknowledgement comes in time and is private, and the answer follows."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from simcord.results import InteractionResult

from tests.bot.scenes import (
    GAMES,
    kept_messages,
    move_buttons,
    mover,
    moves,
    onlookers,
    play_out,
    reach,
    slow,
    statuses,
    told,
    watch_pings,
)
from tests.bot.world import Seat, World, answer, buttons, enabled, said, text

# ---- A1


@pytest.mark.asyncio
@pytest.mark.parametrize("game", GAMES)
async def test_a1_a_slow_database_and_your_move(world: World, game: str) -> None:
    board = await world.begin(game)
    public = world.public()
    slow(world, "load")
    result = await world.ada.click(board, "Your move")
    assert not result.acknowledged
    await world.env.advance_time(2.5)
    assert result.acknowledged
    assert result.ephemeral
    assert result.response is not None
    assert result.response.ephemeral
    assert world.public() == public
    await world.env.advance_time(60)
    assert result.response.ephemeral
    assert "Resign" in enabled(result.response.message)
    assert world.public() == public


@pytest.mark.asyncio
async def test_a1_an_outsider_waits_too(world: World) -> None:
    board = await world.begin("match")
    public = onlookers(world)
    slow(world, "load")
    result = await world.cy.click(board, "Your move")
    await world.env.advance_time(2.5)
    assert result.acknowledged
    assert result.ephemeral
    await world.env.advance_time(60)
    # They get what they were after.
    assert text(answer(result)).startswith("### Number Match Duel · duel 1\n")
    assert [button.label for button in buttons(answer(result))] == ["Look again"]
    assert result.followups == []
    assert onlookers(world) == public


# ---- G2: each command and each button

EVERYTHING = ("duel", "duels_of", "logs_of", "load", "create", "open", "close", "append", "delivery", "contact")
Doing = Callable[[World], Awaitable[InteractionResult]]

COMMANDS: dict[str, tuple[str, Doing]] = {
    "status, the only one": ("Resign", lambda world: world.ada.slash("status")),
    "status, by number": ("Resign", lambda world: world.ada.slash("status", duel=1)),
    "status, in direct messages": ("Resign", lambda world: world.ada.dm_slash("status")),
    "status, an outsider": ("You have no open duel", lambda world: world.cy.slash("status")),
    "play": ("Your 7 hits: **Ben 15 → 8**.", lambda world: world.ada.slash("play", action="attack 7")),
    "play, illegal": ("can't be played", lambda world: world.ada.slash("play", action="attack 10")),
    "play, too early": ("It is Ada's turn", lambda world: world.ben.slash("play", action="attack 7")),
    "resign": ("Do you give up", lambda world: world.ada.slash("resign")),
    "resign, an outsider": ("You have no open duel", lambda world: world.cy.dm_slash("resign")),
}


def everything(result: InteractionResult) -> str:
    """All that a person was told privately, labels included."""
    answers = [*([result.response] if result.response else []), *result.followups]
    return "\n".join([said(result), *(b.label for m in answers if m.ephemeral for b in buttons(m.message))])


@pytest.mark.asyncio
@pytest.mark.parametrize("case", COMMANDS)
async def test_g2_a_command_is_acknowledged_privately_in_time(world: World, case: str) -> None:
    wanted, command = COMMANDS[case]
    await world.begin("battle")
    slow(world, *EVERYTHING)
    public = onlookers(world)
    result = await command(world)
    assert not result.acknowledged
    await world.env.advance_time(2.5)
    assert result.acknowledged
    assert result.ephemeral
    assert onlookers(world) == public
    await world.env.advance_time(120)
    assert wanted in everything(result)
    assert moves(world) == (["attack-7"] if case == "play" else [])
    if case != "play":
        assert onlookers(world) == public


@pytest.mark.asyncio
async def test_g2_a_challenge_is_posted_after_all(world: World) -> None:
    pings = watch_pings(world)
    slow(world, *EVERYTHING)
    result = await world.ada.slash("duel", opponent=world.ben.member, game="siege", first="me")
    await world.env.advance_time(2.5)
    assert result.acknowledged
    assert result.ephemeral
    assert world.channel.history() == []
    await world.env.advance_time(120)
    (message,) = world.channel.history()
    assert enabled(message) == ["Accept", "Decline", "Rules", "Withdraw"]
    assert pings == [(world.channel.id, world.ben.id)]
    assert said(result)
    # It is the board of the duel to come.
    await world.ben.click(message, "Accept")
    await world.env.advance_time(120)
    assert enabled(world.message(message)) == ["Ada: your move", "Watch"]


@pytest.mark.asyncio
@pytest.mark.parametrize(("who", "label"), [("ben", "Accept"), ("ben", "Decline"), ("ada", "Withdraw")])
async def test_g2_a_slow_answer_to_a_challenge(world: World, who: str, label: str) -> None:
    message = await reach(world, "challenged")
    seat: Seat = getattr(world, who)
    slow(world, *EVERYTHING)
    public = onlookers(world)
    result = await seat.click(message, label)
    await world.env.advance_time(2.5)
    assert result.acknowledged
    assert onlookers(world) == public
    await world.env.advance_time(120)
    assert enabled(world.message(message)) == (["Ada: your move", "Watch"] if label == "Accept" else [])
    assert statuses(world) == [{"Accept": "open", "Decline": "declined", "Withdraw": "cancelled"}[label]]


@pytest.mark.asyncio
@pytest.mark.parametrize("route", ["dm", "ephemeral"])
@pytest.mark.parametrize("game", GAMES)
async def test_g2_a_slow_move(world: World, game: str, route: str) -> None:
    board = await world.begin(game)
    panel = world.ada.panel
    if route == "ephemeral":
        opened = await world.ada.click(board, "Your move")
        assert opened.response is not None
        panel = opened.response.message
    slow(world, *EVERYTHING)
    public = onlookers(world)
    result = await world.ada.click(panel, enabled(panel)[0])
    await world.env.advance_time(2.5)
    assert result.acknowledged
    assert onlookers(world) == public
    await world.env.advance_time(200)
    assert len(moves(world)) == 1
    assert onlookers(world) != public
    assert result.response is not None
    # The exchange stands first: *Your 1 hits*, *Your 1 lies face down*, *You attack with 1*.
    assert re.match(r"You(r| attack with) \d", text(result.response.message).splitlines()[1])
    assert move_buttons(result.response.message) == []
    assert move_buttons(world.ben.panel)


@pytest.mark.asyncio
@pytest.mark.parametrize("label", ["Your move", "Resign"])
async def test_g2_a_slow_button_of_a_duel_that_is_over(world: World, label: str) -> None:
    board = await world.begin("siege")
    message = board if label == "Your move" else world.ada.panel
    with kept_messages(world, message.channel.id):
        await play_out(world, 1, "attack-1")
        asked = await world.ben.slash("resign")
        assert asked.response is not None
        await world.ben.click(asked.response.message, "Resign")
    slow(world, "load")
    result = await world.ada.click(message, label)
    await world.env.advance_time(2.5)
    assert result.acknowledged
    await world.env.advance_time(60)
    # The acknowledgement was a message of its own, and it holds the answer alone.
    assert said(result) == told(result)
    assert "Duel 1 is over" in told(result)
    if label == "Your move":
        assert enabled(world.message(board)) == ["Rematch", "Course", "Review"]
        assert "Ada wins" in text(world.message(board))


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("command", "option"), [("status", "duel"), ("resign", "duel"), ("play", "duel"), ("play", "action")]
)
async def test_g2_a_slow_autocomplete_offers_nothing_in_time(world: World, command: str, option: str) -> None:
    await world.begin("nomad")
    before = len(world.log.lines)
    slow(world, "logs_of")
    result = await world.ada.typing(command, option)
    assert result.autocomplete_choices is None
    await world.env.advance_time(2.5)
    assert result.autocomplete_choices == []
    await world.env.advance_time(10)
    assert [line for line in world.log.lines[before:] if not line.startswith("bot.interactions.reply")] == []


@pytest.mark.asyncio
async def test_g2_a_failing_autocomplete_offers_nothing(world: World) -> None:
    await world.begin("nomad")
    store: Any = world.client._store
    store.logs_of = None
    assert (await world.ada.typing("play", "action")).autocomplete_choices == []
    assert "error" in world.log.lines[-1]
    assert "NoneType" not in world.log.lines[-1]


# ---- G2, when it is too late for an answer


@contextmanager
def too_late(world: World) -> Iterator[None]:
    """Each answer to an interaction is 4 s under way meanwhile: Discord refuses it with 10062."""
    slow_ways = [True]

    async def late(method: str, path: str, call: Callable[[], Awaitable[Any]]) -> Any:
        if path.endswith("/callback") and slow_ways:
            await world.env.external_wait(asyncio.sleep(4), reason="a slow network")
        return await call()

    world.on_request(late)
    yield
    slow_ways.clear()


PRESSED: dict[str, tuple[str, Callable[[World, Any], Any], list[str], str]] = {
    "a move": ("battle", lambda world, _: world.ada.click(world.ada.panel, "7"), ["attack-7"], "Ben to attack"),
    "a secret move": ("siege", lambda world, _: world.ada.click(world.ada.panel, "7"), ["attack-7"], "Ben to defend"),
    "a typed move": ("nomad", lambda world, _: world.ada.slash("play", action="attack 7"), ["attack-7"], "Ben to move"),
    "an offer": ("match", lambda world, _: world.ben.slash("draw"), ["!offer"], "Ben offers a draw"),
    "an acceptance": ("challenged", lambda world, message: world.ben.click(message, "Accept"), [], "Ada to attack"),
}


@pytest.mark.asyncio
@pytest.mark.parametrize("case", PRESSED)
async def test_g2_after_a_real_10062_the_state_is_whole_and_the_status_shows_it(world: World, case: str) -> None:
    phase, press, log, words = PRESSED[case]
    message = await reach(world, phase)
    with too_late(world):
        result = await press(world, message)
        await world.env.advance_time(30)
    assert not result.acknowledged
    assert any("10062" in line for line in world.log.lines)
    assert (moves(world), statuses(world)) == (log, ["open"])
    # What everybody sees is up to date all the same, and the duel goes on.
    board = world.message(message)
    assert enabled(board) == [f"{(await mover(world)).name}: your move", "Watch"]
    assert words in text(board)
    acting = await mover(world)
    shown = answer(await acting.slash("status"))
    assert [b.custom_id for b in move_buttons(shown)] == [b.custom_id for b in move_buttons(acting.prompts[-1])] != []
    await acting.click(acting.prompts[-1], move_buttons(shown)[0].label)
    assert len(moves(world)) == len(log) + 1


@pytest.mark.asyncio
async def test_g2_a_challenge_whose_answer_was_too_late_is_withdrawn(world: World) -> None:
    with too_late(world):
        await world.ada.slash("duel", opponent=world.ben.member, game="siege")
        await world.env.advance_time(30)
    assert statuses(world) == ["cancelled"]
    assert world.channel.history() == []
    assert "no open duel" in told(await world.ada.slash("status"))
