"""Every message there is stays within Discord's limits, at its most extreme."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from dataclasses import replace
from itertools import groupby
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
from discord import app_commands
from discord.enums import ComponentType

from bot import errors, refusals
from bot.commands import add_duel_commands, add_page_commands, add_practice_command
from bot.commands.duels import own_duels
from bot.components.buttons import button, duel_menu, option
from bot.components.custom_ids import Purpose
from bot.drawing import Component
from bot.interactions import handlers as handlers_module
from bot.refusals import CANT_WRITE, UNKNOWN_BUTTON
from bot.render import board, pages, panel, result, review, words
from bot.render.exchanges import course
from bot.render.layout import message, newest_that_fit
from bot.render.pages import Entry
from games import Player, get, names
from games.model import Phase
from tests.bot.drawn import MAX_ID, beyond_limits, labels, longest_header, named, of, text
from tests.bot.render.extremes import LONGEST, POSITIONS, extreme, messages
from tests.games.facts.digit import ROUNDS


@extreme
def test_no_message_is_beyond_discords_limits(name: str) -> None:
    own = (words for game in map(get, names()) for words in (game.hint, game.pick_news) if words)
    games_own = re.compile("|".join(map(re.escape, own)))
    for what, layout in messages(name):
        assert beyond_limits(layout) == [], what
        if not what.startswith("rules"):  # which know no names
            said = games_own.sub("", text(layout))
            assert not re.search(r"\b([Tt]he other( player)?|[Yy]our opponent)\b", said), what


def test_l6_every_kind_of_message_is_among_them(monkeypatch: pytest.MonkeyPatch) -> None:
    made: set[str] = set()

    def noting(name: str, real: Callable[..., object]) -> Callable[..., object]:
        def make(*args: object, **kwargs: object) -> object:
            made.add(name)
            return real(*args, **kwargs)

        return make

    kinds = {
        (module, name)
        for module in (board, panel, result, review, pages)
        for name, kind in vars(module).items()
        if callable(kind) and getattr(kind, "__module__", "") == module.__name__ and not name.startswith("_")
        if "Layout" in str(getattr(kind, "__annotations__", {}).get("return"))
    }
    for module, name in kinds:
        monkeypatch.setattr(module, name, noting(name, getattr(module, name)))
    assert len(list(messages("Ada"))) > 100
    # Lists and sentences have tests of their own, below.
    assert {name for _, name in kinds} - made == {"duel_list", "sentence"}


def test_the_duels_that_are_drawn_are_long_and_in_every_phase() -> None:
    assert {duel.view(None).phase for duel in POSITIONS} == {Phase.MOVE, Phase.ATTACK, Phase.DEFEND, Phase.PICK}
    assert len(LONGEST["match"].view(None).history) > 30
    assert len(LONGEST["digit"].view(None).history) == 9 + ROUNDS
    assert {duel.game.name for duel in POSITIONS} == set(names())


def test_the_check_of_the_limits_finds_what_is_beyond_them() -> None:
    def menu(*options: Component) -> Component:
        return duel_menu(Purpose.SHOW, list(options))

    for layout in (
        message("a" * 4001),
        message("a" * 2001, "b" * 2000),
        message("\N{FACE WITH TEARS OF JOY}" * 2001),
        message(" "),
        message("a", [button("l" * 81, "x")]),
        message("a", [button("x", "c" * 101)]),
        message("a", [button("x", "x"), button("y", "x")]),
        message("a", menu(option(label="l" * 101, value="1", description="d"))),
        message("a", menu(option(label="l", value="1", description="d" * 101))),
        message("a", menu(*[option(label="l", value="1", description="d")] * 2)),
    ):
        assert len(beyond_limits(layout)) >= 1
    assert beyond_limits(message("a" * 4000, [button("x", "x")])) == []


# ---- the course


@extreme
@pytest.mark.parametrize("game", names())
def test_the_course_is_whole_or_has_its_end(game: str, name: str) -> None:
    view, about = LONGEST[game].resign(Player.ONE).view(None), longest_header(name)
    whole = course(view, about.players())
    told = text(result.course(view, about)).splitlines()[2:]
    assert told[-1] == whole[-1]
    assert told == list(whole) or told[0] == "…"


@pytest.mark.parametrize("game", sorted(set(names()) - {"digit"}))  # whose sudden death has no end
def test_among_people_with_common_names_a_course_is_whole(game: str) -> None:
    view, about = LONGEST[game].resign(Player.ONE).view(Player.ONE), named("Alexandra", "Maximilian")
    assert len(text(result.course(view, about)).splitlines()) == 2 + len(course(view, about.players(Player.ONE)))


def test_the_newest_lines_that_fit() -> None:
    lines = ["one", "two", "three"]
    assert newest_that_fit(lines, 100) == "one\ntwo\nthree"
    assert newest_that_fit(lines, 12) == "…\ntwo\nthree"
    assert newest_that_fit(lines, 11) == "…\nthree"
    assert newest_that_fit(lines, 7) == "…"
    assert newest_that_fit([], 10) == ""
    for limit in range(2, 30):
        assert len(newest_that_fit(lines, limit)) <= limit


# ---- more than one duel


def entries(name: str, count: int) -> tuple[Entry, ...]:
    """That many duels, with the longest of everything."""
    states = {
        words.whose_turn(duel.view(player), words.PlayerNames(("you", "they"), player))
        for duel in POSITIONS
        for player in duel.to_act
    }
    state = max([*states, "waiting for {}", "your challenge, unanswered"], key=len)
    abouts = (replace(longest_header(name), duel=MAX_ID - number) for number in range(count))
    return tuple(Entry(about, name, state) for about in abouts)


@extreme
@pytest.mark.parametrize("count", [1, 2, 25, 26, 27, 1000])
def test_l6_a_list_of_duels_has_pages_that_each_fit_into_one_message(name: str, count: int) -> None:
    listed, found = entries(name, count), list[str]()
    for page in range(count):
        layout = pages.duel_list(listed, page)
        assert beyond_limits(layout) == []
        (menu,) = of(layout, ComponentType.select)
        values = [option["value"] for option in menu["options"]]
        found += values
        assert text(layout).count("against") == len(values)
        more = ["Previous page"] * (page > 0) + ["Next page"] * (len(found) < count)
        assert labels(layout) == more
        if not len(found) < count:
            break
    assert found == [str(one.header.duel) for one in listed]
    assert labels(pages.duel_list(listed, 9999)) == labels(layout)


@extreme
def test_no_more_choices_are_offered_than_discord_takes(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    listed = entries(name, 40)

    async def duels_of(user_id: int) -> tuple[Entry, ...]:
        return listed

    monkeypatch.setattr("bot.commands.duels.entries", lambda entries, user_id: entries)
    stand_in = SimpleNamespace(duels=SimpleNamespace(duels_of=duels_of))
    interaction = SimpleNamespace(user=SimpleNamespace(id=1))
    choices = asyncio.run(own_duels(cast("Any", stand_in), cast("Any", interaction), ""))
    assert [choice.value for choice in choices] == [one.header.duel for one in listed[:25]]
    assert all(1 <= len(choice.name) <= 100 for choice in choices)
    chosen = asyncio.run(own_duels(cast("Any", stand_in), cast("Any", interaction), f" {MAX_ID - 30} "))
    assert [choice.value for choice in chosen] == [MAX_ID - 30]


# ---- the rest


def test_sentences_fit() -> None:
    facts: dict[str, Any] = {"duel": MAX_ID, "limit": 25, "status": "cancelled", "other": "_" * 40}
    facts |= {"rematch": MAX_ID, "permission": "Send Messages in Threads"}
    kinds = set(refusals.Refusal.__subclasses__()) - {refusals.ChallengedAlready}
    sentences = [kind(**facts) for kind in kinds]
    for sentence in (*map(str, sentences), CANT_WRITE, UNKNOWN_BUTTON, errors.report(RuntimeError())):
        assert beyond_limits(panel.sentence(sentence)) == []
    assert handlers_module.DRAIN < 3


def test_the_commands_are_within_the_limits_of_their_sync() -> None:
    tree: app_commands.CommandTree[Any] = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    stand_in = cast("Any", SimpleNamespace())
    add_duel_commands(tree, stand_in, stand_in, stand_in, stand_in)
    add_practice_command(tree, stand_in, stand_in)
    add_page_commands(tree, stand_in, stand_in)
    commands: list[dict[str, Any]] = [dict(command.to_dict(tree)) for command in tree.get_commands()]
    assert sorted(command["name"] for command in commands) == [
        "draw",
        "duel",
        "help",
        "notices",
        "play",
        "practice",
        "resign",
        "rules",
        "status",
    ]
    for command in commands:
        assert command["contexts"]
        assert command["integration_types"] == [0]
        described = [command, *command["options"]]
        assert all(1 <= len(one["description"]) <= 100 and one["description"] != "…" for one in described)
        assert all(len(option.get("choices", [])) <= 25 for option in command["options"])
        required = [option.get("required", False) for option in command["options"]]
        assert [value for value, _ in groupby(required)] in ([], [True], [False], [True, False])
