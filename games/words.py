"""What the terminal says of how a duel stands and what may be typed, in words and to the digit.

Made from a `View` alone. This module must not know a `State`, a `Duel` or any single game: what a viewer
may not know is not in their view, and so can't be written here.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
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
    "  review   after the end: what was best, move by move",
    "  quit     leave the duel unfinished",
)
"""What `help` says."""
NOT_ASKED = "Not asked yourself? Say who you are: player 1 draw, or player 2 resign."
"""What `help` says besides, where two people share a keyboard."""

LABELS = {"pool": "Numbers left", "discard": "Discarded"}
"""Headings of the piles whose name does not say it."""
PIECES = {"hand": "card", "tokens": "token"}
"""What lies in a player's own pile."""


def name(player: Player) -> str:
    """What a seat is called."""
    return f"Player {player.value}"


def left(life: int) -> int:
    """What is left of a life: never less than nothing, whatever was lost."""
    return max(life, 0)


def points(life: int) -> str:
    """Life points, counted: "1 life point"."""
    return f"{life} life point{'' if life == 1 else 's'}"


def numbers(values: Iterable[int]) -> str:
    """A list of numbers, or "none"."""
    return ", ".join(map(str, values)) or "none"


def either(values: Iterable[int]) -> str:
    """Numbers to choose from: "1, 4 or 7"."""
    *some, last = map(str, values)
    return f"{', '.join(some)} or {last}" if some else last


def piece(view: View) -> str:
    """What the game is played with: a card, a token or a number."""
    return next((word for pile, word in PIECES.items() if view.pile(pile, Player.ONE)), "number")


def act(verb: Verb, view: View) -> str:
    """What an action does, in the words of the game."""
    if verb is Verb.TAKE:
        return "take the hit"
    return "heal" if verb is Verb.DEFEND and view.heals else str(verb)


# ---- how things stand


def welcome(view: View, title: str, summary: str) -> Lines:
    """The first lines of a duel. The view is a player's, but nothing in the lines is theirs alone."""
    first = (f"The coin says {name(view.starter)} begins.",) if view.starter_matters else ()
    return (
        f"Welcome to {title}!",
        summary,
        view.hint,
        *first,
        # The places of a panel are the same for both, whatever they hold.
        f"Type a move as it is offered to you, such as {typed(view.controls[0].action, view)}, or help.",
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
    return f"{name(player)}{you}: {points(left(view.life[player.index]))}.{''.join(piles)}"


def _pile(pile: Pile) -> str:
    label = LABELS.get(pile.name, pile.name.capitalize())
    if pile.numbers is not None:
        return f"{label}: {numbers(pile.numbers)}"
    return f"{label}: {pile.count} card{'' if pile.count == 1 else 's'}"


def _on_table(view: View, pile: Pile, owner: Player) -> str:
    if view.phase is Phase.PICK:
        return f"{name(owner)} has picked."
    if pile.numbers is None:
        return f"{name(owner)} attacks with a {piece(view)}, face down until it is answered."
    if view.phase is Phase.OVER:
        return f"On the table: {name(owner)}'s {numbers(pile.numbers)}."
    return f"{name(owner)} attacks with {numbers(pile.numbers)}."


# ---- what may be chosen


def choices(view: View) -> str:
    """What the viewer is asked for, as a part of a sentence: "attack or heal with 1, 2 or 3"."""
    if not view.actions:
        return "accept the draw or decline it: type draw or decline"
    verbs_of: dict[tuple[int, ...], list[Verb]] = {}
    for verb in dict.fromkeys(action.verb for action in view.actions):
        values = (action.number for action in view.actions if action.verb is verb and action.number is not None)
        verbs_of.setdefault(tuple(values), []).append(verb)
    return ", or ".join(doing(verbs, values, view) for values, verbs in verbs_of.items())


def doing(verbs: Iterable[Verb], values: Collection[int], view: View) -> str:
    """Verbs that all have the same numbers, with these."""
    acts = " or ".join(act(verb, view) for verb in verbs)
    if not values:
        return acts
    return f"{acts} {either(values)}" if Verb.PICK in verbs else f"{acts} with {either(values)}"


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
    brings = ", ".join(f"{value}: +{gain}" for value, gain in gains.items()) if any(gains.values()) else "nothing now"
    return (*draw, f"Healing brings {brings}.", asked)


def example(view: View) -> str:
    """One thing that the viewer may type."""
    return typed(view.actions[0], view) if view.actions else "draw"


def typed(action: Action, view: View) -> str:
    """An action as it is typed: "attack 7"."""
    return act(action.verb, view) if action.number is None else f"{act(action.verb, view)} {action.number}"


def filled(text: str) -> Lines:
    """A longer text, such as a game's rules, in lines that fit."""
    paragraphs = (fill(paragraph, WIDTH) for paragraph in text.split("\n\n"))
    return tuple("\n\n".join(paragraphs).split("\n"))
