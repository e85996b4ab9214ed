"""What can be played, beside a refusal: made from the player's view; for who is not to move, a button instead."""

from __future__ import annotations

import re

import pytest
from discord.enums import ComponentType

from bot.components.custom_ids import Purpose
from bot.render import choices
from bot.render.pages import MENU_LIMIT, Entry
from games import Player
from tests.bot.drawn import labels, named, of, text
from tests.bot.scenes import GAMES
from tests.bot.script import PLANS, positions

REFUSAL = "That can't be played in duel 42 now."


@pytest.mark.parametrize("game", GAMES)
def test_whoever_is_to_move_reads_what_they_can_play_and_nobody_else_does(game: str) -> None:
    duels = [duel for duel in positions(game, PLANS[game]) if not duel.outcome]
    for view in (duel.view(player) for duel in duels for player in Player):
        layout = choices.refused(REFUSAL, view, 42)
        if view.actions:
            said = text(layout).removeprefix(f"{REFUSAL} You can ")
            assert {int(found) for found in re.findall(r"\d+", said)} == {a.number for a in view.actions if a.number}
            assert labels(layout) == []
        else:
            assert (text(layout), labels(layout)) == (REFUSAL, ["Show it now"])


@pytest.mark.parametrize("purpose", choices.QUESTIONS)
def test_a_menu_of_duels_has_no_more_options_than_discord_allows(purpose: Purpose) -> None:
    entries = tuple(Entry(named(duel=number), "_" * 32, "{}") for number in range(1, 40))
    (menu,) = of(choices.which_duel(purpose, entries), ComponentType.select)
    assert menu["custom_id"] == f"choose-duel:{purpose}"
    assert [option["value"] for option in menu["options"]] == [str(number) for number in range(1, MENU_LIMIT + 1)]
