"""Short sentences that every message needs: who and whose, times, life bars, whose turn it is, offers of a draw.

A sentence says "you" if the `PlayerNames` knows who reads it. The names passed in must be safe already.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from games.model import Phase, Player, View

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
        return f"{self.name(player)} {self.of(player, verb)}"

    def capital(self, text: str) -> str:
        """Capitalize a sentence that begins with "you" or "your". A name is not changed, even if it is "you"."""
        if text.split(" ", 1)[0] not in ("you", "your"):
            return text
        named = any(text.startswith(name) and re.match(rf"{re.escape(name)}(?!\w)", text) for name in self.names)
        return text if named else text[0].upper() + text[1:]

    def of(self, player: Player, verb: str) -> str:
        """The verb alone: `loses`, or `lose` for "you". `verb` is the base form."""
        return verb if player is self.reader else _third(verb)

    def whose(self, player: Player) -> str:
        """`Ada's` or `your`."""
        return "your" if player is self.reader else f"{self.names[player.index]}'s"


def _third(verb: str) -> str:
    return {"have": "has", "are": "is"}.get(verb, f"{verb}s")


def count(value: int, noun: str) -> str:
    """`1 card`, `2 cards`."""
    return f"{value} {noun}" if value == 1 else f"{value} {noun}s"


def duration(milliseconds: int) -> str:
    """`3 minutes`; from two hours on, in hours."""
    minutes = max(round(milliseconds / 60_000), 1)
    return count(minutes, "minute") if minutes < 120 else count(round(minutes / 60), "hour")


def relative(milliseconds: int) -> str:
    """How far off a time is, as `in 4 minutes`: Discord keeps it right by itself."""
    return f"<t:{milliseconds // 1000}:R>"


def moment(milliseconds: int) -> str:
    """A time that Discord shows in each reader's time zone."""
    return f"<t:{milliseconds // 1000}:f>"


def clock_time(milliseconds: int) -> str:
    """The same for a time that is less than a day off: hours and minutes."""
    return f"<t:{milliseconds // 1000}:t>"


def life_bar(life: int, full: int) -> str:
    """`▰▰▰▰▰▰▰▱▱▱ 11/15`: at least one segment while life is above 0, which is the least that is shown."""
    left = max(life, 0)
    filled = max(min(left * BAR_LENGTH // full, BAR_LENGTH), min(left, 1))
    return f"{'▰' * filled}{'▱' * (BAR_LENGTH - filled)} {left}/{full}"


def whose_turn(view: View, players: PlayerNames) -> str:
    """Who has to do what."""
    act = {Phase.MOVE: "move", Phase.ATTACK: "attack", Phase.DEFEND: "defence", Phase.PICK: "pick"}[view.phase]
    part = f"{view.pick_title}: " if view.phase is Phase.PICK and view.pick_title else ""
    player, *others = view.to_act
    if not others and player is not players.reader:
        return f"{part}{players.name(player)} to {'defend' if act == 'defence' else act}"
    what = "both pick in secret" if others else f"your {act}"
    return f"{part}{what}" if part else what.capitalize()


def about_draw(view: View, players: PlayerNames) -> str:
    """The draw offer since the last move, or its refusal; empty if there was none."""
    if view.offer is None:
        return ""
    by = view.offer.by
    if view.offer.declined:
        return f"{players.capital(players.does(by.other, 'decline'))} the draw."
    return f"{players.capital(players.does(by, 'offer'))} a draw."
