"""Challenges: whom one may challenge, how they are answered, and who is pinged."""

from __future__ import annotations

import json
import re

import pytest
from simcord.actors import MemberActor
from simcord.builders import UserHandle

from games import Player, get
from tests.bot.scenes import (
    GAMES,
    move_buttons,
    mover,
    moves,
    old_panel,
    saved,
    saved_duel,
    statuses,
    told,
    watch_pings,
)
from tests.bot.world import Seat, World, answer, buttons, enabled, said, text
from tests.games.helpers import LEVEL_AT_8

# ---- C1, C2


@pytest.mark.asyncio
@pytest.mark.parametrize("game", GAMES)
async def test_c1_oneself_is_refused_privately_and_offered_practice(world: World, game: str) -> None:
    offer = answer(await world.ada.slash("duel", opponent=world.ada.member, game=game))
    assert text(offer) == f"You can't duel yourself, but I play {get(game).title} with you. How well?"
    assert enabled(offer) == ["Easy", "Medium", "Hard"]
    assert (saved(world), world.channel.history()) == ([], [])


@pytest.mark.asyncio
async def test_c2_another_bot_is_refused_privately(world: World) -> None:
    bot = world.guild.add_member(world.env.create_user("Robot", bot=True))
    result = await world.ada.slash("duel", opponent=bot, game="siege")
    assert "That bot does not play." in told(result)
    assert (saved(world), world.channel.history()) == ([], [])


@pytest.mark.asyncio
async def test_c2_who_challenges_this_bot_plays_against_it(world: World) -> None:
    bot = MemberActor(world.env, world.guild, UserHandle(world.env, world.env.backend.bot_user))
    result = await world.ada.slash("duel", opponent=bot, game="nomad", first="opponent")
    assert result.response
    assert "practice at level medium" in text(result.response.message)
    assert (statuses(world), len(moves(world))) == (["open"], 1)


@pytest.mark.asyncio
async def test_c2_somebody_who_is_not_in_the_server(world: World) -> None:
    stranger = world.env.create_user("Dee")
    result = await world.ada.slash("duel", opponent=stranger, game="siege")
    assert "not in this server" in told(result)
    assert (saved(world), world.channel.history()) == ([], [])


# ---- C4


@pytest.mark.asyncio
@pytest.mark.parametrize("game", GAMES)
async def test_c4_accepted_on_two_devices_at_once(world: World, game: str) -> None:
    message = await world.challenge(game)
    results = [world.ben.press(message, "Accept") for _ in range(2)]
    await world.settle()
    already = "Challenge 1 is accepted already. /status lists your duels."
    assert sorted(already in said(result) for result in results) == [False, True]
    assert statuses(world) == ["open"]
    await world.a_while()
    assert len(world.ada.dms) == 1
    assert enabled(world.message(message)) == ["Ada: your move", "Watch"]


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("ben", "Accept"), ("ada", "Withdraw")),
        (("ada", "Withdraw"), ("ben", "Accept")),
        (("ben", "Decline"), ("ben", "Accept")),
        (("ben", "Decline"), ("ada", "Withdraw")),
    ],
)
async def test_c4_two_answers_at_once(world: World, one: tuple[str, str], other: tuple[str, str]) -> None:
    message = await world.challenge("siege")
    results = []
    for who, label in (one, other):
        seat: Seat = getattr(world, who)
        results.append(seat.press(message, label))
    await world.settle()
    (status,) = statuses(world)
    word = {"open": "accepted", "declined": "declined", "cancelled": "withdrawn"}[status]
    already = f"Challenge 1 is {word} already. /status lists your duels."
    assert sorted(already in said(result) for result in results) == [False, True]
    assert enabled(world.message(message)) == (["Ada: your move", "Watch"] if status == "open" else [])


# ---- C7


@pytest.mark.asyncio
@pytest.mark.parametrize(("first", "starts"), [("me", "Ada"), ("opponent", "Ben"), ("toss", None), (None, None)])
@pytest.mark.parametrize("game", GAMES)
async def test_c7_the_opponent_is_b(world: World, game: str, first: str | None, starts: str | None) -> None:
    options = {"first": first} if first else {}
    await world.ada.slash("duel", opponent=world.ben.member, game=game, **options)
    message = world.channel.history()[0]
    title = (await saved_duel(world)).title
    assert f"Ada challenges Ben to {title}" in text(message)
    assert (f"{starts} begins" if starts else "coin") in text(message)
    assert enabled(message) == ["Accept", "Decline", "Rules", "Withdraw"]
    await world.ben.click(message, "Accept")
    row = (await saved_duel(world)).row
    assert (row.player_one, row.player_two, row.game) == (world.ada.id, world.ben.id, game)
    if starts:
        assert row.starter == {"Ada": 1, "Ben": 2}[starts]
    if get(game).starter_matters:
        acting = await mover(world)
        assert acting is (world.ada if row.starter == 1 else world.ben)
        assert f"{acting.name} to" in text(world.message(message))


@pytest.mark.asyncio
@pytest.mark.parametrize("side", [0, 1])
async def test_c7_the_coin_decides(world: World, monkeypatch: pytest.MonkeyPatch, side: int) -> None:
    monkeypatch.setattr("bot.service.challenges.secrets.randbelow", lambda sides: side if sides == 2 else 99)
    await world.begin("battle", "toss")
    assert await mover(world) is (world.ada, world.ben)[side]


@pytest.mark.asyncio
async def test_c7_an_unknown_game_is_refused(world: World) -> None:
    (payload,) = [c for (name, _), c in world.env.backend.commands[None].items() if name == "duel"]
    for option in payload["options"]:
        option.pop("choices", None)  # as an outdated client might send
    result = await world.ada.slash("duel", opponent=world.ben.member, game="chess")
    assert "no such game" in told(result)
    assert saved(world) == []


# ---- C8


@pytest.mark.asyncio
@pytest.mark.parametrize("route", ["public", "ephemeral", "dm"])
@pytest.mark.parametrize(("who", "label"), [("ben", "Accept"), ("ben", "Decline"), ("ada", "Withdraw")])
async def test_c8_the_buttons_are_gone_at_once(world: World, who: str, label: str, route: str) -> None:
    message = await world.challenge("siege")
    seat: Seat = getattr(world, who)
    pressed = message
    if route != "public":
        pressed = answer(await (seat.slash if route == "ephemeral" else seat.dm_slash)("status"))
        assert enabled(pressed) == (["Rules", "Withdraw"] if seat is world.ada else ["Accept", "Decline", "Rules"])
    result = await seat.click(pressed, label)
    assert result.acknowledged
    gone = {"Accept", "Decline", "Withdraw"}
    assert not gone & set(enabled(world.message(message)))
    assert result.response is not None
    assert not gone & set(enabled(result.response.message))
    wanted = {"Accept": "to attack", "Decline": "Ben declined", "Withdraw": "Ada withdrew"}[label]
    assert wanted in text(world.message(message))
    # A client that still shows them is answered too.
    forged = seat.press_id(pressed, f"duel:1:{'cancel' if label == 'Withdraw' else label.lower()}")
    await world.settle()
    assert "I don't know that button" in told(forged)


@pytest.mark.asyncio
@pytest.mark.parametrize("label", ["Accept", "Decline", "Withdraw"])
async def test_c8_an_old_copy_hears_what_became_of_the_challenge(world: World, label: str) -> None:
    message = await world.challenge("siege")
    copies = {seat: answer(await seat.dm_slash("status")) for seat in (world.ada, world.ben)}
    await (world.ada if label == "Withdraw" else world.ben).click(message, label)
    before = saved(world)
    word = {"Accept": "accepted", "Decline": "declined", "Withdraw": "withdrawn"}[label]
    for seat, copy in copies.items():
        result = await seat.click(copy, "Accept" if seat is world.ben else "Withdraw")
        assert told(result) == f"Challenge 1 is {word} already. /status lists your duels."
        now = next(m for m in seat.dms if m.id == copy.id)
        assert not {"Accept", "Decline", "Withdraw"} & set(enabled(now))
    assert saved(world) == before


# ---- C10


@pytest.mark.asyncio
@pytest.mark.parametrize("games", [("siege", "digit"), ("match", "nomad"), ("siege", "siege"), ("match", "match")])
async def test_c10_the_same_pair_in_two_duels(world: World, games: tuple[str, str]) -> None:
    boards = [await world.begin(game) for game in games]
    assert boards[0].id != boards[1].id
    for duel in (1, 2, 2, 1):
        other = 3 - duel
        kept, shown = moves(world, other), text(world.message(boards[other - 1]))
        seat = await mover(world, duel)
        await seat.click(old_panel(seat, duel), move_buttons(old_panel(seat, duel))[-1].label)
        assert moves(world, other) == kept
        assert text(world.message(boards[other - 1])) == shown
    assert [len(moves(world, duel)) for duel in (1, 2)] == [2, 2]
    await world.client.duels.resign(1, world.ada.id)
    assert statuses(world) == ["ended", "open"]
    if games[0] == games[1] == "match":
        hands = [(await saved_duel(world, duel)).view(Player.ONE).pile("hand", Player.ONE) for duel in (1, 2)]
        assert (await saved_duel(world, 1)).row.seed != (await saved_duel(world, 2)).row.seed
        assert hands[0] is not hands[1]


# ---- C11


@pytest.mark.asyncio
@pytest.mark.parametrize("game", GAMES)
async def test_c11_only_the_challenge_pings(world: World, game: str) -> None:
    pings = watch_pings(world)
    message = await world.begin(game)
    assert pings == [(world.channel.id, world.ben.id)]
    for _ in range(10):
        if statuses(world) != ["open"]:
            break
        seat = await mover(world)
        await seat.click(old_panel(seat), move_buttons(old_panel(seat))[0].label)
    assert len(moves(world)) >= 4
    assert pings == [(world.channel.id, world.ben.id)]
    policies = re.findall(r'"allowed_mentions": (\{.*?\})', json.dumps([r.json for r in world.env.http_requests]))
    assert len(policies) > 4
    for policy in policies:
        allowed = json.loads(policy)
        assert allowed["parse"] == []
        assert allowed.get("users", []) in ([], [world.ben.id])
    assert world.message(message).mentions == []


@pytest.mark.asyncio
@pytest.mark.parametrize("who", ["ada", "ben", "both"])
async def test_c11_who_cant_be_written_to_is_pinged_once_a_turn(world: World, who: str) -> None:
    closed = {"ada": [world.ada], "ben": [world.ben], "both": [world.ada, world.ben]}[who]
    for seat in closed:
        seat.close_dms()
    pings = watch_pings(world)
    board = await world.begin("digit")
    wanted = [world.ben.id]  # by the challenge
    for token in LEVEL_AT_8[:6]:
        await world.a_while()
        acting = await mover(world)
        if acting in closed:
            wanted.append(acting.id)
        assert [user for _, user in pings] == wanted
        lines = [m for m in world.channel.history() if m.id != board.id]
        assert [text(m).count(f"<@{acting.id}>") for m in lines] == ([1] if acting in closed else [])
        await world.ada.slash("status")
        await acting.slash("play", action=token)
    assert all(channel == world.channel.id for channel, _ in pings)
    assert not any(re.search(r"<@\d+>", button.label) for m in world.channel.history() for button in buttons(m))
