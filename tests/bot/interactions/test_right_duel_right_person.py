"""The right duel, the right person: who may press what, and what an old button does."""

from __future__ import annotations

import re

import discord
import pytest

from bot.render import panel
from games import Player, get
from tests.bot.scenes import (
    GAMES,
    ids,
    kept_messages,
    move_buttons,
    mover,
    moves,
    old_panel,
    onlookers,
    play_out,
    posted,
    press_and_settle,
    press_as_seen,
    reach,
    saved,
    saved_duel,
    seats,
    sudden_death,
    told,
    your_move,
)
from tests.bot.settled import nothing_false_stands
from tests.bot.world import Seat, World, answer, buttons, enabled, said, text
from tests.games.facts import facts

NOBODYS_BUSINESS = "don't play in duel"


async def shown_to_all(world: World, player: Player) -> discord.Message:
    """That player's panel, in the channel, where anybody can press it: as Discord would never show it."""
    now = await saved_duel(world)
    header = (await world.client.updates.known(now)).header
    return await posted(world, world.channel.id, panel.own(now.view(player), header, posts_board=True))


# ---- B1


@pytest.mark.asyncio
@pytest.mark.parametrize("route", ["dm", "ephemeral", "play"])
@pytest.mark.parametrize("game", GAMES)
async def test_b1_only_the_duel_of_the_button_changes(world: World, game: str, route: str) -> None:
    first = await world.begin(game)
    await world.begin(game)
    third = await world.challenge(game, to=world.cy)
    await world.cy.click(third, "Accept")
    if route == "play" and not (await saved_duel(world)).view(None).secret:
        token = str((await saved_duel(world)).view(Player.ONE).actions[0])
        result = await world.ada.slash("play", action=token, duel=1)
    else:
        shown = old_panel(world.ada) if route == "dm" else await your_move(world, world.ada, first)
        result = await world.ada.click(shown, move_buttons(shown)[0].label)
    assert [len(moves(world, duel)) for duel in (1, 2, 3)] == [1, 0, 0]
    assert result.response is not None
    assert re.findall(r"[Dd]uel (\d+)", text(result.response.message)) == ["1"]


@pytest.mark.asyncio
@pytest.mark.parametrize("route", ["dm", "ephemeral"])
@pytest.mark.parametrize("game", GAMES)
async def test_b1_a_button_of_a_turn_gone_by_changes_nothing(world: World, game: str, route: str) -> None:
    board = await world.begin(game)
    await world.begin(game)
    stale = world.ada.dms[0] if route == "dm" else await your_move(world, world.ada, board)
    with kept_messages(world, world.ada.user.dm_channel.id):
        await play_out(world, 1, str((await saved_duel(world)).view(Player.ONE).actions[0]))
    before, public = saved(world), onlookers(world)
    for button in move_buttons(stale)[:2]:
        if button == move_buttons(stale)[0]:
            result = await press_as_seen(world.ada, stale, button.label)
            assert "duel 1" in told(result)
            assert "already" in told(result)
        else:
            result = await press_and_settle(world.ada, stale, str(button.custom_id))
            assert "already" in told(result)  # it stands there, dimmed
    history = world.ada.dms if route == "dm" else world.channel.history(viewer=world.ada.member)
    assert move_buttons(next(m for m in history if m.id == stale.id)) == []
    assert saved(world) == before
    assert onlookers(world) == public


# ---- B3, B4


@pytest.mark.asyncio
@pytest.mark.parametrize("player", list(Player))
@pytest.mark.parametrize("phase", ["committed", "picked", *GAMES])
async def test_b3_an_outsider_presses_every_button_of_a_panel(world: World, phase: str, player: Player) -> None:
    await reach(world, phase)
    before = saved(world)
    shown = await shown_to_all(world, player)
    public = onlookers(world)
    assert len(ids(shown)) > 3
    for custom_id in ids(shown):
        result = await press_and_settle(world.cy, shown, custom_id)
        if custom_id.endswith(":rules"):  # they are for all
            assert get((await saved_duel(world)).row.game).how_to_play.splitlines()[0] in said(result)
        else:
            assert said(result) == told(result, watch=True)
            assert NOBODYS_BUSINESS in told(result, watch=True)
        assert saved(world) == before
        assert onlookers(world) == public


@pytest.mark.asyncio
@pytest.mark.parametrize("who", ["cy", "ada"])
async def test_b3_the_buttons_round_a_draw_and_after_the_end(world: World, who: str) -> None:
    """An outsider presses what is Ben's to answer, and Ada, whose offer it is; then the result is there."""
    board = await world.begin("siege")
    await world.ada.slash("draw")
    seat: Seat = getattr(world, who)
    before = saved(world)
    for label in ("Accept draw", "Decline draw"):
        shown = await shown_to_all(world, Player.TWO)
        assert told(await seat.click(shown, label), watch=who == "cy")
        assert saved(world) == before
    if who == "cy":
        await world.ben.click(answer(await world.ben.slash("resign")), "Resign")
        before, public = saved(world), onlookers(world)
        assert NOBODYS_BUSINESS in told(await world.cy.click(world.message(board), "Rematch"), watch=True)
        assert (saved(world), onlookers(world)) == (before, public)


@pytest.mark.asyncio
@pytest.mark.parametrize("phase", ["committed", "picked", *GAMES])
async def test_b3_a_player_presses_the_others_buttons(world: World, phase: str) -> None:
    await reach(world, phase)
    duel = (await saved_duel(world)).duel
    assert duel is not None
    if len(duel.to_act) == 2:
        # Alike buttons are on their own panel as well, until they have chosen.
        await play_out(world, 1, str(duel.view(Player.ONE).actions[0]))
        duel = (await saved_duel(world)).duel
        assert duel is not None
    other = next(p for p in Player if p not in duel.to_act)
    owner, presser = other.other, seats(world)[other]
    before = saved(world)
    assert [b.custom_id for b in move_buttons(await shown_to_all(world, owner))]
    for button in move_buttons(await shown_to_all(world, owner)):
        shown = await shown_to_all(world, owner)
        result = await press_and_settle(presser, shown, str(button.custom_id))
        assert "duel 1" in told(result)
        assert saved(world) == before


@pytest.mark.asyncio
@pytest.mark.parametrize("label", ["Resign", "Keep playing"])
async def test_b3_an_outsider_and_the_question_before_a_resignation(world: World, label: str) -> None:
    await world.begin("digit")
    header = (await world.client.updates.known(await saved_duel(world))).header
    shown = await posted(world, world.channel.id, panel.confirm_resignation(header, Player.ONE))
    before, public = saved(world), onlookers(world)
    result = await world.cy.click(shown, label)
    assert NOBODYS_BUSINESS in told(result, watch=True)
    assert (saved(world), onlookers(world)) == (before, public)


@pytest.mark.asyncio
@pytest.mark.parametrize("game", GAMES)
async def test_b4_an_outsider_on_the_challenge_and_the_board(world: World, game: str) -> None:
    message = await world.challenge(game)
    for label in ("Accept", "Decline", "Withdraw"):
        before, public = saved(world), onlookers(world)
        result = await world.cy.click(message, label)
        assert NOBODYS_BUSINESS in told(result)
        assert said(result) == told(result)
        assert (saved(world), onlookers(world)) == (before, public)
    await world.ben.click(message, "Accept")
    public = onlookers(world)
    for seat in (world.cy, world.cy):
        # They get what they were after: the duel as everybody sees it.
        result = await seat.click(world.message(message), "Your move")
        assert text(answer(result)) == text(answer(await seat.click(world.message(message), "Watch")))
    assert onlookers(world) == public


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("who", "label", "words"),
    [
        ("ada", "Accept", "Only Ben can answer"),
        ("ada", "Decline", "Only Ben can answer"),
        ("ben", "Withdraw", "Only Ada can withdraw"),
    ],
)
async def test_b3_the_wrong_player_on_a_challenge(world: World, who: str, label: str, words: str) -> None:
    message = await world.challenge("siege")
    seat: Seat = getattr(world, who)
    before, public = saved(world), onlookers(world)
    result = await seat.click(message, label)
    assert words in told(result)
    assert (saved(world), onlookers(world)) == (before, public)


# ---- B7


def url(world: World, board: discord.Message) -> str:
    return f"https://discord.com/channels/{world.guild.id}/{world.channel.id}/{board.id}"


@pytest.mark.asyncio
@pytest.mark.parametrize("games", [("siege", "match"), ("match", "match"), ("digit", "nomad"), ("battle", "siege")])
async def test_b7_each_direct_message_names_its_duel(world: World, games: tuple[str, str]) -> None:
    boards = [await world.begin(games[0]), await world.begin(games[1])]
    for duel in (1, 2, 1, 2):
        seat = await mover(world, duel)
        await seat.click(old_panel(seat, duel), move_buttons(old_panel(seat, duel))[0].label)
    await world.ada.slash("resign", duel=2)
    for seat, other in ((world.ada, "Ben"), (world.ben, "Ada")):
        seen = list[int]()
        for message in seat.dms:
            (number,) = re.findall(r"\n-# Duel (\d+) · ", text(message))
            duel = int(number)
            seen.append(duel)
            game = (await saved_duel(world, duel)).title
            assert text(message).splitlines()[0] == f"### {game} · against {other}"
            assert [b.url for b in buttons(message) if b.url] == [url(world, boards[duel - 1])]
        assert sorted(seen) == [1, 2]
    assert await nothing_false_stands(world)


@pytest.mark.asyncio
@pytest.mark.parametrize("game", GAMES)
async def test_b7_the_result_names_its_duel(world: World, game: str) -> None:
    await world.begin("digit")
    board = await world.begin(game)
    await world.client.duels.resign(2, world.ada.id)
    await world.client.updates.bring_up(await saved_duel(world, 2))
    await world.settle()
    for seat in (world.ada, world.ben):
        assert text(seat.panel).splitlines()[-1] == f"-# {(await saved_duel(world, 2)).title} · duel 2"
        assert {"Ada", "Ben"} - {seat.name} <= set(re.findall(r"\w+", text(seat.panel)))
        assert [b.url for b in buttons(seat.panel)] == [None, None, None, url(world, board)]
        assert enabled(seat.panel) == ["Rematch", "Course", "Review"]
        assert text(answer(await seat.click(seat.panel, "Course"))).startswith("### The course of duel 2\n")


# ---- B9


@pytest.mark.asyncio
@pytest.mark.parametrize("first", ["me", "opponent"])
@pytest.mark.parametrize("game", GAMES)
async def test_b9_the_right_controls_are_on_each_message(world: World, game: str, first: str) -> None:
    board = await world.begin(game, first)
    one, two = (world.ada, world.ben) if first == "me" else (world.ben, world.ada)
    assert enabled(board) == [f"{one.name}: your move", "Watch"]
    for number, (acts, waits) in enumerate(((one, two), (two, one))):
        now = (await saved_duel(world)).view(Player.ONE if acts is world.ada else Player.TWO)
        if number == 0:
            assert "Resign" in enabled(waits.panel)
            assert move_buttons(waits.panel) == []
            # They see their numbers while they wait.
            own = (await saved_duel(world)).view(now.viewer.other if now.viewer else None)
            shown = [pile for pile in own.piles if pile.owner in (None, own.viewer) and pile.numbers]
            assert shown
            assert all(f"\n{' '.join(map(str, pile.numbers or ()))}\n" in text(waits.panel) for pile in shown)
        if not now.actions:
            break  # match: the hit landed at once
        wanted = {f"duel:1:{now.turn}:{action}" for action in now.actions}
        assert {button.custom_id for button in move_buttons(acts.panel)} == wanted
        assert not any(button.disabled for button in buttons(acts.panel))
        labels = {button.label for button in move_buttons(acts.panel)}
        if number < len(facts(game).labels):
            assert labels == facts(game).labels[number]
        await acts.click(acts.panel, move_buttons(acts.panel)[0].label)
    assert enabled(world.message(board)) == [f"{(await mover(world)).name}: your move", "Watch"]


@pytest.mark.asyncio
async def test_b9_the_controls_of_sudden_death(world: World) -> None:
    await sudden_death(world)
    for seat in (world.ada, world.ben):
        assert {b.label for b in move_buttons(seat.panel)} == {"1", "2", "3", "4", "5"}
    await world.ben.click(world.ben.panel, "2")
    assert move_buttons(world.ben.panel) == []
    assert {b.label for b in move_buttons(world.ada.panel)} == {"1", "2", "3", "4", "5"}
