"""Every command, by everybody, everywhere: always an answer."""

from __future__ import annotations

import re
from typing import Any

import discord
import pytest

from games import get, names
from tests.bot.scenes import (
    GAMES,
    moves,
    onlookers,
    open_duels,
    reach,
    saved,
    saved_duel,
    slow,
    statuses,
    told,
    your_move,
)
from tests.bot.world import Seat, World, answer, components, enabled, said, text

# ---- G1


@pytest.mark.asyncio
async def test_g1_every_command_declares_what_it_must(world: World) -> None:
    commands = {name: payload for (name, _), payload in world.env.backend.commands[None].items()}
    assert set(commands) == {*("duel", "practice", "play", "status", "draw", "resign", "notices", "rules", "help")}
    (synced,) = [r for r in world.env.http_requests if r.method == "PUT" and r.path.endswith("/commands")]
    for payload in synced.json or []:
        name = payload["name"]
        assert payload["type"] == 1
        assert 10 <= len(payload["description"]) <= 100
        assert payload["contexts"] == ([0] if name == "duel" else [0, 1])
        assert payload["integration_types"] == [0]
        required = [option.get("required", False) for option in payload.get("options", ())]
        assert required == sorted(required, reverse=True)
        for option in payload.get("options", ()):
            assert 3 <= len(option["description"]) <= 100
            assert option["description"] != "…"
    for command in ("duel", "practice", "rules"):
        (game,) = [o for o in commands[command]["options"] if o["name"] == "game"]
        told = {name: f"{get(name).title}: {get(name).tagline}" for name in names()}
        assert {choice["value"]: choice["name"] for choice in game["choices"]} == told
        assert max(map(len, told.values())) <= 100
    (first,) = [o for o in commands["duel"]["options"] if o["name"] == "first"]
    assert [choice["name"] for choice in first["choices"]] == ["coin toss", "me", "opponent"]
    (pace,) = [o for o in commands["duel"]["options"] if o["name"] == "pace"]
    assert [choice["value"] for choice in pace["choices"]] == ["live", "daily", "slow"]
    duels = [o for c in commands.values() for o in c.get("options", ()) if o["name"] == "duel"]
    assert len(duels) == 4
    assert all(option["autocomplete"] and option["min_value"] == 1 for option in duels)


@pytest.mark.asyncio
@pytest.mark.parametrize("phase", ["none", "challenged", "committed", "picked", "over", "two", *GAMES])
@pytest.mark.parametrize("who", ["ada", "ben", "cy"])
async def test_g1_every_command_gets_a_private_answer(world: World, phase: str, who: str) -> None:
    if phase in ("over", "two"):
        await world.begin("siege")
        await world.begin("match")
        if phase == "over":
            for duel in (1, 2):
                await world.client.duels.resign(duel, world.ada.id)
    elif phase != "none":
        await reach(world, phase)
    seat: Seat = getattr(world, who)
    before, public = saved(world), onlookers(world)
    numbers: list[dict[str, Any]] = [{}, {"duel": 1}, {"duel": 2}, {"duel": 2**53 - 1}]
    commands = [("play", {"action": action, **number}) for number in numbers for action in ("take", "-0", "attack 99")]
    commands += [(name, number) for name in ("status", "resign") for number in numbers]
    commands += [("notices", {}), ("notices", {"prompts": "off"}), ("notices", {"prompts": "on", "reminders": "off"})]
    commands += [("rules", {}), ("help", {}), *(("rules", {"game": game}) for game in GAMES)]
    assert {name for name, _ in commands} | {"duel", "practice", "draw"} == {
        name for name, _ in world.env.backend.commands[None]
    }
    for dm in (False, True):
        for name, options in commands:
            result = await (seat.dm_slash if dm else seat.slash)(name, **options)
            assert text(answer(result)), (name, options)
            assert "Something went wrong" not in said(result)
            if who == "cy" and name not in ("notices", "rules", "help"):
                assert re.search(r"You have no|don't play in duel", said(result))
    assert (saved(world), onlookers(world)) == (before, public)


@pytest.mark.asyncio
@pytest.mark.parametrize("phase", ["none", "challenged", "committed", "picked", "over", *GAMES])
@pytest.mark.parametrize("who", ["ada", "ben", "cy"])
async def test_g1_a_challenge_and_an_offer_get_an_answer(world: World, phase: str, who: str) -> None:
    """The two commands that are not only about what is there."""
    if phase == "over":
        await reach(world, "siege")
        await world.client.duels.resign(1, world.ada.id)
    elif phase != "none":
        await reach(world, phase)
    seat: Seat = getattr(world, who)
    for dm in (False, True):
        for options in ({}, {"duel": 1}, {"duel": 2}, {"duel": 2**53 - 1}):
            result = await (seat.dm_slash if dm else seat.slash)("draw", **options)
            assert text(answer(result)), options
            assert "Something went wrong" not in said(result)
            assert who != "cy" or re.search(r"You have no|don't play in duel", said(result))
    assert "!draw" not in moves(world)
    for opponent in (world.ada, world.ben, world.cy, Seat(world, "Guest")):
        count = len(statuses(world))
        result = await seat.slash("duel", opponent=opponent.member, game="siege")
        assert result.acknowledged
        assert "Something went wrong" not in said(result)
        refused = said(result) and "still waits as well" not in said(result)
        assert bool(refused) is (len(statuses(world)) == count)


@pytest.mark.asyncio
@pytest.mark.parametrize("dm", [False, True], ids=["server", "dm"])
async def test_g1_status_of_several_lists_them_with_a_menu(world: World, dm: bool) -> None:
    for game in GAMES:
        await world.begin(game)
    await world.challenge("siege")
    await world.challenge("digit", by=world.cy, to=world.ada)
    listed = answer(await (world.ada.dm_slash if dm else world.ada.slash)("status"))
    lines = [line for line in text(listed).splitlines() if re.match(r"\*\*\d", line)]
    *open_, mine, cys = map(str, range(1, len(GAMES) + 3))
    numbers = [*open_, cys, mine]
    assert [re.findall(r"\d+", line)[0] for line in lines] == numbers
    for line, game in zip(lines, GAMES, strict=False):
        assert get(game).title in line
        assert "Ben" in line
    assert "Cy" in lines[-2]
    assert "unanswered" in lines[-1]
    (menu,) = [part for part in components(listed) if isinstance(part, discord.SelectMenu)]
    assert [option.value for option in menu.options] == numbers
    for value in ("3", mine, cys):
        chosen = answer(await world.ada.select(listed, value))
        assert f"-# Duel {value} · " in text(chosen)
    assert enabled(answer(await world.ada.select(listed, cys))) == ["Accept", "Decline", "Rules"]
    # A menu that is out of date, and one that is not one's own, are answered too.
    await world.client.duels.resign(3, world.ben.id)
    assert "You win!" in text(answer(await world.ada.select(listed, "3")))


@pytest.mark.asyncio
async def test_g1_status_shows_what_it_can_of_too_many(world: World) -> None:
    await open_duels(world, world.ada.id, world.ben.id, 24)
    for seat in (world.ben, world.cy):
        for _ in range(3):
            await world.challenge("siege", by=seat, to=world.ada)
    listed = answer(await world.ada.slash("status"))
    (menu,) = [part for part in components(listed) if isinstance(part, discord.SelectMenu)]
    assert len(menu.options) == 25
    assert "page 1 of 2" in text(listed)
    assert len(text(listed)) < 4000
    choices = (await world.ada.typing("status", "duel")).autocomplete_choices
    assert choices is not None
    assert len(choices) == 25
    last = (await world.ada.typing("status", "duel", "30")).autocomplete_choices
    assert last is not None
    assert [choice["value"] for choice in last] == [30]


@pytest.mark.asyncio
@pytest.mark.parametrize("dm", [False, True], ids=["server", "dm"])
@pytest.mark.parametrize("route", ["command", "panel"])
async def test_g1_resigning_is_asked_for(world: World, route: str, dm: bool) -> None:
    board = await world.begin("nomad")
    await world.begin("nomad")
    slash = world.ada.dm_slash if dm else world.ada.slash
    assert "Which duel do you give up?" in told(await slash("resign"))
    if route == "command":
        asked = answer(await slash("resign", duel=1))
    else:
        panel = world.ada.dms[0] if dm else await your_move(world, world.ada, board)
        asked = answer(await world.ada.click(panel, "Resign"))
    assert "duel 1" in text(asked)
    assert moves(world) == []
    kept = await world.ada.click(asked, "Keep playing")
    assert kept.acknowledged
    assert said(kept) == ""
    assert asked.id not in [message.id for message in (*world.ada.dms, *world.channel.history(viewer=world.ada.member))]
    assert moves(world) == []
    asked = answer(await slash("resign", duel=1))
    await world.ada.click(asked, "Resign")
    assert (moves(world, 1), moves(world, 2)) == (["!resign"], [])
    assert "Ben wins" in text(world.message(board))


@pytest.mark.asyncio
@pytest.mark.parametrize("game", GAMES)
async def test_g1_rules_and_help(world: World, game: str) -> None:
    title = (await table_of(world, game)).title
    full = text(answer(await world.cy.slash("rules", game=game)))
    assert full.startswith(f"### {title}")
    assert "An exchange:" in full
    every = text(answer(await world.cy.slash("rules")))
    assert title in every
    assert every.count("**") == 2 * len(names())
    helped = text(answer(await world.cy.slash("help")))
    for command in ("duel", "practice", "play", "status", "resign", "notices", "rules"):
        assert f"/{command}" in helped
    assert len(helped.splitlines()) < 15


async def table_of(world: World, game: str) -> Any:
    await world.challenge(game)
    return await saved_duel(world)


@pytest.mark.asyncio
@pytest.mark.parametrize("code", [50001, 50013, 0])
async def test_g1_a_challenge_that_cant_be_posted_is_said_to_be_so(world: World, code: int) -> None:
    world.env.inject_error("POST", "/interactions/*/*/callback", status=403 if code else 500, code=code)
    result = await world.ada.slash("duel", opponent=world.ben.member, game="siege")
    assert "could not post the challenge" in told(result)
    assert statuses(world) == ["cancelled"]
    assert world.channel.history() == []


@pytest.mark.asyncio
@pytest.mark.parametrize("code", [50001, 50013])
async def test_g1_nor_can_one_after_a_slow_start(world: World, code: int) -> None:
    slow(world, "create")
    world.env.inject_error("POST", f"/channels/{world.channel.id}/messages", status=403, code=code)
    result = await world.ada.slash("duel", opponent=world.ben.member, game="siege")
    await world.env.advance_time(30)
    assert "could not post the challenge" in told(result)
    assert statuses(world) == ["cancelled"]
    assert world.channel.history() == []
