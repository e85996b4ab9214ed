"""Who is at the other end of an interaction, how their duels are listed, and why one does not go on."""

from __future__ import annotations

import discord

from bot import refusals
from bot.delivery.projection import header_of
from bot.interactions.reply import Reply
from bot.render import pages, words
from bot.service.saved_duel import Person, SavedDuel
from games import Player


def entry(saved: SavedDuel, user_id: int) -> pages.Entry:
    """One duel in a person's list."""
    header, player = header_of(saved, None), saved.seat(user_id)
    assert player is not None
    against = header.names[player.other.index]
    if saved.duel:
        state = words.whose_turn(saved.view(player), words.PlayerNames(("you", "they"), player))
        state = state if saved.waits_for(user_id) else "waiting for {}"
    elif saved.is_answered:
        state = "set aside: I can't read its moves"
    else:
        state = "a challenge to you" if saved.waits_for(user_id) else "your challenge, unanswered"
    return pages.Entry(header, against, state)


def person(user: discord.User | discord.Member) -> Person:
    """Somebody on Discord, by the name they go by where they are."""
    return Person(user.id, user.display_name, user.bot)


def seat(saved: SavedDuel, reply: Reply) -> Player:
    """Which player the person is who is to be answered, and who has a seat."""
    player = saved.seat(reply.interaction.user.id)
    assert player is not None  # `seated` has checked it
    return player


def over(saved: SavedDuel) -> refusals.Refusal:
    """Why nothing can be done in a duel that is not going on."""
    return (refusals.SetAside if saved.is_set_aside else refusals.AlreadyOver)(duel=saved.row.id)
