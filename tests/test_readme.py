"""The README of the tests is true: its first test runs, and what it names is there."""

from __future__ import annotations

import re
from pathlib import Path

from tests.children import PATIENCE, PYTHON, ROOT, environment, run

README = ROOT / "tests" / "README.md"
LONGEST = 20
"""Lines of the first test."""


def first_test() -> str:
    (block,) = re.findall(r"^```python\n(.*?)^```", README.read_text(), re.DOTALL | re.MULTILINE)
    return str(block)


def test_the_first_test_runs(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text("from tests.bot.conftest import world as world\n")
    (tmp_path / "test_first.py").write_text(first_test())
    done = run(PYTHON, "-m", "pytest", "-p", "no:cacheprovider", "--rootdir", str(tmp_path), str(tmp_path),
               text=True, timeout=PATIENCE, env=environment(PYTHONPATH=str(ROOT)))  # fmt: skip
    assert "1 passed" in done.stdout, done.stdout
    assert len(first_test().splitlines()) <= LONGEST


def test_what_it_names_is_there() -> None:
    paths = set(re.findall(r"`(tests/[\w/]+(?:\.py|/))`", README.read_text())) - {"tests/bot/test_first.py"}
    assert len(paths) > 15
    assert [path for path in sorted(paths) if not (ROOT / path).exists()] == []


def test_every_folder_of_tests_is_named() -> None:
    folders = {file.parent.relative_to(ROOT) for file in (ROOT / "tests").rglob("test_*.py")} - {Path("tests")}
    assert [str(folder) for folder in sorted(folders) if f"`{folder}/`" not in README.read_text()] == []
