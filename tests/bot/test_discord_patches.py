"""How the bot comes back to the gateway, as far as discord.py's own classes have to know of it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord.shard

from bot.discord_patches import LONGEST_PAUSE, PatientWebSocket, patch_discord


def test_a_shard_pauses_for_no_longer_than_that_and_knows_who_hangs_up() -> None:
    patch_discord()
    client: Any = SimpleNamespace(_connection=SimpleNamespace(), dispatch=None, loop=None, _reconnect=True)
    shard = discord.shard.Shard(SimpleNamespace(shard_id=0), client, lambda _: None)  # type: ignore[arg-type]
    pauses = [shard._backoff.delay() for _ in range(60)]
    assert max(pauses) <= LONGEST_PAUSE
    assert max(pauses) > LONGEST_PAUSE / 4
    assert discord.shard.DiscordWebSocket is PatientWebSocket
