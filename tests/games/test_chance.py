"""Luck: the same seed draws the same for ever, in the proportion of the weights, and the seed is not told."""

from __future__ import annotations

from collections import Counter
from dataclasses import FrozenInstanceError
from hashlib import blake2b

import pytest

from games import Action, Duel, IllegalAction, Player, Scripted, Seeded
from tests.games.helpers import ONE, SEED, TWO, numbers

CARDS = tuple((Action.parse(f"draw-{number}"), weight) for number, weight in ((1, 1), (2, 2), (3, 4), (4, 1)))


def test_a_seed_draws_what_it_always_drew() -> None:
    drawn = [Seeded(SEED).draw(index, CARDS).number for index in range(20)]
    assert drawn == [3, 1, 3, 3, 3, 2, 3, 2, 2, 3, 1, 1, 3, 3, 4, 4, 3, 3, 1, 4]


def test_a_draw_is_the_keyed_hash_of_its_index_by_the_total_weight() -> None:
    for index in range(20):
        ticket = int.from_bytes(blake2b(index.to_bytes(8, "big"), key=SEED).digest(), "big") % 8
        assert Seeded(SEED).draw(index, CARDS).number == (1, 2, 2, 3, 3, 3, 3, 4)[ticket]


def test_a_seed_deals_what_it_always_dealt() -> None:
    duel = Duel.start("match", Seeded(SEED))
    assert [numbers(duel, "hand", player, viewer=player) for player in Player] == [[1, 4, 8, 9, 9], [1, 2, 2, 6, 7]]


def test_a_draw_depends_on_its_index_alone_and_not_on_what_was_drawn_before() -> None:
    chance = Seeded(SEED)
    there = [chance.draw(index, CARDS) for index in range(10)]
    back = [chance.draw(index, CARDS) for index in reversed(range(10))]
    assert there == back[::-1]


def test_outcomes_are_drawn_in_the_proportion_of_their_weights() -> None:
    counts = Counter(Seeded(SEED).draw(index, CARDS).number for index in range(8_000))
    for number, expected in ((1, 1_000), (2, 2_000), (3, 4_000), (4, 1_000)):
        assert abs(counts[number] - expected) < 150


def test_other_seeds_draw_otherwise() -> None:
    courses = {tuple(Seeded(bytes([n])).draw(index, CARDS) for index in range(20)) for n in range(50)}
    assert len(courses) == 50


def test_the_seed_is_not_told() -> None:
    seed = b"\x01secret seed of this duel"
    for text in (repr(Seeded(seed)), str(Seeded(seed)), repr(Duel.start("match", Seeded(seed)))):
        assert "secret" not in text
    assert Seeded(seed) == Seeded(seed)
    assert Seeded(seed) != Seeded(SEED)


def test_a_script_draws_what_it_says_and_nothing_that_cannot_be_drawn() -> None:
    script = Scripted((Action.parse("draw-3"), Action.parse("draw-9")))
    assert script.draw(0, CARDS) == Action.parse("draw-3")
    for index in (1, 2):
        with pytest.raises(IllegalAction):
            script.draw(index, CARDS)


def test_luck_cannot_be_changed_in_place() -> None:
    with pytest.raises(FrozenInstanceError):
        Seeded(SEED).seed = b"another"  # type: ignore[misc]


def test_starting_second_does_not_change_the_order_of_the_draws() -> None:
    one, two = (Duel.start("match", Seeded(SEED), starter) for starter in (ONE, TWO))
    assert numbers(one, "hand", ONE, viewer=ONE) == numbers(two, "hand", TWO, viewer=TWO)
