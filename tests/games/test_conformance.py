"""What is true of every registered game, whatever its rules."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given

from games import Action, Duel, DuelOver, IllegalAction, Move, NotYourTurn, Player
from games.model import Phase, Reshuffled, Showdown, Verb
from tests.games.courses import (
    BOUND,
    CHOICES,
    EVERY_GAME,
    QUICK,
    STARTS,
    UNIVERSE,
    Start,
    begin,
    course,
    endings,
)
from tests.games.facts import facts
from tests.games.helpers import (
    LEVEL_AT_8,
    LEVEL_AT_20,
    ONE,
    TWO,
    VIEWERS,
    deck,
    play,
    random_play,
    stalling_play,
    start,
)

# ---- who may do what


@EVERY_GAME
@QUICK
@given(begun=STARTS, choices=CHOICES)
def test_legal_actions_are_empty_for_those_not_to_act_and_at_the_end(
    name: str, begun: Start, choices: list[int]
) -> None:
    for duel in course(name, begun, choices):
        assert duel.view(None).actions == ()
        assert bool(duel.to_act) is (duel.outcome is None)
        for player in Player:
            view = duel.view(player)
            assert bool(view.actions) is (player in duel.to_act)
            assert view.to_act == duel.to_act
            assert len(set(view.actions)) == len(view.actions)
        for over in endings(duel) if not duel.outcome else [duel]:
            for viewer in VIEWERS:
                view = over.view(viewer)
                assert (view.actions, view.controls, view.to_act) == ((), (), frozenset())
                assert view.phase is Phase.OVER


@EVERY_GAME
@QUICK
@given(begun=STARTS, choices=CHOICES)
def test_every_illegal_action_is_refused_and_nothing_changes(name: str, begun: Start, choices: list[int]) -> None:
    for duel in course(name, begun, choices):
        before = (repr(duel), repr(duel.state), hash(duel))
        for player in Player:
            legal = duel.view(player).actions
            error = DuelOver if duel.outcome else NotYourTurn if player not in duel.to_act else IllegalAction
            for action in UNIVERSE:
                if action not in legal:
                    with pytest.raises(error) as caught:
                        duel.play(player, action)
                    assert caught.type is error
        assert (repr(duel), repr(duel.state), hash(duel)) == before


@EVERY_GAME
@pytest.mark.parametrize("number", [-(10**4300), -1, 0, 100, 10**4300], ids=["-huge", "-1", "0", "100", "huge"])
def test_a_number_of_any_size_is_an_illegal_action(name: str, number: int) -> None:
    """Python refuses to write down numbers of more than 4,300 digits."""
    begun = start(name)
    (player, *_) = begun.to_act
    for verb in Verb:
        with pytest.raises(IllegalAction):
            begun.play(player, Action(verb, number))
        with pytest.raises(DuelOver):
            begun.resign(ONE).play(player, Action(verb, number))


@EVERY_GAME
@QUICK
@given(begun=STARTS, choices=CHOICES)
def test_every_legal_action_is_taken_and_counted(name: str, begun: Start, choices: list[int]) -> None:
    for duel in course(name, begun, choices):
        for player in duel.to_act:
            for action in duel.view(player).actions:
                after = duel.play(player, action)
                assert after.moves == (*duel.moves, Move(player, str(action)))
                assert after.turn(player) == after.view(player).turn == duel.turn(player) + 1
                assert after.turn(player.other) == duel.turn(player.other)
                assert after.view(None).turn == len(after.moves)


@EVERY_GAME
@QUICK
@given(begun=STARTS, choices=CHOICES)
def test_endings_are_no_moves_and_change_nothing_but_the_outcome(name: str, begun: Start, choices: list[int]) -> None:
    duel = course(name, begun, choices)[-1]
    for over in endings(duel) if not duel.outcome else []:
        assert over.state == duel.state
        assert [over.turn(player) for player in Player] == [duel.turn(player) for player in Player]
        assert over.moves[:-1] == duel.moves


@EVERY_GAME
@QUICK
@given(begun=STARTS, choices=CHOICES)
def test_every_viewer_sees_the_same_of_what_is_public(name: str, begun: Start, choices: list[int]) -> None:
    for duel in course(name, begun, choices):
        public = duel.view(None)
        assert (public.game, public.viewer, public.starter) == (name, None, begun[1])
        assert public.outcome == duel.outcome
        for player in Player:
            view = duel.view(player)
            assert view.viewer is player
            for field in ("game", "starter", "life", "full_life", "phase", "to_act", "secret", "outcome"):
                assert getattr(view, field) == getattr(public, field), field
            assert [event for event in view.history if event in public.history] == list(public.history)
            assert [(pile.name, pile.owner) for pile in view.piles] == [(p.name, p.owner) for p in public.piles]


@EVERY_GAME
@QUICK
@given(begun=STARTS, choices=CHOICES)
def test_after_the_end_nothing_is_taken(name: str, begun: Start, choices: list[int]) -> None:
    duel = course(name, begun, choices)[-1]
    legal = [(player, action) for player in duel.to_act for action in duel.view(player).actions]
    for over in endings(duel) if not duel.outcome else [duel]:
        for player, action in legal:
            with pytest.raises(DuelOver):
                over.play(player, action)
        for log in (Move(ONE, "!resign"), Move(TWO, "!time"), Move(None, "!draw"), Move(None, "!void")):
            with pytest.raises(DuelOver):
                Duel.replay(name, over.chance, over.starter, (*over.moves, log))


@EVERY_GAME
@QUICK
@given(begun=STARTS, choices=CHOICES)
def test_the_views_actions_are_always_among_its_controls_which_stay_in_place(
    name: str, begun: Start, choices: list[int]
) -> None:
    for duel in course(name, begun, choices):
        assert duel.view(None).controls == ()
        for player in Player:
            view = duel.view(player)
            places = [control.action for control in view.controls]
            assert len(set(places)) == len(places)
            assert [action for action in places if action in view.actions] == list(view.actions)
            assert bool(places) is (duel.outcome is None)


# ---- the end


@EVERY_GAME
def test_random_play_ends_and_chance_with_it(name: str) -> None:
    for seed in range(150):
        *_, before, duel = random_play(begin(name, (seed, ONE, seed)), Random(seed), BOUND)
        assert duel.outcome, f"not over after {len(duel.moves)} moves"
        assert len(duel.moves) <= (facts(name).most_moves or BOUND)
        last = duel.moves[-1]
        at_once = duel.game.apply_action(before.state, last.player, Action.parse(last.token))
        assert duel.game.chance_outcomes(at_once) == ()


def test_sudden_death_ends_with_random_unequal_picks() -> None:
    rounds = []
    for seed in range(150):
        random = Random(seed)
        duel = play(start("digit"), *(LEVEL_AT_20, LEVEL_AT_8)[seed % 2])
        while not duel.outcome and len(duel.moves) < BOUND:
            one, two = random.sample(range(1, 6), 2)
            duel = duel.play(TWO, Action.parse(f"pick-{two}")).play(ONE, Action.parse(f"pick-{one}"))
        assert duel.outcome
        rounds.append(sum(isinstance(event, Showdown) for event in duel.view(None).history))
    assert max(rounds) > 10


# ---- the cards of match


def test_cards_always_total_36_in_four_of_each() -> None:
    full = Counter(dict.fromkeys(range(1, 10), 4))
    reshuffles = 0
    for seed in range(60):
        for duel in stalling_play(seed) if seed % 2 else random_play(start("match"), Random(seed)):
            state = duel.state
            cards = Counter((*deck(duel), *state.public.discard))
            for part in state.private:
                cards.update(part.hand)
            assert cards == full
            for viewer in VIEWERS:
                assert sum(pile.count for pile in duel.view(viewer).piles) == 36
            for player in Player:
                seen = duel.view(player).pile("hand", player)
                assert seen is not None
                assert seen.numbers == state.private[player.index].hand
        reshuffles += sum(isinstance(event, Reshuffled) for event in duel.view(None).history)
    assert reshuffles > 10
