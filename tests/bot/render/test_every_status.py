"""Each status and each ending of a duel has its messages, also where its rules are no longer known."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.delivery.projection import for_player, public_message
from bot.render import result
from bot.render.header import Header
from bot.service.saved_duel import SavedDuel
from games import Ending, Outcome, Player
from games.model import Phase
from storage import DuelRow, Status
from tests.bot.drawn import beyond_limits, longest_header, text
from tests.games.helpers import start


def row(status: Status, ending: str | None = None, winner: int | None = None) -> DuelRow:
    """A duel's row, as far as its messages need it."""
    return DuelRow(
        1,
        "siege",
        1,
        11,
        22,
        "Ada",
        "Ben",
        1,
        7,
        8,
        status,
        None,
        0,
        None,
        None,
        winner,
        ending,
        None,
        5,
        6,
        None,
        0,
        0,
        False,
        None,
        1,
    )


@pytest.mark.parametrize("status", list(Status))
def test_each_status_has_its_message(status: Status) -> None:
    duel = start("siege") if status in (Status.OPEN, Status.ENDED) else None
    saved_duel = SavedDuel(row(status), duel.resign(Player.ONE) if duel and status is Status.ENDED else duel)
    assert beyond_limits(public_message(saved_duel, longest_header("Ada", "Numerical Siege"))) == []


def test_a_duel_of_unknown_rules_has_its_messages_everywhere() -> None:
    saved_duel, about = SavedDuel(row(Status.ENDED, "void")), longest_header("Ada", "chess")
    for player in Player:
        for layout in (
            public_message(saved_duel, about),
            for_player(saved_duel, player, about),
        ):
            assert beyond_limits(layout) == []
            assert text(layout).startswith("### Called off\n")


def test_one_that_ended_before_its_rules_were_forgotten_was_not_called_off() -> None:
    about = Header(1, "Numerical Siege", ("Ada", "Ben"))
    won = text(public_message(SavedDuel(row(Status.ENDED, "life", 2)), about))
    assert won.startswith("### Ben won\n")
    assert "alled off" not in won
    level = text(public_message(SavedDuel(row(Status.ENDED, "agreement")), about))
    assert level.startswith("### A draw\n")


def test_outcomes_of_every_ending_can_be_drawn() -> None:
    view = start("siege").view(None)
    for ending in Ending:
        for winner in (None, *Player):
            if winner and ending in (Ending.AGREEMENT, Ending.VOID):
                continue
            if winner is None and ending in (Ending.LIFE, Ending.RESIGNATION, Ending.TIME):
                continue
            over = replace(view, outcome=Outcome(winner, ending), phase=Phase.OVER, to_act=frozenset())
            assert beyond_limits(result.ended(over, longest_header("_" * 32))) == []
