"""`HeldTime`: what becomes of a deadline when somebody who is to move could not be told.

Whoever changes that has the duel's messages brought up to it, or is told to.
"""

from __future__ import annotations

from bot.delivery.known import Known, Messages
from bot.delivery.places import Place
from bot.delivery.told import Told, untold
from bot.delivery.updates import Updates


class HeldTime:
    """Asked when a player is shown a duel, when something comes after its deadline, and when its time is up."""

    def __init__(self, messages: Messages, told: Told, updates: Updates) -> None:
        self._messages = messages
        self._told = told
        self._updates = updates

    async def answered(self, known: Known, user_id: int, at: int) -> None:
        """A person was shown this duel in answer to a press or command of that time: they know whose turn it is."""
        if (player := known.saved.seat(user_id)) and player in untold(known):
            version, known = known.saved.row.version, await self._messages.fresh(known)
            await self._told.is_answered(known, player, at)
            if known.saved.row.version != version:
                # Their panel was shown with the deadline as it was, and may be waiting for another try.
                self._updates.retries.succeeded((known.duel_id, Place.panel(player)))
                await self._updates.bring_up_known(known)

    async def is_held(self, duel_id: int, user_id: int, at: int) -> bool:
        """Whether a duel's deadline does not count now, since somebody who is to move has not been told. Whoever asks
        has pressed something at that time: they know. What they want is done first, and the messages follow it.
        """
        known = await self._messages.load(duel_id)
        if known is None or not untold(known):
            return False
        if player := known.saved.seat(user_id):
            await self._told.is_answered(known, player, at)
        return True

    async def hold(self, duel_id: int) -> tuple[bool, Known | None]:
        """The time in this duel is up. True where it is held instead: somebody who is to move can't be told. With what
        is to be brought up to date, None where nothing has changed: that may take long on a bad day.
        """
        known = await self._messages.load(duel_id)
        # Somebody may have been told meanwhile, and has time again; that is noted after it.
        if known is None or not self._told.is_due(known):
            return False, None
        version = known.saved.row.version
        held = await self._told.hold(known)
        return held, known if known.saved.row.version != version else None
