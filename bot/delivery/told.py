"""`Told`: whether players have been told that they are to move, as far as their deadline depends on it.

A player was told by a message that Discord accepted, or by an answer to a press or command of their own. Where it is
their own choice or doing that they were not, their time runs all the same.
"""

from __future__ import annotations

from bot.delivery.known import Known, Messages
from bot.delivery.panel_state import PanelState
from bot.delivery.places import Place
from bot.service.deadlines import LATE, Clock, milliseconds, now
from bot.service.saved_duel import SavedDuel
from bot.service.unreached import Unreached
from games import Player
from storage import MessageRow


def is_told(known: Known, player: Player) -> bool:
    """Whether a player knows of their turn, or does not want to or can't: they have left the server."""
    if not known.contacts[player].prompts:
        return True
    turn = PanelState.of(known.saved, player).turn
    sent = (known.rows.get(place) for place in (Place.panel(player), Place.call(player), Place.reminder(player)))
    if any(row and row.message_id and PanelState.unpack(row.shown).turn == turn for row in sent):
        return True
    noted = (known.rows.get(place) for place in (Place.answer(player), Place.left(player)))
    return any(row and PanelState.unpack(row.shown).turn == turn for row in noted)


def untold(known: Known) -> frozenset[Player]:
    """Who is to move and was not told so, through no choice of theirs. In practice that costs nobody any time."""
    duel = known.saved.duel if known.saved.computer is None else None
    return frozenset(player for player in duel.to_act if not is_told(known, player)) if duel else frozenset()


class Told:
    """Extends the deadline of whoever is told late, and holds the time of whoever can't be told at all."""

    def __init__(self, messages: Messages, unreached: Unreached, clock: Clock) -> None:
        self._messages = messages
        self._unreached = unreached
        self._clock = clock

    def is_late(self, known: Known) -> bool:
        """Whether whoever is to move should have been told by now."""
        row = known.saved.row
        return row.due_at is not None and now(self._clock) - (row.due_at - row.pace) >= milliseconds(LATE)

    def is_due(self, known: Known) -> bool:
        """Whether the time of whoever is to move is up."""
        due_at = known.saved.row.due_at
        return due_at is not None and due_at <= now(self._clock)

    async def is_told_now(self, known: Known, player: Player, at: int | None = None) -> None:
        """Discord has accepted, just now or at that time, what tells a player that they are to move. It is noted after
        this: killed in between, we tell them once more, and nobody has lost any time.
        """
        if player in (waiting := untold(known)):
            at = now(self._clock) if at is None else at
            self._take(known, await self._unreached.told(known.saved, player, at, is_last=waiting == {player}))

    async def is_answered(self, known: Known, player: Player, at: int) -> None:
        """A player has been shown the duel, in answer to a press or a command of that time."""
        if player in untold(known):
            await self.is_told_now(known, player, at)
            shown = PanelState.of(known.saved, player).pack()
            await self._messages.put(known, MessageRow(known.duel_id, Place.answer(player), 0, None, shown))

    async def hold(self, known: Known) -> bool:
        """Nobody's time runs out while they can't be told. False where everybody was, or nobody has moved yet: a first
        move costs nobody the duel.
        """
        if not known.saved.is_begun:
            return False
        waiting = untold(known)
        if not waiting:
            return await self._let_run(known)
        self._take(known, await self._unreached.hold(known.saved, waiting))
        return True

    async def _let_run(self, known: Known) -> bool:
        """Whose time was held has switched prompts off, or has left: it runs from now on. False where none was held."""
        was_held = known.saved.unreached
        for player in was_held:
            is_last = known.saved.unreached == {player}
            self._take(known, await self._unreached.told(known.saved, player, now(self._clock), is_last=is_last))
        return bool(was_held)

    def _take(self, known: Known, changed: SavedDuel | None) -> None:
        if changed:
            self._messages.take(known, changed)
