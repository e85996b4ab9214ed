"""Whole messages, word for word."""

from __future__ import annotations

from dataclasses import replace

import pytest
from discord.enums import ComponentType

from bot.render import board, pages, panel, result, words
from bot.render.exchanges import last
from bot.render.layout import Accent
from bot.render.pictures import card
from bot.render.standing import standing
from bot.render.words import PlayerNames
from games import Action, Duel, Player, names
from tests.bot.drawn import accent, labels, named, of, rows, text, texts
from tests.games.helpers import LEVEL_AT_8, match_position, play, start
from tests.pictures import in_plain_text

ONE, TWO = Player.ONE, Player.TWO
DUE = 1_800_000_000_999
RELATIVE = "<t:1800000000:R>"
ALL = PlayerNames(("Ada", "Ben"))


def test_a_board_word_for_word() -> None:
    duel = play(start("siege"), "attack-6", "defend-4", "attack-7", "defend-7", "attack-9", "defend-5", "attack-8")
    duel = play(duel, "take", "attack-1")
    layout = board.open_board(duel.view(None), named(title="Numerical Siege", due=DUE))
    assert text(layout) == (
        "### Numerical Siege · duel 42\n"
        "Ada takes the hit from Ben's 8: **Ada 15 → 7**.\n"
        "Ada's ? lies face down: Ben decides.\n"
        "**Ben to defend**\n"
        "**Ada** ♥ ▰▰▰▰▱▱▱▱▱▱ 7/15\n1 2 3 4 5 – – 8 – 10\n"
        "**Ben** ♥ ▰▰▰▰▰▰▱▱▱▱ 9/15\n1 2 3 – – 6 – – 9 10\n"
        "-# 2 · Ben's 7 against Ada's 7: **deflected**.\n"
        "-# 3 · Ada's 9 against Ben's 5: **Ben 13 → 9**.\n"
        f"-# Round 5 · due {RELATIVE}"
    )
    assert labels(layout) == ["Ben: your move", "Watch"]
    assert accent(layout) == Accent.WAITING


def test_a_button_of_both_has_nobodys_name() -> None:
    level = play(start("digit"), *LEVEL_AT_8)
    assert labels(board.open_board(level.view(None), named())) == ["Your move", "Watch"]
    picked = level.play(ONE, Action.parse("pick-3"))
    assert labels(board.open_board(picked.view(None), named())) == ["Ben: your move", "Watch"]


def test_a_panel_on_ones_turn_word_for_word() -> None:
    duel = match_position([2, 5, 7, 7, 9], [1, 2, 4, 8, 8], deck=[3, 3, 6, 6], draws=(3, 6), life=(20, 11))
    duel = play(duel, "attack-9")
    about = named(title="Number Match Duel", duel=57, url="https://discord.com/x", due=DUE)
    layout = panel.own(duel.view(TWO), about)
    assert text(layout) == (
        "### Number Match Duel · against Ada\n"
        "Ada's 9 hits: **you 11 → 2**.\n"
        "**Your attack**\n"
        "**You** ♥ ▰▱▱▱▱▱▱▱▱▱ 2/20\n"
        "**Ada** ♥ ▰▰▰▰▰▰▰▰▰▰ 20/20\n? ? ? ? ?\n"
        "-# Played: 1×3 2×2 3×2 4×3 5×3 6×2 7×2 8×2 9×4 · 3 cards in the deck\n"
        f"-# Duel 57 · due {RELATIVE}"
    )
    assert rows(layout) == [["1", "2", "4", "8 ×2"], ["Rules", "Draw?"], ["Resign", "Board"]]
    assert accent(layout) == Accent.YOUR_TURN


def test_a_panel_after_ones_move_word_for_word() -> None:
    duel = match_position([2, 5, 7, 7, 9], [1, 2, 4, 8, 8], deck=[3, 3, 6, 6], draws=(3, 6), life=(20, 11))
    duel = play(duel, "attack-9")
    layout = panel.own(duel.view(ONE), named(title="Number Match Duel", duel=57), until=DUE)
    assert text(layout) == (
        "### Number Match Duel · against Ben\n"
        "Your 9 hits: **Ben 11 → 2**. You drew 3.\n"
        "**Ben to attack**\n"
        "**You** ♥ ▰▰▰▰▰▰▰▰▰▰ 20/20\n2 3 5 7 7\n"
        "**Ben** ♥ ▰▱▱▱▱▱▱▱▱▱ 2/20\n? ? ? ? ?\n"
        "-# Played: 1×3 2×2 3×2 4×3 5×3 6×2 7×2 8×2 9×4 · 3 cards in the deck\n"
        "-# Duel 57\n"
        "-# Follows the duel until <t:1800000000:t> at most; *Look again* brings it up."
    )
    assert rows(layout)[0] == ["2", "5", "7 ×2", "9"]
    assert labels(layout)[4:] == ["Rules", "Draw?", "Resign", "Look again"]
    assert accent(layout) == Accent.WAITING


@pytest.mark.parametrize(
    ("duel", "viewer", "lines"),
    [
        (start("siege"), ONE, ["**Your attack**"]),
        (play(start("siege"), "attack-7"), ONE, ["Your 7 lies face down: Ben decides.", "**Ben to defend**"]),
        (play(start("siege"), "attack-7"), TWO, ["Ada's ? lies face down: you decide.", "**Your defence**"]),
        (
            play(start("siege"), "attack-7", "take", "attack-1"),
            ONE,
            ["Ben takes the hit from your 7: **Ben 15 → 8**.", "Ben's ? lies face down: you decide."],
        ),
        (play(start("siege"), "attack-7", "take", "attack-1"), TWO, ["Your 1 lies face down: Ada decides."]),
        (
            play(match_position([2, 5, 7, 7, 9], [1, 1, 3, 9, 9], deck=[6] * 4), "attack-9"),
            TWO,
            ["Ada attacks with 9: you decide.", "**Your defence**"],
        ),
        (play(start("nomad"), "attack-9", "defend-4"), TWO, ["You heal with 4: **you 1 → 3**.", "**Ada to move**"]),
    ],
)
def test_what_one_has_done_comes_first(duel: Duel, viewer: Player, lines: list[str]) -> None:
    assert text(panel.own(duel.view(viewer), named())).splitlines()[1:][: len(lines)] == lines


def test_a_pick_is_told_to_who_made_it_and_explained_where_it_is_new() -> None:
    level = play(start("digit"), *LEVEL_AT_8)
    news = level.view(None).pick_news
    assert news
    for layout in (panel.own(level.view(ONE), named()), board.open_board(level.view(None), named())):
        assert text(layout).splitlines()[2] == f"**Sudden death.** {news}"
    picked = level.play(ONE, Action.parse("pick-3"))
    told = {viewer: text(panel.own(picked.view(viewer), named())).splitlines()[1:4] for viewer in Player}
    assert told[ONE] == ["You have picked 3.", "**Sudden death: Ben to pick**", news]
    assert told[TWO][1:] == ["Ada has picked.", "**Sudden death: your pick**"]
    assert "Ada has picked." in text(board.open_board(picked.view(None), named()))
    shown = picked.play(TWO, Action.parse("pick-5"))
    assert text(panel.own(shown.view(ONE), named())).splitlines()[1:3] == [
        "Sudden death, your 3 against Ben's 5: **you 8 → 6**, **Ben 8 → 10**.",
        "**Sudden death: both pick in secret**",
    ]
    assert news not in text(panel.own(shown.view(ONE), named()))


def test_a_panel_that_goes_on_below_can_only_be_read() -> None:
    duel = play(start("siege"), "attack-6", "defend-4")
    layout = panel.own(duel.view(TWO), named(), goes_on=True)
    assert text(layout).splitlines()[1:3] == ["Ada's 6 against your 4: **you 15 → 13**.", "**Your attack**"]
    assert text(layout).splitlines()[-1] == "-# It goes on in the next message."
    assert accent(layout) == Accent.WAITING
    assert labels(layout)[:11] == [*map(str, range(1, 11)), "Take the hit"]
    assert all(button["disabled"] for button in of(layout, ComponentType.button)[:11])


@pytest.mark.parametrize("game", names())
def test_a_first_duel_has_a_line_until_one_has_moved(game: str) -> None:
    duel, about = start(game), named(newcomers=frozenset({ONE}))
    hint = f"*{duel.view(ONE).hint}*"
    assert hint in text(panel.own(duel.view(ONE), about)).splitlines()
    assert hint not in text(panel.own(duel.view(TWO), about))
    assert hint not in text(board.open_board(duel.view(None), about))
    moved = play(duel, str(duel.view(ONE).actions[-1]))
    assert hint not in text(panel.own(moved.view(ONE), about))


def test_the_coin_is_told_until_somebody_has_moved() -> None:
    duel, about = start("siege", TWO), named(tossed=True)
    assert text(board.open_board(duel.view(None), about)).splitlines()[1] == "The coin says Ben begins."
    assert text(panel.own(duel.view(TWO), about)).splitlines()[1] == "The coin says you begin."
    assert "coin" not in text(board.open_board(duel.view(None), named()))
    moved = play(duel, "attack-3")
    for viewer in Player:
        assert "coin" not in text(panel.own(moved.view(viewer), about))


def test_a_challenge_word_for_word() -> None:
    about = named(title="Numerical Siege", due=DUE)
    toss = board.challenge(about, "Bluff · 5 minutes a move", None, 22)
    assert text(toss) == (
        "### Ada challenges Ben to Numerical Siege\n"
        "Bluff · 5 minutes a move · a coin decides who begins\n"
        "<@22>, do you accept?\n"
        f"-# Duel 42 · answer due {RELATIVE}"
    )
    assert labels(toss) == ["Accept", "Decline", "Rules", "Withdraw"]
    assert accent(toss) == Accent.CHALLENGE
    assert " · Ben begins" in text(board.challenge(about, "Bluff", TWO, 22))
    assert "begins" not in text(board.challenge(about, "Bluff", TWO, 22, tells_starter=False))
    to_one, to_two = (board.challenge(about, "Bluff", None, None, reader=reader) for reader in Player)
    assert labels(to_one) == ["Rules", "Withdraw"]
    assert labels(to_two) == ["Accept", "Decline", "Rules"]
    assert [text(layout).splitlines()[2] for layout in (to_one, to_two)] == [
        "Waiting for Ben to answer.",
        "Do you accept?",
    ]
    assert {how: text(board.closed(about, how)).splitlines()[1:] for how in board.CLOSED} == {
        "declined": ["Ben declined.", "-# Duel 42"],
        "cancelled": ["Ada withdrew the challenge.", "-# Duel 42"],
        "expired": ["It was closed before it was accepted.", "-# Duel 42"],
        "late": ["Ben did not answer in time.", "-# Duel 42"],
    }
    # Only a challenge that expired is one that nobody answered in time.
    late = named(due=DUE, late=True)
    assert [text(board.closed(late, how)).splitlines()[1] for how in ("declined", "cancelled", "expired")] == [
        "Ben declined.",
        "Ada withdrew the challenge.",
        "Ben did not answer in time.",
    ]


def test_until_when_there_is_time_word_for_word() -> None:
    about, away = named(due=DUE, url="https://discord.com/x"), named(due=DUE, extended_by=2 * 60 * 60 * 1000)
    extended_by = "-# I was away or late to tell, so this is 2 hours later than it was."
    duel = start("battle")
    assert text(board.challenge(away, "", None, 22)).splitlines()[-2:] == [
        f"-# Duel 42 · answer due {RELATIVE}",
        extended_by,
    ]
    for header, time in (
        (about, [f" · due {RELATIVE}"]),
        (away, [f" · due {RELATIVE}", extended_by]),
        (named(), [""]),  # nothing is said of a time that there is not
    ):
        for layout, first in (
            (board.open_board(duel.view(None), header), "Round 1"),
            (board.watched(duel.view(None), header), "Round 1"),
            (panel.own(duel.view(ONE), header), "Duel 42"),
            (panel.own(duel.view(TWO), header), "Duel 42"),
        ):
            assert text(layout).splitlines()[-len(time) :] == [f"-# {first}{time[0]}", *time[1:]]
    unreached = named(due=DUE, unreached=frozenset({ONE}))
    assert text(panel.own(duel.view(TWO), unreached)).splitlines()[-2:] == [
        "-# Duel 42",
        "-# I can't reach Ada at the moment, so no time runs out.",
    ]
    # Who looks at it is in reach.
    assert text(panel.own(duel.view(ONE), unreached)).splitlines()[-1] == f"-# Duel 42 · due {RELATIVE}"
    assert "<t:" not in text(result.ended(duel.resign(ONE).view(None), about))


@pytest.mark.parametrize(
    ("minutes", "words_"),
    [(0, "1 minute"), (1, "1 minute"), (2, "2 minutes"), (119, "119 minutes"), (120, "2 hours"), (4300, "72 hours")],
)
def test_how_long_the_bot_was_away_in_words(minutes: int, words_: str) -> None:
    assert words.duration(minutes * 60_000) == words_


def test_reminders_word_for_word() -> None:
    about = named(due=DUE, url="https://discord.com/x")
    assert text(panel.reminder(about, ONE)) == f"### Number Battle · against Ben\nYour move is due {RELATIVE}."
    assert text(board.reminder(about, ONE, 11)) == f"<@11>, your move in duel 42 is due {RELATIVE}."
    for reminder in (panel.reminder(about, ONE), board.reminder(about, ONE, 11)):
        assert labels(reminder) == ["Ada: your move", "Board"]
        assert accent(reminder) == Accent.YOUR_TURN
    late = "Ben did not answer your challenge to Number Battle in time. (duel 42)"
    assert text(panel.not_accepted(named(late=True), "expired")) == late
    assert text(board.moved(about)) == "The board of duel 42 has moved."
    assert labels(board.moved(about)) == ["Board"]


def test_a_line_in_the_channel_for_who_cant_be_written_to_word_for_word() -> None:
    about = named(url="https://discord.com/x")
    turn = board.call(about, TWO, 22, is_turn=True, is_offered=True)
    assert text(turn) == (
        "<@22>, it is your turn in duel 42 and Ada offers you a draw, and I can't send you direct messages."
    )
    assert labels(turn) == ["Ben: your move", "Board"]
    offer = board.call(about, TWO, 22, is_turn=False, is_offered=True)
    assert text(offer) == "<@22>, Ada offers you a draw in duel 42, and I can't send you direct messages."


@pytest.mark.parametrize("game", names())
def test_what_is_private_to_one_is_told_to_that_one_only(game: str) -> None:
    duel = start(game)
    for viewer in Player:
        own = duel.view(viewer).pile("hand", viewer)
        if own is not None:
            hand = in_plain_text("".join(map(card, own.numbers or ())))
            waiting = replace(duel.view(viewer), actions=())  # else the buttons show it
            assert hand in in_plain_text(standing(waiting, ALL)).splitlines()
            for reader in (None, viewer.other):
                assert hand not in in_plain_text(standing(duel.view(reader), ALL)).splitlines()
                assert "? ? ? ? ?" in in_plain_text(standing(duel.view(reader), ALL)).splitlines()


def test_who_has_no_tokens_left_has_a_line_all_the_same() -> None:
    duel = play(start("siege"), *(f"{verb}-{token}" for token in range(1, 11) for verb in ("attack", "defend")))
    assert text(result.ended(duel.view(ONE), named())).splitlines() == [
        "### A draw",
        "All numbers are used, 15 to 15.",
        "**You** ♥ ▰▰▰▰▰▰▰▰▰▰ 15/15",
        "– – – – – – – – – –",
        "**Ben** ♥ ▰▰▰▰▰▰▰▰▰▰ 15/15",
        "– – – – – – – – – –",
        "The last exchange, in round 10: Ben's 10 against your 10: **deflected**.",
        "-# Number Battle · duel 42",
    ]


def test_a_fresh_panel_does_not_recall_the_deal() -> None:
    for game in names():
        for viewer in Player:
            view = start(game).view(viewer)
            assert last(view, ALL) == ""
            assert " got " not in text(panel.own(view, named()))


def test_a_duel_in_a_menu_word_for_word() -> None:
    entry = pages.Entry(named("||Ada||", duel=57), "||Ada||\u202e", "your move")
    assert pages.label(entry) == "57 · Number Battle · against ||Ada||"
    assert texts(pages.duel_list((entry, entry)))[1].splitlines()[0] == (
        r"**57** · Number Battle · against \|\|Ada\|\| · your move"
    )
