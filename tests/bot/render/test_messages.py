"""Whole messages, word for word."""

from __future__ import annotations

import pytest

from bot.render import board, pages, panel, result, words
from bot.render.standing import standing
from bot.render.words import PlayerNames
from games import Player, View, names
from tests.bot.drawn import labels, named, text, texts
from tests.games.helpers import LEVEL_AT_8, match_position, play, start

ONE, TWO = Player.ONE, Player.TWO
DUE = 1_800_000_000_999
MOMENT = "<t:1800000000:f>, <t:1800000000:R>"
ALL = PlayerNames(("Ada", "Ben"))


def test_a_board_word_for_word() -> None:
    duel = play(start("siege"), "attack-6", "defend-4", "attack-7", "defend-7", "attack-9", "defend-5", "attack-8")
    duel = play(duel, "take", "attack-1")
    layout = board.open_board(duel.view(None), named(title="Numerical Siege"))
    assert text(layout) == (
        "### Numerical Siege · duel 42\n"
        "**Ben to defend**\n"
        "**Ada** ▰▰▰▰▱▱▱▱▱▱ 7/15\nTokens: 1 2 3 4 5 8 10\n"
        "**Ben** ▰▰▰▰▰▰▱▱▱▱ 9/15\nTokens: 1 2 3 6 9 10\n"
        "*On the table: a number, face down, from Ada*\n"
        "-# 4 · Ben's 8, let through: Ada loses 8\n"
        "-# 3 · Ada's 9 against Ben's 5: Ben loses 4\n"
        "-# 2 · Ben's 7 against Ada's 7: deflected"
    )
    assert labels(layout) == ["Your move", "Watch"]


def test_a_panel_word_for_word() -> None:
    duel = match_position([2, 5, 7, 7, 9], [1, 2, 4, 8, 8], deck=[3, 3, 6, 6], draws=(3, 6), life=(20, 11))
    duel = play(duel, "attack-9")
    layout = panel.open_panel(duel.view(TWO), named(title="Number Match Duel", duel=57, url="https://discord.com/x"))
    assert text(layout).startswith(
        "### Number Match Duel · duel 57 · against Ada\n"
        "**Your attack**\n"
        "**You** ▰▱▱▱▱▱▱▱▱▱ 2/20\nHand: 1 2 4 8 8\n"
        "**Ada** ▰▰▰▰▰▰▰▰▰▰ 20/20\n5 cards\n"
        "Played: "
    )
    assert text(layout).endswith("\nDeck: 3 cards\nAda's 9, unanswered: you lose 9.")
    waiting = panel.open_panel(duel.view(ONE), named(title="Number Match Duel", duel=57))
    assert "\n**Ben to attack**\n" in text(waiting)
    assert text(waiting).endswith("\nYour 9, unanswered: Ben loses 9. You drew 3.")


def test_what_is_left_of_a_panel_word_for_word() -> None:
    duel = play(start("siege"), "attack-7")
    about = named(title="Numerical Siege")
    cases: list[tuple[View, str | None, str]] = [
        (duel.view(ONE), "attack-7", "You attacked with 7.\nBen to defend. You will hear from me."),
        (duel.view(TWO), None, "It is your turn."),
        (play(duel, "defend-10").view(TWO), "defend-10", "You defended with 10.\nIt is your turn again."),
        (
            play(duel, "take", "attack-1").view(TWO),
            "take",
            "You did not defend.\nAda to defend. You will hear from me.",
        ),
        (
            duel.offer_draw(ONE).view(ONE),
            "attack-7",
            "You attacked with 7.\nYou offer a draw.\nBen to defend. You will hear from me.",
        ),
        (duel.offer_draw(ONE).view(TWO), None, "Ada offers a draw.\nIt is your turn."),
        (duel.resign(TWO).view(TWO), "pick-3", "You picked 3.\nAda wins Numerical Siege. You resigned."),
        (duel.resign(TWO).view(ONE), "attack-7", "You attacked with 7.\nYou win Numerical Siege. Ben resigned."),
    ]
    for view, last, expected in cases:
        layout = panel.stripped(view, about, last)
        other = "Ben" if view.viewer is ONE else "Ada"
        assert text(layout) == f"### Numerical Siege · duel 42 · against {other}\n{expected}"
        assert labels(layout) == []


def test_a_challenge_word_for_word() -> None:
    about = named(title="Numerical Siege")
    toss = board.challenge(about, "15 life each.", None, 22)
    assert text(toss) == (
        "### Ada challenges Ben to Numerical Siege\n"
        "15 life each. A coin toss decides who starts.\n"
        "<@22>: do you accept? (duel 42)"
    )
    assert labels(toss) == ["Accept", "Decline", "Cancel"]
    assert "Ben starts." in text(board.challenge(about, "", TWO, 22))
    assert "<@" not in text(board.challenge(about, "", TWO, None))
    assert {how: text(board.closed(about, how)).splitlines()[-1] for how in board.CLOSED} == {
        "declined": "Ben declined. (duel 42)",
        "cancelled": "Ada withdrew the challenge. (duel 42)",
        "expired": "It was closed before it was accepted. (duel 42)",
        "late": "Ben did not answer in time. (duel 42)",
    }
    # Only a challenge that expired is one that nobody answered in time.
    late = named(due=DUE, late=True)
    assert [text(board.closed(late, how)).splitlines()[-1] for how in ("declined", "cancelled", "expired")] == [
        "Ben declined. (duel 42)",
        "Ada withdrew the challenge. (duel 42)",
        "Ben did not answer in time. (duel 42)",
    ]


def test_until_when_there_is_time_word_for_word() -> None:
    about, away = named(due=DUE, url="https://discord.com/x"), named(due=DUE, extended_by=2 * 60 * 60 * 1000)
    extended_by = "-# I was away or late to tell, so this is 2 hours later than it was."
    duel = start("battle")
    assert text(board.challenge(about, "", None, 22)).splitlines()[-2:] == [
        "<@22>: do you accept? (duel 42)",
        f"Answer until {MOMENT}",
    ]
    assert text(board.challenge(away, "", None, 22)).splitlines()[-2:] == [f"Answer until {MOMENT}", extended_by]
    for layout, turn in (
        (board.open_board(duel.view(None), about), "**Ada to attack**"),
        (board.watched_board(duel.view(None), about), "**Ada to attack**"),
        (panel.open_panel(duel.view(ONE), about), "**Your attack**"),
        (panel.open_panel(duel.view(TWO), about), "**Ada to attack**"),
    ):
        assert text(layout).splitlines()[1:3] == [turn, f"until {MOMENT}"]
        assert "away" not in text(layout)
    for layout in (board.open_board(duel.view(None), away), panel.open_panel(duel.view(ONE), away)):
        assert text(layout).splitlines()[2:4] == [f"until {MOMENT}", extended_by]
    # Nothing is said of a time that there is not, nor of one that does not matter any more.
    assert "<t:" not in text(board.open_board(duel.view(None), named()))
    assert "<t:" not in text(panel.stripped(duel.view(ONE), about, None))
    assert "<t:" not in text(result.ended(duel.resign(ONE).view(None), about)[0])


@pytest.mark.parametrize(
    ("minutes", "words_"),
    [(0, "1 minute"), (1, "1 minute"), (2, "2 minutes"), (119, "119 minutes"), (120, "2 hours"), (4300, "72 hours")],
)
def test_how_long_the_bot_was_away_in_words(minutes: int, words_: str) -> None:
    assert words.duration(minutes * 60_000) == words_


def test_reminders_word_for_word() -> None:
    about = named(due=DUE, url="https://discord.com/x")
    assert text(panel.reminder(about, ONE)) == f"### Number Battle · duel 42 · against Ben\nYour move is due {MOMENT}."
    assert text(board.reminder(about, 11)) == (
        f"<@11>, your move in duel 42 is due {MOMENT}. Press *Your move* on [the board](https://discord.com/x)."
    )
    assert labels(panel.reminder(about, ONE)) == ["Your move", "Board"]
    assert labels(board.reminder(about, 11)) == ["Your move"]
    late = "Ben did not answer your challenge to Number Battle in time. (duel 42)"
    assert text(panel.not_accepted(named(late=True), "expired")) == late
    assert text(board.moved(about)) == "The board of duel 42 has moved."
    assert labels(board.moved(about)) == ["Board"]


def test_an_end_by_time_word_for_word() -> None:
    about, was_due = named(due=DUE, late=True), f"The move was due {MOMENT}."
    begun, sudden = play(start("battle"), "attack-1"), play(start("digit"), *LEVEL_AT_8)
    cases = [
        (begun.expire(TWO), "Ben ran out of time."),
        (start("battle").void(), "Nobody moved in time: no winner, and no loser."),
        (sudden.void(), "Neither of the two picked in time: no winner, and no loser."),
    ]
    for duel, reason in cases:
        layout, file = result.ended(duel.view(None), about)
        assert text(layout).splitlines()[1] == f"{reason} {was_due}"
        assert file is not None
        assert f". {reason}\n" in file.fp.read().decode()
    assert text(panel.stripped(begun.expire(TWO).view(TWO), about, None)).endswith("You ran out of time.")
    # A duel that is called off before its time is up, and one that ends otherwise.
    assert text(result.ended(begun.void().view(None), named(due=DUE))[0]).splitlines()[1] == (
        "I was removed from its server: no winner, and no loser."
    )
    assert was_due not in text(result.ended(begun.resign(TWO).view(None), about)[0])


def test_the_file_tells_the_whole_course_and_what_was_hidden() -> None:
    duel = play(start("siege", TWO), "attack-6", "defend-4", "attack-10").resign(TWO)
    assert result.course_text(duel.view(None), named("_Ada_", "Ben", title="Numerical Siege")) == (
        "Numerical Siege, duel 42: _Ada_ against Ben\n"
        "Ben started.\n"
        "\n"
        "1 · Ben's 6 against _Ada_'s 4: _Ada_ loses 2\n"
        "\n"
        "_Ada_ wins Numerical Siege. Ben resigned.\n"
        "Life: _Ada_ 13, Ben 15\n"
        "_Ada_'s tokens: 1 2 3 5 6 7 8 9\n"
        "Ben's tokens: 1 2 3 4 5 7 8 9 10\n"
        "_Ada_'s choice, not yet answered: 10\n"
    )


@pytest.mark.parametrize("game", names())
def test_what_is_private_to_one_is_told_to_that_one_only(game: str) -> None:
    duel = start(game)
    for viewer in Player:
        own = duel.view(viewer).pile("hand", viewer)
        if own is not None:
            hand = words.numbers(own.numbers or ())
            assert f"Hand: {hand}" in standing(duel.view(viewer), ALL)
            for reader in (None, viewer.other):
                assert hand not in standing(duel.view(reader), ALL).splitlines()
                assert "5 cards" in standing(duel.view(reader), ALL).splitlines()


def test_a_fresh_panel_does_not_recall_the_deal() -> None:
    for game in names():
        for viewer in Player:
            view = start(game).view(viewer)
            assert words.recap(view, ALL) == ""
            assert " got " not in text(panel.open_panel(view, named()))


def test_a_duel_in_a_menu_word_for_word() -> None:
    entry = pages.Entry(named("||Ada||", duel=57), "||Ada||\u202e", "your move")
    assert pages.label(entry) == "57 · Number Battle · against ||Ada||"
    assert texts(pages.duel_list((entry, entry)))[1].splitlines()[0] == (
        r"**57** · Number Battle · against \|\|Ada\|\| · your move"
    )
