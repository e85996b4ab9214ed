"""The commands about a person's duels: `/duel`, `/play`, `/status`, `/draw`, `/resign` and `/notices`.

None takes a secret: what is typed as a command and not recognised as one is posted in the channel.
"""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot import refusals
from bot.commands.pages import GAMES
from bot.delivery.direct_messages import DirectMessages
from bot.delivery.projection import challenge_message, header_of
from bot.delivery.updates import Updates
from bot.interactions import typed
from bot.interactions.handlers import Handlers
from bot.interactions.listed import show_all
from bot.interactions.people import entries, person, seat
from bot.interactions.permissions import check_opponent, check_permissions, check_thread
from bot.interactions.reply import Reply, offered
from bot.render import pages, panel
from bot.render.panel import sentence
from bot.service.deadlines import PACES
from bot.service.saved_duel import SavedDuel
from games import Player

Interaction = discord.Interaction[Any]

Opponent = discord.User | discord.Member

CHOICE_LIMIT = 25
"""Most choices of one autocomplete: Discord's limit, which discord.py does not check."""
DuelNumber = app_commands.Range[int, 1, 2**53 - 1]
"""A duel's number as an option. 2**53 - 1 is Discord's largest integer."""
STARTERS = {"toss": None, "me": Player.ONE, "opponent": Player.TWO}
SWITCH = [app_commands.Choice(name=value, value=value) for value in ("on", "off")]
PACE_CHOICES = [
    app_commands.Choice(name=name, value=value)
    for name, value in (("live: 5 minutes a move", "live"), ("daily: 24 hours", "daily"), ("slow: 3 days", "slow"))
]
FIRST = [
    app_commands.Choice(name=name, value=value)
    for name, value in (("coin toss", "toss"), ("me", "me"), ("opponent", "opponent"))
]


def add_commands(
    tree: app_commands.CommandTree[Any], handlers: Handlers, updates: Updates, direct_messages: DirectMessages
) -> None:
    """Add these commands to the tree."""
    _add_duel(tree, handlers, updates)
    _add_play(tree, handlers)
    _add_notices(tree, handlers, direct_messages)

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
            saved = await one_duel(handlers, interaction.user.id, duel)
            await handlers.ask_to_resign(reply, saved.row.id)

        await handlers.answer(interaction, work)

    @tree.command(name="draw", description="Offer a draw in one of your duels, or accept the other's offer")
    @app_commands.describe(duel="The number of the duel, where you have several")
    @app_commands.autocomplete(duel=duel_choices)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
    @app_commands.allowed_installs(guilds=True, users=False)
    async def draw(interaction: Interaction, duel: DuelNumber | None = None) -> None:
        async def work(reply: Reply) -> None:
            saved = await one_duel(handlers, interaction.user.id, duel)
            await typed.draw(handlers, reply, saved.row.id)

        await handlers.answer(interaction, work)


def _add_duel(tree: app_commands.CommandTree[Any], handlers: Handlers, updates: Updates) -> None:
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
            if challenger.id != challenged.id:
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
                posted = await reply.public(challenge_message(saved, known.header, challenged.id), ping=opponent)
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
            saved = await one_duel(handlers, interaction.user.id, duel, to_move=True)
            await typed.play(handlers, reply, saved, action)

        await handlers.answer(interaction, work)


def _add_notices(tree: app_commands.CommandTree[Any], handlers: Handlers, direct_messages: DirectMessages) -> None:
    @tree.command(name="notices", description="What I write to you: switch prompts and reminders on and off")
    @app_commands.describe(
        prompts="Direct messages when it is your turn", reminders="One reminder when your time is nearly up"
    )
    @app_commands.choices(prompts=SWITCH, reminders=SWITCH)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
    @app_commands.allowed_installs(guilds=True, users=False)
    async def notices(interaction: Interaction, prompts: str | None = None, reminders: str | None = None) -> None:
        async def work(reply: Reply) -> None:
            wanted = [None if option is None else option == "on" for option in (prompts, reminders)]
            chosen = await direct_messages.choose(interaction.user.id, *wanted)
            await reply.private(sentence(pages.notices(*chosen)))

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
    """Choices for an `action` option: a person's legal actions, or none while their choice is a secret.

    Raises what `one_duel` raises.
    """
    saved = await one_duel(handlers, interaction.user.id, interaction.namespace.duel, to_move=True)
    view = saved.view(saved.seat(interaction.user.id)) if saved.duel else None
    if view is None or view.secret:
        return []  # a secret is chosen on the panel
    spoken = [(str(action).replace("-", " "), str(action)) for action in view.actions]
    wanted = " ".join(current.lower().split())
    found = [app_commands.Choice(name=name, value=value) for name, value in spoken if wanted in name]
    return found[:CHOICE_LIMIT]
