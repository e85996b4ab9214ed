"""A panel's buttons: one for each legal choice; while one waits, those of the latest move, dimmed, in their places."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from bot.components.buttons import Style, button
from bot.components.controls import controls_for
from bot.components.custom_ids import ButtonId
from bot.drawing import Component
from bot.render.layout import ROW_LENGTH, message
from bot.render.panel import own
from games import Action, Duel, Player, View, names
from tests.bot.drawn import labels, named, rows, texts
from tests.games.facts import facts
from tests.games.helpers import LEVEL_AT_20, late, match_position, play, random_play, start

ONE, TWO = Player.ONE, Player.TWO
DUEL = 42
BELOW = ["Rules", "Draw?", "Resign"]


def buttons(view: View) -> list[Component]:
    """The choices of a panel."""
    dimmed = view.viewer not in view.to_act
    return [one for _, run_ in controls_for(view, DUEL, dimmed=dimmed) for one in run_]


def labelled(view: View) -> list[str]:
    """Their labels, and those that can't be pressed in brackets."""
    return [f"[{one['label']}]" if one["disabled"] else one["label"] for one in buttons(view)]


def played(game: str) -> Iterator[Duel]:
    """Many positions of a game."""
    for seed in range(2):
        yield from random_play(start(game, Player(1 + seed % 2), bytes([seed])), Random(seed), 60)
    for line in facts(game).openings:
        yield from random_play(play(start(game), *line), Random(1), 40)


@pytest.mark.parametrize("game", names())
def test_there_is_a_button_for_each_choice_and_it_stays_in_its_place_when_one_was_made(game: str) -> None:
    before: dict[Player, list[list[str]]] = {}
    for duel in played(game):
        if not any(move.is_move for move in duel.moves):
            before = {}
        for player in Player:
            view = duel.view(player)
            if view.outcome:
                continue
            ids = [ButtonId.parse(one["custom_id"]) for one in buttons(view)]
            shape = [len(row) for row in rows(own(view, named()))]
            if player in duel.to_act:
                assert ids == [ButtonId(DUEL, None, view.turn, str(action)) for action in view.actions]
                assert {(one["style"], one["disabled"]) for one in buttons(view)} == {(Style.primary.value, False)}
                before[player] = [list(map(str, ids)), list(map(str, shape))]
            else:
                assert all(one["disabled"] and one["style"] == Style.secondary.value for one in buttons(view))
                dimmed = [list(map(str, ids)), list(map(str, shape))]
                assert dimmed == before.get(player, [[], dimmed[1]])


ATTACKS = [str(number) for number in range(1, 10)]


@pytest.mark.parametrize(
    ("view", "expected"),
    [
        (play(start("battle"), "attack-9").view(TWO), [*"12345678"]),
        (play(start("battle"), "attack-9").view(ONE), [f"[{number}]" for number in range(1, 10)]),
        (start("battle").view(TWO), []),
        (
            late("nomad", life=(4, 10)).view(ONE),
            [*ATTACKS, "1: +0", "2: +1", "3: +1", "4: +2", "5: +2", "6: +3", "7: +3", "8: +4", "9: +4"],
        ),
        (late("nomad", life=(8, 10), pool=(3, 7)).view(ONE), ["3", "7", "3: +1", "7: +2"]),
        (start("digit").view(ONE), ATTACKS + [f"{number}: +{number}" for number in range(1, 10)]),
        (
            late("digit", life=(15, 10)).view(ONE),
            ATTACKS + [f"{number}: +{min(number, 5)}" for number in range(1, 10)],
        ),
        (play(start("digit"), *LEVEL_AT_20).view(ONE), [*"12345"]),
        (
            play(start("digit"), *LEVEL_AT_20).play(ONE, Action.parse("pick-3")).view(ONE),
            [f"[{n}]" for n in range(1, 6)],
        ),
        (play(start("siege"), "attack-6", "defend-4").view(TWO), ["1", "2", "3", *"56789", "10"]),
        # What was attacked with in secret is not on a button.
        (
            play(start("siege"), "attack-6", "defend-4", "attack-9").view(ONE),
            [*"12345", *"789", "10", "Take the hit"],
        ),
        (
            match_position([2, 5, 7, 7, 9], [1, 1, 1, 3, 4], deck=[6] * 4).view(ONE),
            ["2", "5", "7 ×2", "9"],
        ),
        (
            play(match_position([2, 5, 7, 7, 9], [1, 1, 3, 9, 9], deck=[6] * 4), "attack-9").view(TWO),
            ["Defend with 9", "Take the hit (−9)"],
        ),
    ],
)
def test_labels(view: View, expected: list[str]) -> None:
    assert labelled(view) == expected


def test_one_token_left_is_named_on_its_button() -> None:
    siege = play(start("siege"), *(f"{verb}-{token}" for token in range(1, 10) for verb in ("attack", "defend")))
    view = play(siege, "attack-10").view(ONE)
    assert labelled(view) == ["Defend with 10", "Take the hit"]


HEADINGS = ("⚔ **Attack**", "♥ **Heal**", "🛡 **Defend with**")


@pytest.mark.parametrize(
    ("view", "headings"),
    [
        (start("digit").view(ONE), HEADINGS[:2]),
        (play(start("nomad"), "attack-5").view(TWO), HEADINGS[:2]),
        (start("nomad", TWO).view(TWO), (HEADINGS[0], f"{HEADINGS[1]} brings nothing now: you have all your life.")),
        (start("battle").view(ONE), ()),
        (start("match").view(ONE), ()),
        (play(start("siege"), "attack-1").view(TWO), HEADINGS[2:]),
        (play(start("digit"), *LEVEL_AT_20).view(ONE), ()),
    ],
)
def test_headings_stand_where_a_number_alone_does_not_tell(view: View, headings: tuple[str, ...]) -> None:
    assert tuple(text for text in texts(own(view, named())) if text.startswith(HEADINGS)) == headings


def test_the_rows_of_a_panel() -> None:
    assert rows(own(start("digit").view(ONE), named())) == [
        ["1", "2", "3", "4", "5"],
        ["6", "7", "8", "9"],
        ["1: +1", "2: +2", "3: +3"],
        ["4: +4", "5: +5", "6: +6"],
        ["7: +7", "8: +8", "9: +9"],
        BELOW,
    ]
    assert rows(own(play(start("siege"), "attack-1").view(TWO), named(url="https://discord.com/x"))) == [
        ["1", "2", "3", "4", "5"],
        ["6", "7", "8", "9", "10"],
        ["Take the hit"],
        ["Rules", "Draw?"],
        ["Resign", "Board"],
    ]


@pytest.mark.parametrize("count", range(1, 12))
@pytest.mark.parametrize("label", ["7", "7: +3", "Take the hit", "W" * 80])
def test_rows_are_even_and_as_wide_as_a_phone(count: int, label: str) -> None:
    many = [button(label, str(n)) for n in range(count)]
    found = rows(message(many))
    assert [one for row in found for one in row] == [label] * count
    sizes = [len(row) for row in found]
    assert max(sizes) <= {"7": ROW_LENGTH, "7: +3": 3, "Take the hit": 2}.get(label, 1)
    assert len(set(sizes[:-1])) <= 1
    assert 0 < sizes[-1] <= sizes[0]


def test_who_waits_for_the_first_move_has_no_choices_to_read() -> None:
    assert labels(own(start("battle").view(TWO), named())) == BELOW
