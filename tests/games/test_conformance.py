"""What holds for every registered game, whatever its rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games import Action, Duel, DuelOver, Ending, IllegalAction, Move, NotYourTurn, Player, Seeded, get, names
from games.model import Event, Phase, Reshuffled, Showdown, Verb
from tests.games.facts import facts
from tests.games.helpers import (
    LEVEL_AT_8,
    LEVEL_AT_20,
    ONE,
    TWO,
    VIEWERS,
    play,
    random_play,
    stalling_play,
    start,
)

EVERY_GAME = pytest.mark.parametrize("name", names())
QUICK = settings(
    max_examples=25,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],  # it goes by the machine
)

BOUND = 600
"""Moves within which random play must end any game."""

UNIVERSE = tuple(Action(verb, number) for verb in Verb for number in (None, *range(12), 99, -1))

CHOICES = st.lists(st.integers(0, 60), max_size=40)
STARTS = st.tuples(st.integers(0, 10_000), st.sampled_from(Player), st.integers(0, 3))
Start = tuple[int, Player, int]


def begin(name: str, begun: Start) -> Duel:
    """A duel at its start or after one of the openings."""
    seed, starter, opening = begun
    openings = ((), *facts(name).openings)
    return play(start(name, starter, seed.to_bytes(2)), *openings[opening % len(openings)])


def course(name: str, begun: Start, choices: Sequence[int]) -> list[Duel]:
    """A duel and all duels after it, by choices: who of those to act, and which of their actions."""
    duels = [begin(name, begun)]
    for choice in choices:
        acting = sorted(duels[-1].to_act, key=lambda player: player.index)
        if not acting:
            break
        player = acting[choice % len(acting)]
        actions = duels[-1].view(player).actions
        duels.append(duels[-1].play(player, actions[choice // len(acting) % len(actions)]))
    return duels


def endings(duel: Duel) -> list[Duel]:
    """All ways to end a duel that are no moves."""
    return [*(end for p in Player for end in (duel.resign(p), duel.expire(p))), duel.agree_draw(), duel.void()]


def assert_frozen(value: object) -> None:
    """Fails where anything inside could be changed in place."""
    if value is None or isinstance(value, (bool, int, str, bytes, Enum)):
        return
    if isinstance(value, (tuple, frozenset)):
        for item in value:
            assert_frozen(item)
        return
    assert is_dataclass(value), f"{type(value)} can be changed in place"
    assert getattr(value, "__dataclass_params__").frozen, f"{type(value)} can be changed in place"  # noqa: B009
    for field in fields(value):
        assert_frozen(getattr(value, field.name))


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


# ---- the log


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


# ---- states


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


# ---- the end


@EVERY_GAME
def test_random_play_ends(name: str) -> None:
    for seed in range(150):
        duel = list(random_play(begin(name, (seed, ONE, seed)), Random(seed), BOUND))[-1]
        assert duel.outcome, f"not over after {len(duel.moves)} moves"
        assert len(duel.moves) <= (facts(name).most_moves or BOUND)


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
            cards = Counter((*state.hidden.deck, *state.public.discard))
            for drawer in state.private:
                cards.update(drawer.hand)
            assert cards == full
            for viewer in VIEWERS:
                assert sum(pile.count for pile in duel.view(viewer).piles) == 36
            for player in Player:
                seen = duel.view(player).pile("hand", player)
                assert seen is not None
                assert seen.numbers == state.private[player.index].hand
        reshuffles += sum(isinstance(event, Reshuffled) for event in duel.view(None).history)
    assert reshuffles > 10
