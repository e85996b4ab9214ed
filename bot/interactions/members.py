"""`Members`: what players are called in their duel's server, and whether they are still in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord

from bot.delivery.outage import Outage
from bot.discord_api import LEFT, DiscordApi, Refused
from bot.interactions.people import person, person_of
from bot.service.saved_duel import Person, SavedDuel
from bot.service.server_names import ServerNames
from games import Player

Interaction = discord.Interaction[Any]


class Left(Exception):
    """A player is no longer in the duel's server."""

    def __init__(self, player: Player) -> None:
        super().__init__(player)
        self.player = player


class Members:
    """Looks players up, and has their names brought up to date."""

    def __init__(self, api: DiscordApi, names: ServerNames, outage: Outage) -> None:
        self._api = api
        self._names = names
        self._outage = outage

    async def note_name(self, interaction: Interaction, user: discord.User | discord.Member) -> None:
        """Whoever uses the bot in a server, or is challenged there, is called as Discord says now. Never raises."""
        if interaction.guild_id is not None:
            try:
                await self._names.note(interaction.guild_id, person(user))
            except Exception as error:
                self._outage.report(error)  # the next interaction notes it

    async def look_up(self, interaction: Interaction, saved: SavedDuel) -> dict[Player, Person]:
        """Both players as they are in the duel's server now, but for whoever presses there, or can't be looked up.
        Raises `Left`.
        """
        found: dict[Player, Person] = {}
        guild_id = saved.row.guild_id
        for player in Player:
            user_id = saved.user(player)
            if guild_id is None or (user_id == interaction.user.id and interaction.guild_id == guild_id):
                continue
            try:
                found[player] = person_of(await self._api.member(guild_id, user_id))
            except Refused as refused:
                if refused.code in LEFT:
                    raise Left(player) from None
            else:
                await self._names.note(guild_id, found[player])
        return found


def named(interaction: Interaction, saved: SavedDuel, found: Mapping[Player, Person]) -> Person:
    """The player who presses, by their name in the duel's server, wherever they are. `found`: from `look_up`."""
    if interaction.guild_id == saved.row.guild_id:
        return person(interaction.user)
    player = saved.seat(interaction.user.id)
    assert player is not None  # `seated` has checked it
    return found.get(player) or saved.person(player)
