"""Each game has its file of facts, and where it has none, a sentence says what to write."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from games import names
from tests.games import facts as package
from tests.games.facts import Facts, facts, where
from tests.games.secrecy import all_is_seen


def test_there_is_a_file_of_facts_for_each_game_and_for_no_other() -> None:
    files = {path.stem for path in Path(package.__file__).parent.glob("*.py")} - {"__init__"}
    assert files == set(names())
    assert all(isinstance(facts(name), Facts) for name in names())
    assert where(lambda _: True) == list(names())


def test_a_game_without_facts_is_told_what_to_write() -> None:
    with pytest.raises(
        AssertionError, match=r"write its FACTS into tests/games/facts/chess\.py, as docs/adding-a-game"
    ):
        facts("chess")


def test_a_file_without_facts_is_told_what_to_write(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(package, "import_module", lambda _: SimpleNamespace(FACTS={}))
    with pytest.raises(AssertionError, match=r"tests/games/facts/siege\.py has to give FACTS"):
        facts("siege")


@pytest.mark.parametrize("name", names())
def test_what_is_hidden_is_told_alike_in_all_facts(name: str) -> None:
    assert facts(name).hides is (facts(name).seen is not all_is_seen)
