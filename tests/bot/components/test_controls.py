"""A panel's buttons: in fixed places through a whole duel, and enabled exactly where a move is legal."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, cast

import pytest

from bot.components.controls import controls_for
from bot.render.panel import open_panel
from games import Action, Duel, Player, View, names
from games.model import Phase
from tests.bot.drawn import named, rows, texts
from tests.games.facts import facts
from tests.games.helpers import LEVEL_AT_20, late, match_position, play, random_play, start

ONE, TWO = Player.ONE, Player.TWO
DUEL = 42


def buttons(view: View) -> list[Any]:
    """The move buttons of a panel."""
    return [cast("Any", button).item for _, run_ in controls_for(view, DUEL) for button in run_]


def labelled(view: View) -> list[str]:
    """Their labels, and those that can't be pressed in brackets."""
    return [f"[{button.label}]" if button.disabled else button.label for button in buttons(view)]


def played(game: str) -> Iterator[Duel]:
    """Many positions of a game."""
    for seed in range(6):
        yield from random_play(start(game, Player(1 + seed % 2), bytes([seed])), Random(seed), 120)
    for line in facts(game).openings:
        yield from random_play(play(start(game), *line), Random(1), 40)


@pytest.mark.parametrize("game", names())
def test_places_are_fixed_and_enabled_exactly_where_a_move_is_legal(game: str) -> None:
    seen = set()
    for duel in played(game):
        for player in Player:
            view = duel.view(player)
            if view.outcome:
                assert buttons(view) == []
                continue
            # Who waits sees the places of their next attack, whatever the other is asked.
            phase = Phase.ATTACK if view.phase is Phase.DEFEND and player not in view.to_act else view.phase
            tokens = facts(game).places[phase]
            seen.add(phase)
            assert [button.custom_id for button in buttons(view)] == [f"duel:{DUEL}:{view.turn}:{t}" for t in tokens]
            enabled = [token for token, button in zip(tokens, buttons(view), strict=True) if not button.disabled]
            assert sorted(enabled) == sorted(map(str, view.actions))
            assert bool(enabled) is (player in duel.to_act)
    assert seen == set(facts(game).places)


@pytest.mark.parametrize("game", names())
def test_rows_hold_five_and_keep_their_places_on_the_whole_panel(game: str) -> None:
    shapes = set()
    for duel in played(game):
        for player in Player:
            view = duel.view(player)
            if not view.outcome and player in duel.to_act:
                shape = [len(row) for row in rows(open_panel(view, named()))]
                shapes.add((view.phase, tuple(shape)))
                assert max(shape) <= 5
    assert len(shapes) == len(facts(game).places)


ATTACKS = [f"⚔ {number}" for number in range(1, 10)]


@pytest.mark.parametrize(
    ("view", "expected"),
    [
        (play(start("battle"), "attack-9").view(TWO), [*"12345678", "[9]"]),
        (play(start("battle"), "attack-9").view(ONE), [f"[{number}]" for number in range(1, 10)]),
        (
            late("nomad", life=(4, 10)).view(ONE),
            [*ATTACKS, "🛡 1 +0", "🛡 2 +1", "🛡 3 +1", "🛡 4 +2", "🛡 5 +2", "🛡 6 +3", "🛡 7 +3", "🛡 8 +4", "🛡 9 +4"],
        ),
        (
            late("nomad", life=(8, 10), pool=(3, 7)).view(ONE),
            [
                *[f"⚔ {number}" if number in (3, 7) else f"[⚔ {number}]" for number in range(1, 10)],
                *[
                    "[🛡 1 +0]",
                    "[🛡 2 +1]",
                    "🛡 3 +1",
                    "[🛡 4 +2]",
                    "[🛡 5 +2]",
                    "[🛡 6 +2]",
                    "🛡 7 +2",
                    "[🛡 8 +2]",
                    "[🛡 9 +2]",
                ],
            ],
        ),
        (start("digit").view(ONE), ATTACKS + [f"🛡 {number}" for number in range(1, 10)]),
        (
            late("digit", life=(15, 10)).view(ONE),
            ATTACKS + [f"🛡 {number}" for number in range(1, 6)] + [f"🛡 {number} +5" for number in range(6, 10)],
        ),
        (play(start("digit"), *LEVEL_AT_20).view(ONE), [*"12345"]),
        (
            play(start("digit"), *LEVEL_AT_20).play(ONE, Action.parse("pick-3")).view(ONE),
            [f"[{n}]" for n in range(1, 6)],
        ),
        (play(start("siege"), "attack-6", "defend-4").view(TWO), ["1", "2", "3", "[4]", *"56789", "10"]),
        (
            play(start("siege"), "attack-6", "defend-4", "attack-9").view(ONE),
            [*"12345", "[6]", *"789", "10", "Let it through"],
        ),
        (
            match_position([2, 5, 7, 7, 9], [1, 1, 1, 3, 4], deck=[6] * 4).view(ONE),
            ["[1]", "2", "[3]", "[4]", "5", "[6]", "7 ×2", "[8]", "9"],
        ),
        (
            match_position([2, 5, 7, 7, 9], [1, 1, 1, 3, 4], deck=[6] * 4).view(TWO),
            ["[1 ×3]", "[2]", "[3]", "[4]", "[5]", "[6]", "[7]", "[8]", "[9]"],
        ),
        (
            play(match_position([2, 5, 7, 7, 9], [1, 1, 3, 9, 9], deck=[6] * 4), "attack-9").view(TWO),
            ["[1 ×2]", "[2]", "[3]", "[4]", "[5]", "[6]", "[7]", "[8]", "9 ×2", "Take the hit"],
        ),
    ],
)
def test_labels(view: View, expected: list[str]) -> None:
    assert labelled(view) == expected


@pytest.mark.parametrize(
    ("view", "headings"),
    [
        (start("digit").view(ONE), ["**Attack**", "**Defend**"]),
        (start("nomad").view(TWO), ["**Attack**", "**Defend**"]),
        (start("battle").view(ONE), []),
        (start("match").view(ONE), []),
        (play(start("siege"), "attack-1").view(TWO), []),
        (play(start("digit"), *LEVEL_AT_20).view(ONE), []),
    ],
)
def test_headings_stand_where_a_number_can_do_two_things(view: View, headings: list[str]) -> None:
    assert [text for text in texts(open_panel(view, named())) if text in ("**Attack**", "**Defend**")] == headings


def test_the_rows_of_a_panel() -> None:
    assert rows(open_panel(start("digit").view(ONE), named())) == [
        ["⚔ 1", "⚔ 2", "⚔ 3", "⚔ 4", "⚔ 5"],
        ["⚔ 6", "⚔ 7", "⚔ 8", "⚔ 9"],
        ["🛡 1", "🛡 2", "🛡 3", "🛡 4", "🛡 5"],
        ["🛡 6", "🛡 7", "🛡 8", "🛡 9"],
        ["Offer a draw", "Resign"],
    ]
    assert rows(open_panel(play(start("siege"), "attack-1").view(TWO), named(url="https://discord.com/x"))) == [
        ["1", "2", "3", "4", "5"],
        ["6", "7", "8", "9", "10"],
        ["Let it through"],
        ["Offer a draw", "Resign", "Board"],
    ]
