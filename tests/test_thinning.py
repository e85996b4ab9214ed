"""Which cases of a test `make test` runs; `make soak` runs the rest."""

from __future__ import annotations

from pathlib import Path

from games import names
from tests.children import PYTHON, ROOT, run
from tests.thinning import PARTS, is_of_whole_bot, quick

CONFTEST = """
from tests.conftest import pytest_collection_modifyitems
def pytest_collection_finish(session):
    for item in session.items:
        print("\\n" + ("soak" if any(item.iter_markers("soak")) else "quick"), item.name)
def pytest_configure(config):
    for marker in ("soak", "every_case"):
        config.addinivalue_line("markers", marker)
"""
CASES = """
import pytest
A = pytest.mark.parametrize("a", ["p", "q", "r"])
B = pytest.mark.parametrize("b", [1, 2])

@A
@B
def test_two(b, a): ...

@A
@B
@pytest.mark.every_case
def test_all(b, a): ...

@pytest.mark.parametrize("a", ["p", pytest.param("q", marks=pytest.mark.soak)])
@B
def test_some(b, a): ...
"""


def test_what_is_not_quick_is_soak(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(CONFTEST)
    (tmp_path / "test_cases.py").write_text(CASES)
    done = run(PYTHON, "-m", "pytest", "-p", "no:cacheprovider", "--rootdir", str(tmp_path), "--collect-only", "-qs",
               str(tmp_path), text=True)  # fmt: skip
    found = [line.partition(" test_")[::2] for line in done.stdout.splitlines() if " test_" in line]
    every = {f"all[{b}-{a}]" for a in "pqr" for b in (1, 2)}
    assert {name for kind, name in found if kind == "quick"} == every | {
        *("two[1-p]", "two[2-q]", "two[1-r]"),
        *("some[1-p]", "some[2-p]"),
    }
    assert {name for kind, name in found if kind == "soak"} == {
        *("two[2-p]", "two[1-q]", "two[2-r]"),
        *("some[1-q]", "some[2-q]"),
    }


def test_each_value_is_quick_also_where_combinations_are_lacking() -> None:
    cases = [("a", "x"), ("b", "x"), ("a", "y")]
    assert quick(cases) == sorted(cases)


def test_a_test_of_the_whole_bot_has_one_quick_case_another_one_from_test_to_test() -> None:
    cases = [(name,) for name in (*names(), "over")]
    kept = [quick(cases, turn) for turn in range(10)]
    assert {len({*some}) for some in kept} == {1}
    assert {case for some in kept for case in some} == {*cases}
    assert quick(cases[:2], 7) == [sorted(cases[:2])[1]]


def test_the_service_alone_and_the_page_are_not_the_whole_bot() -> None:
    assert is_of_whole_bot("tests/bot/test_whole_duels.py::test_one")
    assert is_of_whole_bot("tests/bot/delivery/test_updates.py::test_one")
    assert not is_of_whole_bot("tests/games/test_duel.py::test_one")
    for part in PARTS:
        assert (ROOT / part).is_dir()
        assert not is_of_whole_bot(f"{part}test_one.py::test_one")
