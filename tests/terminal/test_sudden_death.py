"""Sudden death at the keyboard: level at the end of the numbers, then picks until one wins."""

from __future__ import annotations

from games import Duel, Seeded, get
from tests.terminal.screen import TypedSession, in_order, lines

LEVEL = ["heal 2", "heal 7", "heal 9", "heal 4", "heal 5", "attack 3", "heal 1", "attack 6", "attack 8"]
"""A line of Digit Duel that uses up all digits and ends level, at 12."""


def test_sudden_death() -> None:
    played = TypedSession(
        Duel.start("digit", Seeded(b"any")), lines([*LEVEL, "pick 3", "3", "1", "5", *"515151"])
    ).play()
    in_order(
        played.screen.all,
        [
            f"Sudden death! {get('digit').pick_news}",
            "Player 1, take the keyboard. Press Enter when only you can see the screen.",
            "Sudden death: Player 1 is to pick.",
            "Player 1, you can pick 1, 2, 3, 4 or 5.",
            "Player 1 has picked.",
            "Player 2, take the keyboard. Press Enter when only you can see the screen.",
            "Player 1 picked 3, Player 2 picked 3.",
            "Level: nothing changes.",
            "Player 1 picked 1, Player 2 picked 5.",
            "Player 1 loses 4 life points and is now at 8; Player 2 gains 4 life points and is now at 16.",
            "Player 2 loses 4 life points and is now at 12; Player 1 gains 4 life points and is now at 12.",
        ],
    )
    assert played.screen.all.count("Sudden death!") == 1
