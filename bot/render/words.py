"""Sentences about what happened and whose turn it is, made from a `View` and its events alone.

A sentence says "you" if the `PlayerNames` knows who reads it. The names passed in must be safe already.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from itertools import groupby

from games.model import (
    Answer,
    Attacked,
    Drew,
    Ending,
    Event,
    Healed,
    Outcome,
    Phase,
    Player,
    Reshuffled,
    Showdown,
    Skipped,
    View,
)

BAR_LENGTH = 10
"""Segments of a life bar: as many as fit beside the number on a phone."""


@dataclass(frozen=True)
class PlayerNames:
    """The names of both players, and which of them reads the text (None: everybody)."""

    names: tuple[str, str]
    reader: Player | None = None

    def name(self, player: Player) -> str:
        """The player's name, or "you"."""
        return "you" if player is self.reader else self.names[player.index]

    def does(self, player: Player, verb: str) -> str:
        """Subject and verb in agreement: `Ada loses`, `you lose`. `verb` is the base form."""
        return f"{self.name(player)} {verb}" if player is self.reader else f"{self.name(player)} {_third(verb)}"

    def capital(self, text: str) -> str:
        """Capitalize a sentence that begins with "you" or "your". A name is not changed, even if it is "you"."""
        named = any(re.match(rf"{re.escape(name)}(?!\w)", text) for name in self.names)
        return text if named or text.split(" ", 1)[0] not in ("you", "your") else text[0].upper() + text[1:]

    def whose(self, player: Player) -> str:
        """`Ada's` or `your`."""
        return "your" if player is self.reader else f"{self.names[player.index]}'s"


def _third(verb: str) -> str:
    return {"have": "has"}.get(verb, f"{verb}s")


def number(value: int) -> str:
    """A number with a true minus sign."""
    return f"−{-value}" if value < 0 else str(value)


def count(value: int, noun: str) -> str:
    """`1 card`, `2 cards`."""
    return f"{value} {noun}" if value == 1 else f"{value} {noun}s"


def duration(milliseconds: int) -> str:
    """`3 minutes`; from two hours on, in hours."""
    minutes = max(round(milliseconds / 60_000), 1)
    return count(minutes, "minute") if minutes < 120 else count(round(minutes / 60), "hour")


def moment(milliseconds: int) -> str:
    """A time that Discord shows in each reader's time zone, and how far off it is."""
    seconds = milliseconds // 1000
    return f"<t:{seconds}:f>, <t:{seconds}:R>"


def numbers(values: tuple[int, ...]) -> str:
    """`1 2 3`, or `none`."""
    return " ".join(map(str, values)) or "none"


def life_bar(life: int, full: int) -> str:
    """`▰▰▰▰▰▰▰▱▱▱ 11/15`: at least one segment while life is above 0."""
    filled = max(min(life * BAR_LENGTH // full, BAR_LENGTH), 1 if life > 0 else 0)
    return f"{'▰' * filled}{'▱' * (BAR_LENGTH - filled)} {number(life)}/{full}"


def happened(event: Event, players: PlayerNames, pick_title: str) -> str:
    """One event as a sentence without its full stop. `pick_title`: see `View`."""
    match event:
        case Attacked():
            return _attacked(event, players)
        case Healed(player=player, number=spent, gained=gained):
            return f"{players.does(player, 'defend')} with {spent} and {_verb(players, player, 'gain')} {gained}"
        case Showdown():
            return _showdown(event, players, pick_title)
        case Skipped(player=player):
            return f"{players.does(player, 'have')} nothing to attack with"
        case Reshuffled():
            return "The played cards are shuffled into a new deck"
        case Drew(exchange=0, player=player, numbers=cards):
            return f"{players.name(player)} got {numbers(cards)}"
        case Drew(player=player, numbers=cards):
            return f"{players.name(player)} drew {numbers(cards)}"
    raise TypeError(f"no words for {type(event).__name__}")


def _verb(players: PlayerNames, player: Player, verb: str) -> str:
    return verb if player is players.reader else _third(verb)


def _attacked(event: Attacked, players: PlayerNames) -> str:
    attacker, defender = event.attacker, event.attacker.other
    loss = f"{players.does(defender, 'lose')} {event.damage}"
    attack = f"{players.whose(attacker)} {event.number}"
    match event.answer:
        case Answer.NONE:
            return f"{players.does(attacker, 'attack')} with {event.number}: {loss}"
        case Answer.DEFENDED:
            meeting = f"{attack} against {players.whose(defender)} {event.defence}"
            return f"{meeting}: {loss if event.damage else 'deflected'}"
        case Answer.LET_THROUGH:
            return f"{attack}, let through: {loss}"
        case Answer.UNABLE:
            return f"{attack}, unanswered: {loss}"


def _showdown(event: Showdown, players: PlayerNames, pick_title: str) -> str:
    picks = " against ".join(f"{players.whose(player)} {event.picks[player.index]}" for player in Player)
    start = f"{pick_title}, {picks}" if pick_title else picks
    lives = [number(life) for life in event.life]
    changes = list(zip(Player, event.changes, strict=True))
    lost = [f"{players.does(player, 'lose')} {-change}" for player, change in changes if change < 0]
    gained = [f"{players.does(player, 'gain')} {change}" for player, change in changes if change > 0]
    # What is gained is told by both lives, and by itself only where nobody loses.
    told = lost or gained
    if len(told) == 2:
        # Each name once less: three such lines have to fit on a board, however long the names are.
        has = (f"{_verb(players, player, 'have')} {life}" for player, life in zip(Player, lives, strict=True))
        return f"{start}: {', '.join(f'{change} and {life}' for change, life in zip(told, has, strict=True))}"
    left = " and ".join(f"{players.does(player, 'have')} {life}" for player, life in zip(Player, lives, strict=True))
    level = "level" if event.picks[0] == event.picks[1] else "nothing changes"
    return f"{start}: {told[0] if told else level}. {players.capital(left)}"


def course(view: View, players: PlayerNames) -> tuple[str, ...]:
    """One line per exchange, oldest first: `3 · Ada 9 against Ben 4: Ben loses 5`."""
    lines = []
    for exchange, events in groupby(view.history, key=lambda event: event.exchange):
        text = ". ".join(players.capital(happened(event, players, view.pick_title)) for event in events)
        lines.append(f"{exchange} · {text}" if exchange else text)
    return tuple(lines)


def recap(view: View, players: PlayerNames) -> str:
    """The last exchange in one paragraph; empty where nothing has happened."""
    # What was dealt, in exchange 0, is the hand that the panel shows.
    told = (happened(event, players, view.pick_title) for event in view.recap if event.exchange)
    return " ".join(f"{players.capital(sentence)}." for sentence in told)


def whose_turn(view: View, players: PlayerNames) -> str:
    """Who has to do what."""
    if view.phase is Phase.PICK and len(view.to_act) > 1:
        return f"{view.pick_title}: both pick in secret" if view.pick_title else "Both pick in secret"
    (player,) = view.to_act
    if player is players.reader:
        return {
            Phase.MOVE: "Your move",
            Phase.ATTACK: "Your attack",
            Phase.DEFEND: "Your defence",
            Phase.PICK: f"{view.pick_title}: your pick" if view.pick_title else "Your pick",
        }[view.phase]
    to_do = {Phase.MOVE: "to move", Phase.ATTACK: "to attack", Phase.DEFEND: "to defend", Phase.PICK: "to pick"}
    return f"{players.capital(players.name(player))} {to_do[view.phase]}"


def about_draw(view: View, players: PlayerNames) -> str:
    """The draw offer since the last move, or its refusal; empty if there was none."""
    if view.offer is None:
        return ""
    by = view.offer.by
    if view.offer.declined:
        return f"{players.capital(players.does(by.other, 'decline'))} a draw."
    return f"{players.capital(players.does(by, 'offer'))} a draw."


def result_title(outcome: Outcome, title: str, players: PlayerNames) -> str:
    """Who won what."""
    if outcome.winner:
        return f"{players.capital(players.does(outcome.winner, 'win'))} {title}"
    return f"{title} ends level" if outcome.ending is not Ending.VOID else f"{title} was called off"


def result_reason(
    view: View, players: PlayerNames, *, late: bool = False, unreached: Collection[Player] = frozenset()
) -> str:
    """How the duel ended. `late`: because a deadline passed; `unreached`: who could not be told of their turn."""
    outcome = view.outcome
    assert outcome is not None
    loser = players.name(outcome.winner.other) if outcome.winner else ""
    match outcome.ending:
        case Ending.LIFE if outcome.winner is None:
            return "Both ran out of life: a draw."
        case Ending.LIFE:
            return f"{players.capital(loser)} ran out of life."
        case Ending.NUMBERS_USED if outcome.winner is None:
            return "All numbers are used, and both have the same life: a draw."
        case Ending.NUMBERS_USED if view.life[0] == view.life[1]:
            return f"All numbers are used, both have the same life, and {loser} {view.level_loser or 'lost'}."
        case Ending.NUMBERS_USED:
            return f"All numbers are used, and {loser} had less life."
        case Ending.RESIGNATION:
            return f"{players.capital(loser)} resigned."
        case Ending.TIME:
            return f"{players.capital(loser)} ran out of time."
        case Ending.AGREEMENT:
            return "Both agreed on a draw."
        case Ending.VOID:
            why = "I was removed from its server"
            if unreached:
                why = f"I could not reach {' and '.join(players.name(p) for p in Player if p in unreached)}"
            elif late:
                why = "Neither of the two picked in time" if view.turn else "Nobody moved in time"
            return f"{why}: no winner, and no loser."
