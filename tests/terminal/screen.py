"""A terminal made of text: what a person sitting before it can see, scrolling back included.

Typed lines are echoed, as a real terminal does. `2J` alone moves the screen to where it can be scrolled back to (some
terminals do); only `3J` forgets that.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from random import Random

from games import Action, Duel, Player, View, words
from games.terminal import CLEAR, Opponent, Session

CODE = re.compile(r"(\x1b\[(?:H|2J|3J))")
ASKED = re.compile(r"Player ([12]), (you can|take|keep) [^\n]*\n", re.ASCII)


@dataclass
class Screen:
    """What has been written: `shown` since it was last forgotten, `all` from the start."""

    all: str = ""
    visible: str = ""
    scrolled: str = ""

    @property
    def shown(self) -> str:
        return self.scrolled + self.visible

    def write(self, text: str) -> None:
        self.all += text
        for part in CODE.split(text):
            match part:
                case "\x1b[H":
                    pass
                case "\x1b[2J":
                    self.scrolled, self.visible = self.scrolled + self.visible, ""
                case "\x1b[3J":
                    self.scrolled = ""
                case _:
                    assert "\x1b" not in part
                    self.visible += part


@dataclass(frozen=True)
class Moment:
    """A line is being waited for: from whom, whether only Enter counts, and what can be seen meanwhile."""

    player: Player
    gate: bool
    shown: str
    duel: Duel

    @property
    def view(self) -> View:
        return self.duel.view(self.player)


Typist = Callable[[Moment], str | None]
"""What is typed at a moment; None is the end of the input."""


@dataclass
class TypedSession:
    """A session with its screen. `moments` are all at which a line was waited for."""

    duel: Duel
    typist: Typist
    kind: type[Session] = Session
    opponent: Opponent | None = None
    screen: Screen = field(default_factory=Screen)
    moments: list[Moment] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.session = self.kind(self.duel, self, self._write, lambda: None, opponent=self.opponent)

    def _write(self, text: str) -> None:
        assert all(len(line) < 80 for line in text.splitlines()), text
        self.screen.write(text)

    def readline(self, limit: int, /) -> str:
        *_, last = ASKED.finditer(self.screen.shown)
        moment = Moment(Player(int(last[1])), last[2] != "you can", self.screen.shown, self.session.duel)
        self.moments.append(moment)
        typed = self.typist(moment)
        if typed is None:
            return ""
        assert len(typed) < limit, "longer lines are tested with a real stream"
        self.screen.write(CODE.sub("", typed).replace("\x1b", "^[") + "\n")
        return typed + "\n"

    def play(self) -> TypedSession:
        self.session.play()
        return self


def lines(typed: Iterable[str]) -> Typist:
    """These lines at the prompts, and Enter where only that counts; then the end of the input."""
    left: Iterator[str] = iter(typed)
    return lambda moment: "" if moment.gate else next(left, None)


def typed(action: Action) -> str:
    return str(action).replace("-", " ")


def at_random(random: Random) -> Typist:
    """Legal moves, in one spelling or another."""

    def typist(moment: Moment) -> str:
        if moment.gate:
            return random.choice(("", " ", "\t"))
        text = typed(random.choice(moment.view.actions))
        return random.choice((text, text.upper(), f"  {text} ", text.replace(" ", "   ")))

    return typist


def in_order(shown: str, facts: Iterable[str]) -> None:
    """Each fact is a whole line, or several if it is longer than those, one after the other, others between them."""
    left = iter(shown.replace(CLEAR, "").split("\n"))
    for fact in (line for told in facts for line in words.filled(told)):
        assert any(line.removeprefix("> ") == fact for line in left), f"{fact!r} is missing in\n{shown}"
