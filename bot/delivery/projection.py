"""What each message of a duel is to show, worked out from the duel as saved. Sends nothing and keeps nothing."""

from __future__ import annotations

from hashlib import blake2b

import discord
from discord import ui

from bot.render import board, panel, result, words
from bot.render.header import URL, Header
from bot.service.saved_duel import SavedDuel, has_current_rules, is_newer
from games import Ending, Player
from storage import MessageRow, Status


def public_message(
    saved: SavedDuel, header: Header, *, attached: bool = True
) -> tuple[ui.LayoutView, discord.File | None]:
    """What the channel sees of a duel, whatever its status. `attached`: a result has its file."""
    match saved.row.status:
        case Status.CHALLENGED:
            return challenge_message(saved, header, saved.row.player_two), None
        case Status.DECLINED | Status.CANCELLED | Status.EXPIRED as status:
            return board.closed(header, status), None
        case Status.ENDED if saved.duel is None:
            return _forgotten(saved, header), None
        case Status.ENDED:
            return result.ended(saved.view(None), header, attached=attached)
        case Status.OPEN if saved.duel is None:
            return _forgotten(saved, header), None
        case Status.OPEN:
            return board.open_board(saved.view(None), header), None


def watched(saved: SavedDuel, header: Header) -> tuple[ui.LayoutView, discord.File | None]:
    """What somebody who looks on is shown of a duel that has begun: nothing to press."""
    if saved.duel is None:
        return _forgotten(saved, header), None
    if saved.duel.outcome:
        return result.ended(saved.view(None), header.without_link(), again=False)
    return board.watched_board(saved.view(None), header), None


def challenge_message(
    saved: SavedDuel, header: Header, opponent_id: int | None, note: str = "", reader: Player | None = None
) -> ui.LayoutView:
    """A challenge: `opponent_id` where it may ping, `note` and `reader` for the one who reads it privately."""
    return board.challenge(
        header,
        f"{saved.summary} {words.duration(saved.row.pace)} a move.",
        saved.first,
        opponent_id,
        rematch_of=saved.row.rematch_of,
        note=note,
        reader=reader,
        tells_starter=saved.starter_matters,
    )


def for_player(saved: SavedDuel, player: Player, header: Header) -> tuple[ui.LayoutView, discord.File | None]:
    """What a player is sent: their panel, or the result."""
    if saved.duel is None or saved.duel.outcome:
        return public_message(saved, header)
    return panel.open_panel(saved.view(player), header), None


def moved_on(saved: SavedDuel, player: Player, header: Header) -> ui.LayoutView:
    """What an ephemeral panel becomes after a move: the next one where the player has something to answer."""
    duel = saved.duel
    if duel and not duel.outcome and (player in duel.to_act or duel.is_offered(player)):
        return panel.open_panel(saved.view(player), header)
    return spent_panel(saved, player, header)


def spent_panel(saved: SavedDuel, player: Player, header: Header) -> ui.LayoutView:
    """What is left of a player's panel when its turn is over."""
    if saved.duel is None:
        return _forgotten(saved, header)
    tokens = [move.token for move in saved.duel.moves if move.player is player and move.is_move]
    return panel.stripped(saved.view(player), header, tokens[-1] if tokens else None)


def _forgotten(saved: SavedDuel, header: Header) -> ui.LayoutView:
    """What is shown of a duel that can't be replayed, or whose rules are not known any more."""
    if saved.is_set_aside:
        return result.set_aside(header)
    is_readable = has_current_rules(saved.row) or is_newer(saved.row)
    why = result.UNREADABLE if is_readable else result.OLD_RULES
    if saved.row.ending == Ending.VOID:
        return result.called_off(header, why)
    return result.bygone(header, Player(saved.row.winner) if saved.row.winner else None, why)


def header_of(saved: SavedDuel, board_row: MessageRow | None) -> Header:
    """A duel as its messages name it; `board_row` is its board's, where there is one."""
    url, row = None, saved.row
    if board_row and board_row.message_id:
        url = URL.format(guild=row.guild_id or "@me", channel=board_row.channel_id, message=board_row.message_id)
    late = row.due_at is not None and row.ended_at is not None and row.ended_at >= row.due_at
    return Header(
        row.id, saved.title, saved.names, url, row.due_at, row.extended_by, late, saved.unreached, row.may_call_off
    )


def nonce_of(saved: SavedDuel, place: str, state: int) -> str:
    """The same for the same message only; Discord allows 25 characters.

    A state can come again, as where a draw is offered, lapses and is offered again: the log has grown by then.
    """
    named = f"{saved.row.id} {saved.row.created_at} {place} {state} {saved.plies}"
    return blake2b(named.encode(), digest_size=12).hexdigest()
