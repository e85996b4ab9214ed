"""Never stuck: the bot stopped and started anew at any moment, and buttons of what is over."""

from __future__ import annotations

import discord
import pytest

from tests.bot.scenes import (
    GAMES,
    kept_messages,
    move_buttons,
    mover,
    moves,
    onlookers,
    play_out,
    press_and_settle,
    press_as_seen,
    reach,
    saved,
    saved_duel,
    seats,
    statuses,
    told,
    your_move,
)
from tests.bot.world import Seat, World, answer, enabled, said, text

OPEN_PHASES = ("committed", "picked", *GAMES)
RESULT = ["Rematch", "Course", "Review"]
"""The buttons of a duel that is over."""

# ---- E9


@pytest.mark.asyncio
@pytest.mark.parametrize("route", ["public", "dm"])
@pytest.mark.parametrize(("who", "label"), [("ben", "Accept"), ("ben", "Decline"), ("ada", "Withdraw")])
async def test_e9_a_challenge_outlives_a_restart(world: World, who: str, label: str, route: str) -> None:
    message = await reach(world, "challenged")
    seat: Seat = getattr(world, who)
    pressed = message if route == "public" else answer(await seat.dm_slash("status"))
    await world.restart()
    await seat.click(pressed, label)
    assert statuses(world) == [{"Accept": "open", "Decline": "declined", "Withdraw": "cancelled"}[label]]
    assert enabled(world.message(message)) == (["Ada: your move", "Watch"] if label == "Accept" else [])
    if label == "Accept":
        assert move_buttons(world.ada.panel)


@pytest.mark.asyncio
@pytest.mark.parametrize("route", ["dm", "ephemeral", "asked"])
@pytest.mark.parametrize("phase", OPEN_PHASES)
async def test_e9_every_visible_button_works_after_a_restart(world: World, phase: str, route: str) -> None:
    board = await reach(world, phase)
    acting, before = await mover(world), moves(world)
    shown = acting.panel
    if route == "ephemeral":
        shown = await your_move(world, acting, board)
    if route == "asked":
        shown = answer(await acting.slash("status"))
    asked = answer(await acting.dm_slash("resign"))
    await world.restart()
    # The two that look and the two that ask ...
    duel = (await saved_duel(world)).duel
    assert duel is not None
    for player, seat in seats(world).items():
        opened = await your_move(world, seat, board)
        assert bool(move_buttons(opened)) is (player in duel.to_act)
        question = answer(await seat.click(opened, "Resign"))
        assert (await seat.click(question, "Keep playing")).acknowledged
    assert (await acting.click(asked, "Keep playing")).acknowledged
    assert moves(world) == before
    # ... and a move, by the last of the buttons.
    button = move_buttons(shown)[-1]
    await acting.click(shown, button.label)
    assert moves(world) == [*before, str(button.custom_id).split(":")[-1]]
    following = (await saved_duel(world)).duel
    assert following is not None
    if not following.outcome:
        acting = await mover(world)
        await world.a_while()
        assert move_buttons(acting.panel)


@pytest.mark.asyncio
@pytest.mark.parametrize("phase", OPEN_PHASES)
@pytest.mark.parametrize("who", ["ada", "ben"])
async def test_e9_giving_up_after_a_restart(world: World, phase: str, who: str) -> None:
    board = await reach(world, phase)
    seat: Seat = getattr(world, who)
    asked = answer(await seat.dm_slash("resign"))
    await world.restart()
    await seat.click(asked, "Resign")
    assert moves(world)[-1] == "!resign"
    assert statuses(world) == ["ended"]
    winner = "Ben" if who == "ada" else "Ada"
    assert f"{winner} wins" in text(world.message(board))


@pytest.mark.asyncio
async def test_e9_the_menu_of_duels_outlives_a_restart(world: World) -> None:
    for game in GAMES:
        await world.begin(game)
    listed = answer(await world.ada.dm_slash("status"))
    await world.restart()
    for duel in range(1, len(GAMES) + 1):
        result = await world.ada.select(listed, str(duel))
        assert f"Duel {duel} · due " in text(answer(result))
        assert move_buttons(answer(result))


@pytest.mark.asyncio
async def test_e9_a_nudge_outlives_a_restart(world: World) -> None:
    world.ben.close_dms()
    board = await world.begin("digit", "opponent")
    nudge = world.channel.history()[-1]
    assert nudge.id != board.id
    await world.restart()
    panel = answer(await world.ben.click(nudge, "Your move"))
    await world.ben.click(panel, move_buttons(panel)[0].label)
    assert [m.id for m in world.channel.history()] == [board.id]


# ---- E14


async def over(world: World, keep: int) -> None:
    """The duel ends, while what stands in the channel of id `keep` keeps its buttons."""
    with kept_messages(world, keep):
        await world.client.duels.resign(1, world.ben.id)
        with world.env.time_context():
            await world.client.updates.bring_up(await saved_duel(world, 1))
        await world.settle()
    assert statuses(world) == ["ended"]


def is_closed(seat: Seat, message: discord.Message) -> bool:
    """Whether a message shows the end of its duel, or is gone."""
    seen = [*seat.dms, *seat.world.channel.history(viewer=seat.member)]
    return all(enabled(found) == RESULT for found in seen if found.id == message.id)


@pytest.mark.asyncio
@pytest.mark.parametrize("who", ["ada", "ben"])
@pytest.mark.parametrize("route", ["dm", "ephemeral", "typed"])
@pytest.mark.parametrize("game", GAMES)
async def test_e14_a_move_of_a_duel_that_is_over(world: World, game: str, route: str, who: str) -> None:
    board = await world.begin(game, "me" if who == "ada" else "opponent")
    seat: Seat = getattr(world, who)
    panel = seat.panel
    if route == "ephemeral":
        panel = await your_move(world, seat, board)
    elif route == "typed":
        panel = answer(await seat.dm_slash("status"))
    button = move_buttons(panel)[0]
    await over(world, seat.user.dm_channel.id)
    before, public = saved(world), onlookers(world)
    result = await press_as_seen(seat, panel, button.label)
    assert told(result) == "Duel 1 is over. /duel starts a new one."
    assert is_closed(seat, panel)
    assert (saved(world), onlookers(world)) == (before, public)


@pytest.mark.asyncio
@pytest.mark.parametrize("who", ["ada", "ben"])
@pytest.mark.parametrize("label", ["Resign", "Yes", "Keep playing"])
async def test_e14_resigning_a_duel_that_is_over(world: World, label: str, who: str) -> None:
    await world.begin("siege")
    seat: Seat = getattr(world, who)
    shown = seat.panel if label == "Resign" else answer(await seat.click(seat.panel, "Resign"))
    await over(world, seat.user.dm_channel.id)
    before, public = saved(world), onlookers(world)
    result = await seat.click(shown, "Resign" if label == "Yes" else label)
    assert told(result) == "Duel 1 is over. /duel starts a new one."
    assert is_closed(seat, shown)
    assert (saved(world), onlookers(world)) == (before, public)


@pytest.mark.asyncio
@pytest.mark.parametrize("game", GAMES)
async def test_e14_your_move_on_a_board_that_is_over(world: World, game: str) -> None:
    board = await world.begin(game)
    await over(world, world.channel.id)
    assert enabled(world.message(board)) == ["Ada: your move", "Watch"]
    outsider = await world.cy.click(board, "Your move")
    assert "Ada wins" in text(answer(outsider))
    assert enabled(answer(outsider)) == ["Course"]
    result = await world.ada.click(board, "Your move")
    assert told(result) == "Duel 1 is over. /duel starts a new one."
    assert enabled(world.message(board)) == RESULT
    assert "Ada wins" in text(world.message(board))
    # And a client that still shows it gets an answer.
    assert "I don't know that button" in told(await press_and_settle(world.ben, board, "duel:1:open"))


@pytest.mark.asyncio
@pytest.mark.parametrize("dm", [False, True], ids=["server", "dm"])
@pytest.mark.parametrize(
    ("command", "options", "words"),
    [
        ("play", {"action": "attack 7", "duel": 1}, "Duel 1 is over"),
        ("play", {"action": "attack 7"}, "You have no open duel"),
        ("resign", {"duel": 1}, "Duel 1 is over"),
        ("resign", {}, "You have no open duel"),
        ("status", {}, "You have no open duel"),
    ],
)
async def test_e14_commands_after_the_end(
    world: World, command: str, options: dict[str, str | int], words: str, dm: bool
) -> None:
    await world.begin("battle")
    await play_out(world, 1, "attack-9", "attack-8", "attack-7")
    assert statuses(world) == ["ended"]
    before, public = saved(world), onlookers(world)
    for seat in (world.ada, world.ben):
        assert words in told(await (seat.dm_slash if dm else seat.slash)(command, **options))
    assert (saved(world), onlookers(world)) == (before, public)


@pytest.mark.asyncio
@pytest.mark.parametrize("game", GAMES)
async def test_e14_nothing_that_is_over_keeps_a_button(world: World, game: str) -> None:
    board = await world.begin(game)
    await world.ada.click(answer(await world.ada.slash("resign")), "Resign")
    assert statuses(world) == ["ended"]
    await world.a_while()
    results = [world.message(board), world.ada.panel, world.ben.panel]
    assert [enabled(message) for message in results] == [RESULT] * 3
    assert len(world.ada.dms) == len(world.ben.dms) == 1
    for seat, title in ((world.ada, "You lose"), (world.ben, "You win!")):
        result = answer(await seat.slash("status", duel=1))
        assert title in text(result)
        assert enabled(result) == RESULT
        assert "The course of duel 1" in said(await seat.click(result, "Course"))
