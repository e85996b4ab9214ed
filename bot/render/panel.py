"""What is private to one player: the panel with their numbers and buttons, and what is left of it after a move."""

from __future__ import annotations

from typing import Any

import discord
from discord import ui

from bot.render import card, words
from bot.render.card import Card
from bot.render.layout import Block, message
from bot.ui.buttons import link, press
from bot.ui.controls import controls_for
from bot.ui.custom_ids import Press
from games.model import View


def panel(view: View, about: Card) -> ui.LayoutView:
    """A player's panel. While they wait, the buttons are there and disabled."""
    speaker = about.speaker(view.viewer)
    turn = words.whose_turn(view, speaker)
    blocks: list[Block] = [
        about.heading(view.viewer),
        f"**{turn}**" if view.actions else f"**{turn}** · you can look, and play when it is your turn",
        card.standing(view, speaker),
        card.shared(view, speaker),
        words.recap(view, speaker),
    ]
    for heading, buttons in controls_for(view, about.duel):
        blocks += [f"**{heading}**" if heading else "", buttons]
    return message(*blocks, [press(about.duel, Press.RESIGN, "Resign"), *_board_link(about)])


def stripped(view: View, about: Card, last: str | None) -> ui.LayoutView:
    """A panel whose turn is over: what was played, and whose turn it is. `last` is the viewer's newest action token."""
    speaker = about.speaker(view.viewer)
    if view.outcome:
        now = f"{words.result_title(view.outcome, about.title, speaker)}. {words.result_reason(view, speaker)}"
    elif view.actions:
        now = "It is your turn again." if last else "It is your turn."
    else:
        now = f"{words.whose_turn(view, speaker)}. You will hear from me."
    return message(about.heading(view.viewer), _said(last), now, _board_link(about))


def confirm_resignation(about: Card) -> ui.LayoutView:
    """The question before a resignation."""
    return message(
        f"Do you give up duel {about.duel}? The other player wins it.",
        [
            press(about.duel, Press.CONFIRM_RESIGN, "Resign", discord.ButtonStyle.danger),
            press(about.duel, Press.KEEP_PLAYING, "Keep playing"),
        ],
    )


def sentence(text: str) -> ui.LayoutView:
    """A message of one sentence."""
    return message(text)


def _said(last: str | None) -> str:
    """A move, in words to the one who made it."""
    if last is None:
        return ""
    verb, _, number = last.partition("-")
    match verb:
        case "attack":
            return f"You attacked with {number}."
        case "defend":
            return f"You defended with {number}."
        case "pick":
            return f"You picked {number}."
    return "You did not defend."


def _board_link(about: Card) -> list[ui.Item[Any]]:
    return [link("Board", about.board_url)] if about.board_url else []
