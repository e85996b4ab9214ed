"""Direct messages: closed ones change nothing in a duel, and everything works or refuses politely in open ones."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any

import aiohttp
import discord
import pytest

from games import Player
from tests.bot.scenes import (
    GAMES,
    move_buttons,
    moves,
    press_and_settle,
    reach,
    saved,
    saved_duel,
    statuses,
    told,
    watch_pings,
    your_move,
)
from tests.bot.world import Seat, World, answer, buttons, enabled, said, text

CODES = [(403, 50007), (400, 50007), (403, 50278), (400, 50278)]
NO_REASON = [(500, 0), (400, 40003), (429, 40003)]
"""Discord fails, or asks us to open channels more slowly: that is no choice of the person's."""
CLAIM = re.compile(r"\b(I sent|I've sent|have sent|was sent|been sent|check your (DMs|direct))", re.IGNORECASE)


def shut(world: World, seat: Seat, status: int, code: int, where: str) -> None:
    """What the bot is refused when it writes to that person: the message, or the channel to begin with."""
    if where == "message":
        seat.close_dms(status=status, code=code)
    else:
        world.env.inject_error("POST", "/users/@me/channels", status=status, code=code, times=None)


def all_texts(world: World) -> list[str]:
    """Everything that anybody can read anywhere."""
    people = (world.ada, world.ben, world.cy)
    seen = [m for seat in people for m in (*seat.dms, *world.channel.history(viewer=seat.member))]
    return [text(message) for message in seen]


# ---- D1, D3, D4


@pytest.mark.asyncio
@pytest.mark.parametrize("first", ["me", "opponent"])
@pytest.mark.parametrize("where", ["message", "channel"])
@pytest.mark.parametrize(("status", "code"), CODES)
async def test_d3_every_code_is_one_friendly_path(world: World, status: int, code: int, where: str, first: str) -> None:
    shut(world, world.ben, status, code, where)
    message = await world.challenge("siege", first)
    result = await world.ben.click(message, "Accept")
    assert statuses(world) == ["open"]
    assert "can't send you direct messages" in told(result)
    assert "*your move*" in told(result)
    assert world.ben.dms == []
    board = world.message(message)
    for number in ("7", "3"):  # one exchange, whoever begins
        seat = world.ada if (first == "me") == (number == "7") else world.ben
        panel = await your_move(world, seat, board)
        await seat.click(panel, number)
    assert len(moves(world)) == 2
    assert not any(CLAIM.search(words) for words in all_texts(world))
    assert not any("Something went wrong" in words for words in all_texts(world))


async def is_prompted_once_it_works(world: World, message: discord.Message, mend: Callable[[], None]) -> None:
    """Ben accepts and is to move while he can't be written to for no reason of his; then that is over. He is called in
    the channel after a minute, and once is enough.
    """
    pings = watch_pings(world)
    result = await world.ben.click(message, "Accept")
    assert statuses(world) == ["open"]
    # That may pass at any moment: nothing is said of it, and nobody is called in the channel.
    (opened,) = result.followups  # his panel, and no more
    assert text(opened.message).startswith("### ")
    assert [m.id for m in world.channel.history()] == [message.id]
    await world.env.advance_time(40)
    assert [m.id for m in world.channel.history()] == [message.id]
    await world.a_while()
    assert world.ben.dms == []
    assert pings == [(world.channel.id, world.ben.id)]
    mend()
    await world.a_while()
    assert world.ben.dms == []
    assert pings == [(world.channel.id, world.ben.id)]
    panel = await your_move(world, world.ben, world.message(message))
    await world.ben.click(panel, move_buttons(panel)[0].label)
    for _ in range(2):  # her defence and her attack
        await world.ada.click(world.ada.panel, move_buttons(world.ada.panel)[0].label)
    await world.a_while()  # his live panel shows it first
    assert move_buttons(world.ben.dms[-1])
    assert not any(CLAIM.search(words) for words in all_texts(world))
    assert not any("Something went wrong" in words for words in all_texts(world))


@pytest.mark.asyncio
@pytest.mark.parametrize("where", ["message", "channel"])
@pytest.mark.parametrize(("status", "code"), NO_REASON)
async def test_d3_where_discord_gives_no_reason_it_is_asked_again(
    world: World, status: int, code: int, where: str
) -> None:
    message = await world.challenge("siege", "opponent")
    shut(world, world.ben, status, code, where)
    await is_prompted_once_it_works(world, message, world.env.backend.faults.clear)


@pytest.mark.asyncio
@pytest.mark.parametrize("error", [aiohttp.ClientConnectionError, OSError, TimeoutError])
async def test_d3_a_dropped_connection_is_the_same(world: World, error: type[Exception]) -> None:
    path, drops = f"/channels/{world.ben.user.dm_channel.id}/messages", [True]

    async def dropped(method: str, url: str, call: Callable[[], Awaitable[Any]]) -> Any:
        if (method, url) == ("POST", path) and drops:
            raise error
        return await call()

    world.on_request(dropped)
    await is_prompted_once_it_works(world, await world.challenge("siege", "opponent"), drops.clear)


@pytest.mark.asyncio
@pytest.mark.parametrize("first", ["me", "opponent"])
@pytest.mark.parametrize("game", GAMES)
async def test_d1_the_duel_goes_on_with_closed_direct_messages(world: World, game: str, first: str) -> None:
    world.ben.close_dms()
    message = await world.challenge(game, first)
    result = await world.ben.click(message, "Accept")
    assert "*your move*" in told(result)
    nudges = [m for m in world.channel.history() if m.id != message.id]
    duel = (await saved_duel(world)).duel
    assert duel is not None
    is_asked = Player.TWO in duel.to_act
    assert len(nudges) == is_asked
    panel = await your_move(world, world.ben, message)
    if is_asked:
        assert [b.label for b in buttons(nudges[0]) if b.custom_id] == ["Ben: your move"]
        pressed = await world.ben.click(nudges[0], "Your move")
        assert enabled(answer(pressed)) == enabled(panel)
        await world.ben.click(answer(pressed), move_buttons(panel)[0].label)
        assert len(moves(world)) == 1
        assert [m.id for m in world.channel.history()] == [message.id]
    else:
        assert move_buttons(panel) == []


@pytest.mark.asyncio
async def test_d1_with_open_direct_messages_nothing_of_the_kind_is_told(world: World) -> None:
    message = await world.challenge("siege")
    result = await world.ben.click(message, "Accept")
    (opened,) = result.followups
    assert text(opened.message).startswith("### ")
    assert not any("can't send" in words for words in all_texts(world))


@pytest.mark.asyncio
@pytest.mark.parametrize(("status", "code"), [code for code in CODES if code[1] in (50007, 50278)])
async def test_d3_closed_direct_messages_are_not_tried_at_each_turn(world: World, status: int, code: int) -> None:
    world.ben.close_dms(status=status, code=code)
    board = await world.begin("siege")
    path = f"/channels/{world.ben.user.dm_channel.id}/messages"

    def knocks() -> int:
        return sum(request.method == "POST" and request.path == path for request in world.env.http_requests)

    for seat, action in ((world.ada, "7"), (world.ben, "7"), (world.ben, "6"), (world.ada, "6"), (world.ada, "5")):
        await seat.click(await your_move(world, seat, board), action)
        await world.a_while()
    assert knocks() == 1
    # Who uses the bot in direct messages can be written to again.
    world.env.backend.faults.clear()
    await world.ben.dm_slash("status")
    await world.ben.click(await your_move(world, world.ben, board), "5")
    await world.a_while()
    assert knocks() == 2
    assert move_buttons(world.ben.panel)


@pytest.mark.asyncio
@pytest.mark.parametrize("who", ["ada", "ben", "both"])
@pytest.mark.parametrize("game", GAMES)
async def test_d4_nothing_claims_that_a_message_was_sent(world: World, game: str, who: str) -> None:
    for seat in (world.ada, world.ben):
        if who in (seat.name.lower(), "both"):
            seat.close_dms()
    board = await world.begin(game)
    for seat in (world.ada, world.ben) * 3:
        if statuses(world) == ["open"]:
            panel = await your_move(world, seat, board)
            if move_buttons(panel):
                await seat.click(panel, move_buttons(panel)[0].label)
        await world.a_while()
        assert not any(CLAIM.search(words) for words in all_texts(world))
    if statuses(world) == ["open"]:
        asked = await world.ada.slash("resign")
        await world.ada.click(answer(asked), "Resign")
    await world.a_while()
    assert not any(CLAIM.search(words) for words in all_texts(world))
    for seat in (world.ada, world.ben):
        closed = who in (seat.name.lower(), "both")
        assert any(re.match(r"### (You win!|You lose|A draw)\n", text(m)) for m in seat.dms) is not closed
        assert not any(f"<@{seat.id}>" in text(m) for m in world.channel.history())


# ---- D6


@pytest.mark.asyncio
@pytest.mark.parametrize("phase", ["none", "challenged", "committed", "picked", *GAMES])
@pytest.mark.parametrize("who", ["ada", "ben", "cy"])
async def test_d6_every_command_in_direct_messages(world: World, phase: str, who: str) -> None:
    if phase != "none":
        await reach(world, phase)
    seat: Seat = getattr(world, who)
    before = saved(world)
    commands: list[tuple[str, dict[str, Any]]] = [
        ("status", {}),
        ("status", {"duel": 1}),
        ("resign", {}),
        ("resign", {"duel": 1}),
        ("rules", {}),
        *(("rules", {"game": game}) for game in GAMES),
        ("notices", {}),
        ("notices", {"reminders": "off"}),
        ("help", {}),
        ("play", {"action": "nonsense"}),
        ("play", {"action": "attack 77", "duel": 1}),
    ]
    for name, options in commands:
        result = await seat.dm_slash(name, **options)
        shown = answer(result)
        assert text(shown)
        assert "Something went wrong" not in text(shown)
    assert saved(world) == before
    for options in ({}, {"duel": 1}):
        offered = await seat.dm_slash("draw", **options)
        assert text(answer(offered))
        assert "Something went wrong" not in said(offered)
    begun = await seat.dm_slash("practice", game="battle")
    assert begun.response
    assert "practice at level medium" in text(begun.response.message)
    assert {name for name, _ in commands} | {"draw", "practice"} == set(seat.user.available_commands())
    every = {"practice", "play", "status", "draw", "resign", "notices", "rules", "help"}
    assert set(seat.user.available_commands()) == every


@pytest.mark.asyncio
async def test_d6_a_challenge_from_direct_messages_is_refused(world: World) -> None:
    (payload,) = [c for (name, _), c in world.env.backend.commands[None].items() if name == "duel"]
    payload["contexts"] = [0, 1]  # as an outdated client might think
    for opponent in (world.ben.user, world.ada.user):
        result = await world.ada.dm_slash("duel", opponent=opponent, game="siege")
        assert re.search("not in this server|can't duel yourself", said(result))
    assert saved(world) == []


@pytest.mark.asyncio
@pytest.mark.parametrize("phase", ["committed", "picked", *GAMES])
@pytest.mark.parametrize("who", ["ada", "ben"])
async def test_d6_every_button_in_direct_messages(world: World, phase: str, who: str) -> None:
    await reach(world, phase)
    seat: Seat = getattr(world, who)
    before = saved(world)
    panels = (seat.dms[-1], answer(await seat.dm_slash("status")))
    for panel in panels:
        disabled = next((b.custom_id for b in buttons(panel) if b.custom_id and b.disabled), None)
        if disabled:  # what only an outdated client can press
            assert "duel 1" in told(await press_and_settle(seat, panel, disabled))
    assert saved(world) == before
    if "Resign" in enabled(seat.dms[-1]):
        asked = await seat.click(seat.dms[-1], "Resign")
        assert enabled(answer(asked)) == ["Resign", "Keep playing"]
        kept = await seat.click(answer(asked), "Keep playing")
        assert kept.acknowledged
        assert said(kept) == ""
    assert saved(world) == before
    panel = answer(await seat.dm_slash("status"))
    if move_buttons(panel):
        await seat.click(panel, move_buttons(panel)[0].label)
        assert len(saved(world)) == len(before) + 1
    asked = await seat.dm_slash("resign")
    await seat.click(answer(asked), "Resign")
    assert moves(world)[-1] == "!resign"
    assert text(seat.panel).startswith("### You lose\n")


@pytest.mark.asyncio
async def test_d6_a_challenge_is_answered_in_direct_messages(world: World) -> None:
    message = await world.challenge("match")
    result = await world.ben.click(answer(await world.ben.dm_slash("status")), "Accept")
    assert result.acknowledged
    assert statuses(world) == ["open"]
    assert enabled(world.message(message)) == ["Ada: your move", "Watch"]
    assert "### Number Match Duel · against Ada" in text(world.ben.panel)
    assert "Duel 1" in text(world.ben.panel)


# ---- H11


@pytest.mark.asyncio
async def test_h11_a_panel_whose_next_message_is_refused_has_the_choices_itself(world: World) -> None:
    await reach(world, "committed")
    panel = world.ben.panel
    shut(world, world.ben, 500, 0, "message")
    await world.ben.click(panel, "Take the hit")
    (still,) = world.ben.prompts
    assert still.id == panel.id
    assert "goes on in the next message" not in text(still)
    await world.ben.click(still, "7")
    assert moves(world) == ["attack-7", "take", "attack-7"]
