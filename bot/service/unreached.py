"""`Unreached`: what becomes of a duel whose player could not be told that they are to move. Knows no Discord."""

from __future__ import annotations

import logging
from collections.abc import Collection
from contextlib import suppress
from dataclasses import replace

from bot import refusals
from bot.service.deadlines import (
    CALL_OFF_AFTER,
    LATE,
    LONGEST_UNTIL_VOID,
    PACES_UNTIL_VOID,
    SHORTEST_UNTIL_VOID,
    Clock,
    milliseconds,
    now,
    reminder_lead,
)
from bot.service.duels import Duels
from bot.service.saved_duel import SavedDuel
from games import Player
from storage import DuelStore, StaleLog, Status

log = logging.getLogger(__name__)


class Unreached:
    """Holds their time, extends their deadline when they are told, and calls the duel off in the end."""

    def __init__(self, store: DuelStore, duels: Duels, clock: Clock) -> None:
        self._store = store
        self._duels = duels
        self._clock = clock

    async def hold(self, saved: SavedDuel, unreached: Collection[Player]) -> SavedDuel | None:
        """These players could not be told that they are to move, so their time is held. After a while the other player
        may call the duel off; after a longer one, it is called off. The duel as changed; None where nothing is new.
        """
        row = saved.row
        assert row.due_at is not None
        since = now(self._clock) - (row.due_at - row.pace)
        longest = milliseconds(LONGEST_UNTIL_VOID)
        if since >= min(max(PACES_UNTIL_VOID * row.pace, milliseconds(SHORTEST_UNTIL_VOID)), longest):
            return await self._call_off(saved)
        return await self._hold(saved, unreached, may_call_off=since >= max(row.pace, milliseconds(CALL_OFF_AFTER)))

    async def told(self, saved: SavedDuel, player: Player, at: int, *, is_last: bool) -> SavedDuel | None:
        """A player is told at that time that they are to move. `is_last`: so everybody is, and where that comes late,
        the deadline is that much later. The duel as changed; None where nothing is new.
        """
        row = saved.row
        assert row.due_at is not None
        delay = at - (row.due_at - row.pace)
        extend_by = delay if is_last and delay > milliseconds(LATE) else 0
        changed = await self._hold(saved, saved.unreached - {player}, may_call_off=False, extend_by=extend_by)
        if changed is None and extend_by:
            newer = await self._duels.load_or_call_off(row.id)
            if newer and newer.row.due_at != row.due_at and _is_same_turn(saved, newer, player):
                # An absence has moved the deadline while they were being told.
                return await self.told(newer, player, at, is_last=is_last)
        return changed

    async def _hold(
        self, saved: SavedDuel, unreached: Collection[Player], *, may_call_off: bool, extend_by: int = 0
    ) -> SavedDuel | None:
        row, mask = saved.row, sum(player.value for player in unreached)
        assert row.due_at is not None
        if (row.unreached, row.may_call_off, 0) == (mask, may_call_off, extend_by):
            return None
        changed = await self._store.hold(
            row.id,
            row.due_at,
            unreached=mask,
            may_call_off=may_call_off,
            extend_by=extend_by,
            remind_before=reminder_lead(row.pace),
        )
        if changed:
            players = ", ".join(str(player.value) for player in Player if player in unreached) or "none"
            now_held = {"duel": row.id, "players": players, "by": extend_by // 1000}
            log.info("duel %(duel)d: players that can't be told: %(players)s; deadline later by %(by)d s", now_held)
        return replace(saved, row=changed) if changed else None

    async def call_off(self, duel_id: int, user_id: int) -> SavedDuel:
        """A player ends a duel whose other player has been out of reach for long: no winner."""
        while True:
            saved = await self._duels.seated(duel_id, user_id)
            player = saved.seat(user_id)
            if saved.row.status is Status.ENDED:
                raise refusals.AlreadyOver(duel=duel_id)
            if saved.is_set_aside:
                raise refusals.SetAside(duel=duel_id)
            if not saved.row.may_call_off or player is None or player.other not in saved.unreached:
                raise refusals.NotToBeCalledOff(duel=duel_id)
            if ended := await self._call_off(saved):
                log.info("duel %(duel)d: called off by %(person)d", {"duel": duel_id, "person": user_id})
                return ended

    async def _call_off(self, saved: SavedDuel) -> SavedDuel | None:
        assert saved.duel is not None
        with suppress(StaleLog):
            return await self._duels.save(saved, saved.duel.void())
        return None


def _is_same_turn(saved: SavedDuel, newer: SavedDuel, player: Player) -> bool:
    """Whether a player is still to make the same move."""
    if saved.duel is None or newer.duel is None or newer.row.status is not Status.OPEN:
        return False
    return player in newer.duel.to_act and newer.duel.turn(player) == saved.duel.turn(player)
