"""Nobody sees what they may not know: equal views for equal knowledge, and a check that leaking copies do not pass."""

from __future__ import annotations

from typing import Any

import pytest

from games import Game, names, registry
from tests.games.facts import facts
from tests.games.helpers import VIEWERS
from tests.games.secrecy import leaks

ROUNDS = 50
LEAKY = [leaking for name in names() for leaking in facts(name).leaky]


@pytest.mark.parametrize("name", names())
def test_equal_knowledge_makes_equal_views(name: str) -> None:
    check = leaks(name, 0, ROUNDS)
    assert check.leaks == []
    for viewer in VIEWERS:
        assert check.compared[viewer] > 200
        if facts(name).hides:
            assert check.differing[viewer] > 30, "twins that differ in nothing hide nothing"


@pytest.mark.parametrize("name", names())
def test_every_game_has_leaking_copies(name: str) -> None:
    leaky = facts(name).leaky
    assert leaky, f"write a copy of {name} that leaks in tests/games/facts/{name}.py"
    assert {game.name for game in leaky} == {name}


@pytest.mark.parametrize("leaking", LEAKY, ids=lambda game: game.__name__)
def test_a_leaking_copy_is_reported(leaking: type[Game[Any, Any, Any]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.GAMES, leaking.name, leaking())
    assert leaks(leaking.name, 1, ROUNDS, stop_at_first=True).leaks
