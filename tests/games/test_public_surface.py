"""What the package offers: exactly these names, each of them documented, and the examples in its docstrings."""

from __future__ import annotations

import doctest
import importlib
import inspect
import pkgutil
import re

import pytest

import games
from games import Action, GameError, IllegalAction, Player, UnknownGame, get, names, spoken
from games.model import Verb

SURFACE = [
    "SEED_BYTES",
    "Action",
    "Chance",
    "Duel",
    "DuelOver",
    "Ending",
    "Game",
    "GameError",
    "IllegalAction",
    "Move",
    "NotYourTurn",
    "Outcome",
    "Player",
    "Scripted",
    "Seeded",
    "UnknownGame",
    "View",
    "get",
    "names",
    "spoken",
]
MODULES = sorted(module.name for module in pkgutil.walk_packages(games.__path__, "games."))


def test_exactly_these_names_are_offered() -> None:
    assert games.__all__ == SURFACE


@pytest.mark.parametrize("name", SURFACE)
def test_each_name_can_be_imported_and_is_documented(name: str) -> None:
    offered = getattr(games, name)
    if name == "SEED_BYTES":
        assert offered == 32
        return
    # A dataclass without a docstring is given one that is its signature.
    own = vars(offered).get("__doc__") if inspect.isclass(offered) else offered.__doc__
    assert own
    assert not own.startswith(f"{name}(")


@pytest.mark.parametrize("name", [name for name in SURFACE if inspect.isclass(getattr(games, name))])
def test_each_public_method_is_documented(name: str) -> None:
    for method, value in vars(getattr(games, name)).items():
        if not method.startswith("_") and (callable(value) or isinstance(value, (classmethod, property))):
            assert inspect.getdoc(value), f"{name}.{method}"


@pytest.mark.parametrize("error", ["DuelOver", "IllegalAction", "NotYourTurn", "UnknownGame"])
def test_every_error_is_a_game_error(error: str) -> None:
    assert issubclass(getattr(games, error), GameError)


@pytest.mark.parametrize("module", ["games", *(name for name in MODULES if not name.endswith("__main__"))])
def test_examples_in_docstrings_run_and_every_module_says_what_it_is_for(module: str) -> None:
    loaded = importlib.import_module(module)
    assert loaded.__doc__
    result = doctest.testmod(loaded)
    assert result.failed == 0
    if module in {"games", "games.model"}:
        assert result.attempted >= 2


# ---- the registry


def test_each_game_is_registered_by_its_own_name_and_has_a_title_of_its_own() -> None:
    assert all(get(name).name == name for name in names())
    assert all(re.fullmatch("[a-z]+", name) for name in names()), "what people type and the log keeps"
    assert len({get(name).title for name in names()}) == len(names())


@pytest.mark.parametrize("name", ["", "Match", "chess", "match "])
def test_no_other_game_has_current_rules(name: str) -> None:
    with pytest.raises(UnknownGame):
        get(name)


# ---- tokens


@pytest.mark.parametrize("verb", [verb for verb in Verb if verb is not Verb.TAKE])
def test_an_action_and_its_token_are_a_round_trip(verb: Verb) -> None:
    for number in range(1, 100):
        token = str(Action(verb, number))
        assert token == f"{verb.value}-{number}"
        assert Action.parse(token) == Action(verb, number)
    assert Action.parse(str(Action(Verb.TAKE))) == Action(Verb.TAKE)


@pytest.mark.parametrize(
    "token",
    [
        "",
        " ",
        "attack",
        "attack-",
        "attack-0",
        "attack-07",
        "attack--7",
        "attack-7 ",
        " attack-7",
        "attack-7\n",
        "attack 7",
        "ATTACK-7",
        "attack-7.0",
        "attack-1e3",
        "attack-+7",
        "attack-100",
        "attack-７",
        "attack-²",
        "attack-" + "9" * 1000,
        "take-1",
        "take\n",
        "Take",
        "!resign",
        "resign",
    ],
)
def test_no_other_spelling_of_a_token_is_read(token: str) -> None:
    with pytest.raises(IllegalAction):
        Action.parse(token)


@pytest.mark.parametrize(
    ("text", "token"),
    [
        ("attack-7", "attack-7"),
        ("ATTACK  7", "attack-7"),
        (" Attack-7 ", "attack-7"),
        ("heal 4", "defend-4"),
        ("Heal-4", "defend-4"),
        ("defend 4", "defend-4"),
        ("pick 5", "pick-5"),
        ("take", "take"),
        ("Take the  hit", "take"),
    ],
)
def test_what_people_type_is_read(text: str, token: str) -> None:
    assert str(spoken(text)) == token


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "attack", "heal", "7", "attack -7", "attack--7", "attack 7-", "-attack 7", "attack - 7", "attack7"),
        *("attack 07", "attack 100", "attack 7 8", "attack\xa07", "attac\u212a 7", "attack ٧", "heal4", "heal -4"),
        *(
            "heals 4",
            "heal heal 4",
            "i heal 4",
            "defend heal 4",
            "take the hit 4",
            "take-the-hit",
            "take the",
            "!resign",
        ),
        *("draw 3", "draw-3", "yes", "a" * 200),
    ],
)
def test_what_only_resembles_a_move_is_not_read(text: str) -> None:
    with pytest.raises(IllegalAction):
        spoken(text)


def test_the_two_seats() -> None:
    assert [player.index for player in Player] == [0, 1]
    assert Player.ONE.other is Player.TWO
    assert Player.TWO.other is Player.ONE
