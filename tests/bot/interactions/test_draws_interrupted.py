"""Draws on Discord amid restarts, closed direct messages, other moves, other duels, and after the end."""

from __future__ import annotations

import discord
import pytest

from tests.bot.scenes import (
    GAMES,
    anew,
    kept_messages,
    move_buttons,
    mover,
    moves,
    onlookers,
    pair,
    press_as_seen,
    reach,
    saved,
    saved_duel,
    statuses,
    told,
    watch_pings,
    your_move,
)
from tests.bot.settled import nothing_false_stands
from tests.bot.world import World, enabled, text

pytestmark = pytest.mark.asyncio


ANSWERS = ["Accept draw", "Decline draw"]


PLAYERS = pytest.mark.parametrize("who", ["ada", "ben"])


EVERY_GAME = pytest.mark.parametrize("game", GAMES)


@pytest.mark.parametrize("label", [*ANSWERS, "move"])
@pytest.mark.parametrize("route", ["sent", "ephemeral"])
@PLAYERS
async def test_e9_an_offer_outlives_a_restart(world: World, who: str, route: str, label: str) -> None:
    board = await world.begin("siege")
    seat, other = pair(world, who)
    await seat.click(seat.panel, "Draw?")
    panel = other.panel if route == "sent" else await your_move(world, other, board)
    await world.restart()
    assert f"{seat.name} offers a draw" in text(world.message(board))
    if label == "move":
        acting = await mover(world)
        await acting.click(acting.prompts[-1], "7")
        assert moves(world) == ["!offer", "attack-7"]
        assert "draw" not in text(world.message(board))
        return
    await other.click(panel, label)
    assert moves(world) == ["!offer", "!draw" if label == "Accept draw" else "!decline"]
    assert statuses(world) == ["ended" if label == "Accept draw" else "open"]


@pytest.mark.parametrize("phase", ["committed", "picked"])
async def test_e9_an_offer_is_sent_after_a_restart_if_it_could_not_be_before(world: World, phase: str) -> None:
    board = await reach(world, phase)
    handlers = world.client.handlers
    with world.env.time_context():
        await handlers.duels.offer_draw(1, world.ada.id)  # saved, and then the bot is killed
    assert "offers" not in text(world.message(board))
    await world.restart()
    assert "Ada offers a draw" in text(world.message(board))
    assert set(ANSWERS) <= set(enabled(world.ben.panel))


@PLAYERS
@EVERY_GAME
async def test_d1_with_closed_direct_messages_the_board_says_it_and_your_move_answers_it(
    world: World, game: str, who: str
) -> None:
    seat, other = pair(world, who)
    other.close_dms()
    board = await world.begin(game)
    lines = [message.id for message in world.channel.history()]
    pings = watch_pings(world)
    await seat.click(await your_move(world, seat, board), "Draw?")
    assert f"{seat.name} offers a draw" in text(world.message(board))
    assert pings == [(world.channel.id, other.id)]
    (line,) = [message for message in world.channel.history() if message.id not in lines]
    assert f"{seat.name} offers you a draw" in text(line)
    panel = await your_move(world, other, board)
    assert set(ANSWERS) <= set(enabled(panel))
    await other.click(panel, "Accept draw")
    assert "A draw" in text(world.message(board))
    assert other.dms == []


async def test_both_press_at_once(world: World) -> None:
    board = await world.begin("nomad")
    results = [seat.press(seat.panel, "Draw?") for seat in (world.ada, world.ben)]
    await world.settle()
    assert all(result.acknowledged for result in results)
    assert moves(world) == ["!offer", "!draw"]
    assert "A draw" in text(world.message(board))


@pytest.mark.parametrize("labels", [("Accept draw", "Decline draw"), ("Decline draw", "Accept draw")])
async def test_one_who_presses_both_has_said_one(world: World, labels: tuple[str, str]) -> None:
    await world.begin("nomad")
    await world.ada.slash("draw")
    panel = world.ben.panel
    results = [world.ben.press(panel, label) for label in labels]
    await world.settle()
    assert all(result.acknowledged for result in results)
    assert moves(world) == ["!offer", "!draw" if labels[0] == "Accept draw" else "!decline"]
    second = told(results[1])
    assert second.startswith("Duel 1 is over" if labels[0] == "Accept draw" else "No draw is on offer")


async def test_an_offer_that_meets_a_move_is_answered(world: World) -> None:
    board = await world.begin("battle")
    results = [world.ada.press(world.ada.panel, "9"), world.ben.press(world.ben.panel, "Draw?")]
    await world.settle()
    assert all(result.acknowledged for result in results)
    assert moves(world) == ["attack-9", "!offer"]
    assert "Ben offers a draw" in text(world.message(board))
    assert set(ANSWERS) <= set(enabled(world.ada.panel))
    assert offered_moves(world.ben.prompts) == 1


def offered_moves(prompts: list[discord.Message]) -> int:
    """How many of them are panels that can be played on."""
    return sum(bool(move_buttons(message)) for message in prompts)


@EVERY_GAME
async def test_e14_talk_about_a_draw_of_a_duel_that_is_over(world: World, game: str) -> None:
    board = await world.begin(game)
    own, others = await your_move(world, world.ada, board), await your_move(world, world.ben, board)
    await world.ada.slash("draw")
    asked = await your_move(world, world.ben, board)
    await world.a_while()
    with kept_messages(world, world.ben.user.dm_channel.id):
        with world.env.time_context():
            await world.client.duels.resign(1, world.ben.id)
            await world.client.updates.bring_up(await saved_duel(world, 1))
        await world.settle()
    before, public = saved(world), onlookers(world)
    sent = next(m for m in world.ben.prompts if "Accept draw" in enabled(m))
    assert others.id not in [m.id for m in world.channel.history(viewer=world.ben.member)]  # the newer one closed it
    for live in (anew(world.ada, own), anew(world.ben, asked)):
        assert enabled(live) == ["Rematch", "Course", "Review"]
    for seat, shown, label in (
        (world.ada, own, "Draw?"),
        (world.ben, asked, "Accept draw"),
        (world.ben, sent, "Decline draw"),
    ):
        result = await press_as_seen(seat, shown, label)
        assert told(result) == "Duel 1 is over. /duel starts a new one."
        stand = [*world.channel.history(viewer=seat.member), *seat.dms]
        to_come = [sent.id] if label == "Accept draw" else []
        assert not any({"Draw?", *ANSWERS} & set(enabled(m)) for m in stand if m.id not in to_come)
    await world.a_while()
    assert await nothing_false_stands(world)
    for seat in (world.ada, world.ben):
        assert "Duel 1 is over" in told(await seat.slash("draw", duel=1))
        assert "You have no open duel" in told(await seat.dm_slash("draw"))
    assert (saved(world), onlookers(world)) == (before, public)


async def test_of_several_duels_one_is_asked_for(world: World) -> None:
    await world.begin("siege")
    await world.begin("match")
    assert "In which duel do you offer a draw" in told(await world.ada.slash("draw"))
    choices = (await world.ada.typing("draw", "duel", "match")).autocomplete_choices
    assert [choice["value"] for choice in choices or []] == [2]
    await world.ada.slash("draw", duel=2)
    assert (moves(world, 1), moves(world, 2)) == ([], ["!offer"])
    assert text(world.ben.panel).startswith("### Number Match Duel · against Ada\n")
    assert "\n-# Duel 2 · " in text(world.ben.panel)
    await world.challenge("digit", by=world.cy)
    assert "not accepted yet" in told(await world.cy.slash("draw", duel=3))
    assert "don't play in duel" in told(await world.cy.slash("draw", duel=2))
    assert "You have no open duel" in told(await world.cy.slash("draw"))
