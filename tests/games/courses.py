"""Courses of any registered game, by arbitrary choices."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from enum import Enum

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from games import Action, Duel, Player, names
from games.model import Verb
from tests.games.facts import facts
from tests.games.helpers import (
    play,
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
