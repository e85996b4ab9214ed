"""What happened and whose turn it is, in words: in the third person, and to each of the two readers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.render import board, exchanges, panel, pictures, words
from bot.render.standing import standing
from bot.render.words import PlayerNames
from games import Action, Duel, Player, View
from games.model import Answer, Attacked, Drew, Event, Healed, Reshuffled, Showdown, Skipped
from tests.bot.drawn import named, text
from tests.games.helpers import LEVEL_AT_20, match_position, play, start
from tests.pictures import in_plain_text

ONE, TWO = Player.ONE, Player.TWO
ALL, TO_ADA, TO_BEN = (PlayerNames(("Ada", "Ben"), reader) for reader in (None, ONE, TWO))

SENTENCES: list[tuple[Event, tuple[str, str, str]]] = [
    (
        Attacked(1, ONE, 9, Answer.NONE, None, 9, 6),
        ("Ada's 9 hits: **Ben 15 → 6**", "your 9 hits: **Ben 15 → 6**", "Ada's 9 hits: **you 15 → 6**"),
    ),
    # What was too much is told, and life below 0 is not.
    (
        Attacked(1, ONE, 9, Answer.NONE, None, 9, -6),
        (
            "Ada's 9 hits: **Ben 3 → 0**, with 6 to spare",
            "your 9 hits: **Ben 3 → 0**, with 6 to spare",
            "Ada's 9 hits: **you 3 → 0**, with 6 to spare",
        ),
    ),
    (
        Attacked(1, TWO, 9, Answer.DEFENDED, 4, 5, 10),
        (
            "Ben's 9 against Ada's 4: **Ada 15 → 10**",
            "Ben's 9 against your 4: **you 15 → 10**",
            "your 9 against Ada's 4: **Ada 15 → 10**",
        ),
    ),
    (
        Attacked(1, ONE, 7, Answer.DEFENDED, 7, 0, 15),
        (
            "Ada's 7 against Ben's 7: **deflected**",
            "your 7 against Ben's 7: **deflected**",
            "Ada's 7 against your 7: **deflected**",
        ),
    ),
    (
        Attacked(1, ONE, 1, Answer.LET_THROUGH, None, 1, 14),
        (
            "Ben takes the hit from Ada's 1: **Ben 15 → 14**",
            "Ben takes the hit from your 1: **Ben 15 → 14**",
            "you take the hit from Ada's 1: **you 15 → 14**",
        ),
    ),
    (
        Attacked(1, TWO, 3, Answer.UNABLE, None, 3, 0),
        ("Ben's 3 hits: **Ada 3 → 0**", "Ben's 3 hits: **you 3 → 0**", "your 3 hits: **Ada 3 → 0**"),
    ),
    (
        Healed(1, ONE, 8, 4, 10),
        ("Ada heals with 8: **Ada 6 → 10**", "you heal with 8: **you 6 → 10**", "Ada heals with 8: **Ada 6 → 10**"),
    ),
    (
        Healed(1, TWO, 1, 0, 10),
        (
            "Ben heals with 1: **Ben stays at 10**",
            "Ben heals with 1: **Ben stays at 10**",
            "you heal with 1: **you stay at 10**",
        ),
    ),
    (
        Showdown(10, (5, 1), (20, 16), (0, -4)),
        (
            "Sudden death, Ada's 5 against Ben's 1: **Ada stays at 20**, **Ben 20 → 16**",
            "Sudden death, your 5 against Ben's 1: **you stay at 20**, **Ben 20 → 16**",
            "Sudden death, Ada's 5 against your 1: **Ada stays at 20**, **you 20 → 16**",
        ),
    ),
    (
        Showdown(10, (3, 3), (4, 4), (0, 0)),
        (
            "Sudden death, Ada's 3 against Ben's 3: **level**",
            "Sudden death, your 3 against Ben's 3: **level**",
            "Sudden death, Ada's 3 against your 3: **level**",
        ),
    ),
    (
        Showdown(10, (1, 5), (-2, 6), (-4, 4)),
        (
            "Sudden death, Ada's 1 against Ben's 5: **Ada 2 → 0**, with 2 to spare, **Ben 2 → 6**",
            "Sudden death, your 1 against Ben's 5: **you 2 → 0**, with 2 to spare, **Ben 2 → 6**",
            "Sudden death, Ada's 1 against your 5: **Ada 2 → 0**, with 2 to spare, **you 2 → 6**",
        ),
    ),
    # Other games may have other rules for the same picks: what is told goes by what the event says.
    (
        Showdown(1, (5, 4), (9, 9), (0, 0)),
        (
            "Sudden death, Ada's 5 against Ben's 4: **nothing changes**",
            "Sudden death, your 5 against Ben's 4: **nothing changes**",
            "Sudden death, Ada's 5 against your 4: **nothing changes**",
        ),
    ),
    (
        Skipped(1, TWO),
        (
            "Ben has nothing left to attack with",
            "Ben has nothing left to attack with",
            "you have nothing left to attack with",
        ),
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
    view = replace(start("digit").view(None), pick_title="Sudden death")
    for written in (str, None):
        told = (exchanges.happened(event, players, view, written) for players in (ALL, TO_ADA, TO_BEN))
        assert tuple(map(in_plain_text, told)) == sentences
    view = replace(view, pick_title="")
    unnamed = tuple(exchanges.happened(event, players, view, str) for players in (ALL, TO_ADA, TO_BEN))
    assert unnamed == tuple(sentence.removeprefix("Sudden death, ") for sentence in sentences)


@pytest.mark.parametrize(
    ("view", "names"),
    [
        (play(start("siege"), "attack-6", "defend-4").view(None), {"token_6", "token_4"}),
        (play(start("nomad"), "attack-6").view(None), {"number_6"}),
        (match_position([2] * 4 + [9], [1] * 4 + [3], deck=[6] * 4).view(ONE), {"card_2", "card_9"}),
    ],
)
def test_numbers_are_pictures_of_what_is_played_with(view: View, names: set[str]) -> None:
    shown = exchanges.last(view, ALL) + standing(replace(view, actions=()), ALL)
    assert names <= {pictures.PICTURES[character].name for character in shown if character in pictures.PICTURES}


def test_a_number_without_a_picture_is_written() -> None:
    assert exchanges.pooled(77) == "77"


def test_there_are_words_for_every_event_and_every_answer() -> None:
    assert {type(event) for event, _ in SENTENCES} == subclasses(Event)
    assert {event.answer for event, _ in SENTENCES if isinstance(event, Attacked)} == set(Answer)

    class Unheard(Event):
        pass

    with pytest.raises(TypeError):
        exchanges.happened(Unheard(1), ALL, start("digit").view(None))


# ---- small words


@pytest.mark.parametrize(("value", "shown"), [(0, "0 cards"), (1, "1 card"), (2, "2 cards"), (26, "26 cards")])
def test_counts_agree(value: int, shown: str) -> None:
    assert words.count(value, "card") == shown


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
        (-1, 15, "▱▱▱▱▱▱▱▱▱▱ 0/15"),
        (-9, 20, "▱▱▱▱▱▱▱▱▱▱ 0/20"),
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
        assert number == f"{max(life, 0)}/{full}"
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
            ("Sudden death: Ben to pick", "Sudden death: Ben to pick", "Sudden death: your pick"),
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
    shown = level.play(TWO, Action.parse("pick-3")).play(ONE, Action.parse("pick-4"))
    view = replace(shown.view(None), pick_title=title)
    part = f"{title}, " if title else ""
    assert in_plain_text(exchanges.last(view, ALL)).startswith(f"{part}Ada's 4 against Ben's 3: **Ada stays at 20**")
    assert exchanges.course(view, ALL)[-1].startswith(f"10 · {part}Ada's 4 against Ben's 3: **Ada stays at 20**")


@pytest.mark.parametrize("name", ["you", "your friend", "you and I"])
def test_somebody_called_like_the_reader_is_shown_as_written(name: str) -> None:
    about = named(name, title="Number Battle")
    duel = start("battle")
    board_text = text(board.open_board(duel.view(None), about))
    assert f"**{name} to attack**" in board_text
    assert f"**{name}** ♥ ▰" in board_text
    to_ben = text(panel.own(play(duel, "attack-9").view(TWO), about))
    assert "**Your attack**" in to_ben
    assert f"\n{name}'s 9 hits: **you 15 → 6**." in to_ben
