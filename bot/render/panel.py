"""What is private to one player: the panel with their numbers and buttons, and what is left of it after a move."""

from __future__ import annotations

from typing import Any

import discord
from discord import ui

from bot.render import card, words
from bot.render.card import Card
from bot.render.layout import Block, message, stacked
from bot.ui.buttons import link, press
from bot.ui.controls import controls_for
from bot.ui.custom_ids import Press
from games.model import Offer, Player, View


def panel(view: View, about: Card, *, posts_board: bool = False) -> ui.LayoutView:
    """A player's panel. While they wait, the buttons are there and disabled. `posts_board`: with a button for that."""
    speaker = about.speaker(view.viewer)
    turn = words.whose_turn(view, speaker)
    blocks: list[Block] = [
        about.heading(view.viewer),
        stacked(f"**{turn}**", about.until()),
        words.about_draw(view, speaker),
        card.standing(view, speaker),
        card.shared(view, speaker),
        words.recap(view, speaker),
    ]
    for heading, buttons in controls_for(view, about.duel):
        blocks += [f"**{heading}**" if heading else "", buttons]
    buttons = [*_draw_buttons(view, about), press(about.duel, Press.RESIGN, "Resign")]
    if posts_board:
        buttons.append(press(about.duel, Press.POST_BOARD, "Post the board here"))
    return message(*blocks, [*buttons, *_board_link(about)])


def stripped(view: View, about: Card, last: str | None) -> ui.LayoutView:
    """A panel whose turn is over: what was played, what is said about a draw, and whose turn it is.

    `last` is the viewer's newest action token.
    """
    speaker = about.speaker(view.viewer)
    if view.outcome:
        reason = words.result_reason(view, speaker, late=about.late)
        now = f"{words.result_title(view.outcome, about.title, speaker)}. {reason}"
    elif view.actions:
        now = "It is your turn again." if last else "It is your turn."
    else:
        now = f"{words.whose_turn(view, speaker)}. You will hear from me."
    talk = words.about_draw(view, speaker)
    return message(about.heading(view.viewer), _said(last), talk, now, _board_link(about))


def confirm_resignation(about: Card, viewer: Player) -> ui.LayoutView:
    """The question before a resignation."""
    return message(
        f"Do you give up duel {about.duel}? {about.speaker().name(viewer.other)} wins it.",
        [
            press(about.duel, Press.CONFIRM_RESIGN, "Resign", discord.ButtonStyle.danger),
            press(about.duel, Press.KEEP_PLAYING, "Keep playing"),
        ],
    )


def draw_offered(about: Card, viewer: Player) -> ui.LayoutView:
    """What is said to the one who has typed an offer."""
    other = about.speaker().name(viewer.other)
    return message(f"You offer {other} a draw in duel {about.duel}. It stands until the next move.")


def left(about: Card, viewer: Player) -> ui.LayoutView:
    """What is said once to the one who stays, when the other has left the server and can't be written to."""
    other = about.speaker().name(viewer.other)
    return message(
        about.heading(viewer),
        f"{other} has left the server, and I can't write to them. If they don't move in time, the duel ends by that.",
        _board_link(about),
    )


def reminder(about: Card, viewer: Player) -> ui.LayoutView:
    """What is said when a player's time is nearly up."""
    return message(
        about.heading(viewer),
        f"Your move is due {words.moment(about.due or 0)}.",
        [press(about.duel, Press.OPEN, "Your move", discord.ButtonStyle.primary), *_board_link(about)],
    )


def unanswered(about: Card) -> ui.LayoutView:
    """What is said to a challenger when the time for an answer is up."""
    other = about.speaker().name(Player.TWO)
    return message(f"{other} did not answer your challenge to {about.title} in time (duel {about.duel}).")


def rematch_asked(about: Card) -> ui.LayoutView:
    """What is said to the one who has asked for a rematch, which is this duel, by a challenge in the channel."""
    other = about.speaker().name(Player.TWO)
    return message(f"You ask {other} for a rematch: challenge {about.duel}, in the channel.", _board_link(about))


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


def _draw_buttons(view: View, about: Card) -> list[ui.Item[Any]]:
    """To answer the other's offer where it stands, or else to make one where that may be done."""
    assert view.viewer is not None
    if view.offer == Offer(view.viewer.other):
        return [
            press(about.duel, Press.ACCEPT_DRAW, "Accept draw", discord.ButtonStyle.success),
            press(about.duel, Press.DECLINE_DRAW, "Decline draw"),
        ]
    return [press(about.duel, Press.OFFER_DRAW, "Offer a draw")] if view.may_offer else []


def _board_link(about: Card) -> list[ui.Item[Any]]:
    return [link("Board", about.board_url)] if about.board_url else []
