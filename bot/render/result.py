"""The end of a duel: who won, how, what was hidden, and the whole course as a text file."""

from __future__ import annotations

import io
from typing import Any

import discord
from discord import ui

from bot.render import card, names, words
from bot.render.card import Card
from bot.render.layout import COURSE_ROOM, message, newest_that_fit, small
from bot.render.words import Speaker
from bot.ui.buttons import link, press
from bot.ui.custom_ids import Press
from games.model import Ending, Player, View

Shown = tuple[ui.LayoutView, discord.File | None]

NO_FILE = "-# I may not attach files here; the whole course is in both players' direct messages."
PILES = {"table": "choice, not yet answered"}
"""Words for piles whose own name says nothing to a reader."""


def result(view: View, about: Card, *, again: bool = True, attached: bool = True) -> Shown:
    """The result and its file. Takes the channel's view of a duel that is over; `again`: with a way to a rematch.

    `attached`: with its file, and not with a word that there may be none.
    """
    assert view.outcome is not None
    speaker = about.speaker()
    file = discord.File(io.BytesIO(course_text(view, about).encode()), filename=f"duel-{about.duel}.txt")
    rematch = press(about.duel, Press.REMATCH, "Rematch", discord.ButtonStyle.primary)
    buttons: list[ui.Item[Any]] = []
    if view.outcome.ending is not Ending.VOID or about.late:  # else the server is gone, and neither leads anywhere
        buttons += [rematch] if again else []
        buttons += [link("Board", about.board_url)] if about.board_url else []
    layout = message(
        f"### {words.result_title(view.outcome, about.title, speaker)} · duel {about.duel}",
        _reason(view, about, speaker),
        card.standing(view, speaker),
        card.shared(view, speaker),
        newest_that_fit(small(words.course(view, speaker)).splitlines(), COURSE_ROOM),
        ui.File(f"attachment://{file.filename}") if attached else NO_FILE,
        buttons,
    )
    return layout, file if attached else None


def _reason(view: View, about: Card, speaker: Speaker) -> str:
    reason = words.result_reason(view, speaker, late=about.late)
    is_late = about.late and about.due and view.outcome and view.outcome.ending in (Ending.TIME, Ending.VOID)
    return f"{reason} The move was due {words.moment(about.due)}." if is_late and about.due else reason


def called_off(about: Card) -> ui.LayoutView:
    """The end of a duel whose rules are not known any more, so that nothing else can be said of it."""
    return message(
        f"### {about.title} was called off · duel {about.duel}",
        "Its rules have changed since it began. No winner, and no loser: /duel starts a new one.",
    )


def bygone(about: Card, winner: Player | None) -> ui.LayoutView:
    """What is left of a duel that ended before its rules were forgotten."""
    title = f"{about.speaker().name(winner)} won {about.title}" if winner else f"{about.title} ended level"
    return message(
        f"### {title} · duel {about.duel}", "Its rules have changed since, so its course can't be shown any more."
    )


def course_text(view: View, about: Card) -> str:
    """The whole course, for a file: plain text in which names need no escapes."""
    assert view.outcome is not None
    speaker = Speaker((names.plain(about.names[0]), names.plain(about.names[1])))
    lives = ", ".join(f"{speaker.name(p)} {words.number(view.life[p.index])}" for p in Player)
    piles = [
        f"{speaker.capital(speaker.whose(pile.owner))} {PILES.get(pile.name, pile.name)}: {words.numbers(pile.numbers)}"
        for pile in view.piles
        if pile.owner and pile.numbers is not None
    ]
    title = words.result_title(view.outcome, about.title, speaker)
    lines = [
        f"{about.title}, duel {about.duel}: {speaker.names[0]} against {speaker.names[1]}",
        f"{speaker.capital(speaker.name(view.starter))} started.",
        "",
        *words.course(view, speaker),
        "",
        f"{title}. {words.result_reason(view, speaker, late=about.late)}",
        f"Life: {lives}",
        *piles,
    ]
    return "\n".join(lines) + "\n"
