"""`OldPanels`: deletes the direct messages of a duel that another one has followed.

Among them are those that are noted nowhere: the bot was killed between sending and noting, and the player has pressed
what it had sent.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable

from bot.components.custom_ids import ButtonId
from bot.delivery.known import Known, Messages
from bot.delivery.places import Place
from bot.discord_api import FOR_NOW, DiscordApi, Fingerprint, Refused
from games import Player
from storage import MessageRow

log = logging.getLogger(__name__)


class OldPanels:
    """What Discord refuses for now is raised as `Refused`; what it refuses for good stays."""

    def __init__(self, api: DiscordApi, messages: Messages) -> None:
        self._api = api
        self._messages = messages
        self._interrupted: set[tuple[int, Player]] = set()
        """Those to whom an earlier process was about to tell something when it ended."""

    def interrupted(self, duel_ids: Iterable[int]) -> None:
        """An earlier process has ended before it had told what has changed in these duels. To be said before anything
        is told of them: afterwards it can't be seen any more which they are.
        """
        self._interrupted.update((duel_id, player) for duel_id in duel_ids for player in Player)

    async def delete(self, known: Known, player: Player, *, is_noted: bool) -> None:
        """Delete all but the player's present panel. `is_noted`: no other one may stand that is still to be noted."""
        known, key = await self._messages.fresh(known), (known.duel_id, player)
        if is_noted and key in self._interrupted:
            await self._messages.put(known, *await self._unnoted(known, player))
            self._interrupted.discard(key)
        for old in Place.panel(player).superseded_in(known.rows):
            await self._delete(known, old)

    async def _delete(self, known: Known, old: MessageRow) -> None:
        assert old.message_id is not None
        try:
            await self._api.delete(old.channel_id, old.message_id)
        except Refused as refused:
            # Its buttons carry their turn: pressed, they are answered politely, and go then.
            log.info("an old panel stays: code=%s", refused.code)
            if refused.code in FOR_NOW:
                raise
        self._messages.gone(known, old.place)

    async def _unnoted(self, known: Known, player: Player) -> list[MessageRow]:
        """Those among the newest messages to the player."""
        contact, place = known.contacts[player], Place.panel(player)
        if contact.channel_id is None:
            return []
        try:
            newest = await self._api.newest(contact.channel_id)
        except Refused as refused:
            log.info("can't look for old panels: code=%s", refused.code)
            if refused.code in FOR_NOW:
                raise
            return []
        noted = {row.message_id for row in known.rows.values()}
        found = [at for at, fingerprint in newest if at not in noted and _is_about(fingerprint, known.duel_id)]
        return [MessageRow(known.duel_id, place.superseded(at), contact.channel_id, at, 0) for at in found]


def _is_about(fingerprint: Fingerprint, duel_id: int) -> bool:
    """Whether a message has a button of that duel."""
    return any((button := ButtonId.parse(custom_id)) and button.duel == duel_id for custom_id, _ in fingerprint)
