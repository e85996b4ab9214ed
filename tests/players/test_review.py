"""The review of a duel: what was best and what it was worth, by answers that are known; marks, and who knew what."""

from __future__ import annotations

import pickle
import re
import sys
from dataclasses import replace
from io import BytesIO
from itertools import pairwise
from math import comb
from random import Random

import pytest
from PIL import Image, ImageColor

from games import Action, Duel, Ending, Outcome, Player, View, names
from games.model import Phase, Verb
from players import Level, is_own, player_for
from players.review import MOST_MOVES, SURE, Entry, Mark, Option, Review, reviewed
from players.review_chart import GROUND, HEIGHT, LEFT, LINE, RIGHT, RING, TOP, TURN, WIDTH, chart
from players.review_words import chances, lines, percent, told
from tests.games.helpers import LEVEL_AT_8, ONE, TWO, late, match_position, play, scripted, start

REVIEWED = tuple(filter(is_own, names()))
WON = Outcome(ONE, Ending.LIFE)
NAMES = ("Ada", "Ben")


def judged(duel: Duel, token: str, outcome: Outcome = WON) -> Entry:
    """What the review says of that move by whoever is to act."""
    player = min(duel.to_act, key=lambda player: player.index)
    review = reviewed([(duel.view(player), Action.parse(token))], outcome)
    assert review
    (entry,) = review.entries
    return entry


def review_of(duel: Duel) -> Review:
    """The review of a duel that is over."""
    assert duel.outcome
    review = reviewed(duel.decisions(MOST_MOVES), duel.outcome)
    assert review
    return review


def worths(entry: Entry) -> dict[str, float]:
    return {str(option.action): option.worth for option in entry.options}


def shares(entry: Entry) -> dict[str, float]:
    return {str(option.action): option.share for option in entry.options}


def at_random(duel: Duel, seed: int) -> Duel:
    """The duel, played to its end by anything; in sudden death given up."""
    random = Random(seed)
    while not duel.outcome and duel.view(None).phase is not Phase.PICK:
        (player,) = duel.to_act
        duel = duel.play(player, random.choice(duel.view(player).actions))
    return duel if duel.outcome else duel.resign(ONE)


# ---- what is known


@pytest.mark.parametrize(
    ("game", "winning"),
    [
        ("battle", {f"attack-{number}" for number in (7, 8, 9)}),
        ("nomad", {f"attack-{number}" for number in range(2, 10)}),
        ("digit", {f"{verb}-{number}" for verb in ("attack", "defend") for number in range(5, 10)}),
    ],
)
def test_the_first_moves_that_win_are_those_of_the_rulings(game: str, winning: set[str]) -> None:
    entry = judged(start(game), "attack-1")
    assert (entry.exchange, entry.player, entry.is_exact, entry.chance) == (1, ONE, True, 1)
    assert {token for token, worth in worths(entry).items() if worth == 1} == winning
    assert {token for token, share in shares(entry).items() if share} == winning
    assert entry.mark is Mark.GAVE_AWAY
    for token in worths(entry):
        assert (judged(start(game), token).mark is Mark.FINE) is (token in winning)


def test_a_siege_end_that_was_solved_by_hand() -> None:
    """Ben attacks with 1 or 2, at 1 life against 2; Ada has a 3. Ada's chance:

    =========  =========  ============
    Ben plays  Ada's 3    Ada is hit
    =========  =========  ============
    1          0: the 2   1: her 3 then
    2          1/2: 1 all 0
    =========  =========  ============

    So Ada defends twice in three times, Ben plays the 2 as often, and Ada's chance is 1/3.
    """
    duel = late("siege", life=(2, 1), mover=TWO, tokens=((3,), (1, 2)))
    attack = judged(duel, "attack-1")
    assert attack.is_exact
    assert attack.is_secret
    assert worths(attack) == pytest.approx({"attack-1": 2 / 3, "attack-2": 2 / 3})
    assert shares(attack) == pytest.approx({"attack-1": 1 / 3, "attack-2": 2 / 3}, abs=0.002)
    answer = judged(play(duel, "attack-1"), "take")
    assert worths(answer) == pytest.approx({"take": 1 / 3, "defend-3": 1 / 3})
    assert shares(answer) == pytest.approx({"take": 1 / 3, "defend-3": 2 / 3}, abs=0.002)
    # Neither says what the other chose, which neither knew.
    assert judged(play(duel, "attack-2"), "take") == answer
    for entry in (attack, answer, judged(duel, "attack-2"), judged(play(duel, "attack-2"), "defend-3")):
        assert entry.mark is Mark.FINE


def test_a_sure_win_in_a_siege_is_judged_by_the_hardest_answer() -> None:
    # The exchange before: with her 3 Ada wins whatever Ben does, and he can let her 2 through.
    duel = late("siege", life=(2, 3), tokens=((2, 3), (1, 2)))
    entry = judged(duel, "attack-2")
    assert worths(entry) == pytest.approx({"attack-2": 1 / 3, "attack-3": 1})
    assert entry.mark is Mark.MISSED_WIN
    assert judged(duel, "attack-3").mark is Mark.FINE
    assert list(map(str, lines(_alone(entry), NAMES))) == ["1 · Ada: attack 2, 33%. Missed win. Best: attack 3, 100%."]


def test_what_is_estimated_is_never_sure() -> None:
    # Solved, Ada's chance is 0.66. The network takes it for more than 99.9999%.
    duel = late("siege", life=(4, 1), tokens=((1, 2, 3, 4, 5, 6, 7, 8), (3, 5, 6, 7, 8, 10)))
    for entry in (judged(duel, "attack-1"), judged(play(duel, "attack-8"), "take")):
        assert not entry.is_exact
        assert 1 - SURE < entry.chance < SURE
        assert entry.mark in (Mark.FINE, Mark.MISTAKE)
        assert not re.search(r"\b(0|100)%|Every move loses", str(lines(_alone(entry), NAMES)[0]))


def test_a_match_duels_odds_counted_by_hand() -> None:
    # Ada sees 1 to 5 in her hand: 31 cards are not seen, four of a 9 and three of each number that she holds.
    entry = judged(Duel.start("match", scripted(1, 2, 3, 4, 5, 9, 9, 8, 7, 6)), "attack-5")
    for option in entry.options:
        assert option.met == pytest.approx(1 - comb(28, 5) / comb(31, 5))
    assert not entry.is_exact
    # The deck is empty: Ben holds all that is not seen.
    duel = match_position([8, 6, 5, 2, 1], [8, 7, 6, 4, 3], deck=[], life=(3, 5))
    met = {option.action.number: option.met for option in judged(duel, "attack-8").options}
    assert met == pytest.approx({8: 1, 6: 1, 5: 0, 2: 0, 1: 0})
    entry = judged(duel, "attack-8")
    assert worths(entry)["attack-5"] == 1
    assert [str(option.action) for option in entry.best] == ["attack-5"]
    assert entry.mark is Mark.MISSED_WIN
    assert "(can be met: 100%)" in str(lines(_alone(entry, is_open=False), NAMES)[0])


def test_a_match_duels_odds_are_those_of_that_moment() -> None:
    """What the other held, and what was drawn later, changes nothing in what is said of a move."""
    hands = [(9, 9, 8, 7, 6), (6, 7, 7, 7, 8), (9, 8, 8, 7, 6)]
    later = [(9,), (6,), (8,)]
    attacks = []
    for hand, drawn in zip(hands, later, strict=True):
        duel = play(Duel.start("match", scripted(1, 2, 3, 4, 5, *hand, *drawn)), "attack-5").resign(TWO)
        attacks.append(review_of(duel).entries[0])
    assert attacks[0] == attacks[1] == attacks[2]


def test_sudden_death() -> None:
    duel = play(start("digit"), *LEVEL_AT_8)
    assert worths(judged(duel, "pick-4")) == {f"pick-{number}": 0.5 for number in range(1, 6)}
    low, high = judged(duel, "pick-4"), judged(duel, "pick-5")
    assert (low.mark, high.mark) == (Mark.MISTAKE, Mark.FINE)
    assert low.is_exact
    # At 3 life, what is 3 or more below a 5 loses at once.
    weak = replace(duel.view(ONE), life=(3, 13))
    review = reviewed([(weak, Action(Verb.PICK, 2))], WON)
    assert review
    assert worths(review.entries[0]) == {"pick-1": 0, "pick-2": 0, "pick-3": 0.5, "pick-4": 0.5, "pick-5": 0.5}
    assert review.turning_point is review.entries[0]


# ---- marks, and the duel as a whole


def _alone(entry: Entry, *, is_open: bool = True) -> Review:
    return Review((entry,), WON, is_open, False)


def test_the_turning_point_is_the_greatest_loss_and_of_equals_the_last() -> None:
    duel = play(start("battle"), "attack-4", "attack-6", "attack-8", "attack-9")
    review = review_of(duel)
    assert [entry.mark for entry in review.entries] == [*[Mark.GAVE_AWAY] * 3, Mark.FINE]
    assert review.turning_point is review.entries[2]
    assert review.chances(ONE) == {1: 1, 2: 0, 3: 1, 4: 0}
    assert review.chances(TWO) == {1: 0, 2: 1, 3: 0, 4: 1}
    assert chances(review, ONE) == "100% → 0% → 100% → 0% → lost"
    assert chances(review, TWO) == "0% → 100% → 0% → 100% → won"
    text = told(review, NAMES)
    assert text[0] == "The turning point is round 3. Ada: attack 8, from a chance of 100% down to 0%."
    assert "4 · Ben: attack 9, 100%. Best." in text
    assert text[-1].endswith("All are exact.")


def test_without_a_mistake_there_is_no_turning_point() -> None:
    review = review_of(play(start("battle"), "attack-9").resign(TWO))
    assert review.turning_point is None
    assert told(review, NAMES)[0] == "No turning point: no move was a mistake."


def test_of_an_attack_and_its_answer_that_lost_as_much_the_answer_is_the_turning_point() -> None:
    """Also where a rounding error says otherwise."""
    low, high = Action(Verb.ATTACK, 1), Action(Verb.ATTACK, 2)
    attack, answer = (
        Entry(3, player, Option(low, worth, 0), (Option(low, worth, 0), Option(high, 0.5, 1)), True, True)
        for player, worth in ((TWO, 0.0), (ONE, 1e-9))
    )
    assert Review((attack, answer), WON, True, False).turning_point is answer


def test_a_draw_and_a_duel_that_was_called_off() -> None:
    assert chances(review_of(play(start("battle"), "attack-9").agree_draw()), ONE) == "100% → draw"
    assert chances(review_of(play(start("battle"), "attack-9").void()), ONE) == "100%"


def test_how_a_duel_was_lost_where_no_move_says_it() -> None:
    duel = play(start("battle"), "attack-9")
    assert chances(review_of(duel.resign(ONE)), ONE) == "100% → resigned"
    assert chances(review_of(duel.resign(ONE)), TWO) == "0% → won"
    assert chances(review_of(duel.expire(TWO)), TWO) == "0% → lost on time"


def test_a_round_in_which_a_player_had_nothing_to_decide_is_not_counted_as_one() -> None:
    """Nobody holds a number of the other's, so whoever is attacked is not asked."""
    duel = Duel.start("match", scripted(1, 2, 3, 4, 5, 9, 9, 8, 7, 6, 9, 9, 8, 8, 7))
    duel = play(duel, "attack-5", "attack-6", "attack-4").resign(TWO)
    review = review_of(duel)
    first, third = (percent(review.chances(ONE)[at]) for at in (1, 3))
    assert chances(review, ONE) == f"{first} → round 3: {third} → won"
    assert chances(review, TWO) == f"round 2: {percent(review.chances(TWO)[2])} → resigned"


@pytest.mark.parametrize(
    ("worths", "shares", "secret", "said"),
    [
        ((0.5,), (1,), False, "No choice."),
        ((0.6, 0.2), (1, 0), False, "Best."),
        ((0.6, 0.6, 0.6), (1 / 3,) * 3, False, "Best, like attack 2 or 3."),
        ((0.6, 0.6), (0.7, 0.3), True, "In the best mix: attack 1 (70%), attack 2 (30%)."),
        ((0.6, 0.6), (0, 1), True, "As good as attack 2."),
        ((0.59, 0.6), (0, 1), True, "Nearly as good as attack 2, 60%."),
        ((0.5, 0.6), (0, 1), True, "Mistake. Best: attack 2, 60%."),
        ((0.9, 1), (0, 1), True, "Missed win. Best: attack 2, 100%."),
        ((0, 1), (0, 1), False, "Gave the win away. Best: attack 2, 100%."),
        ((0, 0), (0.5, 0.5), False, "Every move loses."),
        ((0, 0), (0, 1), False, "Every move loses; hardest to win against: attack 2."),
    ],
)
def test_what_is_said_of_a_move(worths: tuple[float, ...], shares: tuple[float, ...], secret: bool, said: str) -> None:
    moves = [Action(Verb.ATTACK, number) for number in range(1, len(worths) + 1)]
    options = tuple(map(Option, moves, worths, shares))
    entry = Entry(3, TWO, options[0], options, is_exact=True, is_secret=secret)
    assert str(lines(_alone(entry), NAMES)[0]) == f"3 · Ben: attack 1, {percent(worths[0])}. {said}"


def test_percentages_are_round_only_where_sure() -> None:
    assert [percent(chance) for chance in (0, 1e-9, 0.001, 0.334, 0.996, 1 - 1e-9, 1)] == [
        "0%", "0%", "1%", "33%", "99%", "100%", "100%",
    ]  # fmt: skip


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(1, 20))])
@pytest.mark.parametrize("game", REVIEWED)
def test_whole_duels(game: str, seed: int) -> None:
    duel = at_random(start(game, Player(seed % 2 + 1), seed=bytes([seed, 1])), seed)
    review = review_of(duel)
    moves = [move for move in duel.moves if move.is_move]
    assert [(entry.player, str(entry.played.action)) for entry in review.entries] == [
        (move.player, move.token) for move in moves
    ]
    for entry, (view, _) in zip(review.entries, duel.decisions(MOST_MOVES), strict=True):
        assert {option.action for option in entry.options} == set(view.actions)
        assert all(0 <= option.worth <= 1 for option in entry.options)
        assert sum(option.share for option in entry.options) == pytest.approx(1)
        assert entry.loss >= 0
        # What best play plays is worth most, and so is no mistake.
        for option in entry.best:
            if option.share > 0.01:
                assert replace(entry, played=option).mark is Mark.FINE
    if review.is_open:
        rounds = review.chances(ONE)
        assert review.chances(TWO) == pytest.approx({at: 1 - chance for at, chance in rounds.items()})
    assert len(lines(review, NAMES)) == len(moves)
    assert told(review, NAMES)
    assert pickle.loads(pickle.dumps(review)) == review


@pytest.mark.parametrize("game", REVIEWED)
def test_who_plays_best_makes_no_mistake(game: str) -> None:
    """Hard plays what the review finds best: both must agree in what that is."""
    player, random = player_for(game, Level.HARD), Random(3)
    duel = start(game, seed=bytes([3, 3]))
    while not duel.outcome and duel.view(None).phase is not Phase.PICK:
        (seat,) = duel.to_act
        duel = duel.play(seat, player.choose(duel.view(seat), random))
    review = review_of(duel if duel.outcome else duel.agree_draw())
    assert {entry.mark for entry in review.entries} == {Mark.FINE}


def test_only_the_newest_moves_of_a_sudden_death_without_end() -> None:
    duel = play(start("digit"), *LEVEL_AT_8, *["pick-5", "pick-5"] * MOST_MOVES).agree_draw()
    review = review_of(duel)
    assert len(review.entries) == MOST_MOVES - 1  # the agreement is an entry of the log, too
    assert review.entries[-1].exchange == len(LEVEL_AT_8) + MOST_MOVES
    first = review.entries[0].exchange
    text = told(review, NAMES)
    assert text[0] == f"No turning point from round {first} on: no move was a mistake."
    assert text[-1].endswith(f"All are exact. Moves before round {first} are left out.")
    assert chances(review, ONE).startswith(f"round {first}: 50% → 50% → ")


def test_a_pick_that_cost_only_life_is_a_mistake_but_no_turning_point() -> None:
    duel = play(start("digit"), *LEVEL_AT_8, "pick-4", "pick-5").agree_draw()
    review = reviewed(duel.decisions(3), WON)
    assert review
    assert "Mistake." in told(review, NAMES)[-4]
    assert "no mistake cost more than life." in told(review, NAMES)[0]


def test_a_game_that_nobody_has_worked_out_and_a_duel_without_moves_have_no_review() -> None:
    view = replace(start("battle").view(ONE), game="shelter")
    assert reviewed([(view, Action.parse("attack-1"))], WON) is None
    assert reviewed(start("battle").resign(ONE).decisions(MOST_MOVES), WON) is None


@pytest.mark.parametrize("game", REVIEWED)
def test_the_picture(game: str) -> None:
    drawn = chart(review_of(at_random(start(game), 7)), TWO)
    assert drawn
    with Image.open(BytesIO(drawn)) as picture:
        assert (picture.format, picture.size) == ("PNG", (WIDTH, HEIGHT))
        shades = picture.getcolors(WIDTH * HEIGHT)
    assert shades
    assert {ImageColor.getrgb(GROUND), ImageColor.getrgb(LINE)} <= {shade for _, shade in shades}
    assert len(drawn) < 50_000


def test_the_ring_is_where_the_duel_turned() -> None:
    def is_ringed(duel: Duel, x: int, y: int) -> bool:
        drawn = chart(review_of(duel), ONE)
        assert drawn
        with Image.open(BytesIO(drawn)) as picture:
            return bool(picture.getpixel((x + RING - 2, y)) == ImageColor.getrgb(TURN))

    turned = play(start("battle"), "attack-4", "attack-6", "attack-8", "attack-9")
    # The third of five points, at 100%.
    assert is_ringed(turned, (LEFT + RIGHT) // 2, TOP)
    assert not is_ringed(play(start("battle"), "attack-9").resign(TWO), LEFT, TOP)


def test_without_pillow_or_with_one_point_alone_there_is_no_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    duel = play(start("battle"), "attack-9")
    assert chart(review_of(duel.void()), ONE) is None
    assert chart(review_of(duel.agree_draw()), ONE)
    monkeypatch.setitem(sys.modules, "PIL", None)
    assert chart(review_of(duel.agree_draw()), ONE) is None


# ---- who knows what


@pytest.mark.parametrize("game", REVIEWED)
def test_before_the_end_nobody_is_told_what_both_have_seen(game: str) -> None:
    duel = start(game)
    while not duel.outcome:
        with pytest.raises(ValueError, match="not over"):
            duel.decisions(MOST_MOVES)
        (player,) = duel.to_act
        duel = duel.play(player, duel.view(player).actions[-1])
        if duel.view(None).phase is Phase.PICK:
            return
    assert duel.decisions(MOST_MOVES)


@pytest.mark.parametrize("game", REVIEWED)
def test_each_decision_is_what_its_player_saw_then(game: str) -> None:
    duel = at_random(start(game), 5)
    seen: list[tuple[View, Action]] = []
    again = start(game)
    for move in duel.moves:
        if move.is_move and move.player:
            seen.append((again.view(move.player), Action.parse(move.token)))
            again = again.play(move.player, Action.parse(move.token))
    assert duel.decisions(MOST_MOVES) == tuple(seen)
    assert all(earlier[0].outcome is None for earlier in seen)
    for (earlier, _), (later, _) in pairwise(seen):
        assert len(earlier.history) <= len(later.history)


def test_the_review_is_never_given_the_seed_nor_a_card_that_was_not_drawn() -> None:
    seed = bytes(range(200, 232))
    duel = at_random(start("match", seed=seed), 2)
    decisions = duel.decisions(MOST_MOVES)
    assert seed not in pickle.dumps(decisions)
    for view, _ in decisions:
        deck = view.pile("deck")
        assert deck
        assert deck.numbers is None
