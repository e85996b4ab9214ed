"""Messages about several duels or none: the list of a person's duels, the rules, the help."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bot.components.buttons import duel_menu, help_button, option, page_button, practice_button
from bot.components.custom_ids import Purpose
from bot.drawing import Layout
from bot.render import names
from bot.render.header import Header
from bot.render.layout import LABEL_LIMIT, TEXT_LIMIT, message, utf16

MENU_LIMIT = 25
"""Most options of one menu: Discord's limit, which discord.py does not check."""

LIST_ROOM = TEXT_LIMIT - 100
"""Most characters of a page of duels; its heading needs the rest."""

HELP = """\
### Number duels
Games for two, played with numbers.
**/duel** challenges somebody, **/practice** starts a duel against me.
**/play** makes a move by typing it, such as *attack 7*.
**/draw** offers a draw, **/resign** gives up.
Your panel comes by direct message; the button with your name on a board opens it too. *Watch* shows a duel to anybody.
**/status**, **/rules** and **/notices** are here as well:"""


@dataclass(frozen=True)
class Entry:
    """One duel in a person's list. `against` is the other player's name, unescaped. `state` says how the duel stands;
    `{}` in it is replaced by that name.
    """

    header: Header
    against: str
    state: str


def duel_list(entries: tuple[Entry, ...], page: int = 0) -> Layout:
    """One page of a person's duels and unanswered challenges, with a menu to choose one. `page` counts from 0; past the
    end, the last one is shown. Needs at least one entry.
    """
    every = _pages(entries)
    page = min(page, len(every) - 1)
    options = [option(label(entry), str(entry.header.duel), _state(entry)) for entry in every[page]]
    turn = [
        *([page_button(page - 1, "Previous page")] if page else []),
        *([page_button(page + 1, "Next page")] if page + 1 < len(every) else []),
    ]
    number = f" · page {page + 1} of {len(every)}" if turn else ""
    lines = "\n".join(map(_line, every[page]))
    return message(f"### Your duels{number}", lines, duel_menu(Purpose.SHOW, options), turn)


def _pages(entries: tuple[Entry, ...]) -> list[list[Entry]]:
    """As many on a page as fit into one message and one menu."""
    every: list[list[Entry]] = [[]]
    room = LIST_ROOM
    for entry in entries:
        length = utf16(_line(entry)) + 1
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


def help_page() -> Layout:
    """What there is, with buttons for the commands that need no choice."""
    return message(
        HELP,
        [help_button("duels", "My duels"), help_button("rules", "Rules"), help_button("notices", "Notices")],
    )


def practice_offered(game: str, title: str, levels: Iterable[str]) -> Layout:
    """Offers somebody who wants to play alone a duel against the bot, with a button for each level."""
    return message(
        f"You can't duel yourself, but I play {title} with you. How well?",
        [practice_button(game, level) for level in levels],
    )


def rules(title: str, how_to_play: str, known: str = "") -> Layout:
    """One game's rules. `known`: what is known of it with best play, in a sentence."""
    return message(f"### {title}", how_to_play, known)


def all_rules(games: tuple[tuple[str, str, str], ...]) -> Layout:
    """Every game in one line each, with a button for its rules: its name, its title, and what it is like."""
    lines = [f"**{title}** · {tagline}" for _, title, tagline in games]
    return message("### The games", "\n".join(lines), [help_button(f"rules-{name}", title) for name, title, _ in games])
