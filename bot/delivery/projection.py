"""What each message of a duel is to show, worked out from the duel as saved. Sends nothing and keeps nothing."""

from __future__ import annotations

from hashlib import blake2b

from bot.drawing import Layout
from bot.render import board, panel, result, words
from bot.render.header import URL, Header
from bot.service.saved_duel import SavedDuel, has_current_rules, is_newer
from games import Ending, Player
from players import manner
from storage import MessageRow, Status


def public_message(saved: SavedDuel, header: Header) -> Layout:
    """What the channel sees of a duel, whatever its status."""
    match saved.row.status:
        case Status.CHALLENGED:
            return challenge_message(saved, header, saved.row.player_two)
        case Status.DECLINED | Status.CANCELLED | Status.EXPIRED as status:
            return board.closed(header, status)
        case Status.ENDED if saved.duel is None:
            return _forgotten(saved, header)
        case Status.ENDED:
            return result.ended(saved.view(None), header)
        case Status.OPEN if saved.duel is None:
            return _forgotten(saved, header)
        case Status.OPEN:
            return board.open_board(saved.view(None), header)


def watched(saved: SavedDuel, header: Header, *, until: int | None) -> Layout:
    """What somebody who looks on is shown of a duel that has begun. `until`: when it stops following the duel."""
    if saved.duel is None:
        return _forgotten(saved, header)
    if saved.duel.outcome:
        return result.ended(saved.view(None), header.without_link(), again=False)
    return board.watched(saved.view(None), header, until=until)


def challenge_message(
    saved: SavedDuel, header: Header, opponent_id: int | None, note: str = "", reader: Player | None = None
) -> Layout:
    """A challenge: `opponent_id` where it may ping, `note` and `reader` for the one who reads it privately."""
    return board.challenge(
        header,
        f"{saved.summary.rstrip('.')} · {words.duration(saved.row.pace)} a move",
        saved.first,
        opponent_id,
        rematch_of=saved.row.rematch_of,
        note=note,
        reader=reader,
        tells_starter=saved.starter_matters,
    )


def for_player(
    saved: SavedDuel, player: Player, header: Header, *, until: int | None = None, posts_board: bool = False
) -> Layout:
    """A player's own message: their panel, on whosever turn, or the result. `until`: of an ephemeral one, when it stops
    following the duel. `posts_board`: it offers to post the board where they are.
    """
    if saved.duel is None:
        return _forgotten(saved, header)
    if saved.duel.outcome:
        return result.ended(saved.view(player), header)
    view, key = saved.view(player), (player, header)
    if key not in saved.made:
        saved.made[key] = panel.choices(view, header)
    return panel.own(view, header, until=until, posts_board=posts_board, made=saved.made[key])


def _forgotten(saved: SavedDuel, header: Header) -> Layout:
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
    due = row.due_at if late or saved.computer is None else None
    return Header(
        row.id,
        saved.title,
        saved.names,
        url,
        due,
        row.extended_by,
        late,
        saved.unreached,
        row.may_call_off,
        tossed=saved.is_tossed,
        newcomers=saved.newcomers,
        practice=row.practice and manner(row.game, row.practice),
        pace=row.pace,
    )


def nonce_of(saved: SavedDuel, place: str, state: int) -> str:
    """The same for the same message only; Discord allows 25 characters.

    A state can come again, as where a draw is offered, lapses and is offered again: the log has grown by then.
    """
    named = f"{saved.row.id} {saved.row.created_at} {place} {state} {saved.plies} {saved.row.extended_by}"
    return blake2b(named.encode(), digest_size=12).hexdigest()
