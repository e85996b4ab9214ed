"""Number Match Duel: the sample turns and the transcripts of its rule book, and its rulings."""

from __future__ import annotations

from collections import Counter

import pytest

from games import Action, Duel, Ending, IllegalAction, Outcome, get
from games.model import Answer, Attacked, Drew, Phase, Player
from tests.games.helpers import (
    MATCH_DECK,
    ONE,
    SEED,
    TWO,
    VIEWERS,
    count,
    deck,
    hands,
    last,
    life,
    match_position,
    numbers,
    play,
    scripted,
    start,
    tokens,
    with_state,
)

NAME = "match"
HAND_ONE = [2, 5, 7, 7, 9]
HAND_TWO = [3, 5, 6, 7, 8]


def test_both_start_with_20_life_and_five_cards_of_36() -> None:
    duel = start(NAME)
    assert life(duel) == (20, 20)
    assert duel.view(None).full_life == 20
    assert (count(duel, "hand", ONE), count(duel, "hand", TWO)) == (5, 5)
    assert (count(duel, "deck"), count(duel, "discard")) == (26, 0)
    dealt = [part.hand for part in duel.state.private]
    assert Counter((*dealt[0], *dealt[1], *deck(duel))) == Counter(MATCH_DECK)


def test_sample_turns_up_to_where_the_example_draws_a_sixth_card() -> None:
    chance = scripted(*HAND_ONE, *HAND_TWO, 4, 1, 2, 6, 5)
    duel = Duel.start(NAME, chance)
    assert hands(duel) == ([2, 5, 7, 7, 9], [3, 5, 6, 7, 8])

    duel = play(duel, "attack-7", "defend-7")
    assert last(duel) == Attacked(1, ONE, 7, Answer.DEFENDED, 7, 0, 20)
    assert numbers(duel, "discard") == [7, 7]
    assert hands(duel) == ([2, 4, 5, 7, 9], [1, 3, 5, 6, 8])
    assert duel.view(ONE).recap[-1] == Drew(1, ONE, (4,))
    assert duel.view(TWO).recap[-1] == Drew(1, TWO, (1,))
    assert life(duel) == (20, 20)

    duel = play(duel, "attack-5", "defend-5")
    assert last(duel) == Attacked(2, TWO, 5, Answer.DEFENDED, 5, 0, 20)
    assert numbers(duel, "discard") == [7, 7, 5, 5]
    assert hands(duel) == ([2, 4, 6, 7, 9], [1, 2, 3, 6, 8])
    assert duel.view(ONE).recap[-1] == Drew(2, ONE, (6,))
    assert duel.view(TWO).recap[-1] == Drew(2, TWO, (2,))
    assert life(duel) == (20, 20)

    duel = play(duel, "attack-9")
    assert last(duel) == Attacked(3, ONE, 9, Answer.UNABLE, None, 9, 11)
    assert life(duel) == (20, 11)
    # The example lets player 2 draw a sixth card here, a 9; five is the limit.
    assert hands(duel) == ([2, 4, 5, 6, 7], [1, 2, 3, 6, 8])
    assert duel.to_act == {TWO}
    with pytest.raises(IllegalAction):
        play(duel, "attack-9")


def test_transcripts_of_the_first_turns() -> None:
    duel = Duel.start(NAME, scripted(*HAND_ONE, *HAND_TWO, 4, 1, 2, 6, 5))
    assert life(duel) == (20, 20)
    assert duel.to_act == {ONE}
    assert numbers(duel, "hand", ONE, viewer=ONE) == [2, 5, 7, 7, 9]
    duel = play(duel, "attack-7")
    assert duel.to_act == {TWO}
    assert numbers(duel, "table", ONE, viewer=TWO) == [7]
    assert numbers(duel, "hand", TWO, viewer=TWO) == [3, 5, 6, 7, 8]
    duel = play(duel, "defend-7")

    assert numbers(duel, "hand", TWO, viewer=TWO) == [1, 3, 5, 6, 8]
    duel = play(duel, "attack-5")
    assert numbers(duel, "table", TWO, viewer=ONE) == [5]
    assert numbers(duel, "hand", ONE, viewer=ONE) == [2, 4, 5, 7, 9]
    duel = play(duel, "defend-5")

    assert numbers(duel, "hand", ONE, viewer=ONE) == [2, 4, 6, 7, 9]
    assert numbers(duel, "hand", TWO, viewer=TWO) == [1, 2, 3, 6, 8]
    duel = play(duel, "attack-9")
    assert last(duel) == Attacked(3, ONE, 9, Answer.UNABLE, None, 9, 11)
    assert life(duel) == (20, 11)


def test_closing_transcript() -> None:
    duel = match_position([1, 2, 4, 5, 8], [1, 2, 3, 4, 5], deck=[6, 7, 9], life=(11, 8))
    duel = play(duel, "attack-8")
    assert duel.view(None).history == (Attacked(1, ONE, 8, Answer.UNABLE, None, 8, 0),)
    assert life(duel) == (11, 0)
    assert duel.outcome == Outcome(ONE, Ending.LIFE)


# ---- rulings


@pytest.mark.parametrize("starter", [ONE, TWO])
def test_five_cards_are_dealt_to_the_starter_and_then_five_to_the_other(starter: Player) -> None:
    duel = Duel.start(NAME, scripted(*HAND_ONE, *HAND_TWO), starter)
    assert numbers(duel, "hand", starter, viewer=starter) == HAND_ONE
    assert numbers(duel, "hand", starter.other, viewer=starter.other) == HAND_TWO
    assert duel.view(starter).history == (Drew(0, starter, tuple(HAND_ONE)),)
    assert duel.draws == 10
    assert duel.to_act == {starter}


def test_there_are_four_cards_of_each_number_and_no_fifth() -> None:
    assert hands(Duel.start(NAME, scripted(7, 7, 7, 7, 1, 2, 3, 4, 5, 6)))[0] == [1, 7, 7, 7, 7]
    with pytest.raises(IllegalAction):
        Duel.start(NAME, scripted(7, 7, 7, 7, 7, 2, 3, 4, 5, 6))


def test_a_card_is_drawn_by_how_many_of_it_are_left() -> None:
    duel = match_position([1, 1, 1, 7, 9], [2, 3, 4, 5, 6], deck=[2, 8, 8, 8])
    drawing = with_state(duel, drawing=((ONE, 1),))
    assert get(NAME).chance_outcomes(drawing.state) == ((Action.parse("draw-2"), 1), (Action.parse("draw-8"), 3))


def test_a_defender_who_holds_the_number_chooses() -> None:
    duel = play(Duel.start(NAME, scripted(*HAND_ONE, *HAND_TWO)), "attack-5")
    assert duel.to_act == {TWO}
    assert duel.view(TWO).phase is Phase.DEFEND
    assert tokens(duel.view(TWO)) == ["defend-5", "take"]
    with pytest.raises(IllegalAction):
        play(duel, "defend-7")


def test_a_defender_who_declines_keeps_the_card_and_takes_the_hit() -> None:
    duel = play(Duel.start(NAME, scripted(*HAND_ONE, *HAND_TWO, 1)), "attack-7", "take")
    assert last(duel) == Attacked(1, ONE, 7, Answer.LET_THROUGH, None, 7, 13)
    assert life(duel) == (20, 13)
    assert hands(duel) == ([1, 2, 5, 7, 9], HAND_TWO)
    assert numbers(duel, "discard") == [7]
    assert "attack-7" in tokens(duel.view(TWO))


def test_declining_tells_that_one_holds_the_card_and_the_rules_text_says_so() -> None:
    assert "shows that you hold the number" in get(NAME).how_to_play


def test_a_defender_who_does_not_hold_the_number_is_never_asked() -> None:
    duel = play(Duel.start(NAME, scripted(*HAND_ONE, *HAND_TWO, 1)), "attack-9")
    assert last(duel) == Attacked(1, ONE, 9, Answer.UNABLE, None, 9, 11)
    assert life(duel) == (20, 11)
    assert duel.to_act == {TWO}
    assert duel.view(TWO).phase is Phase.ATTACK


def test_equal_cards_are_interchangeable() -> None:
    duel = Duel.start(NAME, scripted(*HAND_ONE, *HAND_TWO, 1, 1))
    assert tokens(duel.view(ONE)) == ["attack-2", "attack-5", "attack-7", "attack-9"]
    duel = play(duel, "attack-7", "take")
    assert hands(duel)[0] == [1, 2, 5, 7, 9]


def test_the_attack_is_public_as_soon_as_it_is_played_and_so_is_that_the_defender_is_asked() -> None:
    duel = play(Duel.start(NAME, scripted(*HAND_ONE, *HAND_TWO)), "attack-7")
    for viewer in VIEWERS:
        view = duel.view(viewer)
        assert numbers(duel, "table", ONE, viewer) == [7]
        assert view.phase is Phase.DEFEND
        assert view.to_act == {TWO}
        assert not view.secret
        hand = view.pile("hand", ONE)
        assert hand is not None
        assert hand.count == 4
    assert numbers(duel, "discard") == []


def test_a_card_drawn_is_known_to_its_owner_only() -> None:
    duel = play(Duel.start(NAME, scripted(*HAND_ONE, *HAND_TWO, 4, 1)), "attack-7", "defend-7")
    for player in Player:
        drawn = [event for event in duel.view(player).history if isinstance(event, Drew)]
        assert {event.player for event in drawn} == {player}
        assert numbers(duel, "hand", player.other, viewer=player) is None
    assert not [event for event in duel.view(None).history if isinstance(event, Drew)]
    assert numbers(duel, "hand", ONE) is None
    for viewer in VIEWERS:
        assert numbers(duel, "deck", viewer=viewer) is None


def test_nothing_is_drawn_and_nobody_asked_once_life_is_zero_or_below() -> None:
    for lives in (9, 8):
        duel = match_position([1, 2, 4, 5, 9], [1, 2, 3, 4, 5], deck=[6, 7, 9], life=(11, lives))
        duel = play(duel, "attack-9")
        assert duel.outcome == Outcome(ONE, Ending.LIFE)
        assert duel.draws == 0
        assert get(NAME).chance_outcomes(duel.state) == ()
        assert hands(duel) == ([1, 2, 4, 5], [1, 2, 3, 4, 5])
        assert count(duel, "deck") == 3
        assert duel.to_act == frozenset()


def test_a_defender_who_would_die_is_asked_where_they_hold_the_number() -> None:
    duel = match_position([1, 2, 4, 5, 9], [1, 2, 3, 4, 9], deck=[6, 7, 8], life=(11, 8), draws=(6, 7))
    duel = play(duel, "attack-9")
    assert duel.to_act == {TWO}
    assert play(duel, "take").outcome == Outcome(ONE, Ending.LIFE)
    assert play(duel, "defend-9").outcome is None


def test_at_the_end_both_hands_are_shown_and_the_deck_and_the_seed_are_not() -> None:
    duel = start(NAME)
    shown = [part.hand for part in duel.state.private]
    for over in (duel.resign(ONE), duel.expire(TWO), duel.agree_draw(), duel.void()):
        for viewer in VIEWERS:
            view = over.view(viewer)
            assert [numbers(over, "hand", p, viewer) for p in Player] == [list(hand) for hand in shown]
            assert numbers(over, "deck", viewer=viewer) is None
            assert not hasattr(view, "chance")
            assert repr(SEED) not in repr(view)
    assert repr(SEED) not in repr(duel)
