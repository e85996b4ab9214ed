"""What is true of every registered game: its log is replayed and checked, and its states and views never change."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given

from games import Duel, Ending, IllegalAction, Move, NotYourTurn, Player, Seeded, get
from games.model import Event
from tests.games.courses import (
    CHOICES,
    EVERY_GAME,
    QUICK,
    STARTS,
    Start,
    assert_frozen,
    begin,
    course,
    endings,
)
from tests.games.helpers import (
    ONE,
    TWO,
    VIEWERS,
    random_play,
    start,
)


@EVERY_GAME
@QUICK
@given(begun=STARTS, choices=CHOICES)
def test_a_replayed_duel_equals_the_duel_played_whatever_its_ending(
    name: str, begun: Start, choices: list[int]
) -> None:
    for duel in course(name, begun, choices)[-3:]:
        for end in [duel, *(endings(duel) if not duel.outcome else [])]:
            again = Duel.replay(name, Seeded(begun[0].to_bytes(2)), begun[1], end.moves)
            assert again == end
            assert hash(again) == hash(end)
            assert again.outcome == end.outcome
            assert [again.view(viewer) for viewer in VIEWERS] == [end.view(viewer) for viewer in VIEWERS]


class Entry(Move):
    """An entry of somebody else's."""


@EVERY_GAME
def test_a_replayed_duel_keeps_each_entry_of_its_log_and_takes_nothing_else(name: str) -> None:
    (*_, duel) = random_play(start(name), Random(4))
    again = Duel.replay(name, duel.chance, duel.starter, duel.moves)
    assert all(kept is entry for kept, entry in zip(again.moves, duel.moves, strict=True))
    with pytest.raises(IllegalAction):
        start(name).resumed([Entry(*duel.moves[0])])


@EVERY_GAME
def test_the_endings_of_the_log_are_four_tokens(name: str) -> None:
    logs = [end.moves[-1] for end in endings(start(name))]
    expected = [Move(p, token) for p in Player for token in ("!resign", "!time")]
    assert logs == [*expected, Move(None, "!draw"), Move(None, "!void")]
    kinds = [end.outcome.ending for end in endings(start(name)) if end.outcome]
    assert kinds == [Ending.RESIGNATION, Ending.TIME] * 2 + [Ending.AGREEMENT, Ending.VOID]


@EVERY_GAME
@pytest.mark.parametrize(
    "move",
    [
        Move(None, "attack-1"),
        Move(ONE, "attack-77"),
        Move(ONE, "nonsense"),
        Move(ONE, ""),
        Move(ONE, "!draw"),
        Move(TWO, "!void"),
        Move(None, "!resign"),
        Move(None, "!time"),
        Move(ONE, "!nonsense"),
        Move(ONE, "draw-1"),
        Move(None, "draw-1"),
    ],
)
def test_a_log_that_cannot_be_is_refused(name: str, move: Move) -> None:
    with pytest.raises(IllegalAction):
        Duel.replay(name, Seeded(b"log"), ONE, [move])


@EVERY_GAME
def test_a_log_with_a_move_of_the_wrong_player_is_refused(name: str) -> None:
    token = str(start(name).view(ONE).actions[0])
    # Where both choose at once, it is the wrong player's only after the first choice.
    both = start(name, TWO).to_act == set(Player)
    log = [Move(ONE, token)] * (1 + both)
    with pytest.raises(NotYourTurn):
        Duel.replay(name, Seeded(b"log"), TWO, log)


@EVERY_GAME
def test_equal_duels_compare_equal_and_others_do_not(name: str) -> None:
    one, same = (list(random_play(start(name), Random(3)))[-2] for _ in range(2))
    assert one is not same
    assert one == same
    assert hash(one) == hash(same)
    (player, *_) = one.to_act
    others = [
        one.play(player, one.view(player).actions[0]),
        one.resign(ONE),
        one.resign(TWO),
        one.agree_draw(),
        Duel.replay(name, Seeded(b"another"), ONE, ()),
        start(name, TWO),
    ]
    assert all(other != one for other in others)
    assert len(set(others)) == len(others)


@EVERY_GAME
@QUICK
@given(begun=STARTS, choices=CHOICES)
def test_states_are_never_changed_in_place(name: str, begun: Start, choices: list[int]) -> None:
    duel = begin(name, begun)
    earlier = [(duel, repr(duel.state), hash(duel.state), [repr(duel.view(viewer)) for viewer in VIEWERS])]
    for duel in course(name, begun, choices)[1:]:
        earlier.append((duel, repr(duel.state), hash(duel.state), [repr(duel.view(viewer)) for viewer in VIEWERS]))
        for player in duel.to_act:
            for action in duel.view(player).actions:
                duel.play(player, action)
    for old, text, hashed, views in earlier:
        assert_frozen(old.state)
        assert (repr(old.state), hash(old.state)) == (text, hashed)
        assert [repr(old.view(viewer)) for viewer in VIEWERS] == views


@EVERY_GAME
def test_views_are_frozen_to_the_last_field(name: str) -> None:
    for duel in random_play(start(name), Random(1)):
        for viewer in VIEWERS:
            view = duel.view(viewer)
            assert_frozen(view)
            assert hash(view) == hash(duel.view(viewer))
            assert view == duel.view(viewer)


@EVERY_GAME
@QUICK
@given(begun=STARTS, choices=CHOICES)
def test_counts_of_piles_agree_with_their_numbers(name: str, begun: Start, choices: list[int]) -> None:
    for duel in course(name, begun, choices):
        for viewer in VIEWERS:
            piles = duel.view(viewer).piles
            assert len({(pile.name, pile.owner) for pile in piles}) == len(piles)
            for pile in piles:
                assert pile.count >= 0
                assert pile.numbers is None or len(pile.numbers) == pile.count
                assert duel.view(viewer).pile(pile.name, pile.owner) == pile


@EVERY_GAME
@QUICK
@given(begun=STARTS, choices=CHOICES)
def test_history_only_grows_and_the_recap_is_its_last_exchange(name: str, begun: Start, choices: list[int]) -> None:
    duels = course(name, begun, choices)
    for viewer in VIEWERS:
        told: tuple[Event, ...] = ()
        for duel in duels:
            view = duel.view(viewer)
            assert view.history[: len(told)] == told
            assert [event.exchange for event in view.history] == sorted(event.exchange for event in view.history)
            assert view.recap == view.history[len(view.history) - len(view.recap) :]
            assert len({event.exchange for event in view.recap}) <= 1
            told = view.history


@EVERY_GAME
def test_life_never_exceeds_full_life_nor_is_the_start_above_it(name: str) -> None:
    game = get(name)
    assert 0 < game.start_life <= game.full_life
    for seed in range(60):
        for duel in random_play(begin(name, (seed, ONE, seed)), Random(seed)):
            assert max(duel.view(None).life) <= duel.view(None).full_life == game.full_life
