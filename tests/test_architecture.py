"""What the linters can't check: who may name what, how long a file may be, and papers that agree with the code."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import discord
import pytest
from discord import app_commands

from bot.commands import add_duel_commands, add_page_commands, add_practice_command
from bot.config import Settings

ROOT = Path(__file__).parents[1]
PACKAGES = ("bot", "games", "players", "storage")
LONGEST_FILE = 300
VIEWERS = ("bot/render", "bot/components", "players")
"""What makes messages and what chooses moves: it is handed views, and must not be able to get hold of more."""
HIDDEN_NAMES = frozenset(
    {"*", "Duel", "State", "Move", "Seeded", "Chance", "Private", "Public", "get", "replay", "start"}
)
"""Of `games` and its modules: with these, a message or a move could be made of what its maker must not know."""

SOURCES = sorted(file for package in PACKAGES for file in (ROOT / package).rglob("*.py"))


def name_of(file: Path) -> str:
    """The path from the top of the project."""
    return str(file.relative_to(ROOT))


def taken_from_games(source: str) -> Iterator[str]:
    """Every name that a module gets from `games`: imported, or reached through an imported module."""
    modules = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "games":
            for alias in node.names:
                yield alias.name
                modules.add(alias.asname or alias.name)
        elif isinstance(node, ast.Import):
            modules |= {alias.asname or alias.name for alias in node.names if alias.name.split(".")[0] == "games"}
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) in modules | {"games", "games.model"}:
            yield node.attr


# ---- who may name what


@pytest.mark.parametrize("file", [file for file in SOURCES if name_of(file).startswith(VIEWERS)], ids=name_of)
def test_what_is_shown_and_what_computers_play_is_made_without_the_duel_itself(file: Path) -> None:
    assert HIDDEN_NAMES & set(taken_from_games(file.read_text())) == set()


@pytest.mark.parametrize(
    "source",
    [
        "from games import Duel",
        "from games import View, Duel as D",
        "from games.model import State",
        "def f():\n    from games import get",
        "import games\ngames.Duel",
        "import games.model as m\nm.State",
        "from games import duel\nduel.Duel.replay",
        "from games import *\n",
    ],
)
def test_names_are_found_however_they_are_taken(source: str) -> None:
    assert HIDDEN_NAMES & set(taken_from_games(source))


# ---- how long a file may be


@pytest.mark.parametrize("file", SOURCES, ids=name_of)
def test_no_file_is_longer_than_can_be_read_at_a_sitting(file: Path) -> None:
    assert len(file.read_text().splitlines()) <= LONGEST_FILE


def test_there_are_files_to_look_at() -> None:
    assert {name_of(file).split("/")[0] for file in SOURCES} == set(PACKAGES)
    assert len(SOURCES) > 30


# ---- papers that agree with the code


class Asked(Mapping[str, str | None]):
    """An environment that writes down what it is asked for."""

    def __init__(self) -> None:
        self.names: set[str] = set()

    def __getitem__(self, name: str) -> str | None:
        self.names.add(name)
        return {"DISCORD_TOKEN": "token"}.get(name)

    def __iter__(self) -> Iterator[str]:
        raise AssertionError("settings are asked for by name")

    def __len__(self) -> int:
        return 1


def settings_read() -> set[str]:
    """The settings that the bot asks its environment for."""
    env = Asked()
    Settings.from_env(env)
    return env.names


def settings_named(env_example: str) -> list[str]:
    """The settings of an `.env` file, set or commented out."""
    return re.findall(r"^#? ?([A-Z][A-Z0-9_]*)=", env_example, re.MULTILINE)


def commands() -> set[str]:
    """The slash commands, as they are typed."""
    tree: app_commands.CommandTree[discord.Client] = app_commands.CommandTree(
        discord.Client(intents=discord.Intents.none())
    )
    add_duel_commands(tree, None, None, None, None)  # type: ignore[arg-type] # no command is run
    add_practice_command(tree, None, None)  # type: ignore[arg-type]
    add_page_commands(tree, None, None)  # type: ignore[arg-type]
    return {f"/{command.name}" for command in tree.walk_commands()}


def readme() -> str:
    """The README; the tests that read it fail plainly where it is missing."""
    file = ROOT / "README.md"
    assert file.is_file(), "there is no README.md"
    return file.read_text()


def in_table(markdown: str) -> set[str]:
    """The code at the start of the first cell of each row of a table: `/duel opponent game` counts as `/duel`."""
    return set(re.findall(r"^\|\s*`([^`\s]+)", markdown, re.MULTILINE))


def typed(markdown: str) -> list[str]:
    """The commands in blocks of code, in order, without comments."""
    lines = [line for block in re.findall(r"^```\w*\n(.*?)^```", markdown, re.S | re.M) for line in block.splitlines()]
    return [line.split("#")[0].strip() for line in lines if line.split("#")[0].strip()]


def test_env_example_names_exactly_the_settings_there_are() -> None:
    named = settings_named((ROOT / ".env.example").read_text())
    assert sorted(named) == sorted(settings_read())
    assert len(named) == len(set(named))


def test_env_example_holds_no_token() -> None:
    assert re.search(r"^DISCORD_TOKEN=$", (ROOT / ".env.example").read_text(), re.MULTILINE)


def test_the_readme_lists_every_setting_and_no_other() -> None:
    assert {word for word in in_table(readme()) if re.fullmatch(r"[A-Z][A-Z0-9_]+", word)} == settings_read()


def test_the_readme_lists_every_command_and_no_other() -> None:
    assert {word for word in in_table(readme()) if word.startswith("/")} == commands()


def test_the_readmes_first_commands_are_to_play_and_to_test() -> None:
    assert typed(readme())[:2] == ["make play", "make test"]


@pytest.mark.parametrize("file", [file for file in SOURCES if file.name != "__init__.py"], ids=name_of)
def test_every_module_is_in_a_table_of_the_architecture(file: Path) -> None:
    rows = [line for line in (ROOT / "docs" / "architecture.md").read_text().splitlines() if line.startswith("|")]
    name = "rules/" if file.parent.name == "rules" else file.stem
    assert any(f"`{name}`" in row for row in rows)


def test_the_readme_is_read_as_it_is_meant() -> None:
    table = "| Command | |\n| --- | --- |\n| `/duel opponent` | x |\n| `A_B` | `C_D` |\n"
    assert in_table(table) == {"/duel", "A_B"}
    assert typed(table + "```sh\nmake play  # x\n\n# y\nls\n```\n") == ["make play", "ls"]
    assert settings_named("# About A=1\nA_B=\n# C_D=1\n") == ["A_B", "C_D"]
