"""Numerical Siege: the scenarios and the sample turns of its rule book, and its rulings. A is ONE, B is TWO."""

from __future__ import annotations

import pytest

from games import Duel, Ending, IllegalAction, NotYourTurn, Outcome
from games.model import Answer, Attacked, Phase, Player, Skipped
from tests.games.helpers import ONE, TWO, VIEWERS, last, late, life, numbers, play, start, tokens

NAME = "siege"
ALL = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]


def remaining(duel: Duel, viewer: Player | None = None) -> tuple[list[int] | None, list[int] | None]:
    """Both players' tokens, as `viewer` sees them."""
    return (numbers(duel, "tokens", ONE, viewer), numbers(duel, "tokens", TWO, viewer))


def test_both_start_with_15_life_and_tokens_1_to_10() -> None:
    duel = start(NAME)
    assert life(duel) == (15, 15)
    assert duel.view(None).full_life == 15
    assert remaining(duel) == (ALL, ALL)
    assert tokens(duel.view(ONE)) == [f"attack-{n}" for n in ALL]


def test_example_scenario_1() -> None:
    duel = play(start(NAME), "attack-6", "defend-4")
    assert last(duel) == Attacked(1, ONE, 6, Answer.DEFENDED, 4, 2, 13)
    assert life(duel) == (15, 13)
    assert remaining(duel) == ([1, 2, 3, 4, 5, 7, 8, 9, 10], [1, 2, 3, 5, 6, 7, 8, 9, 10])
    assert duel.to_act == {TWO}

    duel = play(duel, "attack-7", "defend-7")
    assert last(duel) == Attacked(2, TWO, 7, Answer.DEFENDED, 7, 0, 15)
    assert life(duel) == (15, 13)
    assert remaining(duel) == ([1, 2, 3, 4, 5, 8, 9, 10], [1, 2, 3, 5, 6, 8, 9, 10])
    assert duel.to_act == {ONE}

    duel = play(duel, "attack-9", "take")
    assert last(duel) == Attacked(3, ONE, 9, Answer.LET_THROUGH, None, 9, 4)
    assert life(duel) == (15, 4)
    assert remaining(duel) == ([1, 2, 3, 4, 5, 8, 10], [1, 2, 3, 5, 6, 8, 9, 10])
    assert duel.to_act == {TWO}


def test_example_scenario_2_is_over_when_neither_has_a_token() -> None:
    duel = late(NAME, life=(5, 3), tokens=((2, 3), (1, 2)))
    assert tokens(play(duel, "attack-3").view(TWO)) == ["defend-1", "defend-2", "take"]

    duel = play(duel, "attack-3", "defend-2")
    assert last(duel) == Attacked(1, ONE, 3, Answer.DEFENDED, 2, 1, 2)
    assert life(duel) == (5, 2)
    assert remaining(duel) == ([2], [1])

    duel = play(duel, "attack-1", "defend-2")
    assert last(duel) == Attacked(2, TWO, 1, Answer.DEFENDED, 2, 0, 5)
    assert life(duel) == (5, 2)
    assert remaining(duel) == ([], [])
    assert duel.outcome == Outcome(ONE, Ending.NUMBERS_USED)


def test_sample_turns() -> None:
    duel = start(NAME)
    assert life(duel) == (15, 15)
    assert numbers(duel, "tokens", ONE, viewer=ONE) == ALL
    duel = play(duel, "attack-6")
    assert numbers(duel, "tokens", TWO, viewer=TWO) == ALL
    duel = play(duel, "defend-4")
    assert last(duel) == Attacked(1, ONE, 6, Answer.DEFENDED, 4, 2, 13)

    assert life(duel) == (15, 13)
    assert numbers(duel, "tokens", TWO, viewer=TWO) == [1, 2, 3, 5, 6, 7, 8, 9, 10]
    duel = play(duel, "attack-7")
    assert numbers(duel, "tokens", ONE, viewer=ONE) == [1, 2, 3, 4, 5, 7, 8, 9, 10]
    duel = play(duel, "defend-7")
    assert last(duel) == Attacked(2, TWO, 7, Answer.DEFENDED, 7, 0, 15)
    assert life(duel) == (15, 13)
    assert remaining(duel) == ([1, 2, 3, 4, 5, 8, 9, 10], [1, 2, 3, 5, 6, 8, 9, 10])


def test_closing_transcript() -> None:
    duel = play(late(NAME, life=(5, 3), tokens=((2, 3), (1, 2))), "attack-3", "take")
    assert last(duel) == Attacked(1, ONE, 3, Answer.LET_THROUGH, None, 3, 0)
    assert life(duel) == (5, 0)
    assert duel.outcome == Outcome(ONE, Ending.LIFE)


# ---- rulings


def test_the_attacker_commits_in_secret_and_the_defender_does_not_see_it() -> None:
    six, nine = (play(start(NAME), f"attack-{n}") for n in (6, 9))
    assert numbers(six, "table", ONE, viewer=ONE) == [6]
    for viewer in (TWO, None):
        assert numbers(six, "table", ONE, viewer) is None
        assert six.view(viewer) == nine.view(viewer)
        assert six.view(viewer).history == ()
    assert six.view(TWO).phase is Phase.DEFEND
    assert six.view(TWO).secret
    assert start(NAME).view(ONE).secret


def test_the_committed_token_still_counts_in_every_view_but_its_owners() -> None:
    duel = play(start(NAME), "attack-6", "defend-4", "attack-7")
    for viewer in (ONE, None):
        assert numbers(duel, "tokens", TWO, viewer) == [1, 2, 3, 5, 6, 7, 8, 9, 10]
        pile = duel.view(viewer).pile("tokens", TWO)
        assert pile is not None
        assert pile.count == 9
    own = duel.view(TWO).pile("tokens", TWO)
    assert own is not None
    assert own.numbers == (1, 2, 3, 5, 6, 8, 9, 10)
    assert own.count == 8


@pytest.mark.parametrize(
    ("answer", "event"),
    [
        ("defend-6", Attacked(1, ONE, 6, Answer.DEFENDED, 6, 0, 15)),
        ("defend-10", Attacked(1, ONE, 6, Answer.DEFENDED, 10, 0, 15)),
        ("defend-5", Attacked(1, ONE, 6, Answer.DEFENDED, 5, 1, 14)),
        ("defend-1", Attacked(1, ONE, 6, Answer.DEFENDED, 1, 5, 10)),
        ("take", Attacked(1, ONE, 6, Answer.LET_THROUGH, None, 6, 9)),
    ],
)
def test_both_tokens_are_shown_and_gone_after_the_answer(answer: str, event: Attacked) -> None:
    duel = play(start(NAME), "attack-6", answer)
    spent = [] if event.defence is None else [event.defence]
    for viewer in VIEWERS:
        assert last(duel, viewer) == event
        assert remaining(duel, viewer) == ([n for n in ALL if n != 6], [n for n in ALL if n not in spent])
        assert duel.view(viewer).pile("table", ONE) is None
    assert life(duel) == (15, event.life)


def test_a_token_let_through_is_shown_as_well() -> None:
    duel = play(start(NAME), "attack-8", "take")
    for viewer in VIEWERS:
        event = last(duel, viewer)
        assert isinstance(event, Attacked)
        assert event.number == 8


def test_a_token_used_for_defence_cannot_attack() -> None:
    duel = play(start(NAME), "attack-6", "defend-4")
    with pytest.raises(IllegalAction):
        play(duel, "attack-4")
    assert "attack-4" not in tokens(duel.view(TWO))


def test_a_commitment_cannot_be_changed() -> None:
    with pytest.raises(NotYourTurn):
        play(start(NAME), "attack-6").play(ONE, start(NAME).view(ONE).actions[0])


def test_a_defender_with_no_tokens_is_not_asked_and_takes_full_damage_at_once() -> None:
    duel = play(late(NAME, life=(5, 9), tokens=((2, 3, 4), ())), "attack-4")
    attacked, skipped = duel.view(None).recap
    assert attacked == Attacked(1, ONE, 4, Answer.UNABLE, None, 4, 5)
    assert skipped == Skipped(1, TWO)
    assert life(duel) == (5, 5)


def test_an_attacker_with_no_tokens_is_skipped() -> None:
    duel = play(late(NAME, life=(5, 9), tokens=((2, 3), (1,))), "attack-3", "defend-1")
    assert duel.view(None).recap == (Attacked(1, ONE, 3, Answer.DEFENDED, 1, 2, 7), Skipped(1, TWO))
    assert duel.to_act == {ONE}
    assert tokens(duel.view(ONE)) == ["attack-2"]


def test_nobody_is_skipped_who_has_a_token() -> None:
    duel = play(late(NAME, life=(5, 9), tokens=((3,), (1, 2))), "attack-3", "defend-1")
    assert last(duel) == Attacked(1, ONE, 3, Answer.DEFENDED, 1, 2, 7)
    assert duel.to_act == {TWO}
    duel = play(duel, "attack-2")
    assert last(duel) == Attacked(2, TWO, 2, Answer.UNABLE, None, 2, 3)


def test_a_player_who_alone_has_tokens_attacks_on_until_they_are_used() -> None:
    duel = play(late(NAME, life=(5, 15), tokens=((2, 3, 4), ())), "attack-2")
    assert duel.to_act == {ONE}
    duel = play(duel, "attack-3")
    assert duel.to_act == {ONE}
    duel = play(duel, "attack-4")
    assert life(duel) == (5, 6)
    assert duel.outcome == Outcome(TWO, Ending.NUMBERS_USED)
    assert [type(event) for event in duel.view(None).history] == [Attacked, Skipped, Attacked, Skipped, Attacked]


@pytest.mark.parametrize(
    ("lives", "winner"),
    [((5, 7), None), ((6, 7), ONE), ((4, 7), TWO)],
)
def test_neither_has_a_token_more_life_wins_and_equal_life_is_a_draw(
    lives: tuple[int, int], winner: Player | None
) -> None:
    duel = play(late(NAME, life=lives, tokens=((3,), (1,))), "attack-3", "defend-1")
    assert life(duel) == (lives[0], 5)
    assert duel.outcome == Outcome(winner, Ending.NUMBERS_USED)


def test_life_below_zero_beats_tokens_used_up() -> None:
    duel = play(late(NAME, life=(1, 2), tokens=((3,), ())), "attack-3")
    assert duel.outcome == Outcome(ONE, Ending.LIFE)
    assert Skipped(1, TWO) not in duel.view(None).history


def test_nobody_is_skipped_after_the_end() -> None:
    duel = play(late(NAME, life=(1, 2), tokens=((3, 4), ())), "attack-3")
    assert duel.outcome == Outcome(ONE, Ending.LIFE)
    assert duel.view(None).history == (Attacked(1, ONE, 3, Answer.UNABLE, None, 3, -1),)


def test_a_commitment_never_answered_is_shown_at_the_end_and_counted_once() -> None:
    duel = play(start(NAME), "attack-6").resign(TWO)
    for viewer in VIEWERS:
        assert numbers(duel, "table", ONE, viewer) == [6]
        assert numbers(duel, "tokens", ONE, viewer) == [n for n in ALL if n != 6]
        assert duel.view(viewer).history == ()
