"""Who is at the other end of an interaction, how their duels are listed, and what they are told of one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import discord

from bot import errors, refusals
from bot.delivery.projection import header_of
from bot.drawing import Layout
from bot.interactions.reply import Reply
from bot.render import choices, pages, words
from bot.render.names import told_apart, visible
from bot.render.panel import sentence
from bot.service.duels import Duels
from bot.service.saved_duel import Person, SavedDuel
from games import Player

OF_A_MOVE = (refusals.AlreadyPlayed, refusals.NotYetYourTurn, refusals.NotHeld, refusals.WrongAct)
"""Refusals of a move in a duel that goes on."""


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


def entries(found: Sequence[SavedDuel], user_id: int) -> tuple[pages.Entry, ...]:
    """A person's list of duels. Opponents whose names look the same are told apart."""
    listed = [entry(saved, user_id) for saved in found]
    opponents: list[tuple[int, str]] = []
    usernames: dict[tuple[int, str], str] = {}
    for saved, one in zip(found, listed, strict=True):
        player = saved.seat(user_id)
        assert player is not None
        opponents.append((saved.user(player.other), one.against))
        usernames[opponents[-1]] = saved.person(player.other).username
    apart = told_apart(*((name, username) for (_, name), username in usernames.items()))
    shown = dict(zip(usernames, apart, strict=True))
    return tuple(replace(one, against=shown[opponent]) for one, opponent in zip(listed, opponents, strict=True))


def person(user: discord.User | discord.Member) -> Person:
    """Somebody on Discord, by the name they go by where they are."""
    return Person(user.id, visible(user.display_name, user.name), user.bot, user.name)


def person_of(member: Mapping[str, Any]) -> Person:
    """The same for a member of a server, as Discord describes them."""
    user = member["user"]
    name = member.get("nick") or user.get("global_name") or user["username"]
    return Person(int(user["id"]), visible(name, user["username"]), bool(user.get("bot")), user["username"])


def seat(saved: SavedDuel, reply: Reply) -> Player:
    """Which player the person is who is to be answered, and who has a seat."""
    player = saved.seat(reply.interaction.user.id)
    assert player is not None  # `seated` has checked it
    return player


def over(saved: SavedDuel) -> refusals.Refusal:
    """Why nothing can be done in a duel that is not going on."""
    return (refusals.SetAside if saved.is_set_aside else refusals.AlreadyOver)(duel=saved.row.id)


def refused(refusal: refusals.Refusal, saved: SavedDuel, reply: Reply) -> Layout:
    """A refusal as its player is told it: of a move, with what can be played instead."""
    text = errors.report(refusal)
    if isinstance(refusal, OF_A_MOVE) and saved.duel and not saved.duel.outcome:
        return choices.refused(text, saved.view(seat(saved, reply)), saved.row.id)
    return sentence(text)


async def watchable(duels: Duels, reply: Reply, duel_id: int) -> SavedDuel | None:
    """A duel that has begun, if this person may look at it: in its server, and its players anywhere."""
    saved, guild_id = await duels.load_or_call_off(duel_id), reply.interaction.guild_id
    if saved is None or saved.row.opened_at is None:
        return None
    here = guild_id is not None and guild_id == saved.row.guild_id
    return saved if here or saved.seat(reply.interaction.user.id) else None
