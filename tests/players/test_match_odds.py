"""Number Match Duel: what hard knows of the other's hand, against the truth."""

from __future__ import annotations

from collections.abc import Iterable
from math import comb, sqrt

import pytest

from games import Duel
from players.match_odds import NUMBERS, odds, packed, possible, steps
from tests.games.helpers import ONE, TWO, play, scripted
from tests.players.match_duels import as_expected, hand, lowest, positions


def dealt(one: tuple[int, ...], two: tuple[int, ...], *draws: int) -> Duel:
    """A duel with these hands, and these cards drawn next."""
    return Duel.start("match", scripted(*one, *two, *draws))


def test_at_first_the_odds_are_those_of_five_cards_out_of_all_others() -> None:
    known = odds(dealt((9, 9, 7, 7, 7), (1, 1, 1, 1, 2)).view(ONE))
    for number, left in ((9, 2), (7, 1), (1, 4)):
        assert known.one[number] == pytest.approx(1 - comb(31 - left, 5) / comb(31, 5))
    two_nines = comb(29, 3) / comb(31, 5)
    assert known.two[9] == pytest.approx(two_nines)
    both = 1 - 2 * comb(27, 5) / comb(31, 5) + comb(23, 5) / comb(31, 5)
    assert known.both[1][2] == known.both[2][1] == pytest.approx(both)


def test_who_was_hit_without_being_asked_held_none() -> None:
    duel = play(dealt((9, 9, 3, 2, 1), (8, 7, 7, 6, 5), 4), "attack-9")
    assert odds(duel.view(ONE)).one[9] == 0
    assert odds(duel.view(ONE)).one[8] > 0.4


def test_who_kept_a_card_holds_it() -> None:
    duel = play(dealt((9, 9, 3, 2, 1), (9, 7, 7, 6, 5), 4), "attack-9", "take")
    known = odds(duel.view(ONE))
    assert known.one[9] == pytest.approx(1)
    assert 0 < known.two[9] < 0.2


def test_who_defended_may_hold_another_and_draws() -> None:
    duel = play(dealt((7, 7, 7, 2, 1), (7, 9, 8, 6, 5), 4, 4), "attack-7", "defend-7")
    assert odds(duel.view(ONE)).one[7] == 0  # three were one's own, the fourth has been played


def test_an_attack_tells_that_higher_numbers_are_less_likely() -> None:
    before = dealt((8, 7, 3, 2, 1), (6, 6, 5, 4, 4), 1)
    was, now = odds(before.view(TWO)), odds(play(before, "attack-8").view(TWO))
    assert now.one[9] < was.one[9] / 2
    assert now.one[2] > was.one[2]


def check_the_truth_is_possible(seeds: Iterable[int], known_hands: int) -> None:
    """The hand that the other really holds is never ruled out, not even where it was known when the deck ran out."""
    met = 0
    for duel, player in positions(seeds, lowest):
        view, other = duel.view(player), hand(duel, player.other)
        shown, known = steps(view), odds(view)
        met += shown[0].what == "is"
        assert possible(shown)[packed(other)] > 0
        for number in NUMBERS:
            assert not other.count(number) or known.one[number] > 0
            assert known.two[number] <= known.one[number] + 1e-9 <= 1 + 2e-9
    assert met >= known_hands


def test_the_truth_is_possible() -> None:
    check_the_truth_is_possible((32, 73, 122), 8)


@pytest.mark.soak
def test_the_truth_is_possible_in_many_duels() -> None:
    check_the_truth_is_possible(range(200), 20)


def check_odds_hold(seeds: range) -> None:
    """Of all numbers said to be held with a chance of about p, a share of about p is held.

    The players attack as hard takes them to, so that nothing but a mistake can make a difference.
    """
    said, true, tried = [0.0] * 10, [0] * 10, [0] * 10
    for duel, player in positions(seeds, as_expected):
        known, other = odds(duel.view(player)), hand(duel, player.other)
        for number in NUMBERS:
            tenth = min(int(known.one[number] * 10), 9)
            said[tenth] += known.one[number]
            true[tenth] += number in other
            tried[tenth] += 1
    for tenth, count in enumerate(tried):
        # Numbers of one hand, and hands of one duel, hang together: hence not the usual two or three deviations.
        assert abs(said[tenth] - true[tenth]) <= 5 * sqrt(max(1, said[tenth] * (1 - said[tenth] / max(1, count))))


def test_the_odds_hold() -> None:
    check_odds_hold(range(25))


@pytest.mark.soak
def test_the_odds_hold_in_many_duels() -> None:
    check_odds_hold(range(25, 800))
