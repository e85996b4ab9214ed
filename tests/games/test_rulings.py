"""The rulings that all games share."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random

import pytest

from games import Duel, DuelOver, Ending, GameError, Outcome, Player, Seeded, View, get, names
from games.model import Phase
from tests.games.facts import facts, where
from tests.games.helpers import ONE, SEED, TWO, VIEWERS, life, play, random_play, start, tokens


def positions(name: str) -> list[Duel]:
    """Positions of every kind: each player to act, an answer awaited, a pick awaited."""
    duels = [duel for seed in range(3) for duel in random_play(start(name), Random(seed)) if not duel.outcome]
    for opening in facts(name).openings:
        rare = play(start(name), *opening)
        duels += [rare, *(rare.play(player, rare.view(player).actions[0]) for player in rare.to_act)]
    return duels


@pytest.mark.parametrize("name", names())
def test_either_player_can_start(name: str) -> None:
    for starter in Player:
        duel = start(name, starter)
        assert duel.to_act in ({starter}, set(Player)), "the starter, or both at once"
        assert {duel.view(viewer).starter for viewer in VIEWERS} == {starter}


@pytest.mark.parametrize("name", names())
def test_where_both_choose_at_once_and_luck_is_the_same_the_starter_may_make_no_difference(name: str) -> None:
    """Where the game says so it has to be true, and where it does not, it must not be."""
    same = [_without_the_starter(start(name, ONE)) == _without_the_starter(start(name, TWO))]
    for seed in range(20):
        course = [duel.moves for duel in random_play(start(name), Random(seed))][-1]
        try:
            one, two = (Duel.replay(name, Seeded(SEED), starter, course) for starter in Player)
        except GameError:
            same.append(False)
        else:
            same.append(_without_the_starter(one) == _without_the_starter(two))
    assert all(same) is not get(name).starter_matters


def _without_the_starter(duel: Duel) -> list[View]:
    return [replace(duel.view(viewer), starter=ONE) for viewer in VIEWERS]


@pytest.mark.parametrize("name", names())
def test_a_resignation_and_a_lapsed_deadline_end_it_by_either_player_whosever_turn(name: str) -> None:
    acting = set()
    for duel in positions(name):
        acting |= {(player, player in duel.to_act) for player in Player}
        for player in Player:
            assert duel.resign(player).outcome == Outcome(player.other, Ending.RESIGNATION)
            assert duel.expire(player).outcome == Outcome(player.other, Ending.TIME)
            for over in (duel.resign(player), duel.expire(player)):
                assert over.to_act == frozenset()
                assert life(over) == life(duel)
    assert len(acting) == 4, "each player, to act and not to act"


@pytest.mark.parametrize("name", names())
def test_an_agreed_draw_and_a_void_duel_end_it_without_a_winner_at_every_moment(name: str) -> None:
    for duel in positions(name):
        assert duel.agree_draw().outcome == Outcome(None, Ending.AGREEMENT)
        assert duel.void().outcome == Outcome(None, Ending.VOID)


@pytest.mark.parametrize("name", names())
def test_nothing_ends_twice(name: str) -> None:
    ends = [facts(name).won(start(name)), start(name).resign(ONE), start(name).agree_draw()]
    for over in ends:
        for again in (
            lambda over=over: over.resign(ONE),
            lambda over=over: over.resign(TWO),
            lambda over=over: over.expire(ONE),
            over.agree_draw,
            over.void,
        ):
            with pytest.raises(DuelOver):
                again()


@pytest.mark.parametrize("name", where(lambda told: told.one_left))
def test_an_attacker_is_asked_even_with_one_number_left(name: str) -> None:
    one_left = facts(name).one_left
    assert one_left
    duel = one_left()
    assert duel.to_act == {ONE}
    assert tokens(duel.view(ONE))[0] == "attack-4"
    assert {action.number for action in duel.view(ONE).actions} == {4}
    assert duel.moves == ()


@pytest.mark.parametrize("name", names())
def test_nothing_is_drawn_dealt_or_asked_once_somebody_has_won(name: str) -> None:
    begun = start(name)
    over = facts(name).won(begun)
    assert over.outcome
    assert over.outcome.winner is ONE
    assert (min(life(over)) <= 0) is (over.outcome.ending is Ending.LIFE)
    assert over.draws <= begun.draws
    assert over.to_act == frozenset()
    for viewer in VIEWERS:
        view = over.view(viewer)
        assert view.phase is Phase.OVER
        assert (view.actions, view.controls, view.to_act) == ((), (), frozenset())
        assert not view.secret


@pytest.mark.parametrize("name", names())
def test_at_the_end_hands_commitments_and_picks_are_shown_to_all_the_deck_and_the_seed_to_nobody(name: str) -> None:
    for duel in positions(name):
        for over in (duel.resign(TWO), duel.void()):
            for viewer in VIEWERS:
                view = over.view(viewer)
                for pile in view.piles:
                    assert (pile.numbers is None) is (pile.name == "deck")
                assert view.piles == over.view(None).piles
                assert repr(SEED) not in repr(view) + repr(over)


@pytest.mark.parametrize("name", names())
def test_the_rules_can_be_read_on_one_screen(name: str) -> None:
    game = get(name)
    assert "An exchange:" in game.how_to_play
    assert max(len(line) for line in game.how_to_play.splitlines()) <= 120
    assert len(game.how_to_play) <= 1500
    assert len(game.known) <= 80


PHONE = 36
"""About how many characters stand in a line on a phone."""


@pytest.mark.parametrize("name", names())
def test_a_game_is_told_of_in_a_few_words(name: str) -> None:
    game = get(name)
    assert 0 < len(game.tagline) <= 1.2 * PHONE
    assert not game.tagline.endswith(".")
    for line in (game.summary, game.hint):
        assert 0 < len(line) <= 2.5 * PHONE
        assert line.endswith(".")
        assert "\n" not in line


@pytest.mark.parametrize("name", names())
def test_one_word_is_for_one_act(name: str) -> None:
    game, heals = get(name), get(name).heals
    assert heals is any(control.gain is not None for control in start(name).view(ONE).controls)
    told = f"{game.tagline} {game.summary} {game.hint} {game.how_to_play} {game.pick_news} {game.known}".lower()
    assert "let " not in told
    assert "−" not in told
    for word in ("defen", "the hit"):
        assert not (heals and word in told)
    assert not re.search(r"\bheals? with|: you gain", told) or heals
    for viewer in VIEWERS:
        assert (start(name).view(viewer).hint, start(name).view(viewer).heals) == (game.hint, heals)
