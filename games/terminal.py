"""A duel at one keyboard: two people, one screen, and secrets that must not stay on it; or one, against the computer.

Everything shown is made from a `View`. Whenever a player has seen or typed what the other may not know, the screen and
what can be scrolled back to are cleared before anything else is shown, and the next player is asked to take the
keyboard. What was typed before that is not read: an Enter too many would show a hand to the wrong player.
Who plays against the computer is alone, and nothing is cleared.
This module must not know any single game, nor where the lines come from and go to: reading and writing are given.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from typing import Protocol

from games import news, registry, words
from games.duel import Duel
from games.keyboard import Command, Half, Refused, Word, command, tidy, understand
from games.model import Action, IllegalAction, Player, Talk, View

CLEAR = "\x1b[H\x1b[2J\x1b[3J"
"""Home, the screen, and then what can be scrolled back to: some terminals move the screen there when it is cleared."""

PIECE = 4096
"""How much of a line is read at once, in characters. More than that in one line is thrown away, not kept in memory."""

LEFT = "The duel is left unfinished; nobody has won. Goodbye!"
NO_INPUT = "There is no more input: the duel is left unfinished; nobody has won."
INTERRUPTED = "Interrupted: the duel is left unfinished; nobody has won."


class Reader(Protocol):
    """Where typed lines come from: a text stream, or what looks like one."""

    def readline(self, limit: int, /) -> str:
        """The next line with its end, at most `limit` characters of it; empty at the end of the input."""


REVIEW_LATER = "The review comes with the end of the duel."
REVIEW_NOW = "Type review to see what was best, move by move, or press Enter to leave."

COMPUTER = Player.TWO
"""The computer's place, where it plays."""


@dataclass(frozen=True)
class Opponent:
    """The computer. `introduction`: a sentence about it. `decide`: what it does by its view, or None where it waits."""

    introduction: str
    decide: Callable[[View], Action | Talk | None]


class _Left(Exception):
    """A player is leaving the duel. The argument is what is said about it."""


def toss(seed: bytes) -> Player:
    """The coin: who starts a duel with that seed (1 to 64 bytes)."""
    # `Seeded` hashes eight bytes for its draws, so this message is never one of them.
    return Player.ONE if blake2b(b"coin toss", key=seed).digest()[0] % 2 else Player.TWO


class Session:
    """One duel, from the welcome to the end. `duel` is where it stands."""

    def __init__(
        self,
        duel: Duel,
        reader: Reader,
        write: Callable[[str], object],
        discard: Callable[[], object],
        *,
        opponent: Opponent | None = None,
        review: Callable[[Duel], words.Lines] | None = None,
    ) -> None:
        """`write` must show what it is given at once. `discard` throws away what was typed and is not read yet.
        `review` tells of a duel that is over what was best; without it, nobody is asked whether they want that.
        """
        self.duel = duel
        self._opponent = opponent
        self._review = review
        self._game = registry.get(duel.view(None).game)
        self._reader = reader
        self._write = write
        self._discard = discard
        self._holder: Player | None = None  # who has the keyboard
        self._private = False  # whether the screen holds what only the holder may know
        self._public: words.Lines = ()  # what both have been told last
        self._told = dict.fromkeys(Player, 0)  # how many of their own events each has been told
        self._latest = ""  # the line that was typed last, tidied
        self._again = False  # whether the one before it was the same

    def play(self) -> None:
        """Plays until the end of the duel or of the input. Ctrl-C is passed on, after a word about it."""
        try:
            introduced = (self._opponent.introduction,) if self._opponent else ()
            self._tell(*words.welcome(self.duel.view(Player.ONE), self._game.title, self._game.summary), *introduced)
            before = self.duel.view(None)
            if self._computer_has_moved():
                self._say("")
                self._tell_news(before)
            while (before := self.duel.view(None)).outcome is None:
                # Where both choose at once, two are asked; at one keyboard it has to be one after the other.
                asked = min(before.to_act, key=lambda player: player.value)
                self._turn(next(filter(self.duel.is_offered, Player), asked))
                self._computer_has_moved()
                self._tell_news(before)
            self._say("", *news.ending(self.duel.view(None), self._game.title))
        except _Left as left:
            self._part(str(left))
        except KeyboardInterrupt:
            self._part(INTERRUPTED)
            raise
        else:
            if self._review:
                self._offer_review(self._review)

    def _offer_review(self, review: Callable[[Duel], words.Lines]) -> None:
        """The review, if it is asked for. It is for both: after the end everything that was held is shown."""
        self._discard()
        self._say("", REVIEW_NOW)
        with suppress(_Left):  # the end of the input needs no word here
            while True:
                self._write("> ")
                line = self._line()
                asked = command(line)
                if asked and asked.word is Word.REVIEW:
                    self._say("", *review(self.duel))
                if not tidy(line) or (asked and asked.word in (Word.REVIEW, Word.QUIT)):
                    return
                self._say(REVIEW_NOW)

    def _computer_has_moved(self) -> bool:
        """Lets the computer, if it plays, do all that it can do now; whether that was anything."""
        moves = self.duel.moves
        while self._opponent and (step := self._opponent.decide(self.duel.view(COMPUTER))):
            self.duel = self.duel.step(COMPUTER, step)
        return self.duel.moves != moves

    def _turn(self, player: Player) -> None:
        """One player's decision, taken unseen by the other where there is something to hide."""
        view, seen_by_all = self.duel.view(player), self.duel.view(None)
        decided = None
        # A hand, or whatever else this player knows and the other does not, or a choice that is to stay hidden.
        hides = view.secret or view.piles != seen_by_all.piles or view.history != seen_by_all.history
        if hides and not self._opponent:
            decided = self._hand_over(player, seen_by_all)
        else:
            self._discard()
            self._say("")
        if decided is None:
            self._say(words.heading(view, player), *words.board(view), *self._own_news(view, seen_by_all))
            decided = self._decision(view, player)
        if self._private:
            self._hide()
        else:
            self._say("")
        self.duel = decided

    def _hand_over(self, player: Player, seen_by_all: View) -> Duel | None:
        """Waits until `player` sits alone before the screen. What is on it meanwhile is for both.

        Returns the duel if it is changed instead, by an offer, its refusal or a resignation.
        """
        gets = "keep" if player is self._holder else "take"
        while True:
            self._discard()
            self._say("", f"{words.name(player)}, {gets} the keyboard. Press Enter when only you can see the screen.")
            line = self._line()
            if asked := command(line):
                decided = self._obey(asked, player, seen_by_all)
                if decided:
                    return decided
            elif not tidy(line):
                break
            else:
                # It may be a number that was typed too early, and the other one may be looking.
                self._hide()
                self._say(*self._public, "", "Only Enter or help counts here; what was typed has not been played.")
        self._holder, self._private = player, True
        return None

    def _decision(self, view: View, player: Player) -> Duel:
        """Asks until a legal action is typed, or a command that changes the duel."""
        self._say(*words.prompt(view, player))
        half: Half | None = None
        while True:
            self._write("> ")
            meant = understand(self._line(), view, half)
            half = None
            match meant:
                case Action():
                    return self.duel.play(player, meant)
                case Half():
                    half = meant
                    self._say(meant.question)
                case Refused():
                    self._say(meant.why)
                case Command():
                    decided = self._obey(meant, player, view)
                    if decided:
                        return decided
                    if meant.word in (Word.STATUS, Word.RULES, Word.HELP):
                        self._say("", *words.prompt(view, player))

    def _obey(self, asked: Command, holder: Player, view: View) -> Duel | None:
        """Does what a command says; returns the duel if that changes it. `view` is what may be seen by who looks."""
        player = asked.player or holder
        if self._opponent and player is COMPUTER:
            self._say(f"{words.name(player)} is the computer, and decides by itself.")
            return None
        match asked.word:
            case Word.STATUS:
                self._say("", words.heading(view, holder), *words.board(view), *words.table(view))
            case Word.RULES:
                self._say("", self._game.how_to_play, *(("", self._game.known) if self._game.known else ()))
            case Word.HELP:
                self._say("", *words.COMMANDS, *(() if self._opponent else (words.NOT_ASKED,)))
            case Word.DRAW:
                with suppress(IllegalAction):
                    return self.duel.offer_draw(player)
                self._say(f"{words.name(player)} can offer a draw again after their next move.")
            case Word.DECLINE:
                with suppress(IllegalAction):
                    return self.duel.decline_draw(player)
                self._say(f"No draw is offered to {words.name(player)}.")
            case Word.RESIGN:
                if self._again:
                    return self.duel.resign(player)
                self._say(f"{words.name(player)}, type it again to give the duel up, or anything else to play on.")
            case Word.REVIEW:
                self._say(REVIEW_LATER)
            case Word.QUIT:
                raise _Left(LEFT)
        return None

    def _own_news(self, view: View, seen_by_all: View) -> words.Lines:
        """What has happened to this player that the other is not told, since they were told last."""
        assert view.viewer is not None
        own = [event for event in view.history if event not in seen_by_all.history]
        new, self._told[view.viewer] = own[self._told[view.viewer] :], len(own)
        return news.news(new, view)

    def _tell_news(self, before: View) -> None:
        """Tells both what has happened since `before`, and what lies on the table."""
        self._tell(*news.since(before, self.duel.view(None)))

    def _tell(self, *lines: str) -> None:
        self._public = lines
        self._say(*lines)

    def _hide(self) -> None:
        """Clears what only one player may know, and the echo of what was typed on."""
        self._discard()
        self._write(CLEAR)
        self._private = False

    def _part(self, sentence: str) -> None:
        if self._private:
            self._hide()
        else:
            self._say("")  # the input may have ended behind a prompt
        self._say(sentence)

    def _say(self, *lines: str) -> None:
        self._write("".join(f"{line}\n" for text in lines for line in words.filled(text)))

    def _line(self) -> str:
        """The next typed line, or one that can't be meant if it is too long. Not by `input`, which keeps a history."""
        line = piece = self._reader.readline(PIECE)
        if not line:
            raise _Left(NO_INPUT)
        while len(piece) == PIECE and not piece.endswith("\n"):
            piece = self._reader.readline(PIECE)
            if tidy(piece):
                line = "?"
        self._again, self._latest = tidy(line) == self._latest, tidy(line)
        return line
