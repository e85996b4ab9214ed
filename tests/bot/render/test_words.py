"""What happened and whose turn it is, in words: in the third person, and to each of the two readers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.render import board, panel, words
from bot.render.words import PlayerNames
from games import Action, Duel, Player
from games.model import Answer, Attacked, Drew, Event, Healed, Reshuffled, Showdown, Skipped
from tests.bot.drawn import named, text
from tests.games.helpers import LEVEL_AT_20, play, start

ONE, TWO = Player.ONE, Player.TWO
ALL, TO_ADA, TO_BEN = (PlayerNames(("Ada", "Ben"), reader) for reader in (None, ONE, TWO))

SENTENCES: list[tuple[Event, tuple[str, str, str]]] = [
    (
        Attacked(1, ONE, 9, Answer.NONE, None, 9, 6),
        ("Ada attacks with 9: Ben loses 9", "you attack with 9: Ben loses 9", "Ada attacks with 9: you lose 9"),
    ),
    (
        Attacked(1, TWO, 9, Answer.DEFENDED, 4, 5, 10),
        (
            "Ben's 9 against Ada's 4: Ada loses 5",
            "Ben's 9 against your 4: you lose 5",
            "your 9 against Ada's 4: Ada loses 5",
        ),
    ),
    (
        Attacked(1, ONE, 7, Answer.DEFENDED, 7, 0, 15),
        (
            "Ada's 7 against Ben's 7: deflected",
            "your 7 against Ben's 7: deflected",
            "Ada's 7 against your 7: deflected",
        ),
    ),
    (
        Attacked(1, ONE, 1, Answer.LET_THROUGH, None, 1, 14),
        ("Ada's 1, let through: Ben loses 1", "your 1, let through: Ben loses 1", "Ada's 1, let through: you lose 1"),
    ),
    (
        Attacked(1, TWO, 3, Answer.UNABLE, None, 3, 0),
        ("Ben's 3, unanswered: Ada loses 3", "Ben's 3, unanswered: you lose 3", "your 3, unanswered: Ada loses 3"),
    ),
    (
        Healed(1, ONE, 8, 4, 10),
        ("Ada defends with 8 and gains 4", "you defend with 8 and gain 4", "Ada defends with 8 and gains 4"),
    ),
    (
        Healed(1, TWO, 1, 0, 10),
        ("Ben defends with 1 and gains 0", "Ben defends with 1 and gains 0", "you defend with 1 and gain 0"),
    ),
    (
        Showdown(10, (5, 1), (20, 16), (0, -4)),
        (
            "Sudden death, Ada's 5 against Ben's 1: Ben loses 4. Ada has 20 and Ben has 16",
            "Sudden death, your 5 against Ben's 1: Ben loses 4. You have 20 and Ben has 16",
            "Sudden death, Ada's 5 against your 1: you lose 4. Ada has 20 and you have 16",
        ),
    ),
    (
        Showdown(10, (3, 3), (4, 4), (0, 0)),
        (
            "Sudden death, Ada's 3 against Ben's 3: level. Ada has 4 and Ben has 4",
            "Sudden death, your 3 against Ben's 3: level. You have 4 and Ben has 4",
            "Sudden death, Ada's 3 against your 3: level. Ada has 4 and you have 4",
        ),
    ),
    (
        Showdown(10, (1, 5), (-2, 6), (-4, 4)),
        (
            "Sudden death, Ada's 1 against Ben's 5: Ada loses 4. Ada has −2 and Ben has 6",
            "Sudden death, your 1 against Ben's 5: you lose 4. You have −2 and Ben has 6",
            "Sudden death, Ada's 1 against your 5: Ada loses 4. Ada has −2 and you have 6",
        ),
    ),
    # Other games may have other rules for the same picks: what is told goes by what the event says.
    (
        Showdown(1, (3, 3), (7, 4), (-3, -6)),
        (
            "Sudden death, Ada's 3 against Ben's 3: Ada loses 3 and has 7, Ben loses 6 and has 4",
            "Sudden death, your 3 against Ben's 3: you lose 3 and have 7, Ben loses 6 and has 4",
            "Sudden death, Ada's 3 against your 3: Ada loses 3 and has 7, you lose 6 and have 4",
        ),
    ),
    (
        Showdown(1, (5, 1), (10, 11), (0, 1)),
        (
            "Sudden death, Ada's 5 against Ben's 1: Ben gains 1. Ada has 10 and Ben has 11",
            "Sudden death, your 5 against Ben's 1: Ben gains 1. You have 10 and Ben has 11",
            "Sudden death, Ada's 5 against your 1: you gain 1. Ada has 10 and you have 11",
        ),
    ),
    (
        Showdown(1, (5, 4), (9, 9), (0, 0)),
        (
            "Sudden death, Ada's 5 against Ben's 4: nothing changes. Ada has 9 and Ben has 9",
            "Sudden death, your 5 against Ben's 4: nothing changes. You have 9 and Ben has 9",
            "Sudden death, Ada's 5 against your 4: nothing changes. Ada has 9 and you have 9",
        ),
    ),
    (
        Skipped(1, TWO),
        ("Ben has nothing to attack with", "Ben has nothing to attack with", "you have nothing to attack with"),
    ),
    (Reshuffled(1), ("The played cards are shuffled into a new deck",) * 3),
    (Drew(0, ONE, (2, 5, 7)), ("Ada got 2 5 7", "you got 2 5 7", "Ada got 2 5 7")),
    (Drew(3, ONE, (9,)), ("Ada drew 9", "you drew 9", "Ada drew 9")),
]


def subclasses(kind: type[Event]) -> set[type[Event]]:
    """All kinds of events that a game has; tests make up more."""
    found = {sub for direct in kind.__subclasses__() for sub in (direct, *subclasses(direct))}
    return {event for event in found if event.__module__.startswith("games.")}


@pytest.mark.parametrize(("event", "sentences"), SENTENCES, ids=lambda value: type(value).__name__)
def test_an_event_in_words(event: Event, sentences: tuple[str, str, str]) -> None:
    told = tuple(words.happened(event, players, "Sudden death") for players in (ALL, TO_ADA, TO_BEN))
    assert told == sentences
    unnamed = tuple(words.happened(event, players, "") for players in (ALL, TO_ADA, TO_BEN))
    assert unnamed == tuple(sentence.removeprefix("Sudden death, ") for sentence in sentences)


def test_there_are_words_for_every_event_and_every_answer() -> None:
    assert {type(event) for event, _ in SENTENCES} == subclasses(Event)
    assert {event.answer for event, _ in SENTENCES if isinstance(event, Attacked)} == set(Answer)

    class Unheard(Event):
        pass

    with pytest.raises(TypeError):
        words.happened(Unheard(1), ALL, "")


# ---- small words


@pytest.mark.parametrize(("value", "shown"), [(0, "0"), (7, "7"), (-1, "\N{MINUS SIGN}1"), (-12, "\N{MINUS SIGN}12")])
def test_a_number_has_a_true_minus_sign(value: int, shown: str) -> None:
    assert words.number(value) == shown


@pytest.mark.parametrize(("value", "shown"), [(0, "0 cards"), (1, "1 card"), (2, "2 cards"), (26, "26 cards")])
def test_counts_agree(value: int, shown: str) -> None:
    assert words.count(value, "card") == shown


def test_numbers_in_a_row() -> None:
    assert words.numbers((1, 7, 7, 10)) == "1 7 7 10"
    assert words.numbers(()) == "none"


@pytest.mark.parametrize(
    ("life", "full", "bar"),
    [
        (15, 15, "▰▰▰▰▰▰▰▰▰▰ 15/15"),
        (14, 15, "▰▰▰▰▰▰▰▰▰▱ 14/15"),
        (11, 15, "▰▰▰▰▰▰▰▱▱▱ 11/15"),
        (2, 15, "▰▱▱▱▱▱▱▱▱▱ 2/15"),
        (1, 15, "▰▱▱▱▱▱▱▱▱▱ 1/15"),
        (1, 20, "▰▱▱▱▱▱▱▱▱▱ 1/20"),
        (0, 15, "▱▱▱▱▱▱▱▱▱▱ 0/15"),
        (-1, 15, "▱▱▱▱▱▱▱▱▱▱ −1/15"),
        (-9, 20, "▱▱▱▱▱▱▱▱▱▱ −9/20"),
    ],
)
def test_a_life_bar(life: int, full: int, bar: str) -> None:
    assert words.life_bar(life, full) == bar


@pytest.mark.parametrize("full", [10, 15, 20])
def test_a_life_bar_at_every_value(full: int) -> None:
    filled = []
    for life in range(-10, full + 1):
        bar, number = words.life_bar(life, full).split(" ")
        assert (len(bar), set(bar) <= {"▰", "▱"}, "▱▰" in bar) == (10, True, False)
        assert number == f"{words.number(life)}/{full}"
        assert ("▰" in bar) is (life > 0)
        assert ("▱" in bar) is (life < full)
        filled.append(bar.count("▰"))
    assert filled == sorted(filled)


# ---- whose turn


@pytest.mark.parametrize(
    ("duel", "turns"),
    [
        (start("battle"), ("Ada to attack", "Your attack", "Ada to attack")),
        (start("digit", TWO), ("Ben to move", "Ben to move", "Your move")),
        (play(start("siege"), "attack-7"), ("Ben to defend", "Ben to defend", "Your defence")),
        (play(start("digit"), *LEVEL_AT_20), ("Sudden death: both pick in secret",) * 3),
        (
            play(start("digit"), *LEVEL_AT_20).play(ONE, Action.parse("pick-3")),
            ("Ben to pick", "Ben to pick", "Sudden death: your pick"),
        ),
    ],
    ids=["attack", "move", "defend", "both pick", "pick"],
)
def test_whose_turn(duel: Duel, turns: tuple[str, str, str]) -> None:
    readers = (ALL, TO_ADA, TO_BEN)
    assert tuple(words.whose_turn(duel.view(players.reader), players) for players in readers) == turns


@pytest.mark.parametrize("title", ["", "The blind round"])
def test_what_picking_is_called_is_the_games_to_say(title: str) -> None:
    level = play(start("digit"), *LEVEL_AT_20)
    both, one = (replace(duel.view(ONE), pick_title=title) for duel in (level, level.play(TWO, Action.parse("pick-3"))))
    part = f"{title}: " if title else ""
    for players in (ALL, TO_ADA):
        assert words.whose_turn(both, players).lower() == f"{part}both pick in secret".lower()
    assert words.whose_turn(both, ALL)[0].isupper()
    assert words.whose_turn(one, TO_ADA) == (f"{title}: your pick" if title else "Your pick")
    shown = replace(
        level.play(TWO, Action.parse("pick-3")).play(ONE, Action.parse("pick-4")).view(None), pick_title=title
    )
    part = f"{title}, " if title else ""
    assert words.recap(shown, ALL).startswith(f"{part}Ada's 4 against Ben's 3: Ben loses 1.")
    assert words.course(shown, ALL)[-1].startswith(f"10 · {part}Ada's 4 against Ben's 3: Ben loses 1.")


@pytest.mark.parametrize("name", ["you", "your friend", "you and I"])
def test_somebody_called_like_the_reader_is_shown_as_written(name: str) -> None:
    about = named(name, title="Number Battle")
    duel = start("battle")
    board_text = text(board.open_board(duel.view(None), about))
    assert f"**{name} to attack**" in board_text
    assert f"**{name}** ▰" in board_text
    to_ben = text(panel.open_panel(play(duel, "attack-9").view(TWO), about))
    assert "**Your attack**" in to_ben
    assert f"\n{name} attacks with 9: you lose 9." in to_ben
