"""Invalid input: what only looks like a move, a player, a game or a seed is refused, with the error that is said.

And what comes out can be copied and pickled: the copy equals it, and plays on like it.
"""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from enum import IntEnum, StrEnum
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import Action, Duel, Ending, IllegalAction, Move, Outcome, Scripted, Seeded, UnknownGame, get, names
from games.model import Verb
from tests.games.helpers import ONE, TWO, VIEWERS, random_play, start


def named(odd: object) -> str:
    """Without its address, which differs from process to process."""
    return repr(odd).partition(" at 0x")[0]


EVERY_GAME = pytest.mark.parametrize("name", names())
QUICK = settings(max_examples=60, deadline=None, derandomize=True, database=None)


class Attack(StrEnum):
    """A verb of somebody else's."""

    ATTACK = "attack"
    PICK = "pick"


class Seven(IntEnum):
    """A number that prints as something else."""

    ONE = 1
    SEVEN = 7


class Text(str):
    """A text of one's own, that can't be in a dict."""

    __hash__ = None  # type: ignore[assignment]


class Lookalike(Action):
    """An action of somebody else's, that says it equals any."""

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0


class Equal:
    """Equal to everything."""

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return hash(Action(Verb.ATTACK, 7))


ODD: list[Any] = [
    *(None, True, False, 0, 1, 7, 7.0, "", "attack-7", "ONE", b"attack-7", bytearray(b"attack-7")),
    *([], {}, set(), (), ("attack", 7), object(), Equal(), Verb.ATTACK, Move(ONE, "attack-7"), Ending.LIFE),
]
"""What is no action, no player but for None, no name of a game and no seed."""
ANYTHING = st.one_of(
    st.sampled_from(ODD), st.none(), st.booleans(), st.integers(), st.floats(), st.text(), st.binary(), st.fractions()
)


def lookalikes(action: Action) -> list[Any]:
    """What could be taken for that action."""
    verb, number = action.verb, action.number
    verbs: list[Any] = [str(verb), *([Attack(verb)] if str(verb) in ("attack", "pick") else [])]
    numbers: list[Any] = [1.0, True, Seven.ONE, "1", b"1"]
    if number is not None:
        numbers = [float(number), Fraction(number), complex(number), str(number), [number]]
        numbers += [True] if number == 1 else []
        numbers += [Seven(number)] if number in (1, 7) else []
    return [
        *(str(action), str(action).encode(), (verb, number), Lookalike(verb, number)),
        *(Action(odd, number) for odd in verbs),
        *(Action(verb, odd) for odd in numbers),
    ]


def middle(name: str) -> list[Duel]:
    """A duel at its start, in its middle and near its end."""
    duels = list(random_play(start(name), Random(4)))
    return [duels[0], duels[len(duels) // 2], duels[-2]]


# ---- actions and players


@EVERY_GAME
def test_what_only_looks_like_a_legal_action_is_refused(name: str) -> None:
    for duel in middle(name):
        for player in duel.to_act:
            for action in duel.view(player).actions:
                for odd in lookalikes(action):
                    with pytest.raises(IllegalAction):
                        duel.play(player, odd)


@EVERY_GAME
@QUICK
@given(odd=ANYTHING)
def test_anything_else_is_no_action_and_no_player_at_any_moment(name: str, odd: Any) -> None:
    begun = start(name)
    (player, *_) = begun.to_act
    legal = begun.view(player).actions[0]
    for duel in (begun, begun.resign(ONE)):
        for what in (odd, *(Action(odd, number) for number in (7, None) if type(odd) is not Verb)):
            with pytest.raises(IllegalAction):
                duel.play(player, what)
        if not (odd is None or type(odd) is int):
            with pytest.raises(IllegalAction):
                duel.play(player, Action(Verb.ATTACK, odd))
        with pytest.raises(IllegalAction):
            duel.play(odd, legal)


@pytest.mark.parametrize("odd", [odd for odd in ODD if odd is not None], ids=named)
def test_no_ending_and_no_offer_belongs_to_what_is_no_player(odd: Any) -> None:
    duel = start("battle")
    offered = duel.offer_draw(ONE)
    calls: list[Callable[[Any], Duel]] = [
        *(duel.resign, duel.expire, duel.offer_draw, duel.decline_draw),
        *(offered.offer_draw, offered.decline_draw),
    ]
    for call in calls:
        with pytest.raises(IllegalAction):
            call(odd)


@pytest.mark.parametrize("odd", ODD, ids=named)
def test_the_starter_is_a_player(odd: Any) -> None:
    with pytest.raises(ValueError, match="starter"):
        Duel.start("battle", Seeded(b"any"), odd)
    with pytest.raises(ValueError, match="starter"):
        Duel.replay("battle", Seeded(b"any"), odd, ())


@pytest.mark.parametrize("odd", [odd for odd in ODD if odd is not None], ids=named)
def test_a_viewer_is_a_player_or_nobody(odd: Any) -> None:
    with pytest.raises(ValueError, match="viewer"):
        start("match").view(odd)


@EVERY_GAME
@pytest.mark.parametrize("odd", ODD, ids=named)
def test_luck_can_draw(name: str, odd: Any) -> None:
    with pytest.raises(ValueError, match="Chance"):
        Duel.start(name, odd)


# ---- the log


@pytest.mark.parametrize("odd", ODD, ids=named)
def test_a_log_holds_moves_of_players_by_their_tokens(odd: Any) -> None:
    entries = [odd, Move(ONE, odd), Move(odd, "attack-7"), Move(odd, "!resign"), Move(odd, "!offer")]
    entries += [Move(odd, "!draw")] if odd is not None else []
    for entry in entries:
        if entry == Move(ONE, "attack-7") and type(entry) is Move and type(entry.token) is str:
            continue
        with pytest.raises(IllegalAction):
            Duel.replay("battle", Seeded(b"any"), ONE, [entry])


@pytest.mark.parametrize("odd", ODD, ids=named)
def test_no_action_is_read_from_what_is_no_text(odd: Any) -> None:
    if odd != "attack-7" or type(odd) is not str:
        with pytest.raises(IllegalAction):
            Action.parse(odd)


# ---- games and seeds


@pytest.mark.parametrize("odd", [*ODD, Text("battle"), "Battle", "battle "], ids=named)
def test_only_the_name_of_a_game_names_a_game(odd: Any) -> None:
    for call in (
        get,
        lambda name: Duel.start(name, Seeded(b"any")),
        lambda name: Duel.replay(name, Seeded(b"any"), ONE, ()),
    ):
        with pytest.raises(UnknownGame):
            call(odd)


@QUICK
@given(odd=ANYTHING)
def test_anything_else_names_no_game(odd: Any) -> None:
    if odd not in names():
        with pytest.raises(UnknownGame):
            get(odd)


@pytest.mark.parametrize(
    "odd", [*(odd for odd in ODD if type(odd) is not bytes), b"", bytes(65), bytes(1000)], ids=named
)
def test_a_seed_is_1_to_64_bytes(odd: Any) -> None:
    with pytest.raises(ValueError, match=r"^A seed is 1 to 64 bytes\.$"):
        Seeded(odd)


@pytest.mark.parametrize("length", [1, 32, 64])
def test_a_seed_of_any_of_these_lengths_deals(length: int) -> None:
    assert Duel.start("match", Seeded(bytes(length))).to_act == {ONE}


def test_a_refused_seed_is_not_told() -> None:
    with pytest.raises(ValueError, match="seed") as caught:
        Seeded(b"secret" * 20)
    assert "secret" not in str(caught.value)


# ---- copies


COPIES: list[Callable[[Any], Any]] = [
    copy.copy,
    copy.deepcopy,
    *(lambda value, p=p: pickle.loads(pickle.dumps(value, p)) for p in range(2, pickle.HIGHEST_PROTOCOL + 1)),
]


def assert_same(value: Any) -> None:
    for copied in (make(value) for make in COPIES):
        assert type(copied) is type(value)
        assert copied == value
        assert hash(copied) == hash(value)
        assert repr(copied) == repr(value)


@EVERY_GAME
def test_a_copy_of_a_duel_and_of_what_it_shows_equals_it_and_plays_on_like_it(name: str) -> None:
    for duel in [*middle(name), start(name).offer_draw(TWO), start(name).resign(ONE), start(name).void()]:
        assert_same(duel)
        for viewer in VIEWERS:
            assert_same(duel.view(viewer))
        for copied in (make(duel) for make in COPIES):
            assert [copied.view(viewer) for viewer in VIEWERS] == [duel.view(viewer) for viewer in VIEWERS]
            for player in duel.to_act:
                action = duel.view(player).actions[-1]
                assert copied.play(player, action) == duel.play(player, copy.deepcopy(action))


@EVERY_GAME
def test_a_copy_of_a_game_is_that_game_and_no_other(name: str) -> None:
    assert_same(type(get(name)))
    for copied in (make(get(name)) for make in COPIES):
        assert copied == get(name)
        assert hash(copied) == hash(get(name))
        assert [other for other in names() if get(other) == copied] == [name]
    assert get(name) != name


@pytest.mark.parametrize(
    "value",
    [
        *(Action(Verb.ATTACK, 7), Action(Verb.TAKE), Move(ONE, "attack-7"), Move(None, "!draw"), TWO, Ending.LIFE),
        *(Outcome(ONE, Ending.LIFE), Outcome(None, Ending.VOID), Seeded(b"any"), Scripted((Action(Verb.DRAW, 1),))),
    ],
    ids=named,
)
def test_a_copy_of_any_public_value_equals_it(value: Any) -> None:
    assert_same(value)
