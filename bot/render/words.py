"""What happened and whose turn it is, in words. Made from a `View` and its events alone.

A sentence says "you" to its reader where the speaker knows who reads; names come in cleaned.
"""

from __future__ import annotations

import re
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
"""Segments of a life bar: what a phone's width holds beside the number."""


@dataclass(frozen=True)
class Speaker:
    """Who the two are, and who reads (None: everybody)."""

    names: tuple[str, str]
    reader: Player | None = None

    def name(self, player: Player) -> str:
        """The player, named, or "you"."""
        return "you" if player is self.reader else self.names[player.index]

    def does(self, player: Player, verb: str) -> str:
        """Subject and verb in agreement: `Ada loses`, `you lose`. `verb` is the plain form."""
        return f"{self.name(player)} {verb}" if player is self.reader else f"{self.name(player)} {_third(verb)}"

    def capital(self, text: str) -> str:
        """A sentence that begins with its reader gets a capital letter; a name stays as it is written, even "you"."""
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
    """`3 minutes`, or in hours from two on."""
    minutes = max(round(milliseconds / 60_000), 1)
    return count(minutes, "minute") if minutes < 120 else count(round(minutes / 60), "hour")


def moment(milliseconds: int) -> str:
    """A time that Discord shows each reader in their own zone, and how far off it is."""
    seconds = milliseconds // 1000
    return f"<t:{seconds}:f>, <t:{seconds}:R>"


def numbers(values: tuple[int, ...]) -> str:
    """`1 2 3`, or `none`."""
    return " ".join(map(str, values)) or "none"


def life_bar(life: int, full: int) -> str:
    """`▰▰▰▰▰▰▰▱▱▱ 11/15`: one segment at least while there is life."""
    filled = max(min(life * BAR_LENGTH // full, BAR_LENGTH), 1 if life > 0 else 0)
    return f"{'▰' * filled}{'▱' * (BAR_LENGTH - filled)} {number(life)}/{full}"


def happened(event: Event, speaker: Speaker) -> str:
    """One event as a sentence without its full stop."""
    match event:
        case Attacked():
            return _attacked(event, speaker)
        case Healed(player=player, number=spent, gained=gained):
            return f"{speaker.does(player, 'defend')} with {spent} and {_verb(speaker, player, 'gain')} {gained}"
        case Showdown():
            return _showdown(event, speaker)
        case Skipped(player=player):
            return f"{speaker.does(player, 'have')} nothing to attack with"
        case Reshuffled():
            return "The played cards are shuffled into a new deck"
        case Drew(exchange=0, player=player, numbers=cards):
            return f"{speaker.name(player)} got {numbers(cards)}"
        case Drew(player=player, numbers=cards):
            return f"{speaker.name(player)} drew {numbers(cards)}"
    raise TypeError(f"no words for {type(event).__name__}")


def _verb(speaker: Speaker, player: Player, verb: str) -> str:
    return verb if player is speaker.reader else _third(verb)


def _attacked(event: Attacked, speaker: Speaker) -> str:
    attacker, defender = event.attacker, event.attacker.other
    loss = f"{speaker.does(defender, 'lose')} {event.damage}"
    attack = f"{speaker.whose(attacker)} {event.number}"
    match event.answer:
        case Answer.NONE:
            return f"{speaker.does(attacker, 'attack')} with {event.number}: {loss}"
        case Answer.DEFENDED:
            meeting = f"{attack} against {speaker.whose(defender)} {event.defence}"
            return f"{meeting}: {loss if event.damage else 'deflected'}"
        case Answer.LET_THROUGH:
            return f"{attack}, let through: {loss}"
        case Answer.UNABLE:
            return f"{attack}, unanswered: {loss}"


def _showdown(event: Showdown, speaker: Speaker) -> str:
    one, two = (f"{speaker.whose(player)} {event.picks[player.index]}" for player in Player)
    left = " and ".join(f"{speaker.does(player, 'have')} {number(event.life[player.index])}" for player in Player)
    gap = event.picks[0] - event.picks[1]
    change = speaker.does(Player.TWO if gap > 0 else Player.ONE, "lose") + f" {abs(gap)}" if gap else "level"
    return f"Sudden death, {one} against {two}: {change}. {speaker.capital(left)}"


def course(view: View, speaker: Speaker) -> tuple[str, ...]:
    """One line an exchange, oldest first: `3 · Ada 9 against Ben 4: Ben loses 5`."""
    lines = []
    for exchange, events in groupby(view.history, key=lambda event: event.exchange):
        text = ". ".join(speaker.capital(happened(event, speaker)) for event in events)
        lines.append(f"{exchange} · {text}" if exchange else text)
    return tuple(lines)


def recap(view: View, speaker: Speaker) -> str:
    """The last exchange in one paragraph; empty where nothing has happened."""
    # What was dealt, in exchange 0, is the hand that the panel shows.
    return " ".join(f"{speaker.capital(happened(event, speaker))}." for event in view.recap if event.exchange)


def whose_turn(view: View, speaker: Speaker) -> str:
    """Who is to do what."""
    if view.phase is Phase.PICK and len(view.to_act) > 1:
        return "Sudden death: both pick in secret"
    (player,) = view.to_act
    if player is speaker.reader:
        return {
            Phase.MOVE: "Your move",
            Phase.ATTACK: "Your attack",
            Phase.DEFEND: "Your defence",
            Phase.PICK: "Sudden death: your pick",
        }[view.phase]
    to_do = {Phase.MOVE: "to move", Phase.ATTACK: "to attack", Phase.DEFEND: "to defend", Phase.PICK: "to pick"}
    return f"{speaker.capital(speaker.name(player))} {to_do[view.phase]}"


def about_draw(view: View, speaker: Speaker) -> str:
    """What was said about a draw since the last move; empty where nothing was."""
    if view.offer is None:
        return ""
    by = view.offer.by
    if view.offer.declined:
        return f"{speaker.capital(speaker.does(by.other, 'decline'))} a draw."
    return f"{speaker.capital(speaker.does(by, 'offer'))} a draw."


def result_title(outcome: Outcome, title: str, speaker: Speaker) -> str:
    """Who won what."""
    if outcome.winner:
        return f"{speaker.capital(speaker.does(outcome.winner, 'win'))} {title}"
    return f"{title} ends level" if outcome.ending is not Ending.VOID else f"{title} was called off"


def result_reason(view: View, speaker: Speaker, *, late: bool = False) -> str:
    """How it ended. `late`: by a deadline."""
    outcome = view.outcome
    assert outcome is not None
    loser = speaker.name(outcome.winner.other) if outcome.winner else ""
    match outcome.ending:
        case Ending.LIFE:
            return f"{speaker.capital(loser)} ran out of life."
        case Ending.NUMBERS_USED if outcome.winner is None:
            return "All numbers are used, and both have the same life: a draw."
        case Ending.NUMBERS_USED if view.life[0] == view.life[1]:
            return f"All numbers are used, both have the same life, and {loser} moved last."
        case Ending.NUMBERS_USED:
            return f"All numbers are used, and {loser} had less life."
        case Ending.RESIGNATION:
            return f"{speaker.capital(loser)} resigned."
        case Ending.TIME:
            return f"{speaker.capital(loser)} ran out of time."
        case Ending.AGREEMENT:
            return "Both agreed on a draw."
        case Ending.VOID:
            why = "I am no longer in its server"
            if late:
                why = "Neither of the two picked in time" if view.turn else "Nobody moved in time"
            return f"{why}: no winner, and no loser."
