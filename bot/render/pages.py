"""Messages about several duels or none: the list of a person's duels, the rules, the help."""

from __future__ import annotations

from dataclasses import dataclass

import discord
from discord import ui

from bot.components.buttons import DuelMenu, PageButton
from bot.render import names
from bot.render.header import Header
from bot.render.layout import LABEL_LIMIT, TEXT_LIMIT, message

MENU_LIMIT = 25
"""Most options of one menu: Discord's limit, which discord.py does not check."""

LIST_ROOM = TEXT_LIMIT - 100
"""Most characters of a page of duels; its heading needs the rest."""

HELP = """\
### Number duels
Games for two, played with numbers. Your numbers come to you by direct message; the board stands in the channel.
**/duel** challenges somebody: choose the opponent, the game, how long a move may take and who starts.
**/status** shows your duels, each with the panel you play on.
**/play** makes a move by typing it, such as *attack 7*.
**/draw** offers a draw, or accepts the one that is offered to you. An offer stands until the next move.
**/resign** gives a duel up.
**/notices** switches my direct messages and reminders on and off.
**/rules** tells how a game is played.
*Your move* on a board opens your panel too, for you alone: that is the way if I can't send you direct messages.
*Watch* beside it shows a duel to anybody, *Rematch* on a result asks for another.
Each duel has a number; where you have several, commands ask which one."""


@dataclass(frozen=True)
class Entry:
    """One duel in a person's list. `against` is the other player's name, unescaped. `state` says how the duel stands;
    `{}` in it is replaced by that name.
    """

    header: Header
    against: str
    state: str


def duel_list(entries: tuple[Entry, ...], page: int = 0) -> ui.LayoutView:
    """One page of a person's duels and unanswered challenges, with a menu to choose one. `page` counts from 0; past the
    end, the last one is shown. Needs at least one entry.
    """
    every = _pages(entries)
    page = min(page, len(every) - 1)
    options = [
        discord.SelectOption(label=label(entry), value=str(entry.header.duel), description=_state(entry))
        for entry in every[page]
    ]
    turn = [
        *([PageButton.of(page - 1, "Previous page")] if page else []),
        *([PageButton.of(page + 1, "Next page")] if page + 1 < len(every) else []),
    ]
    number = f" · page {page + 1} of {len(every)}" if turn else ""
    lines = "\n".join(map(_line, every[page]))
    return message(f"### Your duels{number}", lines, ui.ActionRow(DuelMenu.of(options)), turn)


def _pages(entries: tuple[Entry, ...]) -> list[list[Entry]]:
    """As many on a page as fit into one message and one menu."""
    every: list[list[Entry]] = [[]]
    room = LIST_ROOM
    for entry in entries:
        # In UTF-16, which never counts fewer characters than Discord does.
        length = len(_line(entry).encode("utf-16-le", "surrogatepass")) // 2 + 1
        if length > room or len(every[-1]) == MENU_LIMIT:
            every.append([])
            room = LIST_ROOM
        every[-1].append(entry)
        room -= length
    return every


def _line(entry: Entry) -> str:
    against = names.shown(entry.against)
    state = entry.state.format(against)
    return f"**{entry.header.duel}** · {entry.header.title} · against {against} · {state}"


def label(entry: Entry) -> str:
    """One duel as a menu option, where Discord does not format markdown."""
    return f"{entry.header.duel} · {entry.header.title} · against {names.plain(entry.against)}"[:LABEL_LIMIT]


def _state(entry: Entry) -> str:
    return entry.state.format(names.plain(entry.against))[:LABEL_LIMIT]


def notices(prompts: bool, reminders: bool) -> str:
    """One sentence about which direct messages and reminders a person gets."""
    turns = "I write to you when it is your turn" if prompts else "I don't write to you when it is your turn"
    ends = "once more" if prompts else "I call you in the channel"
    return f"{turns}, and {f'{ends} when your time is nearly up' if reminders else 'send no reminder'}."


def rules(title: str, how_to_play: str) -> ui.LayoutView:
    """One game's rules."""
    return message(f"### {title}", how_to_play)


def all_rules(games: tuple[tuple[str, str], ...]) -> ui.LayoutView:
    """Every game in one line each: pairs of title and summary."""
    lines = [f"**{title}**\n{summary}" for title, summary in games]
    return message("### The games", *lines, "`/rules` with the option `game` tells one in full.")
