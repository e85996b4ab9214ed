"""Nobody sees what they may not know: equal views for equal knowledge, and a check that leaking copies do not pass."""

from __future__ import annotations

from typing import Any

import pytest

from games import Game, names, registry
from tests.games.helpers import VIEWERS
from tests.games.leaky import LEAKY
from tests.games.secrecy import SEEN, all_is_seen, leaks

ROUNDS = 40
OPEN = frozenset(name for name, seen in SEEN.items() if seen is all_is_seen)
"""Games in which all is public: their twins differ in their luck only."""


@pytest.mark.parametrize("name", names())
def test_equal_knowledge_makes_equal_views(name: str) -> None:
    assert name in SEEN, f"say in tests/games/secrecy.py who sees what of a move of {name}"
    check = leaks(name, 0, ROUNDS)
    assert check.leaks == []
    for viewer in VIEWERS:
        assert check.compared[viewer] > 200
        assert check.differing[viewer] > 30 or name in OPEN, "twins that differ in nothing hide nothing"


@pytest.mark.parametrize("name", names())
def test_every_game_has_leaking_copies(name: str) -> None:
    assert [game for game in LEAKY if game.name == name], f"write a copy of {name} that leaks in tests/games/leaky.py"


@pytest.mark.parametrize("leaking", LEAKY, ids=lambda game: type(game).__name__)
def test_a_leaking_copy_is_reported(leaking: Game[Any, Any, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.GAMES, leaking.name, leaking)
    assert leaks(leaking.name, 1, ROUNDS, stop_at_first=True).leaks
