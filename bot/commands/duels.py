"""The commands that are about somebody's duels: `/duel`, `/play`, `/status`, `/draw`, `/resign` and `/notices`.

None takes a secret: what is typed into an option may be seen by the channel.
"""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot import errors
from bot.challenges import PACES
from bot.commands.pages import GAMES
from bot.projection import challenge_card
from bot.render import pages
from bot.render.panel import sentence
from bot.table import Table
from bot.ui.desk import Desk, person
from bot.ui.reply import Reply, offered
from bot.ui.rights import check_rights
from games import Player

Interaction = discord.Interaction[Any]

Opponent = discord.User | discord.Member

CHOICE_LIMIT = 25
"""Choices of one autocomplete: Discord's limit, which discord.py does not check."""
DuelNumber = app_commands.Range[int, 1, 2**53 - 1]
"""A duel's number as an option: Discord's whole numbers end there."""
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


def add_commands(tree: app_commands.CommandTree[Any], desk: Desk) -> None:
    """Add these commands to the tree."""
    _add_duel(tree, desk)
    _add_play(tree, desk)
    _add_notices(tree, desk)

    async def duel_choices(interaction: Interaction, current: str) -> list[app_commands.Choice[int]]:
        return await offered(own_duels(desk, interaction, current))

    @tree.command(name="status", description="Your duels: the board, your own numbers, and the buttons to play")
    @app_commands.describe(duel="The number of one of your duels; without it, all of them")
    @app_commands.autocomplete(duel=duel_choices)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
    @app_commands.allowed_installs(guilds=True, users=False)
    async def status(interaction: Interaction, duel: DuelNumber | None = None) -> None:
        async def work(reply: Reply) -> None:
            if duel is None:
                await desk.show_all(reply)
            else:
                await desk.show(reply, duel)

        await desk.answer(interaction, work)

    @tree.command(name="resign", description="Give up one of your duels; you are asked once more")
    @app_commands.describe(duel="The number of the duel, where you have several")
    @app_commands.autocomplete(duel=duel_choices)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
    @app_commands.allowed_installs(guilds=True, users=False)
    async def resign(interaction: Interaction, duel: DuelNumber | None = None) -> None:
        async def work(reply: Reply) -> None:
            table = await one_duel(desk, interaction.user.id, duel)
            await desk.ask_to_resign(reply, table.row.id)

        await desk.answer(interaction, work)

    @tree.command(name="draw", description="Offer a draw in one of your duels, or accept the other's offer")
    @app_commands.describe(duel="The number of the duel, where you have several")
    @app_commands.autocomplete(duel=duel_choices)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
    @app_commands.allowed_installs(guilds=True, users=False)
    async def draw(interaction: Interaction, duel: DuelNumber | None = None) -> None:
        async def work(reply: Reply) -> None:
            table = await one_duel(desk, interaction.user.id, duel)
            await desk.draw(reply, table.row.id)

        await desk.answer(interaction, work)


def _add_duel(tree: app_commands.CommandTree[Any], desk: Desk) -> None:
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
            check_rights(interaction)
            challenger, challenged = person(interaction.user), person(opponent)
            if not isinstance(opponent, discord.Member) and challenger.id != challenged.id:
                raise errors.NotHere
            try:
                table = await desk.service.challenge(
                    challenger,
                    challenged,
                    game,
                    starter=STARTERS[first],
                    pace=PACES[pace],
                    guild_id=interaction.guild_id or 0,
                    channel_id=interaction.channel_id or 0,
                )
            except errors.ChallengedAlready as refusal:
                await desk.show_challenge(reply, refusal)
                return
            layout = challenge_card(table, await desk.courier.card(table), challenged.id)
            posted = await reply.public(layout, ping=opponent)
            if posted is None:
                # Nobody can see it, so nobody can answer it.
                await desk.service.cancel(table.row.id, challenger.id)
                raise errors.NotPosted
            await desk.courier.posted(table, *posted)

        await desk.answer(interaction, work)


def _add_play(tree: app_commands.CommandTree[Any], desk: Desk) -> None:
    async def duel_choices(interaction: Interaction, current: str) -> list[app_commands.Choice[int]]:
        return await offered(own_duels(desk, interaction, current))

    async def action_choices(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await offered(own_actions(desk, interaction, current))

    @tree.command(name="play", description="Make a move by typing it; a secret choice opens your panel instead")
    @app_commands.describe(action="Your move, such as: attack 7", duel="The number of the duel, where you have several")
    @app_commands.autocomplete(action=action_choices)
    @app_commands.autocomplete(duel=duel_choices)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
    @app_commands.allowed_installs(guilds=True, users=False)
    async def play(interaction: Interaction, action: str, duel: DuelNumber | None = None) -> None:
        async def work(reply: Reply) -> None:
            table = await one_duel(desk, interaction.user.id, duel, to_move=True)
            await desk.play(reply, table, action)

        await desk.answer(interaction, work)


def _add_notices(tree: app_commands.CommandTree[Any], desk: Desk) -> None:
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
            await reply.private(sentence(pages.notices(*await desk.courier.mail.choose(interaction.user.id, *wanted))))

        await desk.answer(interaction, work)


async def one_duel(desk: Desk, user_id: int, number: object, *, to_move: bool = False) -> Table:
    """The duel that is meant: by its number, or the person's only one; `to_move`: the only one that waits for them.

    Raises `NoDuel` or `WhichDuel`, or what `DuelService.seated` raises.
    """
    if isinstance(number, int):
        return await desk.service.seated(number, user_id)
    tables = [table for table in await desk.service.tables_of(user_id) if table.duel]
    waiting = [table for table in tables if table.waits_for(user_id)]
    if to_move and len(waiting) == 1:
        return waiting[0]
    if not tables:
        raise errors.NoDuel
    if len(tables) > 1:
        raise errors.WhichDuel
    return tables[0]


async def own_duels(desk: Desk, interaction: Interaction, current: str) -> list[app_commands.Choice[int]]:
    """A person's own duels for a `duel` option, by what is typed so far."""
    user_id = interaction.user.id
    entries = [await desk.entry(table, user_id) for table in await desk.service.tables_of(user_id)]
    found = [
        app_commands.Choice(name=pages.label(entry), value=entry.about.duel)
        for entry in entries
        if current.strip().lower() in pages.label(entry).lower()
    ]
    return found[:CHOICE_LIMIT]


async def own_actions(desk: Desk, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """A person's legal actions for an `action` option; none while what they would choose is a secret.

    Raises what `one_duel` raises.
    """
    table = await one_duel(desk, interaction.user.id, interaction.namespace.duel, to_move=True)
    view = table.view(table.seat(interaction.user.id)) if table.duel else None
    if view is None or view.secret:
        return []  # what is secret is chosen on the panel
    spoken = [(str(action).replace("-", " "), str(action)) for action in view.actions]
    wanted = " ".join(current.lower().split())
    found = [app_commands.Choice(name=name, value=value) for name, value in spoken if wanted in name]
    return found[:CHOICE_LIMIT]
