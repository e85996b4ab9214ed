"""The result of a duel: who won, how, what was hidden, and the whole course as a text file."""

from __future__ import annotations

import io
from typing import Any

import discord
from discord import ui

from bot.components.buttons import button_of, link
from bot.components.custom_ids import Press
from bot.render import names, words
from bot.render.header import Header
from bot.render.layout import COURSE_ROOM, message, newest_that_fit, small
from bot.render.standing import shared, standing
from bot.render.words import PlayerNames
from games.model import Ending, Player, View

Shown = tuple[ui.LayoutView, discord.File | None]

NO_FILE = "-# I may not attach files here; the whole course is in both players' direct messages."
PILES = {"table": "choice, not yet answered"}
"""Readable names of piles whose own name is unclear to players."""


def ended(view: View, header: Header, *, again: bool = True, attached: bool = True) -> Shown:
    """The result and its file. Takes the channel's view of a duel that is over. `again`: add the button *Rematch*.

    `attached`: with the file; otherwise a line says why there is none.
    """
    assert view.outcome is not None
    players = header.players()
    file = discord.File(io.BytesIO(course_text(view, header).encode()), filename=f"duel-{header.duel}.txt")
    rematch = button_of(header.duel, Press.REMATCH, "Rematch", discord.ButtonStyle.primary)
    buttons: list[ui.Item[Any]] = []
    if view.outcome.ending is not Ending.VOID or header.late:  # else the bot has left the server: no button would work
        buttons += [rematch] if again else []
        buttons += [link("Board", header.board_url)] if header.board_url else []
    layout = message(
        f"### {words.result_title(view.outcome, header.title, players)} · duel {header.duel}",
        _reason(view, header, players),
        standing(view, players),
        shared(view, players),
        newest_that_fit(small(words.course(view, players)).splitlines(), COURSE_ROOM),
        ui.File(f"attachment://{file.filename}") if attached else NO_FILE,
        buttons,
    )
    return layout, file if attached else None


def _reason(view: View, header: Header, players: PlayerNames) -> str:
    reason = words.result_reason(view, players, late=header.late, unreached=header.unreached)
    is_late = (
        header.late
        and not header.unreached
        and header.due
        and view.outcome
        and view.outcome.ending in (Ending.TIME, Ending.VOID)
    )
    return f"{reason} The move was due {words.moment(header.due)}." if is_late and header.due else reason


OLD_RULES, UNREADABLE = "Its rules have changed since it began", "I can't read its moves any more"
"""Why a duel can't be replayed."""


def called_off(header: Header, why: str) -> ui.LayoutView:
    """The result of a duel that was called off and can't be replayed; `why` is one of the two above."""
    return message(
        f"### {header.title} was called off · duel {header.duel}",
        f"{why}. No winner, and no loser: /duel starts a new one.",
    )


def set_aside(header: Header) -> ui.LayoutView:
    """Stands in place of an open duel whose log can't be replayed."""
    return message(
        f"### {header.title} is set aside · duel {header.duel}",
        "I can't read its moves at the moment. Nothing is lost, and its time does not run: it goes on when I can.",
    )


def bygone(header: Header, winner: Player | None, why: str) -> ui.LayoutView:
    """The result of a duel that ended normally, but can't be replayed; `why` as above."""
    title = f"{header.players().name(winner)} won {header.title}" if winner else f"{header.title} ended level"
    return message(f"### {title} · duel {header.duel}", f"{why}, so its course can't be shown.")


def course_text(view: View, header: Header) -> str:
    """The whole course for the file: plain text, so names are not escaped."""
    assert view.outcome is not None
    players = PlayerNames((names.plain(header.names[0]), names.plain(header.names[1])))
    lives = ", ".join(f"{players.name(p)} {words.number(view.life[p.index])}" for p in Player)
    piles = [
        f"{players.capital(players.whose(pile.owner))} {PILES.get(pile.name, pile.name)}: {words.numbers(pile.numbers)}"
        for pile in view.piles
        if pile.owner and pile.numbers is not None
    ]
    title = words.result_title(view.outcome, header.title, players)
    lines = [
        f"{header.title}, duel {header.duel}: {players.names[0]} against {players.names[1]}",
        *([f"{players.capital(players.name(view.starter))} started."] if view.starter_matters else []),
        "",
        *words.course(view, players),
        "",
        f"{title}. {words.result_reason(view, players, late=header.late, unreached=header.unreached)}",
        f"Life: {lives}",
        *piles,
    ]
    return "\n".join(lines) + "\n"
