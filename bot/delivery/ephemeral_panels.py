"""`EphemeralPanels`: ephemeral panels that can still be edited, so that people can go on playing in the channel.

Their interactions' tokens are secrets with a short life: they are kept in memory alone, and forgotten in time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import discord
from discord import ui

from bot.delivery.panel_state import PanelState
from bot.discord_api import UNDELIVERED
from bot.service.deadlines import Clock
from games import Player

EDITABLE_FOR = timedelta(minutes=14)
"""How long after its last click a panel is live: an interaction's token lives 15 minutes."""
DIRECT_MESSAGE_AFTER = timedelta(seconds=30)
"""How long a panel that was brought up to date may go unused before its player is written to: with the time until the
next look, still within the minute in which they are to be told."""


@dataclass(frozen=True)
class _Panel:
    interaction: discord.Interaction[Any]
    ends: datetime
    state: PanelState
    since: datetime


class EphemeralPanels:
    """The newest live panel of each player of each duel, and the state it shows."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._panels: dict[tuple[int, Player], _Panel] = {}

    def keep(self, duel_id: int, player: Player, interaction: discord.Interaction[Any], state: PanelState) -> None:
        """This interaction has just opened or changed the player's panel, which shows that state."""
        now = self._clock()
        self._panels = {key: panel for key, panel in self._panels.items() if now < panel.ends}
        self._panels[duel_id, player] = _Panel(interaction, now + EDITABLE_FOR, state, now)

    async def show(self, duel_id: int, player: Player, state: PanelState, make: Callable[[], ui.LayoutView]) -> bool:
        """Bring the panel up to a state. True while nothing else is needed: it is live, and was brought up just now."""
        key, now = (duel_id, player), self._clock()
        panel = self._panels.get(key)
        if panel is not None and panel.state != state:
            del self._panels[key]
            if now >= panel.ends:
                return False
            try:
                layout, drawing = make(), panel.interaction.client.drawing
                await drawing.sent(layout, partial(panel.interaction.edit_original_response, view=layout))
            except UNDELIVERED:
                return False
            panel = _Panel(panel.interaction, panel.ends, state, now)
            # A click that came meanwhile has a newer one.
            panel = self._panels.setdefault(key, panel)
        return panel is not None and now - panel.since < DIRECT_MESSAGE_AFTER
