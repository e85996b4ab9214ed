"""What the terminal says of how a duel stands and what may be typed, in words and to the digit.

Made from a `View` alone. This module must not know a `State`, a `Duel` or any single game: what a viewer
may not know is not in their view, and so can't be written here.
"""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import fill

from games.model import Action, Phase, Pile, Player, Verb, View

Lines = tuple[str, ...]

WIDTH = 79
"""A terminal has 80 columns as a rule, and breaks longer lines in the middle of a word."""

COMMANDS = (
    "Type a move as it is offered to you, or one of these words:",
    "  status   how the duel stands",
    "  rules    how the game is played",
    "  help     these lines",
    "  draw     offer a draw, once between two of your moves, or accept the other's",
    "  decline  decline the other's draw; one that nobody answers lapses with a move",
    "  resign   give the duel up; you have to type it twice",
    "  quit     leave the duel unfinished",
    "Not asked yourself? Say who you are: player 1 draw, or player 2 resign.",
)
"""What `help` says."""

LABELS = {"pool": "Numbers left", "discard": "Discarded"}
"""Headings of the piles whose name does not say it."""


def name(player: Player) -> str:
    """What a seat is called."""
    return f"Player {player.value}"


def number(value: int) -> str:
    """A whole number, with a true minus sign."""
    return str(value).replace("-", "−")


def points(life: int) -> str:
    """Life points, counted: "1 life point"."""
    return f"{number(life)} life point{'' if life == 1 else 's'}"


def numbers(values: Iterable[int]) -> str:
    """A list of numbers, or "none"."""
    return ", ".join(map(number, values)) or "none"


# ---- how things stand


def welcome(view: View, title: str, summary: str) -> Lines:
    """The first lines of a duel. The view is a player's, but nothing in the lines is theirs alone."""
    one, two = view.life
    lives = f"both start with {points(one)}" if one == two else f"start with {points(one)} and {points(two)}"
    first = (f"The coin toss says that {name(view.starter)} goes first.",) if view.starter_matters else ()
    return (
        f"Welcome to {title}!",
        summary,
        f"{name(Player.ONE)} and {name(Player.TWO)} {lives}.",
        *first,
        # The places of a panel are the same for both, whatever they hold.
        f"Type a move as it is offered to you, such as {typed(view.controls[0].action)}, or help.",
    )


def heading(view: View, player: Player) -> str:
    """Whose turn it is, and for what. `player` is who is asked."""
    if player not in view.to_act:
        return f"{name(player)} is to answer the offer of a draw."
    match view.phase:
        case Phase.DEFEND:
            return f"{name(player)} is to answer the attack."
        case Phase.PICK:
            part = f"{view.pick_title}: " if view.pick_title else ""
            return f"{part}{name(player)} is to pick."
        case _:
            return f"{name(player)}'s turn."


def board(view: View) -> Lines:
    """Both lives and all piles but the table, as the viewer may see them."""
    players = tuple(_holding(view, player) for player in Player)
    shared = (f"{_pile(pile)}." for pile in view.piles if pile.owner is None)
    return (*players, *shared)


def table(view: View) -> Lines:
    """What is played and not yet resolved."""
    return tuple(_on_table(view, pile, pile.owner) for pile in view.piles if pile.name == "table" and pile.owner)


def _holding(view: View, player: Player) -> str:
    you = " (you)" if player is view.viewer else ""
    piles = (f" {_pile(pile)}." for pile in view.piles if pile.owner is player and pile.name != "table")
    return f"{name(player)}{you}: {points(view.life[player.index])}.{''.join(piles)}"


def _pile(pile: Pile) -> str:
    label = LABELS.get(pile.name, pile.name.capitalize())
    if pile.numbers is not None:
        return f"{label}: {numbers(pile.numbers)}"
    return f"{label}: {pile.count} card{'' if pile.count == 1 else 's'}"


def _on_table(view: View, pile: Pile, owner: Player) -> str:
    if view.phase is Phase.PICK:
        return f"{name(owner)} has picked."
    if pile.numbers is None:
        return f"{name(owner)} attacks. The number is face down until it is answered."
    if view.phase is Phase.OVER:
        return f"On the table: {numbers(pile.numbers)} ({name(owner)})."
    return f"{name(owner)} attacks with {numbers(pile.numbers)}."


# ---- what may be chosen


def choices(view: View) -> str:
    """What the viewer is asked for, as a part of a sentence: "attack or defend with 1, 2, 3"."""
    if not view.actions:
        return "accept the draw or decline it: type draw or decline"
    verbs_of: dict[str, list[Verb]] = {}
    for verb in dict.fromkeys(action.verb for action in view.actions):
        values = (action.number for action in view.actions if action.verb is verb and action.number is not None)
        verbs_of.setdefault(numbers(values), []).append(verb)
    return ", or ".join(doing(" or ".join(verbs), values) for values, verbs in verbs_of.items())


def doing(verb: str, values: str) -> str:
    """A verb, or several, with its numbers."""
    match verb:
        case Verb.TAKE:
            return "take the hit"
        case Verb.PICK:
            return f"pick {values}"
        case _:
            return f"{verb} with {values}"


def prompt(view: View, player: Player) -> Lines:
    """What is asked of the viewer; a draw that they may accept; what healing would bring, if not the number itself."""
    offer = view.offer
    offered = offer and view.actions and not offer.declined and offer.by is not player
    draw = (f"{name(player.other)} offers a draw: type draw or decline, or play on.",) if offered else ()
    gains = {
        control.action.number: control.gain
        for control in view.controls
        if control.action in view.actions and control.action.number is not None and control.gain is not None
    }
    asked = f"{name(player)}, you can {choices(view)}."
    if all(value == gain for value, gain in gains.items()):
        return (*draw, asked)
    return (*draw, f"Defending gains {', '.join(f'{value}: +{gain}' for value, gain in gains.items())}.", asked)


def example(view: View) -> str:
    """One thing that the viewer may type."""
    return typed(view.actions[0]) if view.actions else "draw"


def typed(action: Action) -> str:
    """An action as it is typed: "attack 7"."""
    return str(action.verb) if action.number is None else f"{action.verb} {action.number}"


def filled(text: str) -> Lines:
    """A longer text, such as a game's rules, in lines that fit."""
    paragraphs = (fill(paragraph, WIDTH) for paragraph in text.split("\n\n"))
    return tuple("\n\n".join(paragraphs).split("\n"))
