"""Whole messages, word for word: offers of a draw, what one looks on at, rematches, and refusals."""

from __future__ import annotations

import pytest
from discord.enums import ComponentType

from bot.render import board, pages, panel
from games import Player
from tests.bot.drawn import labels, named, of, text, texts
from tests.games.helpers import play, start

ONE, TWO = Player.ONE, Player.TWO


def test_a_board_with_an_offer_word_for_word() -> None:
    duel = play(start("battle"), "attack-9").offer_draw(ONE)
    about = named(title="Number Battle")
    lines = [
        "### Number Battle · duel 42",
        "**Ben to attack**",
        "*Ada offers a draw.*",
        "**Ada** ▰▰▰▰▰▰▰▰▰▰ 15/15",
        "**Ben** ▰▰▰▰▱▱▱▱▱▱ 6/15",
        "Numbers left: 1 2 3 4 5 6 7 8",
        "-# 1 · Ada attacks with 9: Ben loses 9",
    ]
    assert text(board.open_board(duel.view(None), about)).splitlines() == lines
    declined = duel.decline_draw(TWO)
    lines[2] = "*Ben declines a draw.*"
    assert text(board.open_board(declined.view(None), about)).splitlines() == lines
    assert labels(board.open_board(declined.view(None), about)) == ["Your move", "Watch"]


def test_a_panel_with_an_offer_word_for_word() -> None:
    duel = play(start("battle"), "attack-9").offer_draw(ONE)
    asked = panel.open_panel(duel.view(TWO), named(title="Number Battle", url="https://discord.com/x"))
    assert text(asked).splitlines() == [
        "### Number Battle · duel 42 · against Ada",
        "**Your attack**",
        "Ada offers a draw.",
        "**You** ▰▰▰▰▱▱▱▱▱▱ 6/15",
        "**Ada** ▰▰▰▰▰▰▰▰▰▰ 15/15",
        "Numbers left: 1 2 3 4 5 6 7 8",
        "Ada attacks with 9: you lose 9.",
    ]
    assert labels(asked)[9:] == ["Accept draw", "Decline draw", "Resign", "Board"]
    offering = panel.open_panel(duel.view(ONE), named(title="Number Battle"))
    assert text(offering).splitlines()[2] == "You offer a draw."
    assert labels(offering)[9:] == ["Resign"]
    declined = duel.decline_draw(TWO)
    assert text(panel.open_panel(declined.view(TWO), named())).splitlines()[2] == "You decline a draw."
    assert labels(panel.open_panel(declined.view(TWO), named()))[9:] == ["Offer a draw", "Resign"]
    assert text(panel.open_panel(declined.view(ONE), named())).splitlines()[2] == "Ben declines a draw."
    assert labels(panel.open_panel(declined.view(ONE), named()))[9:] == ["Resign"]


def test_what_one_looks_on_at_word_for_word() -> None:
    duel = play(start("battle"), "attack-1", "attack-2", "attack-3", "attack-4")
    watched = board.watched_board(duel.view(None), named(title="Number Battle"))
    assert text(watched).splitlines() == [
        "### Number Battle · duel 42",
        "**Ada to attack**",
        "**Ada** ▰▰▰▰▰▰▱▱▱▱ 9/15",
        "**Ben** ▰▰▰▰▰▰▰▱▱▱ 11/15",
        "Numbers left: 5 6 7 8 9",
        "-# 1 · Ada attacks with 1: Ben loses 1",
        "-# 2 · Ben attacks with 2: Ada loses 2",
        "-# 3 · Ada attacks with 3: Ben loses 3",
        "-# 4 · Ben attacks with 4: Ada loses 4",
    ]
    assert labels(watched) == []


def test_a_rematch_and_a_challenge_that_stands_word_for_word() -> None:
    about = named(title="Number Battle", duel=43)
    again = board.challenge(about, "15 life each.", TWO, 22, rematch_of=42)
    assert text(again).splitlines() == [
        "### Ada challenges Ben to Number Battle",
        "The rematch of duel 42. 15 life each. Ben starts.",
        "<@22>: do you accept? (duel 43)",
    ]
    instead = board.challenge(about, "15 life each.", None, None, note="Ada has challenged you already.")
    assert text(instead).splitlines() == [
        "Ada has challenged you already.",
        "### Ada challenges Ben to Number Battle",
        "15 life each. A coin toss decides who starts.",
        "Ben: do you accept? (duel 43)",
    ]


def test_what_is_said_in_private_names_the_other() -> None:
    about = named()
    for viewer, other in ((ONE, "Ben"), (TWO, "Ada")):
        asked = panel.confirm_resignation(about, viewer)
        assert text(asked) == f"Do you give up duel 42? {other} wins it."
        assert labels(asked) == ["Resign", "Keep playing"]
        offered = f"You offer {other} a draw in duel 42. It stands until the next move."
        assert text(panel.draw_offered(about, viewer)) == offered
        assert text(panel.left(about, viewer)).splitlines()[1].startswith(f"{other} has left the server")
    assert text(panel.rematch_asked(about)) == "You ask Ben for a rematch: challenge 42, in the channel."


def test_a_refusal_for_who_looks_on_word_for_word() -> None:
    layout = board.outsider("Duel 42 is between two others.", 42)
    assert text(layout) == "Duel 42 is between two others."
    assert labels(layout) == ["Watch"]


@pytest.mark.parametrize("other", ["Ben", "||Ben||", "{}", "{0.x}"])
def test_a_list_names_whom_a_duel_waits_for(other: str) -> None:
    entry = pages.Entry(named("Ada", other, duel=57), other, "waiting for {}")
    layout = pages.duel_list((entry,))
    assert texts(layout)[1].replace("\\", "").endswith(f"against {other} · waiting for {other}")
    (menu,) = of(layout, ComponentType.select)
    assert menu["options"][0]["description"] == f"waiting for {other}"
