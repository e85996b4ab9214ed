"""The public message of a duel: the challenge, the board, and what replaces them when they are over."""

from __future__ import annotations

from bot.components.buttons import Style, button_of, link
from bot.components.custom_ids import Press
from bot.drawing import Component, Layout
from bot.render import names, words
from bot.render.exchanges import course, earlier, news, round_number, turn
from bot.render.header import Header
from bot.render.layout import COURSE_ROOM, Accent, message, newest_that_fit, small, stacked
from bot.render.standing import standing
from games.model import Player, View

EARLIER = 2
"""Exchanges that a board shows besides the last one: as many as fit on a phone's screen."""

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
) -> Layout:
    """A challenge. `summary`: the game and the pace in a few words. `opponent_id` is mentioned, to ping them; None in a
    private message. `note` comes first.
    """
    one, two = header.players().names
    first = f"{header.players().name(starter)} begins" if starter else "a coin decides who begins"
    ask = f"<@{opponent_id}>, do you accept?" if opponent_id else "Do you accept?"
    buttons: list[Component] = []
    if reader is not Player.ONE:
        buttons.append(button_of(header.duel, Press.ACCEPT, "Accept", Style.success))
        buttons.append(button_of(header.duel, Press.DECLINE, "Decline"))
    buttons.append(button_of(header.duel, Press.RULES, "Rules"))
    if reader is not Player.TWO:
        buttons.append(button_of(header.duel, Press.CANCEL, "Withdraw"))
    return message(
        note,
        f"### {one} challenges {two} to {header.title}",
        stacked(
            " · ".join(filter(None, (summary, first if tells_starter else ""))),
            f"Waiting for {two} to answer." if reader is Player.ONE else ask,
            header.due_line(
                f"Duel {header.duel}", f"the rematch of duel {rematch_of}" if rematch_of else "", what="answer"
            ),
        ),
        buttons,
        accent=Accent.CHALLENGE,
    )


def closed(header: Header, how: str) -> Layout:
    """Replaces a challenge that ended without a duel. `how` is one of `CLOSED`."""
    one, two = header.players().names
    what = CLOSED["late" if header.late and how == "expired" else how].format(one=one, two=two)
    return message(
        f"### {one} challenged {two} to {header.title}", f"{what}\n-# Duel {header.duel}", accent=Accent.WAITING
    )


def open_board(view: View, header: Header) -> Layout:
    """The board of an open duel, for everybody. Takes the channel's view."""
    to_act = [Player.ONE] if header.practice else view.to_act
    buttons = [your_move(header, *to_act), button_of(header.duel, Press.WATCH, "Watch")]
    before = earlier(view, header.players(), EARLIER)
    due = header.due_line(f"Round {round_number(view)}")
    return message(*_facts(view, header), stacked(before, due), buttons, accent=Accent.WAITING)


def watched(view: View, header: Header, *, until: int | None = None) -> Layout:
    """An open duel for a spectator: the board, and the course so far. Takes the channel's view. `until`: until when it
    changes by itself, in milliseconds since 1970; None where it does not.
    """
    lines = course(view, header.players())[:-1]
    return message(
        *_facts(view, header),
        newest_that_fit(small(lines).splitlines(), COURSE_ROOM),
        stacked(header.due_line(f"Round {round_number(view)}"), live_until(until) if until else ""),
        [button_of(header.duel, Press.WATCH, "Look again")],
        accent=Accent.WAITING,
    )


def live_until(until: int) -> str:
    """Until when an ephemeral message changes by itself."""
    return f"-# Follows the duel until {words.clock_time(until)} at most; *Look again* brings it up."


def outsider(text: str, duel: int) -> Layout:
    """A refusal for somebody who is not a player, with the button *Watch*."""
    return message(text, [button_of(duel, Press.WATCH, "Watch")])


def _facts(view: View, header: Header) -> tuple[str, ...]:
    """What has happened, whose turn it is, how both players stand, and what can be played."""
    players = header.players()
    talk = words.about_draw(view, players)
    return (
        stacked(
            header.heading(),
            news(view, players, tossed=header.tossed),
            turn(view, players),
            f"*{talk}*" if talk else "",
        ),
        standing(view, players),
    )


def your_move(header: Header, *to_act: Player) -> Component:
    """The button that opens the panel of who is to move; it says whose that is, unless it is both."""
    label = f"{names.plain(header.names[to_act[0].index])}: your move" if len(to_act) == 1 else "Your move"
    return button_of(header.duel, Press.OPEN, label, Style.primary)


def moved(header: Header) -> Layout:
    """Replaces a board after a new one was posted elsewhere."""
    return message(f"The board of duel {header.duel} has moved.", [link("Board", header.board_url or "")])


def call(header: Header, player: Player, user_id: int, *, is_turn: bool, is_offered: bool) -> Layout:
    """One line in the channel for a player who is to move or to answer an offer, and gets no direct message."""
    turn = f"it is your turn in duel {header.duel}"
    offer = f"{header.players().name(player.other)} offers you a draw" + ("" if is_turn else f" in duel {header.duel}")
    what = " and ".join(part for part in (turn if is_turn else "", offer if is_offered else "") if part)
    return message(
        f"<@{user_id}>, {what}, and I can't send you direct messages.",
        [your_move(header, player), *board_link(header)],
        accent=Accent.YOUR_TURN,
    )


def reminder(header: Header, player: Player, user_id: int) -> Layout:
    """One line in the channel for a player whose time is nearly up, and who gets no direct messages."""
    return message(
        f"<@{user_id}>, your move in duel {header.duel} is due {words.relative(header.due or 0)}.",
        [your_move(header, player), *board_link(header)],
        accent=Accent.YOUR_TURN,
    )


def board_link(header: Header) -> list[Component]:
    """The button *Board*, where there is one."""
    return [link("Board", header.board_url)] if header.board_url else []
