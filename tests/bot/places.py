"""Places in the server where a duel can be begun, and permissions that the bot is denied there."""

from __future__ import annotations

from typing import Any

import discord
from simcord.backend.models import Overwrite
from simcord.builders import ChannelHandle
from simcord.enums import OverwriteType

from tests.bot.world import Seat, World

THREADED = ("thread", "forum post")
PLACES = ("text", "voice chat", "announcements", *THREADED)


def go_to(world: World, place: str) -> None:
    """What is done in the channel from now on is done there."""
    match place:
        case "voice chat":
            world.channel = world.guild.create_voice_channel("talk")
        case "announcements":
            world.channel = world.guild.create_news_channel("news")
        case "thread" | "forum post":
            parent = world.channel if place == "thread" else world.guild.create_forum_channel("forum")
            thread = world.env.backend.create_thread(parent.id, "duels here", world.ada.id, broadcast=False)
            world.env.backend.announce_thread_create(thread)
            world.channel = ChannelHandle(world.env, world.guild, thread)


def deny(world: World, *permissions: str) -> None:
    """The bot may not do that where the world is now; a thread has its parent's permissions. None given: all lifted."""
    backend = world.env.backend
    deny = discord.Permissions(**dict.fromkeys(permissions, True)).value
    where = backend.get_channel(world.channel.id).permission_channel_id()
    backend.set_overwrite(where, Overwrite(backend.bot_user.id, OverwriteType.MEMBER, 0, deny))


def hide_channel(world: World, seat: Seat) -> None:
    """That person can't see the channel from now on."""
    hidden = discord.Permissions(view_channel=True).value
    overwrite = Overwrite(seat.id, OverwriteType.MEMBER, 0, hidden)
    world.env.backend.set_overwrite(world.channel.id, overwrite)


def delete_channel(world: World) -> None:
    """The channel is gone, with all that stood in it. The people are elsewhere in the server then."""
    world.env.backend.delete_channel(world.channel.id)
    world.channel = world.guild.create_text_channel("another")


async def duel(world: World, by: Seat, to: Seat, game: str = "siege") -> Any:
    """`/duel` where the world is now; the result."""
    return await by.slash("duel", opponent=to.member, game=game, first="me")
