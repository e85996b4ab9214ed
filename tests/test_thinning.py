"""Which cases of a test `make test` runs, and that each is run by one of the two commands."""

from __future__ import annotations

from pathlib import Path

from tests.children import PYTHON, run

CONFTEST = """
from tests.conftest import pytest_collection_modifyitems
def pytest_collection_finish(session):
    for item in session.items:
        print("\\n" + ("soak" if any(item.iter_markers("soak")) else "quick"), item.name)
def pytest_configure(config):
    for marker in ("soak", "every_combination"):
        config.addinivalue_line("markers", marker)
"""
CASES = """
import pytest
A = pytest.mark.parametrize("a", ["p", "q", "r"])
B = pytest.mark.parametrize("b", [1, 2])

@A
def test_one(a): ...

@A
@B
def test_two(b, a): ...

@A
@B
@pytest.mark.every_combination
def test_all(b, a): ...

@pytest.mark.parametrize("a", ["p", pytest.param("q", marks=pytest.mark.soak)])
@B
def test_some(b, a): ...
"""


def test_each_value_of_a_cross_product_is_quick_once_and_the_rest_is_soak(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(CONFTEST)
    (tmp_path / "test_cases.py").write_text(CASES)
    done = run(PYTHON, "-m", "pytest", "-p", "no:cacheprovider", "--rootdir", str(tmp_path), "--collect-only", "-qs",
               str(tmp_path), text=True)  # fmt: skip
    found = sorted(line.partition(" test_")[::2] for line in done.stdout.splitlines() if " test_" in line)
    quick = [name for kind, name in found if kind == "quick"]
    one, every = ["one[p]", "one[q]", "one[r]"], [f"all[{b}-{a}]" for a in "pqr" for b in (1, 2)]
    assert quick == sorted([*one, *every, "two[1-p]", "two[2-q]", "two[1-r]", "some[1-p]", "some[2-p]"])
    assert [name for kind, name in found if kind == "soak"] == ["some[1-q]", "some[2-q]", *sorted(
        ["two[2-p]", "two[1-q]", "two[2-r]"])]  # fmt: skip
