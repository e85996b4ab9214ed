"""What a typed line means: a move, a command, half a move, or nothing that can be played.

`spoken` reads a whole move. The rest reads a line of the terminal against the `View` of the player who typed it. This
module must not know a `Duel`, and what it says never repeats what was typed but for verbs and numbers it has
recognised: a line may hold anything, control characters too.
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum

from games import words
from games.model import Action, IllegalAction, Phase, Player, Verb, View

LONGEST = 80
"""No sensible line is longer, in characters."""

BLANKS = " \t\r\n"

SYNONYMS = {"heal": "defend", "take the hit": "take"}
"""What acts are called, where their tokens say it otherwise."""

ANSWERS = {"yes": "defend", "no": "take"}
"""The answers that siege's rule book asks for. They mean nothing at any other moment."""

_SYNONYM = re.compile(f"({'|'.join(SYNONYMS)})(?![a-z])", re.ASCII)
_HALF = re.compile("(attack|defend|pick)|([1-9][0-9]?)", re.ASCII)


class Word(StrEnum):
    """What may be typed at any prompt besides a move."""

    STATUS = "status"
    RULES = "rules"
    HELP = "help"
    DRAW = "draw"
    DECLINE = "decline"
    RESIGN = "resign"
    REVIEW = "review"
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


def spoken(text: str) -> Action:
    """Read a whole move as people type it; raises `IllegalAction` on anything else.

    It is a token of a player's action, in any case, with blanks around it or for its hyphen, and what it does may be
    called as in `SYNONYMS`. Whether it may be played is another question.

    >>> str(spoken(" Heal  4"))
    'defend-4'
    """
    # Letters beyond ASCII are never meant, and some of them turn into plain ones when they are made small.
    action = Action.parse(_plain(text).replace(" ", "-") if text.isascii() else "")
    if action.verb is Verb.DRAW:
        raise IllegalAction("Cards are drawn by themselves.")
    return action


def _plain(text: str) -> str:
    """The line, tidied, with the verb that tokens have."""
    text = tidy(text)
    found = _SYNONYM.match(text)
    return SYNONYMS[found[1]] + text[found.end() :] if found else text


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
    if len(tidy(line)) > LONGEST or not line.isascii():
        return Refused(f"That is not understood: {typable}")
    if not (text := _plain(line)):
        return Refused(f"Nothing was typed: {typable}")
    if view.phase is Phase.DEFEND:
        text = ANSWERS.get(text, text)
    with suppress(IllegalAction):
        action = spoken(text)
        return _meant(action.verb, action.number, view, half)
    found = _HALF.fullmatch(text)
    if found is None:
        return Refused(f"That is not understood: {typable}")
    return _meant(Verb(found[1]) if found[1] else None, int(found[2]) if found[2] else None, view, half)


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
        verbs = dict.fromkeys(action.verb for action in fitting)
        values = dict.fromkeys(action.number for action in fitting if action.number is not None)
        can = words.doing(verbs, values, view)
        return Half(verb, number, f"Which number? You can {can}." if number is None else f"Do you want to {can}?")
    return Refused(f"{_why_not(verb, number, view)} You can {words.choices(view)}.")


def _why_not(verb: Verb | None, number: int | None, view: View) -> str:
    """Why there is no legal action of that verb and number."""
    if not view.actions:
        (player,) = view.to_act
        return f"It is {words.name(player)}'s turn."
    if verb and verb not in {action.verb for action in view.actions}:
        return f"You can't {words.act(verb, view)} now."
    if number not in {control.action.number for control in view.controls}:
        return f"There is no {number}."
    held = view.pile("hand", view.viewer)
    if held and held.numbers is not None and number not in held.numbers:
        return f"You don't hold {number}."
    left = view.pile("tokens", view.viewer) or view.pile("pool")
    if left and left.numbers is not None and number not in left.numbers:
        return f"{number} is used up."
    return f"You can't play {number} now."


def _fitting(view: View, verb: Verb | None, number: int | None) -> tuple[Action, ...]:
    return tuple(action for action in view.actions if verb in (None, action.verb) and number in (None, action.number))
