"""Golden playthroughs: one a game and rules version; neither text nor rules change under a published version."""

from __future__ import annotations

from pathlib import Path

import pytest

from games import names, registry
from games.rules.nomad import NumberNomad
from tests.games import golden
from tests.games.facts import facts
from tests.games.golden import DIRECTORY, all_seals, file_name, main, problems, seal

FILE = "nomad-v1.txt"


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    """A copy of the playthroughs that a test may spoil."""
    for path in DIRECTORY.glob("*.txt"):
        (tmp_path / path.name).write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    return tmp_path


class RoundsUp(NumberNomad):
    """The rules changed: half a number, rounded up."""

    def healing(self, number: int) -> int:
        return (number + 1) // 2


def rewrite(directory: Path) -> None:
    """The text is made anew by the rules of today."""
    path = directory / FILE
    path.write_text(golden.remade("nomad", path.read_text(encoding="utf-8")), encoding="utf-8")


def fields_of(file: str) -> list[str]:
    """What a file tells of a view."""
    lines = (DIRECTORY / file).read_text(encoding="utf-8").splitlines()
    (told,) = (line.split(" ")[1:] for line in lines if line.startswith("fields "))
    return told


def test_every_game_plays_as_its_golden_playthrough_tells() -> None:
    assert problems() == []


@pytest.mark.parametrize("name", names())
def test_a_playthrough_covers_what_can_happen(name: str) -> None:
    text = (DIRECTORY / file_name(name)).read_text(encoding="utf-8")
    assert facts(name).happens
    for word in facts(name).happens:
        assert word in text
    assert text.count("\n== duel ") == 2
    assert " !resign" not in text, "both duels are played out"


def test_a_playthrough_tells_each_view_and_each_legal_action_of_each_step() -> None:
    text = (DIRECTORY / "battle-v1.txt").read_text(encoding="utf-8")
    dealt = text[text.index("-- 0: dealt") : text.index("-- 1: ")]
    for who in ("ONE", "TWO", "SPECTATOR"):
        for field in fields_of("battle-v1.txt"):
            assert f"\n{who:9} {field} " in f"\n{dealt}"
    assert "actions [attack-1 attack-2 attack-3 attack-4 attack-5 attack-6 attack-7 attack-8 attack-9]" in dealt


def test_a_game_without_a_playthrough_is_reported(directory: Path) -> None:
    (directory / FILE).unlink()
    missing, gone = problems(directory)
    assert missing.startswith("nomad-v1.txt is missing: write it with `python -m tests.games.golden nomad`")
    assert gone == "nomad-v1.txt is sealed but gone: restore it."


def test_a_new_rules_version_needs_a_new_playthrough(directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(NumberNomad, "rules_version", 2)
    (missing,) = problems(directory)
    assert missing.startswith("nomad-v2.txt is missing")


def test_changed_rules_without_a_new_version_are_reported(directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.GAMES, "nomad", RoundsUp())
    (changed,) = problems(directory)
    assert changed.startswith("nomad-v1.txt is not what the rules of nomad give now")
    assert "rules_version" in changed


def test_a_changed_text_is_reported(directory: Path) -> None:
    path = directory / FILE
    path.write_text(path.read_text(encoding="utf-8").replace("life [10 10]", "life [10 11]", 1), encoding="utf-8")
    told, sealed = problems(directory)
    assert told.startswith("nomad-v1.txt is not what the rules of nomad give now")
    assert sealed.startswith("nomad-v1.txt is not what was sealed")


def test_text_and_rules_changed_together_without_a_new_version_are_reported(
    directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(registry.GAMES, "nomad", RoundsUp())
    rewrite(directory)
    (sealed,) = problems(directory)
    assert sealed.startswith("nomad-v1.txt is not what was sealed")
    assert "rules_version" in sealed


def test_text_and_rules_changed_together_with_a_new_version_are_in_order(
    directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(RoundsUp, "rules_version", 2)
    monkeypatch.setitem(registry.GAMES, "nomad", RoundsUp())
    monkeypatch.setattr(golden, "CANDIDATES", 20)
    assert main(["nomad"], directory) == 0
    text = (directory / "nomad-v2.txt").read_text(encoding="utf-8")
    assert problems(directory) == [
        f"nomad-v2.txt has no seal: add {seal(text)} to the seals in tests/games/facts/nomad.py.",
    ]
    assert problems(directory, {**all_seals(), "nomad-v2.txt": seal(text)}) == []


def test_an_event_may_grow_without_a_new_version() -> None:
    assert "Showdown.changes" not in fields_of("digit-v1.txt")
    text = (DIRECTORY / "digit-v1.txt").read_text(encoding="utf-8")
    assert "Showdown(" in text
    assert "changes=" not in text
    assert golden.remade("digit", text) == text


def test_a_new_playthrough_tells_what_events_have_gained(directory: Path) -> None:
    text = (directory / "digit-v1.txt").read_text(encoding="utf-8")
    old = next(line for line in text.splitlines() if line.startswith("fields "))
    new = golden.remade("digit", text.replace(old, f"fields {' '.join(golden.FIELDS)}"))
    assert new.count("changes=[") == new.count("Showdown(") > 2
    (directory / "digit-v1.txt").write_text(new.replace("changes=[", "changes=[1", 1), encoding="utf-8")
    assert any("is not what the rules of digit give now" in problem for problem in problems(directory))


def test_a_view_may_grow_without_a_new_version(directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(golden, "FIELDS", (*golden.FIELDS, "something_new"))
    assert problems(directory) == []


def test_a_spoiled_file_is_reported_and_does_not_break_the_check(directory: Path) -> None:
    for spoiled in ("", "== duel 1\nseed zz\nstarter ONE\nmoves\n", "== duel 1\n", "fields nonsense\n"):
        (directory / FILE).write_text(spoiled, encoding="utf-8")
        assert len(problems(directory)) == 2


def test_the_command_never_overwrites(directory: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = {path.name: path.read_bytes() for path in directory.iterdir()}
    assert main([], directory) == 0
    assert main(["nomad"], directory) == 1
    assert {path.name: path.read_bytes() for path in directory.iterdir()} == before
    assert "nomad-v1.txt exists and is never overwritten" in capsys.readouterr().out


def test_the_command_writes_what_is_missing_and_prints_its_seal(
    directory: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (directory / FILE).unlink()
    monkeypatch.setattr(golden, "CANDIDATES", 20)
    assert main([], directory) == 0
    text = (directory / FILE).read_text(encoding="utf-8")
    assert f'"{FILE}": "{seal(text)}"' in capsys.readouterr().out
    assert golden.remade("nomad", text) == text


@pytest.mark.soak
def test_the_command_makes_the_same_text_each_time(directory: Path) -> None:
    text = (directory / FILE).read_text(encoding="utf-8")
    (directory / FILE).unlink()
    main(["nomad"], directory)
    again = (directory / FILE).read_text(encoding="utf-8")
    # A view and its events may have grown since: the same duels, told as they were then.
    old = again.replace(f"fields {' '.join(golden.FIELDS)}\n", f"fields {' '.join(fields_of(FILE))}\n")
    assert golden.remade("nomad", old) == text


def test_every_playthrough_is_short_enough_to_be_read() -> None:
    for name in names():
        assert (DIRECTORY / file_name(name)).stat().st_size < 60_000
