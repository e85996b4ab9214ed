"""The table of strength: who is in it, what a share of duels tells, and that luck and beginning favour nobody."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

import pytest

from games import names
from players import Level, RandomPlayer, player_for
from tests.games.helpers import LEVEL_AT_8, play, start
from tools import fit_match, fit_siege, siege_exact
from tools.references import REFERENCES, contestant, pairings
from tools.strength import Timed, interval, main, played, score, verdict


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


def test_a_missing_compiler_ends_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(siege_exact, "which", lambda name: None)
    monkeypatch.setattr(sys, "argv", ["tool"])
    for tool in (fit_match, fit_siege):
        with pytest.raises(SystemExit, match=r"^g\+\+ is not installed$"):
            tool.main()


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


def test_a_target_holds_if_the_lower_end_of_the_interval_does() -> None:
    below, above = (0.65 + off for off in (-1e-9, 1e-9))
    for game in names():
        assert verdict(game, ("medium", "easy"), below) == "65.0% is missed"
        assert verdict(game, ("medium", "easy"), above) == "65.0% holds"
        assert verdict(game, ("hard", "easy"), 0) == verdict(game, ("hard", "random"), 1) == ""
    assert verdict("match", ("hard", "medium"), 0.52) == "52.0% holds"
    assert verdict("siege", ("hard", "equilibrium"), 0.47) == "48.0% is missed"
    # 66 of 100 are more than 65, and yet may be luck.
    low, high = interval(0.66, 100)
    assert verdict("battle", ("hard", "medium"), low) == "65.0% is missed"
    assert high > 0.65
    assert verdict("battle", ("hard", "medium"), interval(0.66, 20_000)[0]) == "65.0% holds"


def test_the_targets_of_the_table_in_the_papers_hold() -> None:
    lines = (Path(__file__).parents[2] / "docs" / "players.md").read_text().splitlines()
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("| ")]
    table = [row for row in cells if len(row) == 9 and row[0] in names()]
    assert len(table) > 20
    for game, one, two, _, within, said, *_ in table:
        low = float(within.split("%")[0]) / 100
        assert said == verdict(game, (one, two), low)
        assert not said.endswith("missed")


def test_without_a_compiler_the_rest_of_the_table_goes_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", "")
    # Another test may have compiled it and asked it already.
    monkeypatch.setattr("tools.siege_references.exact", siege_exact.exact.__wrapped__)
    monkeypatch.setattr("tools.siege_exact.running", siege_exact.running.__wrapped__)
    met = [("hard", "equilibrium"), ("easy", "random")]
    monkeypatch.setattr("tools.strength.pairings", lambda game: met)
    main(["siege", "--duels", "2"])
    shown, errors = capsys.readouterr()
    assert errors == ""
    _, _, row, _, left_out, foot = shown.splitlines()
    assert row.startswith("| siege | easy | random | ")
    assert left_out == "Pairings with a player that has to be compiled are left out: g++ is not installed."
    assert foot.startswith("2 duels a pairing")


def test_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    main(["nomad", "--duels", "4", "--pairing", "hard", "random"])
    head, rule, row, _, foot = capsys.readouterr().out.splitlines()
    assert head.count("|") == rule.count("|") == row.count("|") == 10
    assert row.startswith("| nomad | hard | random | ")
    assert foot.startswith("4 duels a pairing, seed 0. Peak memory of the process: ")


def test_all_games_where_none_is_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("tools.strength.pairings", lambda game: [("easy", "random")])
    main(["--duels", "2"])
    _, _, *rows, _, _ = capsys.readouterr().out.splitlines()
    assert [row.split(" | ")[0].removeprefix("| ") for row in rows] == list(names())


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["siege", "chess"], "there is no game chess: name one of match, digit, siege, battle, nomad"),
        (["digit", "--pairing", "hard", "equilibrium"], "nobody is called equilibrium in digit: name one of easy,"),
        (["--pairing", "highest", "Hard"], "nobody is called Hard in match"),
        (["--duels", "0"], "a pairing plays 1 duel at least"),
    ],
)
def test_what_can_not_be_played_is_said_in_a_sentence(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(arguments)
    assert said in capsys.readouterr().err
