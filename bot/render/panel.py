"""One player's private messages: the panel with their numbers and buttons, and what replaces it after a move."""

from __future__ import annotations

from collections.abc import Sequence

from bot.components.buttons import Style, button_of
from bot.components.controls import controls_for
from bot.components.custom_ids import Press
from bot.drawing import Component, Layout
from bot.render import pictures, words
from bot.render.board import board_link, live_until, your_move
from bot.render.exchanges import news, turn
from bot.render.header import Header
from bot.render.layout import Accent, Block, message, stacked
from bot.render.standing import standing
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
HEADINGS = {
    "Attack": f"{pictures.SWORD} **Attack**",
    "Heal": f"{pictures.LIFE} **Heal**",
    "Defend with": f"{pictures.SHIELD} **Defend with**",
}
"""The headings of groups of choices, as they are shown."""
PRACTICE = "/practice with another level starts another duel. No move is due, but {days} days without one end it."
STILL_THINKING = "I have not moved yet, and will as soon as I can."
"""Stands there where the computer failed: else its move comes with the answer."""
FULL_LIFE = " brings nothing now: you have all your life."
"""Goes on from the heading of heals."""


def own(
    view: View,
    header: Header,
    *,
    posts_board: bool = False,
    until: int | None = None,
    goes_on: bool = False,
    made: Sequence[Block] = (),
) -> Layout:
    """A player's own message about an open duel: what they can choose or, while they wait, what they could choose at
    their latest move, dimmed.

    `posts_board`: add *Post the board here*. `until`: of an ephemeral message, until when it changes by itself, in
    milliseconds since 1970. `goes_on`: it was pressed, and it is their turn again, in another message. `made`: its
    `choices`, where they are at hand.
    """
    viewer, is_turn = view.viewer, view.viewer in view.to_act and not goes_on
    assert viewer is not None
    due = "-# It goes on in the next message." if goes_on else header.due_line(f"Duel {header.duel}", viewer=viewer)
    if header.practice and not view.turn:
        due = stacked(due, f"-# {PRACTICE.format(days=header.idle_days)}")
    if header.practice and viewer not in view.to_act:
        due = stacked(due, f"-# {STILL_THINKING}")
    blocks: list[Block] = [
        *(made or choices(view, header, goes_on=goes_on)),
        stacked(due, live_until(until) if until else ""),
        _utilities(view, header, is_ephemeral=until is not None),
    ]
    if posts_board:
        blocks.append([button_of(header.duel, Press.POST_BOARD, "Post the board here")])
    return message(*blocks, accent=Accent.YOUR_TURN if is_turn else Accent.WAITING)


def choices(view: View, header: Header, *, goes_on: bool = False) -> tuple[Block, ...]:
    """The larger part of such a message: what has happened, how both stand, and the buttons. For `own`."""
    players, viewer = header.players(view.viewer), view.viewer
    is_turn, talk = viewer in view.to_act and not goes_on, words.about_draw(view, players)
    blocks: list[Block] = [
        stacked(
            header.heading(viewer),
            news(view, players, tossed=header.tossed, practice=bool(header.practice)),
            f"*{view.hint}*" if view.hint and viewer in header.newcomers and not view.turn else "",
            turn(view, players),
            f"*{talk}*" if talk else "",
        ),
        standing(view, players),
    ]
    for heading, buttons in controls_for(view, header.duel, dimmed=not is_turn):
        useless = heading == "Heal" and is_turn and not any(control.gain for control in view.controls)
        blocks += [HEADINGS.get(heading, heading) + (FULL_LIFE if useless else ""), buttons]
    return tuple(blocks)


def confirm_resignation(header: Header, viewer: Player) -> Layout:
    """Asks for confirmation before a resignation."""
    return message(
        f"Do you give up duel {header.duel}? {header.players().name(viewer.other)} wins it.",
        [
            button_of(header.duel, Press.CONFIRM_RESIGN, "Resign", Style.danger),
            button_of(header.duel, Press.KEEP_PLAYING, "Keep playing"),
        ],
    )


def draw_offered(header: Header, viewer: Player) -> Layout:
    """Confirms a typed offer of a draw to the player who made it."""
    other = header.players().name(viewer.other)
    return message(f"You offer {other} a draw in duel {header.duel}. It stands until the next move.")


def draw_declined(header: Header, viewer: Player) -> Layout:
    """Tells the player who has typed an offer of a draw that the other has declined it at once."""
    return message(f"{header.players().name(viewer.other)} declines the draw in duel {header.duel}.")


def left(header: Header, viewer: Player) -> Layout:
    """Tells a player, once, that the other has left the server and can't be sent direct messages."""
    other = header.players().name(viewer.other)
    return message(
        header.heading(viewer),
        f"{other} has left the server, and I can't write to them. If they don't move in time, the duel ends by that.",
        board_link(header),
    )


def no_board(header: Header, viewer: Player) -> Layout:
    """Tells a player that the bot can't act any more in the channel where the board stands."""
    return message(
        header.heading(viewer),
        "I no longer see the channel of this duel, or may not write there, so its board stands still. The duel goes "
        "on: /status shows it, and in another channel of the server its button *Post the board here* moves the board.",
    )


def reminder(header: Header, viewer: Player) -> Layout:
    """Tells a player that their time is nearly up."""
    return message(
        header.heading(viewer),
        f"Your move is due {words.relative(header.due or 0)}.",
        [your_move(header, viewer), *board_link(header)],
        accent=Accent.YOUR_TURN,
    )


def not_accepted(header: Header, how: str) -> Layout:
    """Tells a challenger that there will be no duel. `how` is one of `NOT_ACCEPTED`."""
    what = NOT_ACCEPTED["late" if header.late and how == "expired" else how]
    other = header.players().name(Player.TWO)
    return message(f"{what.format(other=other, title=header.title)} (duel {header.duel})")


def rematch_asked(header: Header) -> Layout:
    """Confirms a rematch to the player who asked for it. `header` is the rematch's; its challenge is in the channel."""
    other = header.players().name(Player.TWO)
    return message(f"You ask {other} for a rematch: challenge {header.duel}, in the channel.", board_link(header))


def twin(header: Header, number: int) -> Layout:
    """Tells a challenger, besides their new challenge, that one like it still waits."""
    other = header.players().name(Player.TWO)
    return message(
        f"Your challenge {number} to {other}, to the same game, still waits as well. /status {number} shows it, with "
        "*Withdraw*."
    )


def sentence(text: str) -> Layout:
    """A message of one sentence."""
    return message(text)


def _utilities(view: View, header: Header, *, is_ephemeral: bool) -> list[Component]:
    """The buttons below the choices. *Rules* comes first: a second click that was meant for a choice at worst opens the
    rules.
    """
    assert view.viewer is not None
    buttons: list[Component] = [button_of(header.duel, Press.RULES, "Rules")]
    if view.offer == Offer(view.viewer.other):
        buttons.append(button_of(header.duel, Press.ACCEPT_DRAW, "Accept draw", Style.success))
        buttons.append(button_of(header.duel, Press.DECLINE_DRAW, "Decline draw"))
    elif view.may_offer:
        buttons.append(button_of(header.duel, Press.OFFER_DRAW, "Draw?"))
    buttons.append(button_of(header.duel, Press.RESIGN, "Resign"))
    if header.may_call_off and view.viewer.other in header.unreached:
        buttons.append(button_of(header.duel, Press.CALL_OFF, "Call off"))
    if is_ephemeral:
        buttons.append(button_of(header.duel, Press.OPEN, "Look again"))
    return buttons + board_link(header)
