"""What players are sent: a new message when their turn comes, the one before it is deleted."""

from __future__ import annotations

import re

import discord
import pytest

from games import Duel, Move, Player, Seeded
from tests.bot.script import PLANS, button_for, make, offered, play_by_buttons, positions, seat_of
from tests.bot.settled import nothing_false_stands
from tests.bot.world import Seat, World, answer, buttons, components, enabled, said, text
from tests.games.helpers import SEED
from tests.pictures import in_plain_text

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
async def test_a_prompt_is_a_new_message_and_the_one_before_it_is_deleted(world: World, route: object) -> None:
    assert callable(route)
    board = await world.begin("battle")
    for number in range(1, 5):
        mover, other = (world.ada, world.ben) if number % 2 else (world.ben, world.ada)
        own, others = mover.prompts, other.prompts
        await route(mover, number)
        await world.a_while()
        # The mover's message is the same one, with its moves dimmed; the other has another one, and no more.
        (waiting,), (prompt,) = mover.prompts, other.prompts
        assert [waiting.id] == [message.id for message in own]
        assert f"Your {number} hits: " in text(waiting)
        assert f"{other.name} to attack" in text(waiting)
        assert enabled(waiting) == ["Rules", "Draw?", "Resign"]
        assert [b.label for b in buttons(waiting) if b.disabled] == [str(left) for left in range(number, 10)]
        assert prompt.id > max(m.id for m in [*others, *own])
        assert offered(prompt) == [f"attack-{left}" for left in range(number + 1, 10)]
        assert await nothing_false_stands(world)
        for message, opponent in ((waiting, other.name), (prompt, mover.name)):
            assert text(message).startswith(f"### Number Battle · against {opponent}\n")
            assert "-# Duel 1 · " in text(message)
            assert links(message) == [address(world, board)]


async def test_each_prompt_names_its_own_duel_and_links_to_its_own_board(world: World) -> None:
    boards = [await world.begin("battle"), await world.begin("nomad")]
    await world.cy.slash("duel", opponent=world.ben.member, game="battle", first="opponent")
    boards.append(world.channel.history()[-1])
    await world.ben.click(boards[2], "Accept")
    assert [text(message).splitlines()[0] for message in world.ben.prompts] == [
        "### Number Battle · against Ada",
        "### Number Nomad · against Ada",
        "### Number Battle · against Cy",
    ]
    numbers = [re.findall(r"^-# Duel (\d) · ", text(message), re.MULTILINE) for message in world.ben.prompts]
    assert numbers == [["1"], ["2"], ["3"]]
    assert [links(message) for message in world.ben.prompts] == [[address(world, board)] for board in boards]


async def test_one_click_is_one_move(world: World) -> None:
    await world.begin("nomad")
    panel = world.ada.panel
    tokens = ("attack-1", "attack-1", "defend-2")
    presses = [world.ada.press_id(panel, str(button_for(panel, token).custom_id)) for token in tokens]
    await world.settle()
    assert all(press.acknowledged for press in presses)
    assert ["already played" in said(press) for press in presses] == [False, True, True]
    assert "Your 1 hits: **Ben 10 → 9**." in text(world.ada.prompts[-1])
    assert len(world.ben.prompts) == 1
    assert "**You** ♥ ▰▰▰▰▰▰▰▰▰▱ 9/10" in text(world.ben.panel)
    assert offered(world.ben.panel) == [f"{verb}-{n}" for verb in ("attack", "defend") for n in range(2, 10)]


async def test_the_one_who_waits_sees_their_hand_and_what_they_could_play_dimmed(world: World) -> None:
    await world.begin("match", first="opponent")
    duel = Duel.start("match", Seeded(SEED), Player.TWO)
    hand = duel.state.private[0].hand
    for attack in (None, min(duel.state.private[1].hand)):
        if attack:
            await make(world, Move(Player.TWO, f"attack-{attack}"))
            await make(world, Move(Player.ONE, "take"))
            await make(world, Move(Player.ONE, f"attack-{hand[0]}"))
        (panel,) = world.ada.prompts
        left = hand[1:] if attack else hand
        assert "\n" + " ".join(map(str, sorted(left))) + "\n" in text(panel)
        choices = [button for button in buttons(panel) if button.label[0].isdigit()]
        assert [int(button.label[0]) for button in choices] == (sorted(set(hand)) if attack else [])
        assert all(button.disabled for button in choices)
        assert enabled(panel) == ["Rules", "Draw?", "Resign"]
        assert offered(world.ben.panel) != []


async def test_a_hand_has_a_button_a_number_and_says_how_many(world: World) -> None:
    await world.begin("match")
    (duel,) = positions("match", ())
    hand = duel.state.private[0].hand
    labels = [f"{n} ×{hand.count(n)}" if hand.count(n) > 1 else str(n) for n in sorted(set(hand))]
    assert any("×" in label for label in labels)
    assert rows(world.ada.panel)[0] == labels
    assert enabled(world.ada.panel) == [*labels, "Rules", "Draw?", "Resign"]


@pytest.mark.parametrize("game", ["digit", "nomad"])
async def test_attack_and_heal_stand_under_their_headings(world: World, game: str) -> None:
    await world.begin(game)
    await make(world, Move(Player.ONE, "attack-5"))
    panel = world.ben.panel
    # Ben has 5 life of 10: in nomad a number heals half of itself.
    left = [n for n in range(1, 10) if n != 5]
    attacks = [str(n) for n in left]
    heals = [f"{n}: +{n if game == 'digit' else n // 2}" for n in left]
    assert rows(panel)[:5] == [attacks[:4], attacks[4:], heals[:3], heals[3:6], heals[6:]]
    assert offered(panel) == [f"{verb}-{n}" for verb in ("attack", "defend") for n in left]
    order = [in_plain_text(getattr(part, "content", "")) or getattr(part, "label", "") for part in components(panel)]
    headings = order.index("⚔ **Attack**"), order.index("♥ **Heal**")
    assert [part for part in order[headings[0] + 1 : headings[1]] if part] == attacks
    assert [part for part in order[headings[1] + 1 :] if part][: len(heals)] == heals
    assert [b.label for b in buttons(panel) if b.disabled] == []


async def test_a_siege_defence_can_let_it_through(world: World) -> None:
    board = await world.begin("siege")
    assert "Take the hit" not in [button.label for button in buttons(world.ada.panel)]
    await world.ada.click(world.ada.panel, "6")
    assert rows(world.ben.panel)[:3] == [["1", "2", "3", "4", "5"], ["6", "7", "8", "9", "10"], ["Take the hit"]]
    panel = world.ben.panel
    await world.ben.click(panel, "Take the hit")
    assert "You take the hit from Ada's 6: **you 15 → 9**." in text(world.ben.panel)
    assert "9/15" in text(world.message(board))


async def test_a_match_defence_is_the_number_or_taking_the_hit(world: World) -> None:
    board, moves = await world.begin("match"), PLANS["match"]
    asked = next(index for index, move in enumerate(moves) if move.token == "take")
    for move in moves[:asked]:
        await make(world, move)
    seat, duel = seat_of(world, moves[asked].player), list(positions("match", moves))[asked]
    panel = seat.panel
    attack = duel.state.public.attack
    choices = [f"Defend with {attack}", f"Take the hit (−{attack})"]
    assert enabled(panel) == [*choices, "Rules", "Draw?", "Resign"]
    life = duel.view(None).life[seat is world.ben]
    await seat.click(panel, choices[1])
    assert f"**{seat.name} {life} → {life - attack}**" in text(world.message(board))


# ---- the result


async def course_of(seat: Seat, message: discord.Message) -> list[str]:
    """What *Course* shows a reader of a result, line by line."""
    return text(answer(await seat.click(message, "Course"))).splitlines()


async def test_the_result_stands_in_the_channel_and_in_both_direct_messages(world: World) -> None:
    moves = [Move(Player(1 + index % 2), f"attack-{n}") for index, n in enumerate((9, 8, 7))]
    board = await play_by_buttons(world, "battle", moves)
    (ada,), (ben,) = world.ada.prompts, world.ben.prompts
    heads = (board, "Ada wins", "Ben is"), (ada, "You win!", "Ben is"), (ben, "You lose", "You are")
    for message, title, who in heads:
        lines = text(message).splitlines()
        assert lines[:2] == [f"### {title}", f"{who} down, 7 to 0."]
        assert sorted(line.split()[-1] for line in lines if "▱" in line) == ["0/15", "7/15"]
        (deciding,) = [line for line in lines if line.startswith("The deciding blow, in round 3: ")]
        assert "6 → 0**, with 1 to spare." in deciding
        assert lines[-1] == "-# Number Battle · duel 1"
        assert enabled(message) == ["Rematch", "Course", "Review"]
        assert message.attachments == []
    assert links(ada) == links(ben) == [address(world, board)]
    for seat, message in ((world.ada, board), (world.ada, ada), (world.ben, ben), (world.cy, board)):
        you, them = (seat is world.ada, "Ben"), (seat is world.ben, "Ada")
        attacker, target = ("Your" if you[0] else "Ada's"), ("you" if them[0] else "Ben")
        other, hit = ("Your" if them[0] else "Ben's"), ("you" if you[0] else "Ada")
        assert await course_of(seat, message) == [
            "### The course of duel 1",
            "You began." if you[0] else "Ada began.",
            f"1 · {attacker} 9 hits: **{target} 15 → 6**.",
            f"2 · {other} 8 hits: **{hit} 15 → 7**.",
            f"3 · {attacker} 7 hits: **{target} 6 → 0**, with 1 to spare.",
        ]


async def test_the_course_is_whole_and_the_result_shows_what_was_hidden(world: World) -> None:
    board = await play_by_buttons(world, "match", PLANS["match"])
    *_, last = positions("match", PLANS["match"])
    numbers = [str(number) for number in range(1, last.state.public.exchange + 1)]
    for seat, message in ((world.ada, world.ada.prompts[-1]), (world.ben, world.ben.prompts[-1]), (world.cy, board)):
        course = await course_of(seat, message)
        assert [line.split(" · ")[0] for line in course if " · " in line] == numbers
        assert "eck" not in "".join(course)
        for player in Player:
            hand = " ".join(map(str, sorted(last.state.private[player.index].hand)))
            assert f"\n{hand}\n" in text(message)


async def test_a_commitment_without_an_answer_is_shown_at_the_end(world: World) -> None:
    board = await world.begin("siege")
    await world.ada.click(world.ada.panel, "7")
    await world.ben.click(answer(await world.ben.slash("resign")), "Resign")
    for message, whose in (
        (world.message(board), "Ada's"),
        (world.ada.panel, "Your"),
        (world.ben.prompts[-1], "Ada's"),
    ):
        assert f"{whose} 7 was not answered." in text(message)
        assert "\n1 2 3 4 5 6 7 8 9 10\n" in text(message)
