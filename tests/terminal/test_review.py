"""After the end, `review` tells what was best; before it, that word tells nothing."""

from __future__ import annotations

import pytest

from games import Duel, Seeded, names
from games.terminal import REVIEW_LATER, REVIEW_NOW, Session
from tests import children
from tests.games.helpers import start
from tests.terminal.pseudo_terminal import COMMAND
from tests.terminal.screen import Screen, TypedSession, lines

BATTLE = b"attack 4\nattack 6\nattack 8\nattack 9\n"


def typed(*more: bytes, game: str = "battle", moves: bytes = BATTLE) -> str:
    """What a process says that is typed these lines."""
    done = children.run(*COMMAND, game, "--seed", "a", typed=moves + b"".join(line + b"\n" for line in more))
    assert (done.returncode, done.stderr) == (0, b"")
    shown: str = done.stdout.decode()
    return shown


def test_the_review_comes_after_the_end() -> None:
    shown = typed(b"what", b"REVIEW", b"review")
    _, review = shown.split("Thank you for playing Number Battle!\n")
    assert review.count(REVIEW_NOW) == 2
    assert review.count("The turning point is round 3. ") == 1
    assert "Best: attack 9, 100%." in review
    assert review.endswith("All are exact.\n")


@pytest.mark.parametrize(
    "more",
    [
        pytest.param((b"",), id="enter"),
        pytest.param((), id="end", marks=pytest.mark.soak),
        pytest.param((b"quit", b"review"), id="quit", marks=pytest.mark.soak),
    ],
)
def test_nobody_has_to_look_at_it(more: tuple[bytes, ...]) -> None:
    assert "turning point" not in typed(*more)


def test_ctrl_c_after_the_end_does_not_call_the_duel_unfinished() -> None:
    left = BATTLE.decode().splitlines(keepends=True)

    class Keyboard:
        def readline(self, limit: int, /) -> str:
            if not left:
                raise KeyboardInterrupt
            return left.pop(0)

    screen = Screen()
    session = Session(start("battle"), Keyboard(), screen.write, lambda: None, review=lambda duel: ("unasked",))
    with pytest.raises(KeyboardInterrupt):
        session.play()
    assert screen.all.endswith(f"{REVIEW_NOW}\n> ")


@pytest.mark.parametrize("game", names())
def test_before_the_end_there_is_none(game: str) -> None:
    played = TypedSession(Duel.start(game, Seeded(b"any")), lines(["review"])).play()
    assert REVIEW_LATER in played.screen.all
    assert REVIEW_NOW not in played.screen.all


def test_the_review_of_a_duel_against_the_computer() -> None:
    attacks = b"".join(b"attack %d\n" % number for number in range(1, 10))
    done = children.run(
        *COMMAND, "match", "--against", "easy", "--seed", "b", typed=attacks + b"resign\n" * 2 + b"review\n"
    )
    review = done.stdout.decode().partition(REVIEW_NOW)[2]
    assert " · Player 1: attack " in review
    assert " · Player 2: attack " in review
    assert "(can be met: " in review
    assert " ".join(review.split()).endswith("in brackets the chance that the attack can be met.")
