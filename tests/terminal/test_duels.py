"""Whole duels of every game, and the interactions that the rule books print: lines in, facts out."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from games import Action, Duel, Ending, Player, Scripted, Seeded, get, names
from games.model import Attacked, Healed, Showdown, Verb
from tests.terminal.screen import TypedSession, at_random, in_order, lines, typed

ONE, TWO = Player.ONE, Player.TWO


def play(name: str, *left: str, starter: Player = ONE) -> str:
    """All that is shown while these lines are typed."""
    return TypedSession(Duel.start(name, Seeded(b"any"), starter), lines(left)).play().screen.all


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("starter", Player)
def test_whole_duels_end_and_say_how(name: str, starter: Player) -> None:
    for seed in range(12):
        duel = Duel.start(name, Seeded(bytes([seed, 1])), starter)
        played = TypedSession(duel, at_random(Random(seed))).play()
        shown, end = played.screen.all, played.session.duel.view(None)
        assert shown.startswith(f"Welcome to {get(name).title}!\n")
        assert get(name).summary in shown.replace("\n", " ")
        assert (f"The coin says Player {starter.value} begins.\n" in shown) is get(name).starter_matters
        assert all(len(line) < 80 for line in shown.splitlines())
        assert shown.endswith(f"Thank you for playing {get(name).title}!\n")
        assert end.outcome is not None
        verdict = " ".join(shown.rpartition("\n\n")[2].split())
        if end.outcome.winner:
            assert f"Player {end.outcome.winner.value} wins the duel" in verdict
        else:
            assert verdict.startswith("It is a draw: both have ")
        said = "no life points left" if end.outcome.winner else "run out of life"
        assert (said in verdict) is (end.outcome.ending is Ending.LIFE)
        for event in end.history:
            if isinstance(event, Attacked | Healed):
                life = f"{event.life}." if event.life >= 0 else f"0 (overkill: {-event.life})."
                assert f"now at {life}" in shown or f"stays at {life}" in shown
            if isinstance(event, Showdown):
                one, two = event.picks
                assert f"Player 1 picked {one}, Player 2 picked {two}.\n" in shown
        asked = [moment for moment in played.moments if not moment.gate]
        assert len(asked) == len(played.session.duel.moves)
        assert "1 life points" not in shown.replace("11 life points", "")
        assert "-" not in shown.replace("->", "").replace(get(name).hint, ""), (
            "no life below 0, and no token of the log"
        )


def test_number_battle_as_printed() -> None:
    in_order(
        play("battle", "9", "8", "7"),
        [
            "Welcome to Number Battle!",
            "Player 1's turn.",
            "Player 1 (you): 15 life points.",
            "Player 2: 15 life points.",
            "Numbers left: 1, 2, 3, 4, 5, 6, 7, 8, 9.",
            "Player 1 attacks with 9.",
            "Player 2 loses 9 life points and is now at 6.",
            "Player 2's turn.",
            "Numbers left: 1, 2, 3, 4, 5, 6, 7, 8.",
            "Player 2 attacks with 8.",
            "Player 1 loses 8 life points and is now at 7.",
            "Player 1's turn.",
            "Numbers left: 1, 2, 3, 4, 5, 6, 7.",
            "Player 1 attacks with 7.",
            "Player 2 loses 7 life points and is now at 0 (overkill: 1).",
            "Player 2: 0 life points.",
            "Player 2 has no life points left. Player 1 wins the duel!",
        ],
    )


BOOK_DIGITS = [line for n in range(9, 0, -1) for line in (str(n), "attack" if n % 2 else "heal")]
"""Digit Duel's worked example, as the book's own prompts ask for it: a digit, then what to do with it."""


def test_digit_duel_as_printed() -> None:
    in_order(
        play("digit", "9", "attack", "8", "heal", "attack 7", "heal 6", "5", "attack", "4", "defend")
        + play("digit", *BOOK_DIGITS),
        [
            "Numbers left: 1, 2, 3, 4, 5, 6, 7, 8, 9.",
            "Do you want to attack or heal with 9?",
            "Player 1 attacks with 9.",
            "Player 2 loses 9 life points and is now at 1.",
            "Removed from the pool: 9.",
            "Player 2 (you): 1 life point.",
            "Player 2 heals with 8.",
            "Player 2 gains 8 life points and is now at 9.",
            "Player 2 loses 7 life points and is now at 2.",
            "Player 2 gains 6 life points and is now at 8.",
            "Player 2 loses 5 life points and is now at 3.",
            "Player 2 gains 4 life points and is now at 7.",
            # The second run goes on to the end of the book's example.
            "Player 2 gains 4 life points and is now at 7.",
            "Player 2 loses 3 life points and is now at 4.",
            "Player 2 gains 2 life points and is now at 6.",
            "Player 2 loses 1 life point and is now at 5.",
            "Numbers left: none.",
            "All numbers are used. Player 1 wins the duel, by 10 life points to 5!",
        ],
    )


def test_number_nomad_as_printed() -> None:
    in_order(
        play("nomad", "attack 6", "heal 5", "status"),
        [
            "Player 2 loses 6 life points and is now at 4.",
            "Player 1: 10 life points.",
            "Player 2 (you): 4 life points.",
            "Numbers left: 1, 2, 3, 4, 5, 7, 8, 9.",
            "Healing brings 1: +0, 2: +1, 3: +1, 4: +2, 5: +2, 7: +3, 8: +4, 9: +4.",
            "Player 2 heals with 5.",
            "Player 2 gains 2 life points and is now at 6.",
            "Numbers left: 1, 2, 3, 4, 7, 8, 9.",
        ],
    )


def test_number_nomad_level_at_the_end() -> None:
    duel = Duel.start("nomad", Seeded(b"any"))
    public = replace(duel.state.public, life=(2, 2), pool=(1,))
    played = TypedSession(replace(duel, state=duel.state._replace(public=public)), lines(["heal 1"])).play()
    in_order(
        played.screen.all,
        [
            "Healing brings nothing now.",
            "Player 1, you can attack or heal with 1.",
            "Player 1 gains 0 life points and is now at 2.",
            "All numbers are used, both have 2 life points, and Player 1 moved last: Player 2 wins the duel!",
        ],
    )


def test_numerical_siege_as_printed() -> None:
    in_order(
        play("siege", "6", "yes", "4", "7", "yes", "7", "9", "no"),
        [
            "Welcome to Numerical Siege!",
            "The coin says Player 1 begins.",
            "Player 1 (you): 15 life points. Tokens: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10.",
            "Player 1 attacks with a token, face down until it is answered.",
            "Player 2 is to answer the attack.",
            "Player 2, you can defend with 1, 2, 3, 4, 5, 6, 7, 8, 9 or 10, or take the hit.",
            "Which number? You can defend with 1, 2, 3, 4, 5, 6, 7, 8, 9 or 10.",
            "Player 1 attacks with 6.",
            "Player 2 defends with 4.",
            "Player 2 loses 2 life points and is now at 13.",
            "Removed from the game: 6 (Player 1), 4 (Player 2).",
            "Player 2, you can attack with 1, 2, 3, 5, 6, 7, 8, 9 or 10.",
            "Player 1, you can defend with 1, 2, 3, 4, 5, 7, 8, 9 or 10, or take the hit.",
            "Player 2 attacks with 7.",
            "Player 1 defends with 7.",
            "The attack is fully deflected: Player 1 stays at 15.",
            "Removed from the game: 7 (Player 2), 7 (Player 1).",
            "Player 1 attacks with 9.",
            "Player 2 takes the hit.",
            "Player 2 loses 9 life points and is now at 4.",
            "Removed from the game: 9 (Player 1).",
        ],
    )


def late_siege(life: tuple[int, int], tokens: tuple[tuple[int, ...], tuple[int, ...]]) -> Duel:
    duel = Duel.start("siege", Seeded(b"any"))
    return replace(duel, state=duel.state._replace(public=replace(duel.state.public, life=life, tokens=tokens)))


def test_numerical_siege_without_tokens() -> None:
    in_order(
        TypedSession(late_siege((5, 3), ((2, 3), (1, 2))), lines(["3", "2", "1", "2"])).play().screen.all,
        [
            "Player 2 loses 1 life point and is now at 2.",
            "The attack is fully deflected: Player 1 stays at 5.",
            "Player 1 (you): 5 life points. Tokens: none.".replace(" (you)", ""),
            "All tokens are used. Player 1 wins the duel, by 5 life points to 2!",
        ],
    )
    in_order(
        TypedSession(late_siege((5, 9), ((2, 3), (7,))), lines(["3", "yes", "2"])).play().screen.all,
        [
            "The attack is fully deflected: Player 2 stays at 9.",
            "Player 2 has nothing left to attack with and is skipped.",
            "Player 1, you can attack with 2.",
            "Player 2 has nothing to defend with.",
            "Player 2 loses 2 life points and is now at 7.",
            "All tokens are used. Player 2 wins the duel, by 7 life points to 5!",
        ],
    )
    in_order(
        TypedSession(late_siege((1, 3), ((2,), ())), lines(["2"])).play().screen.all,
        ["It is a draw: both have 1 life point."],
    )


BOOK_DRAWS = (2, 5, 7, 7, 9, 3, 5, 6, 7, 8, 4, 1, 2, 6, 5)
"""The hands of Number Match Duel's worked example, then what is drawn in its first three turns: attacker first."""


def test_number_match_duel_as_printed() -> None:
    draws = tuple(Action(Verb.DRAW, number) for number in BOOK_DRAWS)
    # The book's defenders are not asked when they hold the number; here they may also keep it.
    answers = ["7", "defend 7", "5", "yes", "9"]
    in_order(
        TypedSession(Duel.start("match", Scripted(draws)), lines(answers)).play().screen.all,
        [
            "Welcome to Number Match Duel!",
            "The coin says Player 1 begins.",
            "Player 1 (you): 20 life points. Hand: 2, 5, 7, 7, 9.",
            "Player 2: 20 life points. Hand: 5 cards.",
            "Player 1, you can attack with 2, 5, 7 or 9.",
            "Player 1 attacks with 7.",
            "Player 2 (you): 20 life points. Hand: 3, 5, 6, 7, 8.",
            "Player 2, you can defend with 7, or take the hit.",
            "Player 2 defends with 7.",
            "The attack is fully deflected: Player 2 stays at 20.",
            "Discarded: 7 (Player 1), 7 (Player 2).",
            "Player 2 (you): 20 life points. Hand: 1, 3, 5, 6, 8.",
            "You have drawn 1.",
            "Player 2 attacks with 5.",
            "Player 1 (you): 20 life points. Hand: 2, 4, 5, 7, 9.",
            "You have drawn 4.",
            "Player 1 defends with 5.",
            "Player 1 (you): 20 life points. Hand: 2, 4, 6, 7, 9.",
            "You have drawn 6.",
            "Player 1 attacks with 9.",
            "Player 2 has nothing to defend with.",
            "Player 2 loses 9 life points and is now at 11.",
            "Discarded: 9 (Player 1).",
            "Player 2 (you): 11 life points. Hand: 1, 2, 3, 6, 8.",
            "Discarded: 7, 7, 5, 5, 9.",
            "Deck: 21 cards.",
        ],
    )


def test_number_match_duel_ends_as_printed() -> None:
    duel = Duel.start("match", Seeded(b"any"))
    one, two = duel.state.private
    state = duel.state._replace(
        public=replace(duel.state.public, life=(20, 8)),
        private=(replace(one, hand=(1, 2, 4, 5, 8)), replace(two, hand=(1, 2, 3, 4, 5))),
    )
    in_order(
        TypedSession(replace(duel, state=state), lines(["8"])).play().screen.all,
        [
            "Player 2 loses 8 life points and is now at 0.",
            # At the end the hands are shown.
            "Player 1: 20 life points. Hand: 1, 2, 4, 5.",
            "Player 2: 0 life points. Hand: 1, 2, 3, 4, 5.",
            "Player 2 has no life points left. Player 1 wins the duel!",
        ],
    )


def test_the_deck_is_shuffled_anew_in_words() -> None:
    duel = Duel.start("match", Seeded(b"any"))
    # Enough life for the deck to run out, and the lowest card each time.
    duel = replace(duel, state=duel.state._replace(public=replace(duel.state.public, life=(60, 60))))
    played = TypedSession(duel, lambda moment: "" if moment.gate else typed(moment.view.actions[0])).play()
    news = "The deck ran out: the discarded cards are shuffled into a new one."
    assert any(moment.gate and news in moment.shown for moment in played.moments)
