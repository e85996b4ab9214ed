"""Digit Duel: the sample game and the transcript of its rule book, its rulings and its sudden death."""

from __future__ import annotations

from random import Random

import pytest

from games import Action, Duel, Ending, IllegalAction, NotYourTurn, Outcome, registry
from games.model import Answer, Attacked, Healed, Phase, Player, Showdown
from games.rules.digit import DigitDuel
from tests.games.helpers import (
    LEVEL_AT_3,
    LEVEL_AT_8,
    LEVEL_AT_20,
    ONE,
    TWO,
    VIEWERS,
    last,
    late,
    left,
    life,
    numbers,
    play,
    start,
    tokens,
)

NAME = "digit"


def picks(duel: Duel, one: int, two: int) -> Duel:
    """One round of sudden death."""
    return duel.play(ONE, Action.parse(f"pick-{one}")).play(TWO, Action.parse(f"pick-{two}"))


def test_both_start_with_10_life_of_20_and_the_digits_1_to_9() -> None:
    duel = start(NAME)
    assert life(duel) == (10, 10)
    assert duel.view(None).full_life == 20
    assert left(duel) == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert tokens(duel.view(ONE)) == [f"{verb}-{n}" for verb in ("attack", "defend") for n in range(1, 10)]
    assert duel.view(ONE).phase is Phase.MOVE


def test_sample_game() -> None:
    duel = start(NAME)
    turns = [
        ("attack-9", Attacked(1, ONE, 9, Answer.NONE, None, 9, 1), (10, 1), [1, 2, 3, 4, 5, 6, 7, 8]),
        ("defend-8", Healed(2, TWO, 8, 8, 9), (10, 9), [1, 2, 3, 4, 5, 6, 7]),
        ("attack-7", Attacked(3, ONE, 7, Answer.NONE, None, 7, 2), (10, 2), [1, 2, 3, 4, 5, 6]),
        ("defend-6", Healed(4, TWO, 6, 6, 8), (10, 8), [1, 2, 3, 4, 5]),
        ("attack-5", Attacked(5, ONE, 5, Answer.NONE, None, 5, 3), (10, 3), [1, 2, 3, 4]),
        ("defend-4", Healed(6, TWO, 4, 4, 7), (10, 7), [1, 2, 3]),
        ("attack-3", Attacked(7, ONE, 3, Answer.NONE, None, 3, 4), (10, 4), [1, 2]),
        ("defend-2", Healed(8, TWO, 2, 2, 6), (10, 6), [1]),
        ("attack-1", Attacked(9, ONE, 1, Answer.NONE, None, 1, 5), (10, 5), []),
    ]
    for token, event, lives, rest in turns:
        assert duel.outcome is None
        duel = play(duel, token)
        assert last(duel) == event
        assert life(duel) == lives
        assert left(duel) == rest
    assert duel.outcome == Outcome(ONE, Ending.NUMBERS_USED)


def test_transcript() -> None:
    duel = start(NAME)
    assert duel.to_act == {ONE}
    assert (left(duel), life(duel)) == ([1, 2, 3, 4, 5, 6, 7, 8, 9], (10, 10))
    duel = play(duel, "attack-9")
    assert last(duel) == Attacked(1, ONE, 9, Answer.NONE, None, 9, 1)
    assert duel.to_act == {TWO}
    assert (left(duel), life(duel)) == ([1, 2, 3, 4, 5, 6, 7, 8], (10, 1))
    duel = play(duel, "defend-8")
    assert last(duel) == Healed(2, TWO, 8, 8, 9)
    assert life(duel) == (10, 9)


def test_healing_stops_at_20_and_the_excess_is_lost() -> None:
    duel = play(start(NAME), "defend-8", "defend-1", "defend-7")
    assert last(duel) == Healed(3, ONE, 7, 2, 20)
    assert life(duel) == (20, 11)
    assert left(duel) == [2, 3, 4, 5, 6, 9]


def test_healing_up_to_exactly_20_loses_nothing() -> None:
    duel = play(late(NAME, life=(13, 10)), "defend-7")
    assert last(duel) == Healed(1, ONE, 7, 7, 20)


def test_life_can_fall_below_zero() -> None:
    duel = play(start(NAME), "attack-9", "defend-3", "attack-8")
    assert last(duel) == Attacked(3, ONE, 8, Answer.NONE, None, 8, -4)
    assert life(duel) == (10, -4)
    assert duel.outcome == Outcome(ONE, Ending.LIFE)


@pytest.mark.parametrize(("lives", "winner"), [((5, 4), ONE), ((3, 5), TWO)])
def test_pool_empty_and_both_alive_more_life_wins(lives: tuple[int, int], winner: Player) -> None:
    duel = play(late(NAME, life=lives, pool=(1,)), "defend-1")
    assert duel.outcome == Outcome(winner, Ending.NUMBERS_USED)


@pytest.mark.parametrize(("line", "lives"), [(LEVEL_AT_20, 20), (LEVEL_AT_8, 8), (LEVEL_AT_3, 3)])
def test_an_equal_life_line_reaches_sudden_death(line: tuple[str, ...], lives: int) -> None:
    duel = play(start(NAME), *line)
    assert life(duel) == (lives, lives)
    assert left(duel) == []
    assert duel.outcome is None
    assert duel.to_act == {ONE, TWO}
    for player in Player:
        view = duel.view(player)
        assert view.phase is Phase.PICK
        assert view.secret
        assert tokens(view) == ["pick-1", "pick-2", "pick-3", "pick-4", "pick-5"]
    assert tokens(duel.view(None)) == []
    lost = [e.number - e.gained for e in duel.view(None).history if isinstance(e, Healed)]
    assert sum(lost) % 2 == 1, "level only because the cap swallowed an odd amount"


def test_without_the_cap_equal_life_cannot_happen(monkeypatch: pytest.MonkeyPatch) -> None:
    class Uncapped(DigitDuel):
        full_life = 1000

    monkeypatch.setitem(registry.GAMES, NAME, Uncapped())
    random = Random(5)
    used_up = 0
    for _ in range(300):
        duel = start(NAME)
        while not duel.outcome:
            assert len(duel.to_act) == 1
            (player,) = duel.to_act
            duel = duel.play(player, random.choice(duel.view(player).actions))
        used_up += duel.outcome.ending is Ending.NUMBERS_USED
    assert used_up > 50


# ---- sudden death


@pytest.mark.parametrize("first", [ONE, TWO])
def test_picks_come_in_any_order_and_who_has_picked_is_public(first: Player) -> None:
    duel = play(start(NAME), *LEVEL_AT_8).play(first, Action.parse("pick-4"))
    assert duel.to_act == {first.other}
    for viewer in VIEWERS:
        view = duel.view(viewer)
        assert view.to_act == {first.other}
        pile = view.pile("table", first)
        assert pile is not None
        assert pile.count == 1
        assert view.pile("table", first.other) is None
    assert duel.view(first).actions == ()


@pytest.mark.parametrize("first", [ONE, TWO])
def test_a_pick_is_hidden_from_all_but_its_owner_until_both_are_in(first: Player) -> None:
    duel = play(start(NAME), *LEVEL_AT_8)
    four, two = (duel.play(first, Action.parse(f"pick-{digit}")) for digit in (4, 2))
    assert numbers(four, "table", first, viewer=first) == [4]
    for viewer in (first.other, None):
        assert numbers(four, "table", first, viewer=viewer) is None
        assert four.view(viewer) == two.view(viewer)
    shown = four.play(first.other, Action.parse("pick-4"))
    for viewer in VIEWERS:
        assert last(shown, viewer) == Showdown(10, (4, 4), (8, 8), (0, 0))
        assert shown.view(viewer).pile("table", first) is None


def test_a_pick_cannot_be_taken_back_or_made_twice() -> None:
    duel = play(start(NAME), *LEVEL_AT_8).play(ONE, Action.parse("pick-4"))
    with pytest.raises(NotYourTurn):
        duel.play(ONE, Action.parse("pick-5"))


@pytest.mark.parametrize("token", ["pick-6", "pick-9", "attack-5", "defend-5", "take"])
def test_nothing_but_1_to_5_can_be_picked(token: str) -> None:
    with pytest.raises(IllegalAction):
        play(start(NAME), *LEVEL_AT_8).play(ONE, Action.parse(token))


def test_there_are_no_picks_before_sudden_death() -> None:
    with pytest.raises(IllegalAction):
        start(NAME).play(ONE, Action.parse("pick-3"))


@pytest.mark.parametrize(
    ("one", "two", "lives"),
    [(5, 2, (11, 5)), (2, 5, (5, 11)), (3, 3, (8, 8)), (1, 5, (4, 12)), (5, 4, (9, 7))],
)
def test_the_higher_pick_gains_the_difference_and_the_lower_loses_it(
    one: int, two: int, lives: tuple[int, int]
) -> None:
    duel = picks(play(start(NAME), *LEVEL_AT_8), one, two)
    assert last(duel) == Showdown(10, (one, two), lives, (one - two, two - one))
    assert life(duel) == lives
    assert duel.outcome is None
    assert duel.to_act == {ONE, TWO}


def test_digits_can_be_picked_again_and_sudden_death_lasts_until_somebody_is_at_zero_or_below() -> None:
    duel = play(start(NAME), *LEVEL_AT_8)
    for lives in ((12, 4), (16, 0)):
        assert duel.outcome is None
        duel = picks(duel, 5, 1)
        assert life(duel) == lives
    assert duel.outcome == Outcome(ONE, Ending.LIFE)
    assert duel.to_act == frozenset()
    below = picks(play(start(NAME), *LEVEL_AT_3), 1, 5)
    assert life(below) == (-1, 7)
    assert below.outcome == Outcome(TWO, Ending.LIFE)


def test_unequal_life_within_sudden_death_does_not_end_it() -> None:
    duel = picks(play(start(NAME), *LEVEL_AT_8), 5, 4)
    assert life(duel) == (9, 7)
    assert duel.outcome is None
    assert life(picks(duel, 4, 5)) == (8, 8)


def test_the_cap_of_20_holds_in_a_showdown() -> None:
    duel = picks(play(start(NAME), *LEVEL_AT_20), 5, 2)
    assert last(duel) == Showdown(10, (5, 2), (20, 17), (0, -3)), "what a life was changed by, not the difference"
    assert last(picks(duel, 1, 2)) == Showdown(11, (1, 2), (19, 18), (-1, 1))


def test_5_5_repeats_for_ever_and_a_draw_and_resignation_stay_possible() -> None:
    duel = play(start(NAME), *LEVEL_AT_8)
    for round_ in range(50):
        duel = picks(duel, 5, 5)
        assert life(duel) == (8, 8)
        assert last(duel) == Showdown(10 + round_, (5, 5), (8, 8), (0, 0))
        assert duel.outcome is None
        assert duel.to_act == {ONE, TWO}
        assert duel.agree_draw().outcome == Outcome(None, Ending.AGREEMENT)
        assert duel.resign(TWO).outcome == Outcome(ONE, Ending.RESIGNATION)
    half = duel.play(ONE, Action.parse("pick-5"))
    assert half.resign(ONE).outcome == Outcome(TWO, Ending.RESIGNATION)
    assert half.agree_draw().outcome == Outcome(None, Ending.AGREEMENT)


def test_5_is_never_worse_than_any_other_pick() -> None:
    level = play(start(NAME), *LEVEL_AT_8)
    for other in range(1, 6):
        five = life(picks(level, 5, other))
        for pick in range(1, 5):
            mine = life(picks(level, pick, other))
            assert five[0] >= mine[0]
            assert five[1] <= mine[1]


def test_a_pick_never_answered_is_shown_at_the_end() -> None:
    duel = play(start(NAME), *LEVEL_AT_8).play(TWO, Action.parse("pick-3")).resign(ONE)
    for viewer in VIEWERS:
        assert numbers(duel, "table", TWO, viewer) == [3]
