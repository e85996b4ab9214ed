"""Number Match Duel: who draws when, and what happens where the deck runs out."""

from __future__ import annotations

from collections import Counter

import pytest

from games import Duel
from games.model import Answer, Attacked, Drew, Player, Reshuffled
from tests.games.helpers import (
    ONE,
    TWO,
    count,
    deck,
    hands,
    match_position,
    numbers,
    play,
    scripted,
    stalling_play,
    with_state,
)

NAME = "match"


HAND_ONE = [2, 5, 7, 7, 9]


HAND_TWO = [3, 5, 6, 7, 8]


def test_the_attacker_draws_first_then_the_defender() -> None:
    duel = Duel.start(NAME, scripted(*HAND_ONE, *HAND_TWO, 4, 1))
    duel = play(duel, "attack-7", "defend-7")
    assert duel.view(ONE).recap[-1] == Drew(1, ONE, (4,))
    assert duel.view(TWO).recap[-1] == Drew(1, TWO, (1,))
    assert duel.draws == 12


def test_the_attacker_draws_first_when_player_two_attacks() -> None:
    duel = Duel.start(NAME, scripted(*HAND_TWO, *HAND_ONE, 4, 1), TWO)
    duel = play(duel, "attack-7", "defend-7")
    assert duel.view(TWO).recap[-1] == Drew(1, TWO, (4,))
    assert duel.view(ONE).recap[-1] == Drew(1, ONE, (1,))


@pytest.mark.parametrize("answer", ["", "take"])
def test_nobody_draws_above_five(answer: str) -> None:
    duel = Duel.start(NAME, scripted(*HAND_ONE, *HAND_TWO, 1))
    duel = play(duel, "attack-7", "take") if answer else play(duel, "attack-9")
    assert duel.draws == 11
    assert (count(duel, "hand", ONE), count(duel, "hand", TWO)) == (5, 5)
    assert duel.view(TWO).recap == duel.view(None).recap


def test_a_hand_below_five_is_drawn_up_to_five() -> None:
    duel = match_position([9], [1, 2], deck=[3, 3, 4, 4, 5, 5, 6, 6], draws=(3, 3, 4, 4, 5, 5, 6, 6))
    duel = play(duel, "attack-9")
    assert hands(duel) == ([3, 3, 4, 4, 5], [1, 2, 5, 6, 6])
    assert duel.view(ONE).recap[-1] == Drew(1, ONE, (3, 3, 4, 4, 5))


def test_the_deck_runs_out_in_mid_draw_and_the_cards_just_played_are_shuffled_into_the_new_one() -> None:
    one, two = [5, 6, 7, 8, 9], [1, 2, 3, 4, 7]
    duel = match_position(one, two, deck=[1], draws=(1, 7))
    # No other 7 was discarded, so that the 7 drawn below is one of those just played.
    discard = tuple(card for card in duel.state.public.discard if card != 7)
    duel = with_state(duel, discard=discard)
    duel = play(duel, "attack-7", "defend-7")
    assert hands(duel) == ([1, 5, 6, 8, 9], [1, 2, 3, 4, 7])
    assert duel.view(None).history == (Attacked(1, ONE, 7, Answer.DEFENDED, 7, 0, 20), Reshuffled(1))
    assert numbers(duel, "discard") == []
    assert count(duel, "deck") == len(discard) + 2 - 1


def test_the_new_deck_is_the_whole_discard_pile() -> None:
    duel = match_position([5, 6, 7, 8, 9], [1, 2, 3, 4, 7], deck=[], draws=(9, 8))
    before = Counter(duel.state.public.discard) + Counter([7, 7])
    duel = play(duel, "attack-7", "defend-7")
    assert Counter(deck(duel)) == before - Counter([9, 8])
    assert numbers(duel, "discard") == []
    assert count(duel, "deck") == 26


def test_an_empty_deck_is_refilled_when_a_card_is_to_be_drawn_and_not_before() -> None:
    duel = match_position([5, 6, 7, 8, 9], [1, 2, 3, 4, 7], deck=[1], draws=(1,))
    duel = play(duel, "attack-8")
    assert Reshuffled(1) not in duel.view(None).history
    assert count(duel, "deck") == 0
    assert count(duel, "discard") == 26


def test_the_next_exchange_goes_on_from_the_new_deck() -> None:
    duel = match_position([5, 6, 7, 8, 9], [1, 2, 3, 4, 7], deck=[1], draws=(1, 8, 9))
    duel = play(duel, "attack-8", "attack-3")
    assert duel.view(None).history == (
        Attacked(1, ONE, 8, Answer.UNABLE, None, 8, 12),
        Attacked(2, TWO, 3, Answer.UNABLE, None, 3, 17),
        Reshuffled(2),
    )
    assert hands(duel)[1] == [1, 2, 4, 7, 8]
    assert (count(duel, "deck"), count(duel, "discard")) == (26, 0)


def test_deck_and_discard_pile_are_never_both_empty() -> None:
    for seed in range(30):
        for duel in stalling_play(seed):
            tabled = sum(duel.view(None).pile("table", player) is not None for player in Player)
            assert count(duel, "deck") + count(duel, "discard") + tabled >= 26
