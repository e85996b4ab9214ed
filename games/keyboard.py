"""What a typed line means: a move, a command, half a move, or nothing that can be played.

Reads the line against the `View` of the player who typed it. This module must not know a `Duel`, and what it says never
repeats what was typed but for verbs and numbers it has recognised: a line may hold anything, control characters too.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from games import words
from games.model import Action, Phase, Player, Verb, View

LONGEST = 80
"""No sensible line is longer, in characters."""

BLANKS = " \t\r\n"

ANSWERS = {"yes": "defend", "no": "take", "let it through": "take", "take the hit": "take"}
"""Other words for the answer to an attack. They mean nothing at any other moment."""

_MOVE = re.compile(r"(attack|defend|pick|take)?(?:(?:^| )([1-9][0-9]?))?", re.ASCII)


class Word(StrEnum):
    """What may be typed at any prompt besides a move."""

    STATUS = "status"
    RULES = "rules"
    HELP = "help"
    DRAW = "draw"
    DECLINE = "decline"
    RESIGN = "resign"
    QUIT = "quit"


_COMMAND = re.compile(f"(?:player ([12]) (?=draw|decline|resign))?({'|'.join(Word)})", re.ASCII)


@dataclass(frozen=True)
class Command:
    """A word, and the player who is named before it, as in "player 2 resign": they need not be the one asked."""

    word: Word
    player: Player | None = None


@dataclass(frozen=True)
class Half:
    """A move of which one part is still lacking; `question` asks for it."""

    verb: Verb | None
    number: int | None
    question: str


@dataclass(frozen=True)
class Refused:
    """A line that can't be played, and one sentence that says why."""

    why: str


def tidy(line: str) -> str:
    """The line in small letters, without blanks around it and with single ones inside."""
    return re.sub(f"[{BLANKS}]+", " ", line).strip(" ").lower()


def command(line: str) -> Command | None:
    """The command that `line` is, if it is one."""
    # Letters beyond ASCII are never meant, and some of them turn into plain ones when they are made small.
    found = _COMMAND.fullmatch(tidy(line)) if line.isascii() else None
    return Command(Word(found[2]), Player(int(found[1])) if found[1] else None) if found else None


def understand(line: str, view: View, half: Half | None = None) -> Action | Command | Half | Refused:
    """What `line` means to the viewer, who is asked. `half`: the move begun with the line before."""
    if asked := command(line):
        return asked
    typable = f"type {words.example(view)}, for instance, or help."
    text = tidy(line)
    if len(text) > LONGEST or not line.isascii():
        return Refused(f"That is not understood: {typable}")
    if not text:
        return Refused(f"Nothing was typed: {typable}")
    if view.phase is Phase.DEFEND:
        text = ANSWERS.get(text, text)
    found = _MOVE.fullmatch(text)
    if found is None:
        return Refused(f"That is not understood: {typable}")
    verb = Verb(found[1]) if found[1] else None
    number = int(found[2]) if found[2] else None
    return _meant(verb, number, view, half)


def _meant(verb: Verb | None, number: int | None, view: View, half: Half | None) -> Action | Half | Refused:
    """The one legal action with that verb and number, or what is still to be asked."""
    fitting = _fitting(view, verb, number)
    if half and len(fitting) != 1:
        # The line before gave the other half; where it gave the same one, the later word counts.
        verb, number = verb or half.verb, number or half.number
        fitting = _fitting(view, verb, number)
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        verbs = " or ".join(dict.fromkeys(str(action.verb) for action in fitting))
        if number is not None:
            return Half(verb, number, f"Do you want to {verbs} with {number}?")
        values = words.numbers(action.number for action in fitting if action.number is not None)
        return Half(verb, number, f"Which number do you want to {verbs} with? You have {values}.")
    return Refused(f"You can't {_said(verb, number)} now. You can {words.choices(view)}.")


def _said(verb: Verb | None, number: int | None) -> str:
    if number is None:
        return str(verb)
    return f"play {number}" if verb is None else f"{verb} with {number}"


def _fitting(view: View, verb: Verb | None, number: int | None) -> tuple[Action, ...]:
    return tuple(action for action in view.actions if verb in (None, action.verb) and number in (None, action.number))
