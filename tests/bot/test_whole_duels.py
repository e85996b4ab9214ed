"""Whole duels through the buttons in direct messages, from `/duel` to the result."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

import discord
import pytest

from games import Duel, Ending, Player
from tests.bot.scenes import GAMES
from tests.bot.script import PLANS, look_around, make, middle, offered, play_by_buttons, positions, seat_of
from tests.bot.settled import nothing_false_stands
from tests.bot.world import World, answer, buttons, enabled, said, text
from tests.games.facts import facts
from tests.games.helpers import SEED

pytestmark = [pytest.mark.asyncio, pytest.mark.usefixtures("luck")]


def standing(message: discord.Message, name: str) -> tuple[int, list[str]]:
    """What a message says of a player: their life, and the numbers on the line below."""
    found = re.search(rf"^\*\*{name}\*\* ♥ [▰▱]+ (\d+)/\d+(?:\n([^*\n]*))?", text(message), re.MULTILINE)
    assert found
    return int(found[1]), (found[2] or "").split()


def left(numbers: range, kept: Sequence[int], face_down: int | None = None) -> list[str]:
    """How numbers stand that only get fewer: what was played has left an empty place."""
    return ["?" if n == face_down else str(n) if n in kept else "–" for n in numbers]


def check_board(message: discord.Message, duel: Duel) -> None:
    """What holds of every board: two buttons, the numbers that are public, and of what is hidden only that it is."""
    public = duel.state.public
    names = [name for player, name in ((Player.ONE, "Ada"), (Player.TWO, "Ben")) if player in duel.to_act]
    assert [(b.label, b.custom_id, b.disabled) for b in buttons(message)] == [
        (f"{names[0]}: your move" if len(names) == 1 else "Your move", "duel:1:open", False),
        ("Watch", "duel:1:watch", False),
    ]
    for player, name in ((Player.ONE, "Ada"), (Player.TWO, "Ben")):
        life, numbers = standing(message, name)
        assert life == public.life[player.index]
        match duel.game.name:
            case "siege":  # the committed token too: to leave it out would name it
                assert numbers == left(range(1, 11), public.tokens[player.index])
            case "match":
                assert numbers == ["?"] * len(duel.state.private[player.index].hand)
    match duel.game.name:
        case "siege":
            assert text(message).count("? lies face down") == public.committed
        case "digit":
            assert text(message).count("has picked.") == sum(public.picked)
        case "match":
            assert re.findall(r"attacks with (\d):", text(message)) == [str(n) for n in [public.attack] if n]


def check_panels(world: World, duel: Duel) -> None:
    """Whoever is to act has a panel with every legal action; whoever waits can make none."""
    for player in Player:
        panel = seat_of(world, player).panel
        assert offered(panel) == [str(action) for action in duel.view(player).actions]
        assert text(panel).startswith(f"### {duel.game.title} · against {seat_of(world, player.other).name}\n")
        if player not in duel.to_act:
            assert set(enabled(panel)) <= {"Rules", "Draw?", "Resign"}


async def check_status(world: World, duel: Duel) -> None:
    """`/status` and *Your move* show each player their own panel and an outsider nothing, all in private."""
    before = world.public()
    for player in Player:
        seat = seat_of(world, player)
        for ask in (partial(seat.slash, "status"), partial(seat.click, world.channel.history()[0], "Your move")):
            shown = answer(await ask())  # the next one closes it
            assert offered(shown) == [str(action) for action in duel.view(player).actions]
            besides = ("duel:1:board", "duel:1:open")
            assert [b for b in buttons(shown) if b.custom_id not in besides] == buttons(seat.panel)
    assert world.public() == before
    await world.a_long_while()
    assert said(await world.cy.slash("status")) == "You have no open duel. /duel or /practice starts one."
    looks_on = said(await world.cy.click(world.channel.history()[0], "Your move"))
    assert looks_on.startswith(f"### {duel.game.title} · duel 1\n")


@pytest.mark.every_case
@pytest.mark.parametrize("game", GAMES)
async def test_a_whole_duel_is_played_through_the_panels(world: World, game: str) -> None:
    moves, pause = PLANS[game], middle(game, PLANS[game])
    board = await world.begin(game)
    *duels, last = positions(game, moves)
    for duel, move in zip(duels, moves, strict=True):
        check_board(world.message(board), duel)
        check_panels(world, duel)
        assert await nothing_false_stands(world) >= 3
        if len(duel.moves) == pause:
            await check_status(world, duel)
            await world.restart()
            check_board(world.message(board), duel)
            check_panels(world, duel)
            assert await nothing_false_stands(world) == 3
            await check_status(world, duel)
        await make(world, move)
    assert last.outcome
    assert last.outcome.winner
    assert await nothing_false_stands(world) >= 3
    winner, loser = (seat_of(world, player) for player in (last.outcome.winner, last.outcome.winner.other))
    for message, title in (
        (world.message(board), f"{winner.name} wins"),
        (winner.panel, "You win!"),
        (loser.panel, "You lose"),
    ):
        assert text(message).startswith(f"### {title}\n")
        assert enabled(message) == ["Rematch", "Course", "Review"]
        assert not message.attachments


async def test_the_plans_show_what_the_games_have_to_show() -> None:
    """Or the test above would not play much of a duel."""
    ends = {game: list(positions(game, moves))[-1] for game, moves in PLANS.items()}
    assert {game for game, duel in ends.items() if duel.outcome} == set(GAMES)
    assert {ending for duel in ends.values() if duel.outcome for ending in [duel.outcome.ending]} == {
        Ending.LIFE,
        Ending.NUMBERS_USED,
    }
    verbs = {game: {move.token.split("-")[0] for move in moves} for game, moves in PLANS.items()}
    for game in GAMES:
        assert verbs[game] == {token.split("-")[0] for tokens in facts(game).places.values() for token in tokens}


async def test_the_board_of_a_siege_does_not_mark_the_token_that_lies_face_down(world: World) -> None:
    board = await world.begin("siege")
    every = [str(n) for n in range(1, 11)]
    await world.ada.click(world.ada.panel, "7")
    assert standing(world.message(board), "Ada") == (15, every)
    assert "Ada's ? lies face down: Ben decides." in text(world.message(board))
    assert "Your 7 lies face down: Ben decides." in text(world.ada.panel)
    assert "7" not in text(world.message(board)).replace(" ".join(every), "").replace("<t:", "")[:120]
    await world.ben.click(world.ben.panel, "4")
    assert standing(world.message(board), "Ada") == (15, left(range(1, 11), [1, 2, 3, 4, 5, 6, 8, 9, 10]))
    assert standing(world.message(board), "Ben") == (12, left(range(1, 11), [1, 2, 3, 5, 6, 7, 8, 9, 10]))


async def test_what_players_ask_for_in_the_channel_is_seen_by_nobody_else(world: World) -> None:
    board = await world.begin("siege")
    await world.ada.click(world.ada.panel, "7")
    await look_around(world)
    seen = world.channel.history(viewer=world.cy.member)
    assert [message.id for message in seen if not message.flags.ephemeral] == [board.id]
    refused, watched = [text(message) for message in seen if message.flags.ephemeral]
    assert refused == "You have no open duel. /duel or /practice starts one."
    assert watched.startswith("### Numerical Siege · duel 1\nAda's ? lies face down: Ben decides.\n")


async def test_hands_are_shown_at_the_end_and_the_deck_and_the_seed_are_not(world: World) -> None:
    board = await play_by_buttons(world, "match", PLANS["match"])
    *_, last = positions("match", PLANS["match"])
    for player in Player:
        held = [str(card) for card in last.state.private[player.index].hand]
        assert standing(board, seat_of(world, player).name)[1] == held
    assert re.search(r"\d+ cards? in the deck$", text(board), re.MULTILINE)
    assert SEED.hex() not in world.public()
