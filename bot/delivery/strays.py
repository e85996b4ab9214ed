"""`strays`: direct messages of a duel that stand and are noted nowhere: the bot was killed between sending and noting,
and the player has pressed what it sent.
"""

from __future__ import annotations

from bot.components.custom_ids import ButtonId
from bot.delivery.known import Known
from bot.delivery.places import Place
from bot.discord_api import DiscordApi
from games import Player
from storage import MessageRow


async def strays(api: DiscordApi, known: Known, player: Player) -> list[MessageRow]:
    """Those among the newest messages to the player, to be deleted. Raises `Refused`."""
    contact, place = known.contacts[player], Place.panel(player)
    if contact.channel_id is None:
        return []
    newest = await api.newest(contact.channel_id)
    noted = {row.message_id for row in known.rows.values()}
    found = [at for at, fingerprint in newest if at not in noted and _is_about(fingerprint, known.duel_id)]
    return [MessageRow(known.duel_id, place.superseded(at), contact.channel_id, at, 0) for at in found]


def _is_about(fingerprint: tuple[tuple[str, bool], ...], duel_id: int) -> bool:
    """Whether a message has a button of that duel."""
    return any((button := ButtonId.parse(custom_id)) and button.duel == duel_id for custom_id, _ in fingerprint)
