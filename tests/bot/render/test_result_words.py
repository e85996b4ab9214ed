"""How a duel ended, in words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.render import result, words
from bot.render.words import PlayerNames
from games import Ending, Outcome, Player, View
from games.model import Phase
from tests.bot.drawn import named, text
from tests.games.helpers import start

ONE, TWO = Player.ONE, Player.TWO


ALL, TO_ADA, TO_BEN = (PlayerNames(("Ada", "Ben"), reader) for reader in (None, ONE, TWO))


LIFE, USED = Ending.LIFE, Ending.NUMBERS_USED


RESULTS: list[tuple[Outcome, tuple[int, int], str, str, str]] = [
    (Outcome(ONE, LIFE), (7, -1), "Ada wins Number Battle", "Ben ran out of life.", "You ran out of life."),
    (Outcome(TWO, LIFE), (0, 3), "Ben wins Number Battle", "Ada ran out of life.", "Ada ran out of life."),
    (
        Outcome(None, LIFE),
        (-1, 0),
        "Number Battle ends level",
        "Both ran out of life: a draw.",
        "Both ran out of life: a draw.",
    ),
    (
        Outcome(ONE, USED),
        (5, 4),
        "Ada wins Number Battle",
        "All numbers are used, and Ben had less life.",
        "All numbers are used, and you had less life.",
    ),
    (
        Outcome(ONE, USED),
        (4, 4),
        "Ada wins Number Battle",
        "All numbers are used, both have the same life, and Ben moved last.",
        "All numbers are used, both have the same life, and you moved last.",
    ),
    (
        Outcome(None, USED),
        (4, 4),
        "Number Battle ends level",
        "All numbers are used, and both have the same life: a draw.",
        "All numbers are used, and both have the same life: a draw.",
    ),
    (Outcome(ONE, Ending.RESIGNATION), (4, 4), "Ada wins Number Battle", "Ben resigned.", "You resigned."),
    (Outcome(ONE, Ending.TIME), (4, 4), "Ada wins Number Battle", "Ben ran out of time.", "You ran out of time."),
    (
        Outcome(None, Ending.AGREEMENT),
        (4, 4),
        "Number Battle ends level",
        "Both agreed on a draw.",
        "Both agreed on a draw.",
    ),
    (
        Outcome(None, Ending.VOID),
        (4, 4),
        "Number Battle was called off",
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
    assert words.result_title(outcome, "Number Battle", ALL) == title
    assert words.result_title(outcome, "Number Battle", TO_ADA) == title.replace("Ada wins", "You win")
    assert words.result_reason(over(outcome, life), ALL) == reason
    assert words.result_reason(over(outcome, life), TO_BEN) == to_ben
    layout, file = result.ended(over(outcome, life), named())
    assert file is not None
    assert text(layout).startswith(f"### {title} · duel 42\n{reason}\n")
    assert f"\n{title}. {reason}\n" in file.fp.read().decode()


def test_why_one_wins_with_the_same_life_is_said_in_the_games_own_words() -> None:
    level = over(Outcome(ONE, USED), (4, 4))
    end = "All numbers are used, both have the same life, and Ben"
    assert words.result_reason(level, ALL) == f"{end} moved last."
    assert words.result_reason(replace(level, level_loser="began"), ALL) == f"{end} began."


def test_every_ending_has_its_words() -> None:
    assert {outcome.ending for outcome, *_ in RESULTS} == set(Ending)
