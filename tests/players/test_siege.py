"""The player of Numerical Siege: what it may play, by what it is shown, and each level beats the one below."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random

import pytest

from games import Duel, Player
from players import Level, player_for
from players.siege import is_exact, mixes, position_of
from players.siege_solver import Position
from tests.games.helpers import ONE, TWO, late, play
from tests.players.test_siege_solver import bits
from tools.siege_references import Highest
from tools.strength import Timed, score


def moves(duel: Duel, player: Player, level: Level, times: int = 300) -> Counter[str]:
    """How often each move is chosen."""
    random = Random(1)
    return Counter(str(player_for("siege", level).choose(duel.view(player), random)) for _ in range(times))


def test_the_committed_token_counts_for_the_defender() -> None:
    before = late("siege", life=(9, 7), tokens=((2, 5, 6), (3, 4)))
    position = Position(bits(2, 5, 6), bits(3, 4), 9, 7)
    assert position_of(before.view(ONE)) == position_of(play(before, "attack-5").view(TWO)) == position


def test_hard_mixes_as_is_best() -> None:
    # 5 wins unless it is met by 5, and 1 if it is let through. Whoever's 1 is left against 5 then loses.
    duel = late("siege", life=(1, 1), tokens=((1, 5), (1, 5)))
    attacks, answers = mixes(position_of(duel.view(ONE)))
    assert is_exact(position_of(duel.view(ONE)))
    often = moves(duel, ONE, Level.HARD, 2000)
    assert often["attack-5"] / 2000 == pytest.approx(attacks[1], abs=0.05)
    often = moves(play(duel, "attack-5"), TWO, Level.HARD, 2000)
    assert often["take"] / 2000 == pytest.approx(answers[0], abs=0.05)
    assert often["defend-5"] / 2000 == pytest.approx(answers[2], abs=0.05)


def test_hard_wins_at_once_where_it_can() -> None:
    duel = late("siege", life=(9, 1), tokens=((1, 2, 9), (1, 3)))
    assert set(moves(duel, ONE, Level.HARD)) == {"attack-9"}
    assert moves(duel, ONE, Level.MEDIUM).most_common(1)[0][0] == "attack-9"


@pytest.mark.soak
@pytest.mark.parametrize(("weaker", "stronger"), list(pairwise(Level)))
def test_each_level_beats_the_one_below(weaker: Level, stronger: Level) -> None:
    one, two = (Timed(level, player_for("siege", level)) for level in (stronger, weaker))
    assert score("siege", one, two, 400, seed=1) > 0.62


@pytest.mark.soak
def test_hard_punishes_the_highest_token() -> None:
    hard, other = Timed("hard", player_for("siege", Level.HARD)), Timed("highest", Highest())
    assert score("siege", hard, other, 400, seed=1) > 0.66
