"""What each message of a duel is to show, worked out from the duel as saved. Sends nothing and keeps nothing.

Every message has a place in its duel and a state, a number that grows as the duel goes on: a message is up to date
where the state it shows is the one it is to show.
"""

from __future__ import annotations

from collections.abc import Mapping

import discord
from discord import ui

from bot.render import board, panel, result, words
from bot.render.card import URL, Card
from bot.table import Table
from games import Ending, Player
from storage import MessageRow, Status

BOARD = "board"
"""The place of the public message."""
PUT_OFF = 2**22
"""States that differ only in how long the deadline was put off: counted in seconds, up to 48 days."""
TURN = 8 * PUT_OFF
"""States within one of a player's turns: between two moves at most two offers are made, and two declined."""
OVER = 2**62
"""The state of a player's message that shows the end: above every count of moves."""


def public_message(table: Table, about: Card, *, attached: bool = True) -> tuple[ui.LayoutView, discord.File | None]:
    """What the channel sees of a duel, whatever its status. `attached`: a result has its file."""
    match table.row.status:
        case Status.CHALLENGED:
            return challenge_card(table, about, table.row.player_two), None
        case Status.DECLINED | Status.CANCELLED | Status.EXPIRED as status:
            return board.closed(about, status), None
        case Status.ENDED if table.duel is None:
            return _forgotten(table, about), None
        case Status.ENDED:
            return result.result(table.view(None), about, attached=attached)
        case Status.OPEN:
            return board.board(table.view(None), about), None


def watched(table: Table, about: Card) -> tuple[ui.LayoutView, discord.File | None]:
    """What somebody who looks on is shown of a duel that has begun: nothing to press."""
    if table.duel is None:
        return _forgotten(table, about), None
    if table.duel.outcome:
        return result.result(table.view(None), about.without_link(), again=False)
    return board.watched(table.view(None), about), None


def challenge_card(
    table: Table, about: Card, opponent_id: int | None, note: str = "", reader: Player | None = None
) -> ui.LayoutView:
    """A challenge: `opponent_id` where it may ping, `note` and `reader` for the one who reads it privately."""
    return board.challenge(
        about,
        f"{table.summary} {words.duration(table.row.pace)} a move.",
        table.first,
        opponent_id,
        rematch_of=table.row.rematch_of,
        note=note,
        reader=reader,
    )


def for_seat(table: Table, player: Player, about: Card) -> tuple[ui.LayoutView, discord.File | None]:
    """What a player is sent: their panel, or the result."""
    if table.duel is None or table.duel.outcome:
        return public_message(table, about)
    return panel.panel(table.view(player), about), None


def moved_on(table: Table, player: Player, about: Card) -> ui.LayoutView:
    """What an ephemeral panel becomes after a move: the next one where the player has something to answer."""
    duel = table.duel
    if duel and not duel.outcome and (player in duel.to_act or duel.is_offered(player)):
        return panel.panel(table.view(player), about)
    return spent_panel(table, player, about)


def spent_panel(table: Table, player: Player, about: Card) -> ui.LayoutView:
    """What is left of a player's panel when its turn is over."""
    if table.duel is None:
        return _forgotten(table, about)
    tokens = [move.token for move in table.duel.moves if move.player is player and move.is_move]
    return panel.stripped(table.view(player), about, tokens[-1] if tokens else None)


def _forgotten(table: Table, about: Card) -> ui.LayoutView:
    """What is left of a duel whose rules are not known any more."""
    if table.row.ending == Ending.VOID:
        return result.called_off(about)
    return result.bygone(about, Player(table.row.winner) if table.row.winner else None)


def card_of(table: Table, board_row: MessageRow | None) -> Card:
    """A duel as its messages name it; `board_row` is its board's, where there is one."""
    url, row = None, table.row
    if board_row and board_row.message_id:
        url = URL.format(guild=row.guild_id or "@me", channel=board_row.channel_id, message=board_row.message_id)
    late = row.due_at is not None and row.ended_at is not None and row.ended_at >= row.due_at
    return Card(row.id, table.title, (row.name_one, row.name_two), url, row.due_at, row.moved_by, late)


def channel_of(table: Table, rows: Mapping[str, MessageRow]) -> int:
    """The channel in which a duel is shown: where its board stands, or else where it began."""
    return rows[BOARD].channel_id if BOARD in rows else table.row.channel_id


def panel_place(player: Player) -> str:
    """The place of a player's newest panel, or of their result."""
    return f"panel-{player.value}"


def nudge_place(player: Player) -> str:
    """The place of the line in the channel that calls a player."""
    return f"nudge-{player.value}"


def reminder_place(player: Player) -> str:
    """The place of the reminder of a player's deadline."""
    return f"reminder-{player.value}"


def board_state(table: Table) -> int:
    """What the board is to show: 0 is the challenge."""
    return table.row.version


def seat_state(table: Table, player: Player) -> int:
    """What a player's direct messages are to show: each of their turns is one state of waiting, then one of acting;
    within it comes what was said about a draw, and within that, how long the deadline was put off.
    """
    if table.duel is None or table.duel.outcome:
        return OVER
    turn = 2 * table.duel.turn(player) + (player in table.duel.to_act)
    return turn * TURN + table.duel.talk * PUT_OFF + min(table.row.moved_by // 1000, PUT_OFF - 1)
