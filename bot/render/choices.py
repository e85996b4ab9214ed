"""What a player can choose: what can be played, beside a refusal, which holds no numbers itself; and in which duel."""

from __future__ import annotations

from bot.components.buttons import button_of, duel_menu, option
from bot.components.custom_ids import Press, Purpose
from bot.drawing import Layout
from bot.render.layout import message
from bot.render.pages import MENU_LIMIT, Entry, label
from games.model import View
from games.words import choices

QUESTIONS = {
    Purpose.DRAW: "In which duel do you offer a draw, or accept one?",
    Purpose.RESIGN: "Which duel do you give up? You are asked once more.",
}


def refused(text: str, view: View, duel: int) -> Layout:
    """A refusal in an open duel, with what its player can play; where that is nothing, with a button to their panel."""
    if view.actions:
        return message(f"{text} You can {choices(view)}.")
    return message(text, [button_of(duel, Press.OPEN, "Show it now")])


def which_duel(purpose: Purpose, entries: tuple[Entry, ...]) -> Layout:
    """A menu of duels for a command that was not told which. More than it holds are not open at once."""
    options = [option(label(entry), str(entry.header.duel)) for entry in entries[:MENU_LIMIT]]
    return message(QUESTIONS[purpose], duel_menu(purpose, options))
