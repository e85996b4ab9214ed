"""One player's private messages: the panel with their numbers and buttons, and what replaces it after a move."""

from __future__ import annotations

from typing import Any

import discord
from discord import ui

from bot.components.buttons import button_of, link
from bot.components.controls import controls_for
from bot.components.custom_ids import Press
from bot.render import words
from bot.render.header import Header
from bot.render.layout import Block, message, stacked
from bot.render.standing import shared, standing
from games.model import Offer, Player, View

NOT_ACCEPTED = {
    "declined": "{other} declined your challenge to {title}.",
    "late": "{other} did not answer your challenge to {title} in time.",
    "unposted": (
        "I could not post your challenge to {other}, to {title}, in the channel, so it is closed. Try another channel."
    ),
    "expired": (
        "Your challenge to {other}, to {title}, was closed: you have left the server or have no room for another duel, "
        "or I was removed from the server."
    ),
}
"""The ways in which a challenge can end without a duel and without its challenger's doing, each with its sentence."""


def open_panel(view: View, header: Header, *, posts_board: bool = False) -> ui.LayoutView:
    """A player's panel. While they wait, its move buttons are disabled. `posts_board`: add *Post the board here*."""
    players = header.players(view.viewer)
    turn = words.whose_turn(view, players)
    blocks: list[Block] = [
        header.heading(view.viewer),
        stacked(f"**{turn}**", header.until(view.viewer)),
        words.about_draw(view, players),
        standing(view, players),
        shared(view, players),
        words.recap(view, players),
    ]
    for heading, buttons in controls_for(view, header.duel):
        blocks += [f"**{heading}**" if heading else "", buttons]
    buttons = [*_draw_buttons(view, header), button_of(header.duel, Press.RESIGN, "Resign")]
    if view.viewer and header.may_call_off and view.viewer.other in header.unreached:
        buttons.append(button_of(header.duel, Press.CALL_OFF, "Call off"))
    if posts_board:
        buttons.append(button_of(header.duel, Press.POST_BOARD, "Post the board here"))
    return message(*blocks, [*buttons, *_board_link(header)])


def stripped(view: View, header: Header, last: str | None) -> ui.LayoutView:
    """A panel whose turn is over: what was played, any offer of a draw, and whose turn it is.

    `last` is the viewer's latest action token.
    """
    players = header.players(view.viewer)
    if view.outcome:
        reason = words.result_reason(view, players, late=header.late, unreached=header.unreached)
        now = f"{words.result_title(view.outcome, header.title, players)}. {reason}"
    elif view.actions:
        now = "It is your turn again." if last else "It is your turn."
    else:
        now = f"{words.whose_turn(view, players)}. You will hear from me."
    talk = words.about_draw(view, players)
    return message(header.heading(view.viewer), _said(last), talk, now, _board_link(header))


def confirm_resignation(header: Header, viewer: Player) -> ui.LayoutView:
    """Asks for confirmation before a resignation."""
    return message(
        f"Do you give up duel {header.duel}? {header.players().name(viewer.other)} wins it.",
        [
            button_of(header.duel, Press.CONFIRM_RESIGN, "Resign", discord.ButtonStyle.danger),
            button_of(header.duel, Press.KEEP_PLAYING, "Keep playing"),
        ],
    )


def draw_offered(header: Header, viewer: Player) -> ui.LayoutView:
    """Confirms a typed offer of a draw to the player who made it."""
    other = header.players().name(viewer.other)
    return message(f"You offer {other} a draw in duel {header.duel}. It stands until the next move.")


def left(header: Header, viewer: Player) -> ui.LayoutView:
    """Tells a player, once, that the other has left the server and can't be sent direct messages."""
    other = header.players().name(viewer.other)
    return message(
        header.heading(viewer),
        f"{other} has left the server, and I can't write to them. If they don't move in time, the duel ends by that.",
        _board_link(header),
    )


def no_board(header: Header, viewer: Player) -> ui.LayoutView:
    """Tells a player that the bot can't act any more in the channel where the board stands."""
    return message(
        header.heading(viewer),
        "I no longer see the channel of this duel, or may not write there, so its board stands still. The duel goes "
        "on: /status shows it, and in another channel of the server its button *Post the board here* moves the board.",
    )


def reminder(header: Header, viewer: Player) -> ui.LayoutView:
    """Tells a player that their time is nearly up."""
    return message(
        header.heading(viewer),
        f"Your move is due {words.moment(header.due or 0)}.",
        [button_of(header.duel, Press.OPEN, "Your move", discord.ButtonStyle.primary), *_board_link(header)],
    )


def not_accepted(header: Header, how: str) -> ui.LayoutView:
    """Tells a challenger that there will be no duel. `how` is one of `NOT_ACCEPTED`."""
    what = NOT_ACCEPTED["late" if header.late and how == "expired" else how]
    other = header.players().name(Player.TWO)
    return message(f"{what.format(other=other, title=header.title)} (duel {header.duel})")


def rematch_asked(header: Header) -> ui.LayoutView:
    """Confirms a rematch to the player who asked for it. `header` is the rematch's; its challenge is in the channel."""
    other = header.players().name(Player.TWO)
    return message(f"You ask {other} for a rematch: challenge {header.duel}, in the channel.", _board_link(header))


def twin(header: Header, number: int) -> ui.LayoutView:
    """Tells a challenger, besides their new challenge, that one like it still waits."""
    other = header.players().name(Player.TWO)
    return message(
        f"Your challenge {number} to {other}, to the same game, still waits as well. /status {number} shows it, with "
        "*Cancel*."
    )


def sentence(text: str) -> ui.LayoutView:
    """A message of one sentence."""
    return message(text)


def _said(last: str | None) -> str:
    """A move in words, for the player who made it."""
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
        case "take":
            return "You did not defend."
    raise ValueError("There are no words for that move.")


def _draw_buttons(view: View, header: Header) -> list[ui.Item[Any]]:
    """The buttons that answer the other player's offer; if there is none, the one that makes an offer, if allowed."""
    assert view.viewer is not None
    if view.offer == Offer(view.viewer.other):
        return [
            button_of(header.duel, Press.ACCEPT_DRAW, "Accept draw", discord.ButtonStyle.success),
            button_of(header.duel, Press.DECLINE_DRAW, "Decline draw"),
        ]
    return [button_of(header.duel, Press.OFFER_DRAW, "Offer a draw")] if view.may_offer else []


def _board_link(header: Header) -> list[ui.Item[Any]]:
    return [link("Board", header.board_url)] if header.board_url else []
