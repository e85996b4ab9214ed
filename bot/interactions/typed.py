"""What is typed: moves, and offers of a draw."""

from __future__ import annotations

import re

from bot import refusals
from bot.delivery.projection import for_player
from bot.interactions.handlers import Handlers
from bot.interactions.people import refused, seat
from bot.interactions.reply import Reply
from bot.render import panel
from bot.render.panel import sentence
from bot.service.saved_duel import SavedDuel
from games import Action, IllegalAction, spoken

IN_DUEL = re.compile(r"(?P<move>.+?) +in +duel +(?P<duel>[1-9][0-9]{0,15}) *", re.ASCII | re.IGNORECASE)
"""A move with the number of its duel, as it is offered where several duels wait: `attack 7 in duel 3`."""
NO_ACTION = Action.parse("draw-1")
"""What nobody can play. Tried for a text that is no move: whether it is one matters only to who is to move."""
NOT_TYPED = (
    "Nothing was played yet: what you choose now stays hidden, and what is typed may be seen by others. "
    "Choose it on your panel."
)


def duel_named(text: str) -> tuple[str, int | None]:
    """A typed move without the number of its duel, and that number, if there is one."""
    found = IN_DUEL.fullmatch(text)
    return (found["move"], int(found["duel"])) if found else (text, None)


async def play(handlers: Handlers, reply: Reply, saved: SavedDuel, text: str) -> None:
    """A typed move. What is secret is never typed: the panel opens instead."""
    duel_id, player, user_id = saved.row.id, seat(saved, reply), reply.interaction.user.id
    if saved.duel and saved.view(player).secret:
        if player not in saved.duel.to_act:  # at once: by now it may be their turn
            refusal = refusals.NotYetYourTurn(duel=duel_id, other=saved.name(player.other))
            await reply.private(refused(refusal, saved, reply))
            return
        await handlers.show_saved(reply, saved)
        await reply.private(sentence(NOT_TYPED))
        return
    try:
        action = spoken(text)
    except IllegalAction:
        action = NO_ACTION
    try:
        moved = await handlers.in_time(reply, duel_id, lambda at: handlers.duels.play(duel_id, user_id, action, at=at))
    except (refusals.NotYetYourTurn, refusals.NotHeld, refusals.WrongAct) as refusal:
        await reply.private(refused(refusal, await handlers.duels.seated(duel_id, user_id), reply))
        return
    await handlers.panels.open(reply, await handlers.changed(reply, moved))


async def draw(handlers: Handlers, reply: Reply, duel_id: int) -> None:
    """A typed offer of a draw, which accepts the other's where that stands."""
    user_id = reply.interaction.user.id
    offered = await handlers.in_time(reply, duel_id, lambda at: handlers.duels.offer_draw(duel_id, user_id, at=at))
    known = await handlers.changed(reply, offered)
    saved, player, header = known.saved, seat(known.saved, reply), known.header
    assert saved.duel
    offer = saved.duel.offer
    if saved.duel.outcome:
        await reply.private(for_player(saved, player, header))
    elif offer and offer.declined:  # the computer has answered already
        await reply.private(panel.draw_declined(header, player))
    else:
        await reply.private(panel.draw_offered(header, player))
