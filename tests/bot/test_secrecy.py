"""Secrets: nothing that is hidden reaches the channel, an outsider, an option or a log."""

from __future__ import annotations

import logging
import re
from pathlib import Path

import pytest

from games import Duel, Player, Seeded
from tests.bot.logged import logging_as_run_does
from tests.bot.scenes import (
    GAMES,
    another_world,
    ids,
    move_buttons,
    moves,
    normal,
    open_duels,
    press_and_settle,
    reach,
    saved_duel,
    sudden_death,
    your_move,
)
from tests.bot.world import TOKEN, Seat, World, enabled, text
from tests.pictures import in_plain_text

OPTIONS = {
    "duel": {"opponent", "game", "pace", "first"},
    "play": {"action", "duel"},
    "practice": {"game", "level"},
    "status": {"duel"},
    "draw": {"duel"},
    "resign": {"duel"},
    "notices": {"prompts", "reminders"},
    "rules": {"game"},
    "help": set(),
}


# ---- A2


@pytest.mark.asyncio
async def test_a2_no_option_takes_a_secret(world: World) -> None:
    commands = {name: payload for (name, _), payload in world.env.backend.commands[None].items()}
    assert {name: {o["name"] for o in c.get("options", ())} for name, c in commands.items()} == OPTIONS


@pytest.mark.asyncio
@pytest.mark.parametrize("dm", [False, True], ids=["server", "dm"])
@pytest.mark.parametrize("phase", ["siege", "committed", "sudden death"])
async def test_a2_a_secret_choice_opens_the_panel_instead(world: World, phase: str, dm: bool) -> None:
    await (sudden_death(world) if phase == "sudden death" else reach(world, phase))
    before, public = moves(world), world.public()
    seat, typed = (world.ben, "defend 7") if phase == "committed" else (world.ada, "attack 7")
    typed = "pick 3" if phase == "sudden death" else typed
    result = await (seat.dm_slash if dm else seat.slash)("play", action=typed)
    assert result.response is not None
    assert result.response.ephemeral
    assert "Resign" in enabled(result.response.message)
    assert len(enabled(result.response.message)) > 5
    assert moves(world) == before
    assert world.public() == public
    assert (await seat.typing("play", "action", dm=dm)).autocomplete_choices == []


# ---- A4, A5: two runs that differ in something hidden are the same to see, in the channel and in the log


def seeds(count: int) -> list[bytes]:
    """Seeds whose deals of match differ in both hands, where Ada holds one 9 and Ben none."""
    found: dict[tuple[object, ...], bytes] = {}
    for start in range(256):
        seed = bytes([start]) * 32
        duel = Duel.start("match", Seeded(seed))
        hands = [duel.view(player).pile("hand", player) for player in Player]
        one, two = (hand.numbers for hand in hands if hand and hand.numbers)
        if one.count(9) == 1 and 9 not in two and all(one != o and two != t for o, t in found):
            found[(one, two)] = seed
    return list(found.values())[:count]


async def public_life(folder: Path, game: str, clicks: tuple[tuple[str, str], ...]) -> tuple[str, list[str], list[str]]:
    """A duel in a world of its own: what the channel can read after it, what Ben was told, and the whole log."""
    async with another_world(folder) as world:
        with logging_as_run_does():
            await (sudden_death(world) if game == "digit" else world.begin(game))
            for who, label in clicks:
                seat: Seat = getattr(world, who)
                await seat.click(seat.panel, label)
            public = normal(world.public())
            ben = [normal(text(message)) for message in world.ben.dms]
        return public, ben, [normal(line) for line in world.log.lines]


@pytest.mark.asyncio
@pytest.mark.parametrize("played", [(), (("ada", "9"),)], ids=["dealt", "after an exchange"])
async def test_a4_another_deal_is_the_same_to_see(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, played: tuple[tuple[str, str], ...]
) -> None:
    lives = []
    for number, seed in enumerate(seeds(3)):
        monkeypatch.setattr("bot.service.challenges.secrets.token_bytes", lambda _, seed=seed: seed)
        (folder := tmp_path / str(number)).mkdir()
        public, _, lines = await public_life(folder, "match", played)
        lives.append((public, lines))
        assert seed.hex() not in public
        assert not any(seed.hex() in line or repr(seed) in line for line in lines)
    assert len(lives) == 3
    assert lives[0] == lives[1] == lives[2]


@pytest.mark.asyncio
@pytest.mark.parametrize("game", GAMES)
async def test_a4_a_fresh_duel_tells_nothing_that_was_dealt(world: World, game: str) -> None:
    await world.begin(game)
    row, duel = (await saved_duel(world)).row, (await saved_duel(world)).duel
    assert duel is not None
    assert row.seed is not None
    public = in_plain_text(world.public())
    assert row.seed.hex() not in public
    assert '"custom_id": "duel:1:open"' in public
    assert set(re.findall(r'"custom_id": "([^"]*)"', public)) == {"duel:1:open", "duel:1:watch"}
    for player in Player:
        hand = duel.view(player).pile("hand", player)
        if hand and hand.numbers:
            for joint in (" ", ", ", ","):
                assert joint.join(map(str, hand.numbers)) not in public


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("game", "one", "other"),
    [
        ("siege", (("ada", "7"),), (("ada", "10"),)),
        ("digit", (("ada", "2"),), (("ada", "5"),)),
    ],
    ids=["committed", "picked"],
)
async def test_a5_another_commitment_is_the_same_to_see(
    tmp_path: Path, game: str, one: tuple[tuple[str, str], ...], other: tuple[tuple[str, str], ...]
) -> None:
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
    first = await public_life(tmp_path / "one", game, one)
    assert first == await public_life(tmp_path / "other", game, other)


@pytest.mark.asyncio
@pytest.mark.parametrize("phase", ["committed", "picked"])
async def test_a5_the_channel_says_that_a_has_committed(world: World, phase: str) -> None:
    board = await reach(world, phase)
    shown, token = {"committed": ("face down", "attack-7"), "picked": ("has picked", "pick-4")}[phase]
    assert "Ada" in next(line for line in text(board).splitlines() if shown in line)
    assert moves(world)[-1] == token
    assert token not in world.public()


@pytest.mark.asyncio
@pytest.mark.parametrize("game", GAMES)
async def test_a5_no_log_line_holds_a_hidden_number_or_the_token(world: World, game: str) -> None:
    with logging_as_run_does():
        board = await (sudden_death(world) if game == "digit" else world.begin(game))
        for seat in (world.ada, world.ben) * 4:
            if "duel:1:open" in ids(world.message(board)):
                panel = await your_move(world, seat, board)
                if choices := move_buttons(panel):
                    await seat.click(panel, choices[0].label)
        await world.ada.slash("status")
        await world.ada.dm_slash("play", action="attack 7")
        await press_and_settle(world.ada, world.ada.panel, "duel:1:0:attack-7")
    lines = world.log.lines
    assert any("entry" in line for line in lines)
    for line in lines:
        assert TOKEN not in line
        assert not re.search(r"(attack|defend|pick|take|draw)-?\d*\b", line)
        assert not re.search(r"duel:\d", line)
        assert not re.search(r"\d[, ]+\d[, ]+\d", line)
        assert "seed" not in line


@pytest.mark.asyncio
@pytest.mark.parametrize("level", [logging.DEBUG, logging.INFO, logging.ERROR])
async def test_a5_libraries_never_log_what_they_are_handed(level: int) -> None:
    with logging_as_run_does(level):
        for library in ("aiosqlite", "discord", "discord.http", "discord.gateway", "asyncio"):
            assert logging.getLogger(library).getEffectiveLevel() >= logging.INFO
        assert logging.getLogger("bot.service.duels.duels").getEffectiveLevel() == level


# ---- A11


@pytest.mark.asyncio
@pytest.mark.parametrize("order", [("ada", "ben"), ("ben", "ada")])
async def test_a11_both_commit_in_the_same_second(world: World, order: tuple[str, str]) -> None:
    board = await sudden_death(world)
    picks = {"ada": "5", "ben": "3"}
    results = []
    for who in order:
        seat: Seat = getattr(world, who)
        results.append(seat.press(seat.panel, picks[who]))
    await world.settle()
    assert all(result.acknowledged for result in results)
    assert sorted(moves(world)[-2:]) == ["pick-3", "pick-5"]
    assert text(world.message(board)).count("Sudden death, Ada's 5 against Ben's 3") == 1
    assert "10/20" in text(world.message(board))
    assert "6/20" in text(world.message(board))
    for seat in (world.ada, world.ben):
        assert enabled(seat.panel) == ["1", "2", "3", "4", "5", "Rules", "Draw?", "Resign"]


@pytest.mark.asyncio
async def test_a11_nothing_is_public_before_both_are_in(world: World) -> None:
    board = await sudden_death(world)
    before = text(world.message(board))
    await world.ben.click(world.ben.panel, "3")
    between = text(world.message(board))
    assert [line for line in between.splitlines() if line not in before.splitlines()] == [
        "Ben has picked.",
        "**Sudden death: Ada to pick**",
        *[line for line in between.splitlines() if line.startswith("All digits are used")],
    ]


# ---- A13

COMPLETED = ("play", "status", "draw", "resign")
"""The commands with options that are completed while they are typed."""


@pytest.mark.asyncio
async def test_a13_no_autocomplete_is_left_untried(world: World) -> None:
    found = {
        (name, option["name"])
        for (name, _), command in world.env.backend.commands[None].items()
        for option in command.get("options", ())
        if option.get("autocomplete")
    }
    assert found == {*((name, "duel") for name in COMPLETED), ("play", "action")}


@pytest.mark.asyncio
@pytest.mark.parametrize("dm", [False, True], ids=["server", "dm"])
@pytest.mark.parametrize("command", COMPLETED)
async def test_a13_an_outsider_is_offered_only_their_own_duels(world: World, command: str, dm: bool) -> None:
    await world.begin("match")
    await world.challenge("siege")

    async def offered(option: str, typed: str = "", **filled: int) -> list[tuple[str, object]]:
        result = await world.cy.typing(command, option, typed, dm=dm, **filled)
        assert result.autocomplete_choices is not None
        return [(choice["name"], choice["value"]) for choice in result.autocomplete_choices]

    for typed in ("", "1", "Ada", "Match"):
        assert await offered("duel", typed) == []
    if command == "play":
        assert await offered("action", duel=1) == []
        assert await offered("action") == []
    (mine,) = await open_duels(world, world.cy.id, world.ben.id, 1)
    (choice,) = await offered("duel")
    assert choice[1] == mine
    assert "Ben" in choice[0]


@pytest.mark.asyncio
@pytest.mark.parametrize("command", COMPLETED)
async def test_a13_no_label_holds_a_hand(world: World, command: str) -> None:
    await world.begin("match")
    for seat, other in ((world.ada, "Ben"), (world.ben, "Ada")):
        choices = await seat.member.autocomplete(world.channel, command, "duel", "")
        assert [choice["name"] for choice in choices] == [f"1 · Number Match Duel · against {other}"]
    # What one may play is one's own: the other is offered nothing while it is not their turn.
    hand = (await saved_duel(world)).view(Player.ONE).pile("hand", Player.ONE)
    assert hand is not None
    assert hand.numbers is not None
    mine = await world.ada.member.autocomplete(world.channel, "play", "action", "")
    assert {choice["value"] for choice in mine} == {f"attack-{number}" for number in hand.numbers}
    assert await world.ben.member.autocomplete(world.channel, "play", "action", "", duel=1) == []
