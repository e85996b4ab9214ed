"""The commands about a person's duels: `/duel`, `/play`, `/status`, `/draw` and `/resign`.

None takes a secret: what is typed as a command and not recognised as one is posted in the channel.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import discord
from discord import app_commands

from bot import refusals
from bot.commands.pages import GAMES
from bot.components.custom_ids import Purpose
from bot.delivery.projection import challenge_message, header_of
from bot.delivery.updates import Updates
from bot.interactions import typed
from bot.interactions.handlers import Handlers
from bot.interactions.listed import ask_which, show_all
from bot.interactions.looks import Looks
from bot.interactions.people import entries, person, seat
from bot.interactions.permissions import check_opponent, check_permissions, check_thread
from bot.interactions.practice import Practice
from bot.interactions.reply import Reply, offered
from bot.render import pages, panel
from bot.service.deadlines import PACES
from bot.service.saved_duel import SavedDuel
from games import Player, words
from players import Level

Interaction = discord.Interaction[Any]

Opponent = discord.User | discord.Member

POSTED = "Your challenge is out."
"""Said beside it where an answer came too late to be the challenge itself."""
CHOICE_LIMIT = 25
"""Most choices of one autocomplete: Discord's limit, which discord.py does not check."""
DuelNumber = app_commands.Range[int, 1, 2**53 - 1]
"""A duel's number as an option. 2**53 - 1 is Discord's largest integer."""
STARTERS = {"toss": None, "me": Player.ONE, "opponent": Player.TWO}
PACE_CHOICES = [
    app_commands.Choice(name=name, value=value)
    for name, value in (("live: 5 minutes a move", "live"), ("daily: 24 hours", "daily"), ("slow: 3 days", "slow"))
]
FIRST = [
    app_commands.Choice(name=name, value=value)
    for name, value in (("coin toss", "toss"), ("me", "me"), ("opponent", "opponent"))
]


def add_commands(
    tree: app_commands.CommandTree[Any], handlers: Handlers, looks: Looks, updates: Updates, practice: Practice
) -> None:
    """Add these commands to the tree."""
    _add_duel(tree, handlers, updates, practice)
    _add_play(tree, handlers)

    async def duel_choices(interaction: Interaction, current: str) -> list[app_commands.Choice[int]]:
        return await offered(own_duels(handlers, interaction, current))

    @tree.command(name="status", description="Your duels: the board, your own numbers, and the buttons to play")
    @app_commands.describe(duel="The number of one of your duels; without it, all of them")
    @app_commands.autocomplete(duel=duel_choices)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
    @app_commands.allowed_installs(guilds=True, users=False)
    async def status(interaction: Interaction, duel: DuelNumber | None = None) -> None:
        async def work(reply: Reply) -> None:
            if duel is None:
                await show_all(handlers, reply)
            else:
                await handlers.show(reply, duel)

        await handlers.answer(interaction, work)

    @tree.command(name="resign", description="Give up one of your duels; you are asked once more")
    @app_commands.describe(duel="The number of the duel, where you have several")
    @app_commands.autocomplete(duel=duel_choices)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
    @app_commands.allowed_installs(guilds=True, users=False)
    async def resign(interaction: Interaction, duel: DuelNumber | None = None) -> None:
        async def work(reply: Reply) -> None:
            await in_one_duel(handlers, reply, duel, Purpose.RESIGN, looks.ask_to_resign)

        await handlers.answer(interaction, work)

    @tree.command(name="draw", description="Offer a draw in one of your duels, or accept the other's offer")
    @app_commands.describe(duel="The number of the duel, where you have several")
    @app_commands.autocomplete(duel=duel_choices)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
    @app_commands.allowed_installs(guilds=True, users=False)
    async def draw(interaction: Interaction, duel: DuelNumber | None = None) -> None:
        async def work(reply: Reply) -> None:
            await in_one_duel(handlers, reply, duel, Purpose.DRAW, partial(typed.draw, handlers))

        await handlers.answer(interaction, work)


def _add_duel(tree: app_commands.CommandTree[Any], handlers: Handlers, updates: Updates, practice: Practice) -> None:
    @tree.command(name="duel", description="Challenge somebody to a duel with numbers")
    @app_commands.describe(
        opponent="Whom you challenge",
        game="Which game",
        pace="How long a move may take; 24 hours if left out",
        first="Who starts; a coin toss if left out",
    )
    @app_commands.choices(game=GAMES, pace=PACE_CHOICES, first=FIRST)
    @app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
    @app_commands.allowed_installs(guilds=True, users=False)
    async def duel(
        interaction: Interaction, opponent: Opponent, game: str, pace: str = "daily", first: str = "toss"
    ) -> None:
        async def work(reply: Reply) -> None:
            check_permissions(interaction)
            challenger, challenged = person(interaction.user), person(opponent)
            if challenger.id == challenged.id:
                await practice.offer(reply, game)
                return
            if challenged.id == interaction.client.user.id:
                await practice.begin(reply, game, Level.MEDIUM, STARTERS[first])
                return
            check_opponent(opponent, challenged.beside(challenger))
            await handlers.members.note_name(interaction, opponent)
            await check_thread(interaction)
            try:
                saved = await handlers.challenges.challenge(
                    challenger,
                    challenged,
                    game,
                    starter=STARTERS[first],
                    pace=PACES[pace],
                    guild_id=interaction.guild_id or 0,
                    channel_id=interaction.channel_id or 0,
                )
            except refusals.ChallengedAlready as refusal:
                # Instead of the one that was to be made, the one that stands the other way round is offered.
                standing = await handlers.duels.seated(refusal.duel, challenger.id)
                header = header_of(standing, None)
                await reply.private(challenge_message(standing, header, None, str(refusal), seat(standing, reply)))
                return
            async with updates.posting(saved) as known:
                posted = await reply.public(
                    challenge_message(saved, known.header, challenged.id), challenged.id, POSTED
                )
                if posted is None:
                    # Nobody can see the challenge, so nobody could answer it.
                    await handlers.challenges.cancel(saved.row.id, challenger.id)
                    raise refusals.NotPosted
                await updates.posted(known, *posted)
            reply.changed = known
            if saved.twin is not None:
                await reply.private(panel.twin(known.header, saved.twin))

        await handlers.answer(interaction, work)


def _add_play(tree: app_commands.CommandTree[Any], handlers: Handlers) -> None:
    async def duel_choices(interaction: Interaction, current: str) -> list[app_commands.Choice[int]]:
        return await offered(own_duels(handlers, interaction, current))

    async def action_choices(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await offered(own_actions(handlers, interaction, current))

    @tree.command(name="play", description="Make a move by typing it; a secret choice opens your panel instead")
    @app_commands.describe(action="Your move, such as: attack 7", duel="The number of the duel, where you have several")
    @app_commands.autocomplete(action=action_choices)
    @app_commands.autocomplete(duel=duel_choices)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
    @app_commands.allowed_installs(guilds=True, users=False)
    async def play(interaction: Interaction, action: str, duel: DuelNumber | None = None) -> None:
        async def work(reply: Reply) -> None:
            move, number = typed.duel_named(action)
            if duel not in (None, number or duel):
                raise refusals.WhichDuel
            saved = await one_duel(handlers, interaction.user.id, number or duel, to_move=True)
            await typed.play(handlers, reply, saved, move)

        await handlers.answer(interaction, work)


async def one_duel(handlers: Handlers, user_id: int, number: object, *, to_move: bool = False) -> SavedDuel:
    """The duel with this number or, without a number, the person's only one. With `to_move`, the only one in which it
    is their turn is tried first.

    Raises `NoDuel`, `OnlyChallenged` or `WhichDuel`, and what `Duels.seated` raises.
    """
    if isinstance(number, int):
        return await handlers.duels.seated(number, user_id)
    own = await handlers.duels.duels_of(user_id)
    found = [saved for saved in own if saved.duel]
    waiting = [saved for saved in found if saved.waits_for(user_id)]
    if to_move and len(waiting) == 1:
        return waiting[0]
    if not found:
        for saved in own:
            if not saved.is_answered and not saved.waits_for(user_id):
                raise refusals.OnlyChallenged(duel=saved.row.id)
        raise refusals.NoDuel
    if len(found) > 1:
        raise refusals.WhichDuel
    return found[0]


async def in_one_duel(
    handlers: Handlers,
    reply: Reply,
    number: int | None,
    purpose: Purpose,
    deed: Callable[[Reply, int], Awaitable[None]],
) -> None:
    """What a command does in the duel that is meant; where several may be, it is asked which. Raises what `one_duel`
    raises besides.
    """
    try:
        saved = await one_duel(handlers, reply.interaction.user.id, number)
    except refusals.WhichDuel:
        await ask_which(handlers, reply, purpose)
    else:
        await deed(reply, saved.row.id)


async def own_duels(handlers: Handlers, interaction: Interaction, current: str) -> list[app_commands.Choice[int]]:
    """Choices for a `duel` option: a person's own duels that match what they have typed."""
    user_id = interaction.user.id
    listed = entries(await handlers.duels.duels_of(user_id), user_id)
    found = [
        app_commands.Choice(name=pages.label(one), value=one.header.duel)
        for one in listed
        if current.strip().lower() in pages.label(one).lower()
    ]
    return found[:CHOICE_LIMIT]


async def own_actions(handlers: Handlers, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Choices for an `action` option: a person's legal actions, or none while their choice is a secret. Where several
    duels wait for them, those of each, with its number. Raises what `Duels.seated` raises.
    """
    user_id, number, wanted = interaction.user.id, interaction.namespace.duel, " ".join(current.lower().split())
    if isinstance(number, int):
        waiting = [await handlers.duels.seated(number, user_id)]
    else:
        waiting = [saved for saved in await handlers.duels.duels_of(user_id) if saved.waits_for(user_id)]
    waiting = [saved for saved in waiting if saved.duel]
    found = []
    for saved in waiting:
        view, where = saved.view(saved.seat(user_id)), f" in duel {saved.row.id}" if len(waiting) > 1 else ""
        actions = () if view.secret else view.actions  # a secret is chosen on the panel
        spoken = [(action, words.typed(action, view)) for action in actions]
        found.append(
            [
                app_commands.Choice(name=f"{name}{where}", value=f"{action}{where}")
                for action, name in spoken
                if any(wanted in f"{text}{where}" for text in (name, str(action).replace("-", " ")))
            ]
        )
    each = CHOICE_LIMIT // max(sum(map(bool, found)), 1)  # of many duels, some of each
    return [choice for choices in found for choice in choices[:each]]
