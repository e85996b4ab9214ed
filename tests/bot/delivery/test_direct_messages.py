"""What players are sent: a new message when their turn comes, the one before it stripped to what was played."""

from __future__ import annotations

import re

import discord
import pytest

from games import Duel, Move, Player, Seeded
from tests.bot.script import PLANS, make, offered, play_by_buttons, positions, seat_of
from tests.bot.world import Seat, World, answer, buttons, components, enabled, said, text
from tests.games.helpers import SEED

pytestmark = [pytest.mark.asyncio, pytest.mark.usefixtures("luck")]


def rows(message: discord.Message) -> list[list[str]]:
    """The labels of a message's buttons, row by row."""
    found = (part.children for part in components(message) if isinstance(part, discord.ActionRow))
    return [[getattr(button, "label", "") for button in children] for children in found]


def links(message: discord.Message) -> list[str]:
    """Where a message's buttons lead."""
    return [button.url for button in buttons(message) if button.url]


def address(world: World, message: discord.Message) -> str:
    """A public message's own link."""
    return f"https://discord.com/channels/{world.guild.id}/{world.channel.id}/{message.id}"


async def by_direct_message(seat: Seat, number: int) -> None:
    await seat.click(seat.prompts[-1], str(number))


async def by_the_board(seat: Seat, number: int) -> None:
    await seat.click(answer(await seat.click(seat.world.channel.history()[0], "Your move")), str(number))


async def by_status(seat: Seat, number: int) -> None:
    await seat.click(answer(await seat.slash("status")), str(number))


async def by_status_in_direct_messages(seat: Seat, number: int) -> None:
    await seat.click(answer(await seat.dm_slash("status", duel=1)), str(number))


async def by_typing(seat: Seat, number: int) -> None:
    await seat.slash("play", action=f"attack {number}")


ROUTES = (by_direct_message, by_the_board, by_status, by_status_in_direct_messages, by_typing)


@pytest.mark.parametrize("route", ROUTES)
async def test_a_prompt_is_a_new_message_and_the_one_before_it_is_stripped(world: World, route: object) -> None:
    assert callable(route)
    board = await world.begin("battle")
    for number in range(1, 5):
        mover, other = (world.ada, world.ben) if number % 2 else (world.ben, world.ada)
        own, others = mover.prompts, other.prompts
        await route(mover, number)
        await world.a_while()
        # The mover's newest message is the same one, without its moves; the other has one more.
        assert [message.id for message in mover.prompts] == [message.id for message in own]
        assert f"You attacked with {number}." in text(mover.prompts[-1])
        assert f"{other.name} to attack" in text(mover.prompts[-1])
        assert enabled(mover.prompts[-1]) == []
        assert len(other.prompts) == len(others) + 1
        assert other.prompts[-1].id > max(m.id for m in [*others, *own])
        assert [enabled(message) for message in other.prompts[:-1]] == [[]] * len(others)
        assert offered(other.prompts[-1]) == [f"attack-{left}" for left in range(number + 1, 10)]
    for seat, opponent in ((world.ada, "Ben"), (world.ben, "Ada")):
        for message in seat.prompts:
            assert text(message).startswith(f"### Number Battle · duel 1 · against {opponent}\n")
            assert links(message) == [address(world, board)]


async def test_each_prompt_names_its_own_duel_and_links_to_its_own_board(world: World) -> None:
    boards = [await world.begin("battle"), await world.begin("nomad")]
    await world.cy.slash("duel", opponent=world.ben.member, game="battle", first="opponent")
    boards.append(world.channel.history()[-1])
    await world.ben.click(boards[2], "Accept")
    assert [text(message).splitlines()[0] for message in world.ben.prompts] == [
        "### Number Battle · duel 1 · against Ada",
        "### Number Nomad · duel 2 · against Ada",
        "### Number Battle · duel 3 · against Cy",
    ]
    assert [links(message) for message in world.ben.prompts] == [[address(world, board)] for board in boards]


async def test_one_click_is_one_move(world: World) -> None:
    await world.begin("nomad")
    panel = world.ada.panel
    presses = [world.ada.press(panel, label) for label in ("⚔ 1", "⚔ 1", "🛡 2 +0")]
    await world.settle()
    assert all(press.acknowledged for press in presses)
    assert ["already played" in said(press) for press in presses] == [False, True, True]
    assert "You attacked with 1." in text(world.ada.prompts[-1])
    assert len(world.ben.prompts) == 2
    assert "**You** ▰▰▰▰▰▰▰▰▰▱ 9/10" in text(world.ben.panel)
    assert offered(world.ben.panel) == [f"{verb}-{n}" for verb in ("attack", "defend") for n in range(2, 10)]


async def test_the_one_who_waits_sees_their_hand_with_its_buttons_disabled(world: World) -> None:
    await world.begin("match", first="opponent")
    (panel,) = world.ada.prompts
    duel = Duel.start("match", Seeded(SEED), Player.TWO)
    hand = re.search(r"^hand:? ([\d ]+)$", text(panel), re.MULTILINE | re.IGNORECASE)
    assert hand
    assert hand[1] == " ".join(map(str, duel.state.private[0].hand))
    places = [button for button in buttons(panel) if button.label[0].isdigit()]
    assert [button.label[0] for button in places] == [str(number) for number in range(1, 10)]
    assert all(button.disabled for button in places)
    assert enabled(panel) == ["Draw?", "Resign"]
    assert offered(world.ben.panel) != []


async def test_a_hand_has_a_button_a_number_and_says_how_many(world: World) -> None:
    await world.begin("match")
    (duel,) = positions("match", ())
    hand = duel.state.private[0].hand
    labels = [f"{n} ×{hand.count(n)}" if hand.count(n) > 1 else str(n) for n in range(1, 10)]
    assert any("×" in label for label in labels)
    assert rows(world.ada.panel)[:2] == [labels[:5], labels[5:]]
    assert [b.label for b in buttons(world.ada.panel) if b.label in labels and not b.disabled] == [
        label for label in labels if int(label[0]) in hand
    ]


@pytest.mark.parametrize("game", ["digit", "nomad"])
async def test_attack_and_defence_stand_under_their_headings_five_in_a_row(world: World, game: str) -> None:
    await world.begin(game)
    await make(world, Move(Player.ONE, "attack-5"))
    panel = world.ben.panel
    # Ben has 5 life of 10: in nomad a number heals half of itself.
    gains = {"digit": {}, "nomad": {n: f" +{n // 2}" for n in range(1, 10)}}[game]
    attacks = [f"⚔ {n}" for n in range(1, 10)]
    defences = [f"🛡 {n}{gains.get(n, '')}" for n in range(1, 10)]
    assert rows(panel)[:4] == [attacks[:5], attacks[5:], defences[:5], defences[5:]]
    parts = list(components(panel))
    headings = [part.content for part in parts if isinstance(part, discord.TextDisplay)][-2:]
    assert headings == ["**Attack**", "**Defend**"]
    order = [getattr(part, "content", None) or getattr(part, "label", None) for part in parts]
    assert order.index("**Attack**") < order.index("⚔ 1") < order.index("**Defend**") < order.index(defences[0])
    assert [b.label for b in buttons(panel) if b.disabled] == ["⚔ 5", defences[4]]


async def test_a_siege_defence_can_let_it_through(world: World) -> None:
    board = await world.begin("siege")
    assert "Take the hit" not in [button.label for button in buttons(world.ada.panel)]
    await world.ada.click(world.ada.panel, "6")
    assert rows(world.ben.panel)[:3] == [["1", "2", "3", "4", "5"], ["6", "7", "8", "9", "10"], ["Take the hit"]]
    panel = world.ben.panel
    await world.ben.click(panel, "Take the hit")
    assert "You did not defend." in text(world.ben.prompts[-2])
    assert "9/15" in text(world.message(board))


async def test_a_match_defence_is_the_number_or_taking_the_hit(world: World) -> None:
    board, moves = await world.begin("match"), PLANS["match"]
    asked = next(index for index, move in enumerate(moves) if move.token == "take")
    for move in moves[:asked]:
        await make(world, move)
    seat, duel = seat_of(world, moves[asked].player), list(positions("match", moves))[asked]
    panel = seat.panel
    assert [label[0] for label in enabled(panel)] == [str(duel.state.public.attack), "T", "O", "R"]
    assert "Take the hit" in enabled(panel)
    await seat.click(panel, "Take the hit")
    assert f"{seat.name} loses {duel.state.public.attack}" in text(world.message(board))


# ---- the result


async def file_of(message: discord.Message) -> str:
    """The text file that comes with a result."""
    (attachment,) = message.attachments
    assert attachment.filename == "duel-1.txt"
    return (await attachment.read()).decode()


async def test_the_result_stands_in_the_channel_and_in_both_direct_messages(world: World) -> None:
    moves = [Move(Player(1 + index % 2), f"attack-{n}") for index, n in enumerate((9, 8, 7))]
    board = await play_by_buttons(world, "battle", moves)
    course = ["1 · Ada attacks with 9: Ben loses 9", "2 · Ben attacks with 8: Ada loses 8"]
    course.append("3 · Ada attacks with 7: Ben loses 7")
    for message in (board, world.ada.prompts[-1], world.ben.prompts[-1]):
        lines = text(message).splitlines()
        assert lines[:2] == ["### Ada wins Number Battle · duel 1", "Ben ran out of life."]
        assert [line.removeprefix("-# ") for line in lines if " · " in line][1:] == course
        assert [line.split()[-1] for line in lines if "▱" in line] == ["7/15", "−1/15"]
        content = await file_of(message)
        assert [line for line in content.splitlines() if " · " in line] == course
        assert "Ada started." in content
        assert "Ada wins Number Battle. Ben ran out of life." in content
        assert "Life: Ada 7, Ben −1" in content
        assert enabled(message) == ["Rematch"]
    assert links(world.ada.prompts[-1]) == links(world.ben.prompts[-1]) == [address(world, board)]


async def test_the_file_tells_the_whole_course_and_what_was_hidden(world: World) -> None:
    board = await play_by_buttons(world, "match", PLANS["match"])
    *_, last = positions("match", PLANS["match"])
    content = await file_of(board)
    assert content == await file_of(world.ada.prompts[-1]) == await file_of(world.ben.prompts[-1])
    told = [line.split(" · ")[0] for line in content.splitlines() if " · " in line]
    assert told == [str(number) for number in range(1, last.state.public.exchange + 1)]
    for player, name in ((Player.ONE, "Ada"), (Player.TWO, "Ben")):
        hand = " ".join(map(str, last.state.private[player.index].hand))
        assert f"{name}'s hand: {hand}\n" in content
    assert "eck:" not in content


async def test_a_commitment_without_an_answer_is_shown_at_the_end(world: World) -> None:
    board = await world.begin("siege")
    await world.ada.click(world.ada.panel, "7")
    await world.ben.click(answer(await world.ben.slash("resign")), "Resign")
    content = await file_of(world.message(board))
    assert "Ada wins Numerical Siege. Ben resigned." in content
    assert "On the table: 7, from Ada" in text(world.message(board))
    assert "Ada's choice, not yet answered: 7" in content
    assert "Ada's tokens: 1 2 3 4 5 6 8 9 10" in content
