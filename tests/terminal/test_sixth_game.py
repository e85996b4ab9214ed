"""A game that the terminal has never heard of is played like the others: nothing in it asks for a game's name."""

from __future__ import annotations

from random import Random

import pytest

from games import Duel, Player, Seeded, get, registry
from games.model import Private, State
from games.pool import PoolGame, PoolPublic
from games.rules.siege import NumericalSiege, SiegePrivate, SiegePublic
from tests.terminal.screen import Table, at_random, lines


class Uneven(PoolGame[PoolPublic, Private]):
    """Attacks only; the second player has more life."""

    name, title, rules_version = "uneven", "Uneven", 1
    start_life, full_life = 1, 9
    summary, how_to_play = "An uneven game.", "Attack."

    def new_initial_state(self, starter: Player) -> State[PoolPublic, Private, None]:
        return State(PoolPublic((1, 9), starter), (Private(), Private()), None)


class Skirmish(NumericalSiege):
    """A shorter siege."""

    name, title = "skirmish", "Skirmish"

    def new_initial_state(self, starter: Player) -> State[SiegePublic, SiegePrivate, None]:
        public = SiegePublic((5, 5), starter, tokens=((1, 2, 3), (2, 3, 4)))
        return State(public, (SiegePrivate(), SiegePrivate()), None)


def test_a_sixth_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.GAMES, "uneven", Uneven())
    shown = Table(Duel.start("uneven", Seeded(b"any"), Player.TWO), lines(["1"])).play().screen.all
    assert "Welcome to Uneven!\nAn uneven game.\n" in shown
    assert "Player 1 and Player 2 start with 1 life point and 9 life points.\n" in shown
    assert "Player 1 has no life points left. Player 2 wins the duel!\n" in shown


def test_a_sixth_game_with_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.GAMES, "skirmish", Skirmish())
    for seed in range(10):
        table = Table(Duel.start("skirmish", Seeded(b"any")), at_random(Random(seed))).play()
        assert [moment.gate for moment in table.moments] == [True, False] * (len(table.moments) // 2)
        assert table.screen.all.endswith(f"Thank you for playing {get('skirmish').title}!\n")
