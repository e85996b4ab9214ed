"""What the terminal says about a duel: boards, news and endings, in words and to the digit.

Made from a `View` and its events alone. This module must not know a `State`, a `Duel` or any single game: what a viewer
may not know is not in their view, and so can't be written here.
"""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import fill

from games.model import (
    Action,
    Answer,
    Attacked,
    Drew,
    Ending,
    Event,
    Healed,
    Phase,
    Pile,
    Player,
    Reshuffled,
    Showdown,
    Skipped,
    Verb,
    View,
)

Lines = tuple[str, ...]

WIDTH = 79
"""A terminal has 80 columns as a rule, and breaks longer lines in the middle of a word."""

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
        *filled(summary),
        f"{name(Player.ONE)} and {name(Player.TWO)} {lives}.",
        *first,
        # The places of a panel are the same for both, whatever they hold.
        f"Type a move as it is offered to you, such as {typed(view.controls[0].action)}; or status, rules, quit.",
    )


def heading(view: View, player: Player) -> str:
    """Whose turn it is, and for what."""
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
    shared = (line for pile in view.piles if pile.owner is None for line in filled(f"{_pile(pile)}."))
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
    """The viewer's legal actions, as a part of a sentence: "attack or defend with 1, 2, 3"."""
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
    """What is asked of the viewer; and what healing would bring, where that is not the number itself."""
    gains = {
        control.action.number: control.gain
        for control in view.controls
        if control.action in view.actions and control.action.number is not None and control.gain is not None
    }
    asked = f"{name(player)}, you can {choices(view)}."
    if all(value == gain for value, gain in gains.items()):
        return (asked,)
    return (f"Defending gains {', '.join(f'{value}: +{gain}' for value, gain in gains.items())}.", asked)


def example(view: View) -> str:
    """One legal action as it is typed."""
    return typed(view.actions[0])


def typed(action: Action) -> str:
    """An action as it is typed: "attack 7"."""
    return str(action.verb) if action.number is None else f"{action.verb} {action.number}"


def filled(text: str) -> Lines:
    """A longer text, such as a game's rules, in lines that fit."""
    paragraphs = (fill(paragraph, WIDTH) for paragraph in text.split("\n\n"))
    return tuple("\n\n".join(paragraphs).split("\n"))


# ---- what has happened


def since(before: View, now: View) -> Lines:
    """What has happened between two views of the same viewer, and what lies on the table now."""
    lines = news(now.history[len(before.history) :], now)
    if now.phase is Phase.PICK is not before.phase:
        lines += (f"{now.pick_news} Both pick in secret.".lstrip(),)
    return lines + table(now)


def news(events: Iterable[Event], view: View) -> Lines:
    """Events, one after the other; `view` tells where used numbers go."""
    return tuple(line for event in events for line in _event(event, view))


def _event(event: Event, view: View) -> Lines:
    match event:
        case Attacked():
            return _attacked(event, view)
        case Healed(player=player, number=spent, gained=gained, life=life):
            gain = f"{name(player)} gains {points(gained)} and is now at {number(life)}."
            return (f"{name(player)} defends with {spent}.", gain, _used(view, ((spent, player),)))
        case Showdown():
            return _showdown(event)
        case Skipped(player=player):
            return (f"{name(player)} has nothing left to attack with and is skipped.",)
        case Reshuffled():
            return ("The deck ran out: the discarded cards are shuffled into a new one.",)
        case Drew(exchange=exchange, player=player, numbers=drawn):
            # The deal is the hand itself, which stands right above.
            whose = "You have" if player is view.viewer else f"{name(player)} has"
            return () if exchange == 0 else (f"{whose} drawn {numbers(drawn)}.",)
        case _:
            return ()


def _attacked(event: Attacked, view: View) -> Lines:
    attacker, defender = name(event.attacker), name(event.attacker.other)
    used = [(event.number, event.attacker)]
    lines = [f"{attacker} attacks with {event.number}."]
    match event.answer:
        case Answer.DEFENDED:
            assert event.defence is not None
            lines.append(f"{defender} defends with {event.defence}.")
            used.append((event.defence, event.attacker.other))
        case Answer.LET_THROUGH:
            lines.append(f"{defender} does not defend.")
        case Answer.UNABLE:
            lines.append(f"{defender} has nothing to defend with.")
        case Answer.NONE:
            pass
    if event.damage:
        lines.append(f"{defender} loses {points(event.damage)} and is now at {number(event.life)}.")
    else:
        lines.append(f"The attack is fully deflected: {defender} stays at {number(event.life)}.")
    return (*lines, _used(view, used))


def _used(view: View, used: Iterable[tuple[int, Player]]) -> str:
    """Which numbers are gone, and where to."""
    if view.pile("pool"):
        return f"Removed from the pool: {numbers(value for value, _ in used)}."
    gone = ", ".join(f"{value} ({name(owner)})" for value, owner in used)
    return f"{'Discarded' if view.pile('discard') else 'Removed from the game'}: {gone}."


def _showdown(event: Showdown) -> Lines:
    one, two = event.picks
    picked = f"{name(Player.ONE)} picked {one}, {name(Player.TWO)} picked {two}."
    if not any(event.changes):
        return (picked, "Level: nothing changes." if one == two else "Nothing changes.")
    # Who loses comes first.
    told = "; ".join(_changed(event, player) for player in sorted(Player, key=lambda p: event.changes[p.index]))
    return (picked, *filled(f"{told}."))


def _changed(event: Showdown, player: Player) -> str:
    change, now = event.changes[player.index], number(event.life[player.index])
    if change < 0:
        return f"{name(player)} loses {points(-change)} and is now at {now}"
    return f"{name(player)} is now at {now}" if change else f"{name(player)} stays at {now}"


def ending(view: View, title: str) -> Lines:
    """How a duel ended; the view must have an outcome."""
    assert view.outcome is not None
    return (*board(view), *table(view), "", _verdict(view), f"Thank you for playing {title}!")


def _verdict(view: View) -> str:
    assert view.outcome is not None
    winner, how = view.outcome.winner, view.outcome.ending
    one, two = view.life
    if winner is None:
        level = f"both have {points(one)}" if one == two else "nobody has won"
        return f"It is a draw: {'both have run out of life' if how is Ending.LIFE else level}."
    match how:
        case Ending.LIFE:
            return f"{name(winner.other)} has no life points left. {name(winner)} wins the duel!"
        case Ending.NUMBERS_USED if one == two:
            # Which of the two a level end belongs to is the game's own rule; `rules` tells it.
            return f"All numbers are used and both have {points(one)}: by the rules {name(winner)} wins the duel!"
        case Ending.NUMBERS_USED:
            mine, other = view.life[winner.index], view.life[winner.other.index]
            return f"All numbers are used. {name(winner)} wins the duel, by {points(mine)} to {number(other)}!"
        case _:
            return f"{name(winner)} wins the duel!"
