"""A person's list of duels, page by page."""

from __future__ import annotations

from bot import refusals
from bot.interactions.handlers import Handlers
from bot.interactions.people import entries
from bot.interactions.reply import Reply
from bot.render import pages
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
    await _show(handlers, reply, await handlers.duels.duels_of(reply.interaction.user.id), page)


async def _show(handlers: Handlers, reply: Reply, found: tuple[SavedDuel, ...], page: int) -> None:
    if not found:
        raise refusals.NoDuel
    layout = pages.duel_list(entries(found, reply.interaction.user.id), page)
    in_place = reply.interaction.message is not None and not reply.is_shared
    if await (reply.update(layout) if in_place else reply.private(layout)):
        await handlers.has_listed(reply, found)
