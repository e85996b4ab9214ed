"""The table of strength: who is in it, what a share of duels tells, and that luck and beginning favour nobody."""

from __future__ import annotations

from random import Random

import pytest

from games import names
from players import Level, RandomPlayer, player_for
from tests.games.helpers import LEVEL_AT_8, play, start
from tools.references import REFERENCES, contestant, pairings
from tools.strength import Timed, interval, main, played, score


def test_an_interval_as_tables_give_it() -> None:
    assert interval(0.5, 100) == pytest.approx((0.4038, 0.5962), abs=1e-4)
    assert interval(1, 20) == pytest.approx((0.8389, 1), abs=1e-4)
    low, high = interval(0.65, 20_000)
    assert high - low == pytest.approx(0.0132, abs=1e-4)


@pytest.mark.parametrize("game", names())
def test_each_level_meets_each_and_every_reference(game: str) -> None:
    met = pairings(game)
    assert len(set(met)) == len(met) == 3 + 3 * (1 + len(REFERENCES.get(game, {})))
    assert {("hard", "medium"), ("hard", "easy"), ("medium", "easy"), ("easy", "random")} <= set(met)


def test_a_name_that_is_none_is_refused() -> None:
    with pytest.raises(KeyError):
        contestant("battle", "perfect")


def test_equal_players_share_and_a_swap_of_both_changes_nothing() -> None:
    one, two = Timed("one", RandomPlayer()), Timed("two", RandomPlayer())
    assert score("battle", one, two, 400, 0) == pytest.approx(0.5, abs=0.07)
    hard, other = Timed("hard", player_for("battle", Level.HARD)), Timed("random", RandomPlayer())
    assert score("battle", hard, other, 60, 0) > 0.9
    assert score("battle", other, hard, 60, 0) < 0.1
    assert len(hard.took) > 200


def test_two_who_both_pick_five_agree_on_a_draw() -> None:
    duel = play(start("digit"), *LEVEL_AT_8)
    hard = Timed("hard", player_for("digit", Level.HARD))
    assert played(duel, hard, hard, Random(0)) == 0.5
    # Three rounds, and the pick after which the draw is offered.
    assert len(hard.took) == 7


def test_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    main(["nomad", "--duels", "4", "--pairing", "hard", "random"])
    head, rule, row, _, foot = capsys.readouterr().out.splitlines()
    assert head.count("|") == rule.count("|") == row.count("|") == 9
    assert row.startswith("| nomad | hard | random | ")
    assert foot.startswith("4 duels a pairing, seed 0. Peak memory of the process: ")
