"""The rulings that all five games share."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from games import Duel, DuelOver, Ending, Outcome, Player, get, names
from games.model import Phase
from tests.games.helpers import (
    LEVEL_AT_8,
    ONE,
    SEED,
    TWO,
    VIEWERS,
    late,
    life,
    play,
    random_play,
    start,
    table,
    tokens,
)

END: dict[str, Callable[[Duel], Duel]] = {
    "battle": lambda duel: play(duel, "attack-9", "attack-8", "attack-7"),
    "nomad": lambda duel: play(duel, "attack-7", "defend-2", "attack-9"),
    "digit": lambda duel: play(duel, "attack-9", "attack-8", "attack-7"),
    "siege": lambda duel: play(duel, "attack-10", "take", "attack-1", "take", "attack-9", "take"),
    "match": lambda _: play(table([9, 8], [1, 2], deck=[3], life=(1, 9)), "attack-9"),
}
ONE_NUMBER_LEFT: dict[str, Callable[[], Duel]] = {
    "battle": lambda: late("battle", life=(5, 5), pool=(4,)),
    "nomad": lambda: late("nomad", life=(5, 5), pool=(4,)),
    "digit": lambda: late("digit", life=(5, 5), pool=(4,)),
    "siege": lambda: late("siege", life=(5, 5), tokens=((4,), (1, 2))),
    "match": lambda: table([4], [1, 2], deck=[3]),
}


def positions(name: str) -> list[Duel]:
    """Positions of every kind: each player to act, an answer awaited, a pick awaited."""
    duels = [duel for seed in range(3) for duel in random_play(start(name), Random(seed)) if not duel.outcome]
    if name == "digit":
        level = play(start(name), *LEVEL_AT_8)
        duels += [level, *(level.play(player, level.view(player).actions[0]) for player in Player)]
    return duels


@pytest.mark.parametrize("name", names())
def test_either_player_can_start(name: str) -> None:
    for starter in Player:
        duel = start(name, starter)
        assert duel.to_act == {starter}
        assert {duel.view(viewer).starter for viewer in VIEWERS} == {starter}


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
    ends = [END[name](start(name)), start(name).resign(ONE), start(name).agree_draw()]
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


@pytest.mark.parametrize("name", names())
def test_an_attacker_is_asked_even_with_one_number_left(name: str) -> None:
    duel = ONE_NUMBER_LEFT[name]()
    assert duel.to_act == {ONE}
    assert tokens(duel.view(ONE))[0] == "attack-4"
    assert {action.number for action in duel.view(ONE).actions} == {4}
    assert duel.moves == ()


@pytest.mark.parametrize("name", names())
def test_nothing_is_drawn_dealt_or_asked_once_a_life_is_zero_or_below(name: str) -> None:
    begun = start(name)
    over = END[name](begun)
    assert over.outcome == Outcome(ONE, Ending.LIFE)
    assert min(life(over)) <= 0
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
    assert game.summary
    assert "\n" not in game.summary
