"""`EphemeralPanels`: ephemeral panels that can still be edited, so that people can go on playing in the channel.

Their interactions' tokens are secrets with a short life: they are kept in memory alone, and forgotten in time.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

import discord

from bot.delivery.known import Known
from bot.delivery.panel_state import PanelState, Turn
from bot.discord_api import UNDELIVERED
from bot.drawing import Layout
from bot.logs import describe
from bot.service.deadlines import Clock
from bot.token_api import TokenApi
from games import Player

log = logging.getLogger(__name__)

EDITABLE_FOR = timedelta(minutes=14)
"""How long after its last click a panel is live: an interaction's token lives 15 minutes."""
LOOKED_THROUGH_EVERY = timedelta(minutes=1)
"""How often at most those that have ended are looked for, when another panel is opened."""
DIRECT_MESSAGE_AFTER = timedelta(seconds=30)
"""How long a panel that was brought up to date may go unused before its player is written to: with the time until the
next look, still within the minute in which they are to be told."""


async def close(answers: TokenApi, message_id: int) -> None:
    """Delete an ephemeral message. Where that is refused, it stays, and says until when it was live."""
    try:
        await answers.delete(message_id)
    except UNDELIVERED as error:
        log.info("an ephemeral panel stays: %s", describe(error))


@dataclass(frozen=True)
class _Panel:
    """`message_id`: the panel's own. The interaction's original response may be another, public message. `posts_board`:
    it offers to post the board where it is. `is_used`: the player has asked for it, and moved nowhere
    else since.
    """

    answers: TokenApi
    message_id: int
    until: int
    posts_board: bool
    state: PanelState
    since: datetime
    is_used: bool = True


class EphemeralPanels:
    """The newest live panel of each player of each duel, and the state it shows."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._panels: dict[tuple[int, Player], _Panel] = {}
        self._looked_through = clock()

    def until(self) -> int:
        """Until when a panel that is opened now is live, in milliseconds since 1970: whole seconds, as it is shown."""
        return int((self._clock() + EDITABLE_FOR).timestamp()) * 1000

    def turn_of(self, known: Known, player: Player, message_id: int) -> Turn | None:
        """For which turn this message was made; None if it is not the player's live panel."""
        panel = self._panels.get((known.duel_id, player))
        return panel.state.turn if panel and panel.message_id == message_id else None

    def posts_board(self, duel_id: int, player: Player, message: discord.Message | None) -> bool:
        """Whether this message is the player's live panel, and offers to post the board."""
        panel = self._panels.get((duel_id, player))
        return panel is not None and message is not None and panel.message_id == message.id and panel.posts_board

    async def keep(
        self,
        duel_id: int,
        player: Player,
        interaction: discord.Interaction[Any],
        message_id: int,
        *,
        until: int,
        posts_board: bool,
        state: PanelState,
        is_used: bool = True,
        replaces: int | None = None,
    ) -> None:
        """This interaction has just opened or changed the player's panel, which shows that state. The one that was open
        before is closed, and so is the message `replaces`, whose button was pressed.
        """
        now, answers = self._clock(), TokenApi(interaction)
        self._forget_ended(now)
        before = self._panels.get((duel_id, player))
        self._panels[duel_id, player] = _Panel(answers, message_id, until, posts_board, state, now, is_used)
        closed = {before.message_id: before.answers} if before and not _has_ended(before, now) else {}
        closed |= {replaces: answers} if replaces else {}
        for old, opened_by in closed.items():
            if old != message_id:
                await close(opened_by, old)

    def _forget_ended(self, now: datetime) -> None:
        if abs(now - self._looked_through) >= LOOKED_THROUGH_EVERY:  # the clock may be set back
            self._panels = {key: panel for key, panel in self._panels.items() if not _has_ended(panel, now)}
            self._looked_through = now

    async def show(self, duel_id: int, player: Player, state: PanelState, make: Callable[[int, bool], Layout]) -> bool:
        """Bring the panel up to a state; `make` is handed until when it is live, and whether it offers to post the
        board. True while nothing else is needed: it is live, and was brought up just now.
        """
        key, now = (duel_id, player), self._clock()
        panel = self._panels.get(key)
        if panel is not None and panel.state != state:
            del self._panels[key]
            if _has_ended(panel, now):
                return False
            try:
                layout = make(panel.until, panel.posts_board)
                await panel.answers.edit(panel.message_id, layout)
            except UNDELIVERED:
                return False
            is_news = panel.state.talk_of_turn != state.talk_of_turn
            panel = replace(panel, state=state, since=now if is_news else panel.since)
            # A click that came meanwhile has a newer one.
            panel = self._panels.setdefault(key, panel)
        return panel is not None and panel.is_used and now - panel.since < DIRECT_MESSAGE_AFTER

    def outdate(self, duel_id: int, player: Player) -> None:
        """The panel is to be shown anew."""
        if panel := self._panels.get((duel_id, player)):
            self._panels[duel_id, player] = replace(panel, state=replace(panel.state, over=False, version=0))

    def leave(self, duel_id: int, player: Player) -> None:
        """The player has used their panel in direct messages: that is where they look."""
        if panel := self._panels.get((duel_id, player)):
            self._panels[duel_id, player] = replace(panel, is_used=False)

    def delivered(self, known: Known) -> None:
        """All messages of a duel show what is saved: where it is over, nothing follows."""
        if known.saved.row.ended_at is not None:
            for player in Player:
                self._panels.pop((known.duel_id, player), None)


def _has_ended(panel: _Panel, now: datetime) -> bool:
    return now.timestamp() * 1000 >= panel.until
