"""What is typed: moves, and offers of a draw."""

from __future__ import annotations

from bot import refusals
from bot.delivery.projection import for_player
from bot.interactions.handlers import Handlers
from bot.interactions.people import seat
from bot.interactions.reply import Reply
from bot.render import panel
from bot.service.saved_duel import SavedDuel
from games import IllegalAction, spoken


async def play(handlers: Handlers, reply: Reply, saved: SavedDuel, token: str) -> None:
    """A typed move. What is secret is never typed: the panel opens instead."""
    duel_id, player = saved.row.id, seat(saved, reply)
    if saved.duel and saved.view(player).secret:
        if player not in saved.duel.to_act:
            raise refusals.NotYetYourTurn(duel=duel_id, other=saved.name(player.other))
        await handlers.show_saved(reply, saved)
        return
    try:
        action = spoken(token)
    except IllegalAction:
        raise refusals.NoSuchAction(duel=duel_id) from None
    user_id = reply.interaction.user.id
    moved = await handlers.in_time(reply, duel_id, lambda at: handlers.duels.play(duel_id, user_id, action, at=at))
    await handlers.open_panel(reply, await handlers.changed(reply, moved))


async def draw(handlers: Handlers, reply: Reply, duel_id: int) -> None:
    """A typed offer of a draw, which accepts the other's where that stands."""
    user_id = reply.interaction.user.id
    offered = await handlers.in_time(reply, duel_id, lambda at: handlers.duels.offer_draw(duel_id, user_id, at=at))
    known = await handlers.changed(reply, offered)
    saved, player, header = known.saved, seat(known.saved, reply), known.header
    drawn = saved.duel is not None and saved.duel.outcome
    await reply.private(for_player(saved, player, header) if drawn else panel.draw_offered(header, player))
