"""A person's list of duels, page by page, and the menu of those in which a command can be meant."""

from __future__ import annotations

from bot import refusals
from bot.components.custom_ids import Purpose
from bot.interactions.handlers import Handlers
from bot.interactions.people import entries
from bot.interactions.reply import Reply
from bot.render import choices, pages
from bot.service.saved_duel import SavedDuel


async def show_all(handlers: Handlers, reply: Reply) -> None:
    """A person's duels: the first page of the list, or the only one there is. Raises `NoDuel`."""
    found = await handlers.duels.duels_of(reply.interaction.user.id)
    if len(found) == 1:
        await handlers.show_saved(reply, found[0])
    else:
        await _show(handlers, reply, found, 0)


async def show_page(handlers: Handlers, reply: Reply, page: int) -> None:
    """One page of the list, in place of the one whose button was pressed. Raises `NoDuel`."""
    found = await handlers.duels.duels_of(reply.interaction.user.id)
    await _show(handlers, reply, found, page, in_place=not reply.is_shared)


async def ask_which(handlers: Handlers, reply: Reply, purpose: Purpose) -> None:
    """Have a person choose one of their duels that are going on; there are several."""
    user_id = reply.interaction.user.id
    found = [saved for saved in await handlers.duels.duels_of(user_id) if saved.duel]
    await reply.private(choices.which_duel(purpose, entries(found, user_id)))


async def _show(
    handlers: Handlers, reply: Reply, found: tuple[SavedDuel, ...], page: int, *, in_place: bool = False
) -> None:
    if not found:
        raise refusals.NoDuel
    layout = pages.duel_list(entries(found, reply.interaction.user.id), page)
    if await (reply.update(layout) if in_place else reply.private(layout)):
        await handlers.has_listed(reply, found)
