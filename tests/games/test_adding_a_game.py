"""docs/adding-a-game.md, followed word for word in a copy of the project: it is true, and all that is needed."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from tests import children
from tests.children import PYTHON, ROOT

PAGE = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
NOT_COPIED = shutil.ignore_patterns(".*", "__pycache__", "*.egg-info", "docs", "requirements.lock", Path(__file__).name)
TESTED = (
    "tests/games",
    "tests/terminal",
    "tests/bot/components/test_controls.py",
    "tests/bot/test_whole_duels.py",
    "tests/players",
)


def block(starts: str) -> str:
    """The one block of code that starts so."""
    blocks: list[str] = re.findall(r"^```\w*\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    (found,) = (code for code in blocks if code.startswith(starts))
    return found


def put_after(file: Path, line: str, more: str) -> None:
    """More lines behind one that is there."""
    text = file.read_text(encoding="utf-8")
    assert text.count(line) == 1
    file.write_text(text.replace(line, line + more), encoding="utf-8")


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """The project with the rules and the line in the registry."""
    top = tmp_path / "copy"
    shutil.copytree(ROOT, top, ignore=NOT_COPIED)
    (top / "games/rules/shelter.py").write_text(block('"""Number Shelter.\n'), encoding="utf-8")
    registry = top / "games/registry.py"
    put_after(registry, "from games.rules.nomad import NumberNomad\n", block("from games.rules.shelter"))
    put_after(registry, "        NumberNomad(),\n", block("        NumberShelter()"))
    return top


@pytest.mark.soak
def test_the_page_adds_a_game(copied: Path) -> None:
    written = children.run(PYTHON, "-m", "tests.games.golden", "shelter", cwd=copied, text=True)
    assert written.returncode == 0, written.stderr
    (seal,) = re.findall(r"^    (\"shelter-v1\.txt\": \"\w+\"),$", written.stdout, re.MULTILINE)
    facts = block('"""What the tests are told about Number Shelter."""')
    assert facts.count("seals={}") == 1
    facts = facts.replace("seals={}", f"seals={{{seal}}}")
    (copied / "tests/games/facts/shelter.py").write_text(facts, encoding="utf-8")
    own = block('"""Number Shelter: what it does differently')
    (copied / "tests/games/test_shelter.py").write_text(own, encoding="utf-8")
    chosen = ("-k", "shelter or golden or facts", "-m", "soak or not soak", *TESTED)
    done = children.run(PYTHON, "-m", "pytest", "-q", "-p", "no:cacheprovider", *chosen, cwd=copied, text=True)
    assert done.returncode == 0, done.stdout[-5000:]
    for lint in (("check",), ("format", "--check")):
        linted = children.run(PYTHON, "-m", "ruff", *lint, "games", "tests/games", cwd=copied, text=True)
        assert linted.returncode == 0, linted.stdout


@pytest.mark.soak
def test_without_its_facts_the_tests_say_what_to_write(copied: Path) -> None:
    for tests in TESTED[:3]:
        done = children.run(PYTHON, "-m", "pytest", "-q", "-p", "no:cacheprovider", tests, cwd=copied, text=True)
        assert done.returncode != 0
        assert "write its FACTS into tests/games/facts/shelter.py, as docs/adding-a-game.md says." in done.stdout
