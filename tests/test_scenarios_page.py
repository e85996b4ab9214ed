"""The page of scenarios is true: it has every row once, and names the tests that check it, all of them and no other."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "scenarios.md"
IDS = (
    *("A1", "A2", "A4", "A5", "A6", "A8", "A10", "A11", "A13"),
    *("B1", "B3", "B4", "B6", "B7", "B9"),
    *("C1", "C2", "C3", "C4", "C7", "C8", "C10", "C11", "C12", "C13"),
    *("D1", "D3", "D4", "D6"),
    *("E1", "E2", "E3", "E5", "E6", "E8", "E9", "E10", "E12", "E14", "E16", "E20", "E21", "E22"),
    *("F1", "F3", "F4", "F5", "F7"),
    *("G1", "G2", "G3", "G5", "G6", "G8", "G10", "G12", "G13", "G15"),
    *("H1", "H2", "H3", "H4", "H5", "H6", "H7", "H8", "H9", "H10", "H11"),
    *("I1", "I2", "I3", "I4", "I5", "I6"),
    *("J1", "J2", "J3", "J4", "J5", "J6", "J7", "J8", "J9", "J10"),
    *("K1", "K2", "K3", "K4", "K5", "K6"),
    *("L1", "L2", "L3", "L4", "L5", "L6", "L7", "L8", "L9", "L10", "L11", "L12"),
    *("M1", "M2", "M3", "M4", "M5", "M6", "M7"),
    *("O1", "O2", "O3", "O4"),
    *("P1", "P2", "P3", "P4", "P5", "P6", "P7", "P8", "P9", "P10"),
)
REASON = "Not yet: "
"""How the reason begins for which a row, or a part of it, does not apply."""


def rows() -> list[tuple[str, str, str, str]]:
    """The table: an id, what is tried, what is right, and what checks it."""
    found = re.findall(r"^\| ([A-Z]\d+) \| (.*?) \| (.*?) \| (.*) \|$", PAGE.read_text(), re.MULTILINE)
    return [(row[0], row[1], row[2], row[3]) for row in found]


def named(cell: str) -> list[str]:
    """The tests that a cell names: `path::name`."""
    return re.findall(r"`([^`]+::[^`]+)`", cell)


def every_test() -> Iterator[str]:
    """Every test there is, as the page would name it."""
    for file in sorted((ROOT / "tests").rglob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
                yield f"{file.relative_to(ROOT)}::{node.name}"


def id_of(test: str) -> str | None:
    """The id in a test's name, if there is one."""
    found = re.search(r"::test_([a-mop]\d+)_", test)
    return found[1].upper() if found else None


def test_every_row_is_there_once() -> None:
    assert [row for row, *_ in rows()] == list(IDS)
    assert len(re.findall(r"^\| ", PAGE.read_text(), re.MULTILINE)) == len(IDS) + 2


@pytest.mark.parametrize("row", rows(), ids=lambda row: row[0])
def test_a_row_says_what_is_right_and_what_holds_it(row: tuple[str, str, str, str]) -> None:
    _, tried, right, cell = row
    assert tried
    assert right
    assert named(cell) or cell.startswith(REASON)
    assert len(named(cell)) == len(set(named(cell)))
    prose = re.sub(r"`[^`]+::[^`]+`|<br>", "", cell)
    assert prose == "" or prose.startswith(REASON)


def test_every_test_that_is_named_exists() -> None:
    assert {test for *_, cell in rows() for test in named(cell)} <= set(every_test())


def test_every_test_with_an_id_is_in_its_row() -> None:
    listed = {(row, test) for row, *_, cell in rows() for test in named(cell)}
    assert {(id_of(test), test) for test in every_test() if id_of(test)} <= listed
    assert [(row, test) for row, test in listed if id_of(test) not in (row, None)] == []


def test_a_row_is_checked_by_tests_of_its_own() -> None:
    for row, *_, cell in rows():
        assert cell.startswith(REASON) or any(id_of(test) == row for test in named(cell)), row
