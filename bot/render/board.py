"""The public message of a duel: the challenge, the board, and what replaces them when they are over."""

from __future__ import annotations

import discord
from discord import ui

from bot.components.buttons import link, button_of
from bot.components.custom_ids import Press
from bot.render import words
from bot.render.header import Header
from bot.render.layout import COURSE_ROOM, message, newest_that_fit, small, stacked
from bot.render.standing import shared, standing
from games.model import Player, View

SHOWN_EXCHANGES = 3
"""Exchanges that a board shows: as many as fit on a phone's screen."""

CLOSED = {
    "declined": "{two} declined.",
    "cancelled": "{one} withdrew the challenge.",
    "expired": "It was closed before it was accepted.",
    "late": "{two} did not answer in time.",
}
"""The ways in which a challenge can end without a duel, each with its sentence."""


def challenge(
    header: Header,
    summary: str,
    starter: Player | None,
    opponent_id: int | None,
    *,
    rematch_of: int | None = None,
    note: str = "",
    reader: Player | None = None,
    tells_starter: bool = True,
) -> ui.LayoutView:
    """A challenge. `opponent_id` is mentioned, to ping them; None in a private message. `note` comes first."""
    one, two = header.players().names
    first = f" {header.players().name(starter)} starts." if starter else " A coin toss decides who starts."
    called = f"<@{opponent_id}>" if opponent_id else two
    again = f"The rematch of duel {rematch_of}. " if rematch_of else ""
    buttons = {
        Press.ACCEPT: button_of(header.duel, Press.ACCEPT, "Accept", discord.ButtonStyle.success),
        Press.DECLINE: button_of(header.duel, Press.DECLINE, "Decline"),
        Press.CANCEL: button_of(header.duel, Press.CANCEL, "Cancel"),
    }
    ask = "Do you accept?" if reader else f"{called}: do you accept?"
    if reader is Player.ONE:
        ask, buttons = f"Waiting for {two} to answer.", {Press.CANCEL: buttons[Press.CANCEL]}
    elif reader is Player.TWO:
        del buttons[Press.CANCEL]
    return message(
        note,
        f"### {one} challenges {two} to {header.title}",
        f"{again}{summary}{first if tells_starter else ''}",
        stacked(f"{ask} (duel {header.duel})", f"Answer {header.until()}" if header.due else ""),
        list(buttons.values()),
    )


def closed(header: Header, how: str) -> ui.LayoutView:
    """Replaces a challenge that ended without a duel. `how` is one of `CLOSED`."""
    one, two = header.players().names
    what = CLOSED["late" if header.late and how == "expired" else how].format(one=one, two=two)
    return message(f"### {one} challenged {two} to {header.title}", f"{what} (duel {header.duel})")


def open_board(view: View, header: Header) -> ui.LayoutView:
    """The board of an open duel, for everybody. Takes the channel's view."""
    players = header.players()
    return message(
        header.heading(),
        *_facts(view, header),
        small(words.course(view, players)[: -SHOWN_EXCHANGES - 1 : -1]),
        [
            button_of(header.duel, Press.OPEN, "Your move", discord.ButtonStyle.primary),
            button_of(header.duel, Press.WATCH, "Watch"),
        ],
    )


def watched_board(view: View, header: Header) -> ui.LayoutView:
    """An open duel for a spectator: the board, and the course so far. Takes the channel's view."""
    players = header.players()
    course = newest_that_fit(small(words.course(view, players)).splitlines(), COURSE_ROOM)
    return message(header.heading(), *_facts(view, header), course)


def outsider(text: str, duel: int) -> ui.LayoutView:
    """A refusal for somebody who is not a player, with the button *Watch*."""
    return message(text, [button_of(duel, Press.WATCH, "Watch")])


def _facts(view: View, header: Header) -> tuple[str, ...]:
    """Whose turn it is and until when, how both players stand, and what can be played."""
    players = header.players()
    talk = words.about_draw(view, players)
    turn = stacked(f"**{words.whose_turn(view, players)}**", header.until(), f"*{talk}*" if talk else "")
    return (turn, standing(view, players), shared(view, players))


def moved(header: Header) -> ui.LayoutView:
    """Replaces a board after a new one was posted elsewhere."""
    return message(f"The board of duel {header.duel} has moved.", [link("Board", header.board_url or "")])


def call(header: Header, player: Player, user_id: int, *, is_turn: bool, is_offered: bool) -> ui.LayoutView:
    """One line in the channel for a player who is to move or to answer an offer, and gets no direct message."""
    where = f" on [the board]({header.board_url})" if header.board_url else ""
    turn = f"it is your turn in duel {header.duel}"
    offer = f"{header.players().name(player.other)} offers you a draw" + ("" if is_turn else f" in duel {header.duel}")
    what = " and ".join(part for part in (turn if is_turn else "", offer if is_offered else "") if part)
    return message(
        f"<@{user_id}>, {what}, and I can't send you direct messages. Press *Your move*{where}.",
        [button_of(header.duel, Press.OPEN, "Your move", discord.ButtonStyle.primary)],
    )


def reminder(header: Header, user_id: int) -> ui.LayoutView:
    """One line in the channel for a player whose time is nearly up, and who gets no direct messages."""
    where = f" on [the board]({header.board_url})" if header.board_url else ""
    return message(
        f"<@{user_id}>, your move in duel {header.duel} is due {words.moment(header.due or 0)}. "
        f"Press *Your move*{where}.",
        [button_of(header.duel, Press.OPEN, "Your move", discord.ButtonStyle.primary)],
    )
