"""The public message of a duel: the challenge, the board, and what is left of both when they are over."""

from __future__ import annotations

import discord
from discord import ui

from bot.render import card, words
from bot.render.card import Card
from bot.render.layout import COURSE_ROOM, message, newest_that_fit, small, stacked
from bot.ui.buttons import link, press
from bot.ui.custom_ids import Press
from games.model import Player, View

SHOWN_EXCHANGES = 3
"""Exchanges that a board recalls: what one looks back at, and a phone's screen holds."""

CLOSED = {
    "declined": "{two} declined.",
    "cancelled": "{one} withdrew the challenge.",
    "expired": "It was closed before it was accepted.",
    "late": "{two} did not answer in time.",
}
"""How a challenge can lead to no duel, and what is said then."""


def challenge(
    card: Card,
    summary: str,
    starter: Player | None,
    opponent_id: int | None,
    *,
    rematch_of: int | None = None,
    note: str = "",
    reader: Player | None = None,
) -> ui.LayoutView:
    """A challenge; `opponent_id` is mentioned where the message may ping, and left out where it is private. `note` is
    said first.
    """
    one, two = card.speaker().names
    first = f"{card.speaker().name(starter)} starts." if starter else "A coin toss decides who starts."
    called = f"<@{opponent_id}>" if opponent_id else two
    again = f"The rematch of duel {rematch_of}. " if rematch_of else ""
    buttons = {
        Press.ACCEPT: press(card.duel, Press.ACCEPT, "Accept", discord.ButtonStyle.success),
        Press.DECLINE: press(card.duel, Press.DECLINE, "Decline"),
        Press.CANCEL: press(card.duel, Press.CANCEL, "Cancel"),
    }
    ask = "Do you accept?" if reader else f"{called}: do you accept?"
    if reader is Player.ONE:
        ask, buttons = f"Waiting for {two} to answer.", {Press.CANCEL: buttons[Press.CANCEL]}
    elif reader is Player.TWO:
        del buttons[Press.CANCEL]
    return message(
        note,
        f"### {one} challenges {two} to {card.title}",
        f"{again}{summary} {first}",
        stacked(f"{ask} (duel {card.duel})", f"Answer {card.until()}" if card.due else ""),
        list(buttons.values()),
    )


def closed(card: Card, how: str) -> ui.LayoutView:
    """What is left of a challenge that led to no duel; `how` is one of `CLOSED`."""
    one, two = card.speaker().names
    what = CLOSED["late" if card.late and how == "expired" else how].format(one=one, two=two)
    return message(f"### {one} challenged {two} to {card.title}", f"{what} (duel {card.duel})")


def board(view: View, about: Card) -> ui.LayoutView:
    """A duel that is on, as everybody may see it. Takes the channel's view."""
    speaker = about.speaker()
    return message(
        about.heading(),
        *_facts(view, about),
        small(words.course(view, speaker)[: -SHOWN_EXCHANGES - 1 : -1]),
        [
            press(about.duel, Press.OPEN, "Your move", discord.ButtonStyle.primary),
            press(about.duel, Press.WATCH, "Watch"),
        ],
    )


def watched(view: View, about: Card) -> ui.LayoutView:
    """A duel that is on, for somebody who looks on: the board, and the course so far. Takes the channel's view."""
    speaker = about.speaker()
    course = newest_that_fit(small(words.course(view, speaker)).splitlines(), COURSE_ROOM)
    return message(about.heading(), *_facts(view, about), course)


def outsider(text: str, duel: int) -> ui.LayoutView:
    """A refusal for somebody who has no seat, with a way to look on."""
    return message(text, [press(duel, Press.WATCH, "Watch")])


def _facts(view: View, about: Card) -> tuple[str, ...]:
    """Whose turn it is and till when, how both stand, and what can be played."""
    speaker = about.speaker()
    talk = words.about_draw(view, speaker)
    turn = stacked(f"**{words.whose_turn(view, speaker)}**", about.until(), f"*{talk}*" if talk else "")
    return (turn, card.standing(view, speaker), card.shared(view, speaker))


def moved(about: Card) -> ui.LayoutView:
    """What is left of a board that was posted anew elsewhere."""
    return message(f"The board of duel {about.duel} has moved.", [link("Board", about.board_url or "")])


def nudge(about: Card, user_id: int) -> ui.LayoutView:
    """One line in the channel for a player who can't be written to."""
    where = f" on [the board]({about.board_url})" if about.board_url else ""
    return message(
        f"<@{user_id}>, it is your turn in duel {about.duel}, and I can't send you direct messages. "
        f"Press *Your move*{where}.",
        [press(about.duel, Press.OPEN, "Your move", discord.ButtonStyle.primary)],
    )


def reminder(about: Card, user_id: int) -> ui.LayoutView:
    """One line in the channel for a player whose time is nearly up, and who is not written to."""
    where = f" on [the board]({about.board_url})" if about.board_url else ""
    return message(
        f"<@{user_id}>, your move in duel {about.duel} is due {words.moment(about.due or 0)}. "
        f"Press *Your move*{where}.",
        [press(about.duel, Press.OPEN, "Your move", discord.ButtonStyle.primary)],
    )
