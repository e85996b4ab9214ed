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
        "Ada's 9 hits: **Ben 15 → 6**.",
        "**Ben to attack**",
        "*Ada offers a draw.*",
        "**Ada** ♥ ▰▰▰▰▰▰▰▰▰▰ 15/15",
        "**Ben** ♥ ▰▰▰▰▱▱▱▱▱▱ 6/15",
        "1 2 3 4 5 6 7 8 –",
        "-# Round 2",
    ]
    assert text(board.open_board(duel.view(None), about)).splitlines() == lines
    declined = duel.decline_draw(TWO)
    lines[3] = "*Ben declines the draw.*"
    assert text(board.open_board(declined.view(None), about)).splitlines() == lines


def test_a_panel_with_an_offer_word_for_word() -> None:
    duel = play(start("battle"), "attack-9").offer_draw(ONE)
    asked = panel.own(duel.view(TWO), named(title="Number Battle", url="https://discord.com/x"))
    assert text(asked).splitlines() == [
        "### Number Battle · against Ada",
        "Ada's 9 hits: **you 15 → 6**.",
        "**Your attack**",
        "*Ada offers a draw.*",
        "**You** ♥ ▰▰▰▰▱▱▱▱▱▱ 6/15",
        "**Ada** ♥ ▰▰▰▰▰▰▰▰▰▰ 15/15",
        "-# Duel 42",
    ]
    assert labels(asked)[8:] == ["Rules", "Accept draw", "Decline draw", "Resign", "Board"]
    offering = panel.own(duel.view(ONE), named(title="Number Battle"))
    assert text(offering).splitlines()[3] == "*You offer a draw.*"
    assert labels(offering)[9:] == ["Rules", "Resign"]
    declined = duel.decline_draw(TWO)
    assert text(panel.own(declined.view(TWO), named())).splitlines()[3] == "*You decline the draw.*"
    assert labels(panel.own(declined.view(TWO), named()))[8:] == ["Rules", "Draw?", "Resign"]
    assert text(panel.own(declined.view(ONE), named())).splitlines()[3] == "*Ben declines the draw.*"
    assert labels(panel.own(declined.view(ONE), named()))[9:] == ["Rules", "Resign"]


def test_what_one_looks_on_at_word_for_word() -> None:
    duel = play(start("battle"), "attack-1", "attack-2", "attack-3", "attack-4")
    watched = board.watched(duel.view(None), named(title="Number Battle"), until=1_800_000_000_999)
    assert text(watched).splitlines() == [
        "### Number Battle · duel 42",
        "Ben's 4 hits: **Ada 13 → 9**.",
        "**Ada to attack**",
        "**Ada** ♥ ▰▰▰▰▰▰▱▱▱▱ 9/15",
        "**Ben** ♥ ▰▰▰▰▰▰▰▱▱▱ 11/15",
        "– – – – 5 6 7 8 9",
        "-# 1 · Ada's 1 hits: **Ben 15 → 14**.",
        "-# 2 · Ben's 2 hits: **Ada 15 → 13**.",
        "-# 3 · Ada's 3 hits: **Ben 14 → 11**.",
        "-# Round 5",
        "-# Follows the duel until <t:1800000000:t> at most; *Look again* brings it up.",
    ]
    assert labels(watched) == ["Look again"]
    assert "Live" not in text(board.watched(duel.view(None), named()))


def test_a_rematch_and_a_challenge_that_stands_word_for_word() -> None:
    about = named(title="Number Battle", duel=43)
    again = board.challenge(about, "A race", TWO, 22, rematch_of=42)
    assert text(again).splitlines() == [
        "### Ada challenges Ben to Number Battle",
        "A race · Ben begins",
        "<@22>, do you accept?",
        "-# Duel 43 · the rematch of duel 42",
    ]
    instead = board.challenge(about, "A race", None, None, note="Ada has challenged you already.")
    assert text(instead).splitlines() == [
        "Ada has challenged you already.",
        "### Ada challenges Ben to Number Battle",
        "A race · a coin decides who begins",
        "Do you accept?",
        "-# Duel 43",
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
