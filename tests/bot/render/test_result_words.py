"""How a duel ended, in words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.render import result
from bot.render.layout import Accent
from games import Duel, Ending, Outcome, Player, View
from games.model import Phase
from tests.bot.drawn import accent, labels, named, text
from tests.games.helpers import LEVEL_AT_8, play, start

ONE, TWO = Player.ONE, Player.TWO
DUE = 1_800_000_000_999


LIFE, USED = Ending.LIFE, Ending.NUMBERS_USED


RESULTS: list[tuple[Outcome, tuple[int, int], str, str, str]] = [
    (Outcome(ONE, LIFE), (7, -1), "Ada wins", "Ben is down, 7 to 0.", "You are down, 7 to 0."),
    (Outcome(TWO, LIFE), (0, 3), "Ben wins", "Ada is down, 3 to 0.", "Ada is down, 3 to 0."),
    (Outcome(None, LIFE), (-1, 0), "A draw", "Both are down at once.", "Both are down at once."),
    (Outcome(ONE, USED), (5, 4), "Ada wins", "All numbers are used, 5 to 4.", "All numbers are used, 5 to 4."),
    (
        Outcome(ONE, USED),
        (4, 4),
        "Ada wins",
        "All numbers are used, 4 to 4, and Ben moved last.",
        "All numbers are used, 4 to 4, and you moved last.",
    ),
    (Outcome(None, USED), (4, 4), "A draw", "All numbers are used, 4 to 4.", "All numbers are used, 4 to 4."),
    (
        Outcome(TWO, Ending.RESIGNATION),
        (4, 5),
        "Ben wins",
        "Ada resigned, at 5 to 4.",
        "Ada resigned, at 5 to 4.",
    ),
    (Outcome(ONE, Ending.TIME), (4, 4), "Ada wins", "Ben's time ran out.", "Your time ran out."),
    (
        Outcome(None, Ending.AGREEMENT),
        (10, 7),
        "A draw",
        "Both agreed on it, at 10 to 7.",
        "Both agreed on it, at 10 to 7.",
    ),
    (
        Outcome(None, Ending.VOID),
        (4, 4),
        "Called off",
        "I was removed from its server: no winner, and no loser.",
        "I was removed from its server: no winner, and no loser.",
    ),
]


def over(outcome: Outcome, life: tuple[int, int], viewer: Player | None = None) -> View:
    """A view of a duel that has ended so."""
    view = start("nomad").view(viewer)
    return replace(view, outcome=outcome, life=life, phase=Phase.OVER, to_act=frozenset(), actions=())


@pytest.mark.parametrize(
    ("outcome", "life", "title", "reason", "to_ben"), RESULTS, ids=[f"{one[0].ending}-{one[3]}" for one in RESULTS]
)
def test_a_result_in_words(outcome: Outcome, life: tuple[int, int], title: str, reason: str, to_ben: str) -> None:
    layout = result.ended(over(outcome, life), named())
    assert text(layout).startswith(f"### {title}\n{reason}\n")
    assert text(layout).endswith("\n-# Number Battle · duel 42")
    for viewer in Player:
        own = title if outcome.winner is None else "You win!" if outcome.winner is viewer else "You lose"
        layout = result.ended(over(outcome, life, viewer), named())
        assert text(layout).startswith(f"### {own}\n{to_ben if viewer is TWO else ''}")


@pytest.mark.parametrize(
    ("outcome", "colours"),
    [
        (Outcome(ONE, LIFE), (Accent.WON, Accent.WON, Accent.LOST)),
        (Outcome(None, Ending.AGREEMENT), (Accent.DRAWN,) * 3),
        (Outcome(None, Ending.VOID), (Accent.WAITING,) * 3),
    ],
)
def test_a_result_has_the_colour_of_who_reads_it(outcome: Outcome, colours: tuple[Accent, ...]) -> None:
    found = [accent(result.ended(over(outcome, (4, 4), viewer), named())) for viewer in (None, *Player)]
    assert tuple(found) == colours


def test_a_result_word_for_word() -> None:
    duel = play(start("siege"), "attack-6", "defend-4", "attack-7", "take", "attack-9", "take", "attack-10", "take")
    about = named(title="Numerical Siege", url="https://discord.com/x")
    layout = result.ended(duel.view(TWO), about)
    assert text(layout) == (
        "### You win!\nAda is down, 4 to 0.\n"
        "**You** ♥ ▰▰▱▱▱▱▱▱▱▱ 4/15\n1 2 3 – 5 6 – 8 9 –\n"
        "**Ada** ♥ ▱▱▱▱▱▱▱▱▱▱ 0/15\n1 2 3 4 5 – 7 8 – 10\n"
        "The deciding blow, in round 4: Ada takes the hit from your 10: **Ada 8 → 0**, with 2 to spare.\n"
        "-# Numerical Siege · duel 42"
    )
    assert labels(layout) == ["Rematch", "Course", "Review", "Board"]
    assert labels(result.ended(duel.view(None), about.without_link(), again=False)) == ["Course"]
    assert text(result.line(duel.view(None), about)) == (
        "**Ben wins Numerical Siege against Ada**: [the board](https://discord.com/x)"
    )
    drawn = duel.replay("siege", duel.chance, duel.starter, duel.moves[:-2]).agree_draw()
    assert text(result.line(drawn.view(None), about)).startswith("**Numerical Siege of Ada and Ben ended in a draw**")
    assert text(result.line(duel_called_off().view(None), about)).startswith(
        "**Numerical Siege of Ada and Ben was called off**"
    )


def duel_called_off() -> Duel:
    """A duel that was called off before anybody had moved."""
    return start("siege").void()


def test_what_was_not_answered_is_shown_at_the_end() -> None:
    duel = play(start("siege"), "attack-6", "defend-4", "attack-7").resign(ONE)
    shown = text(result.ended(duel.view(None), named())).splitlines()
    assert shown[3] == "1 2 3 4 5 – 7 8 9 10"
    assert shown[5] == "1 2 3 – 5 6 7 8 9 10"
    assert shown[6:8] == [
        "The last exchange, in round 1: Ada's 6 against Ben's 4: **Ben 15 → 13**.",
        "Ben's 7 was not answered.",
    ]


def test_a_course_word_for_word() -> None:
    duel = play(start("siege", TWO), "attack-6", "defend-4", "attack-10", "take").resign(TWO)
    told = {viewer: text(result.course(duel.view(viewer), named())) for viewer in (None, *Player)}
    assert told[None] == (
        "### The course of duel 42\nBen began.\n"
        "1 · Ben's 6 against Ada's 4: **Ada 15 → 13**.\n"
        "2 · Ben takes the hit from Ada's 10: **Ben 15 → 5**."
    )
    assert told[TWO].splitlines()[1:] == [
        "You began.",
        "1 · Your 6 against Ada's 4: **Ada 15 → 13**.",
        "2 · You take the hit from Ada's 10: **you 15 → 5**.",
    ]
    assert text(result.course(start("battle").resign(ONE).view(None), named())).endswith("\nAda began.")


def test_cards_that_were_drawn_are_in_ones_own_course_only() -> None:
    duel = start("match").resign(ONE)
    assert " got " in text(result.course(duel.view(ONE), named()))
    assert " got " not in text(result.course(duel.view(None), named()))


def test_an_end_by_time_word_for_word() -> None:
    about, at = named(due=DUE, late=True), "<t:1800000000:f>"
    begun, sudden = play(start("battle"), "attack-1"), play(start("digit"), *LEVEL_AT_8)
    cases = [
        (begun.expire(TWO), f"Ben's time ran out, {at}."),
        (start("battle").void(), f"Ada did not begin in time, {at}: no winner, and no loser."),
        (sudden.void(), f"Neither of the two picked in time, {at}: no winner, and no loser."),
    ]
    for duel, reason in cases:
        assert text(result.ended(duel.view(None), about)).splitlines()[1] == reason
    unreached = named(due=DUE, late=True, unreached=frozenset({ONE}))
    assert text(result.ended(begun.void().view(None), unreached)).splitlines()[1] == (
        "I could not reach Ada: no winner, and no loser."
    )
    # A duel that is called off before its time is up, and one that ends otherwise.
    assert text(result.ended(begun.void().view(None), named(due=DUE))).splitlines()[1] == (
        "I was removed from its server: no winner, and no loser."
    )
    assert at not in text(result.ended(begun.resign(TWO).view(None), about))


def test_every_ending_has_its_words() -> None:
    assert {outcome.ending for outcome, *_ in RESULTS} == set(Ending)
