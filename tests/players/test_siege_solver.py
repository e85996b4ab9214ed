"""Numerical Siege as its player reckons: by the rules, and with the values that `tools/siege_exact.cpp` finds."""

from __future__ import annotations

import math
from random import Random

import pytest

from games import Action, Duel
from games.model import Phase, Verb
from players.siege import LOOKS, matrix, mixes
from players.siege_solver import Position, Solver, exchange, numbers
from tests.games.helpers import ONE, TWO, late


def bits(*tokens: int) -> int:
    """The tokens, as in `Position`."""
    return sum(1 << token - 1 for token in tokens)


SOLVED = [
    (Position(bits(1, 3, 4, 8), bits(3, 4, 7, 8), 1, 1), 0.25),
    (Position(bits(1, 6, 8), bits(3, 4, 5, 8), 7, 2), 0.83333),
    (Position(bits(1, 2, 4, 7), bits(4, 5, 6, 9), 7, 3), 0.20142),
    (Position(bits(2, 4, 7, 8), bits(3, 5, 7, 8), 6, 5), 0.54338),
    (Position(bits(3, 4, 5, 9), bits(1, 3, 5), 3, 12), 0.66667),
    (Position(bits(3, 8), bits(2, 6, 8), 7, 4), 0.33333),
    (Position(bits(2, 3, 4, 6, 7), bits(1, 2, 5, 7), 1, 6), 0.42068),
]
ALL = bits(*range(1, 11))
ESTIMATED = [
    (Position(bits(2, 3, 4, 7, 8), bits(4, 5, 6, 8, 9, 10), 13, 2), 0.67475),
    (Position(bits(2, 4, 5, 7, 8, 9), bits(1, 2, 4, 6, 8), 2, 12), 0.35325),
    (Position(bits(1, 4, 5, 6, 7, 8, 9), bits(3, 4, 6, 7, 8, 9), 4, 7), 0.67817),
    (Position(bits(1, 2, 3, 4, 5, 7, 8, 9), bits(1, 2, 4, 5, 6, 7, 8, 9), 11, 8), 0.75749),
    (Position(ALL ^ bits(2), ALL ^ bits(10), 5, 13), 0.16028),
    (Position(ALL, ALL, 15, 15), 0.59140),
]


def value_of(position: Position) -> float:
    """What the best mix of attacks is worth, by what the player knows."""
    attacks, _ = mixes(position)
    columns = zip(*matrix(position), strict=True)
    return min(math.fsum(p * entry for p, entry in zip(attacks, column, strict=True)) for column in columns)


@pytest.mark.parametrize(("position", "value"), SOLVED)
@pytest.mark.every_case
def test_few_tokens_are_solved_exactly(position: Position, value: float) -> None:
    assert Solver().value(*position) == pytest.approx(value, abs=1e-5)
    assert value_of(position) == pytest.approx(value, abs=LOOKS)


def test_many_tokens_are_estimated_well() -> None:
    errors = [abs(value_of(position) - value) for position, value in ESTIMATED]
    assert sum(errors) / len(errors) < 0.015
    assert max(errors) < 0.05


def test_most_work_of_a_move_is_bounded() -> None:
    solver = Solver()
    solver.value(bits(1, 3, 5, 7, 9), bits(1, 3, 5, 7, 9), 15, 15)
    assert len(solver._known) < 15_000


# ---- by the rules


def impression(own: int, other: int, own_life: int, other_life: int) -> float:
    """A number of its own for almost every position."""
    return (own * 7919 + other * 104_729 + own_life * 1_299_709 + other_life * 15_485_863) % 999_983 / 999_983


def by_the_rules(duel: Duel) -> float:
    """What a position of a duel is worth to ONE, if `impression` says what one with a choice of answers is worth."""
    if duel.outcome:
        return 0.5 if duel.outcome.winner is None else float(duel.outcome.winner is ONE)
    public = duel.state.public
    me, you = public.mover, public.mover.other
    if not public.tokens[you.index]:  # no choice but the order
        return by_the_rules(duel.play(me, Action(Verb.ATTACK, public.tokens[me.index][0])))
    value = impression(
        bits(*public.tokens[me.index]), bits(*public.tokens[you.index]), public.life[me.index], public.life[you.index]
    )
    return value if me is ONE else 1 - value


def played(duel: Duel, attack: int, defence: int | None) -> Duel:
    """The duel after an exchange."""
    duel = duel.play(ONE, Action(Verb.ATTACK, attack))
    if not duel.state.public.committed:  # there was nothing to defend with
        return duel
    return duel.play(TWO, Action(Verb.DEFEND, defence) if defence else Action(Verb.TAKE))


@pytest.mark.parametrize("rounds", [60, pytest.param(3000, marks=pytest.mark.soak)])
@pytest.mark.every_case
def test_an_exchange_is_reckoned_by_the_rules(rounds: int) -> None:
    random = Random(1)
    for _ in range(rounds):
        own, other = (random.sample(range(1, 11), random.choice(sizes)) for sizes in ((1, 2, 3, 6, 10), (0, 1, 2, 10)))
        life = random.randint(1, 15), random.randint(1, 15)
        position = Position(bits(*own), bits(*other), *life)
        assert (numbers(position.own), numbers(position.other)) == (tuple(sorted(own)), tuple(sorted(other)))
        duel = late("siege", life=life, tokens=(tuple(sorted(own)), tuple(sorted(other))))
        assert duel.view(ONE).phase is Phase.ATTACK
        assert exchange(position, impression) == [
            [by_the_rules(played(duel, attack, defence)) for defence in (None, *sorted(other))]
            for attack in sorted(own)
        ]
