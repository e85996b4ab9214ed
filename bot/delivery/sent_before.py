"""`sent_before`: whether a direct message that is about to be sent stands already.

A bot that dies between sending and noting finds its message by the nonce when it sends it again; Discord forgets nonces
after some minutes. In direct messages a bot may read its own.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import timedelta

from bot.delivery.known import Known
from bot.discord_api import DiscordApi, Refused, fingerprint
from bot.drawing import Layout
from bot.service.deadlines import Clock, milliseconds, now
from games import Player

log = logging.getLogger(__name__)

NONCES_LAST = timedelta(minutes=5)
"""For so long after a turn has begun, or a duel ended, the nonce alone keeps a message from being sent twice: Discord
remembers it for "a few minutes". Later, the bot looks first."""


async def sent_before(
    api: DiscordApi, known: Known, player: Player, make: Callable[[], Layout], clock: Clock
) -> tuple[int, int] | None:
    """The channel and id of the player's direct message that has the same fingerprint as `make` would give it, and is
    not noted anywhere.

    None, too, where it has been due for less than `NONCES_LAST`, or where nothing can be found out.
    """
    row, contact = known.saved.row, known.contacts[player]
    due_since = row.ended_at or (row.due_at or 0) - row.pace - row.extended_by
    if now(clock) - due_since < milliseconds(NONCES_LAST):
        return None
    wanted = fingerprint(make().components)
    try:
        channel_id = contact.channel_id or await api.open_channel(contact.user_id)
        newest = await api.newest(channel_id)
    except Refused as refused:
        log.info("can't look whether a message was sent before: code=%s", refused.code)
        return None
    noted = {message.message_id for message in known.rows.values()}
    return next(((channel_id, at) for at, found in newest if found == wanted and at not in noted), None)
