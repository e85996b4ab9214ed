"""What every message about a duel says first: which duel it is, and how both stand."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.render import names, words
from bot.render.words import Speaker
from games.model import Pile, Player, View

URL = "https://discord.com/channels/{guild}/{channel}/{message}"


@dataclass(frozen=True)
class Card:
    """A duel as its messages name it. `names` are as people wrote them; `board_url` None where there is no board.

    `due` is when a move or an answer is due, in milliseconds since 1970, None where nothing is; `put_off`, by how many
    milliseconds that is later since the bot was away; `late`: the end came by that.
    """

    duel: int
    title: str
    names: tuple[str, str]
    board_url: str | None = None
    due: int | None = None
    put_off: int = 0
    late: bool = False

    def without_link(self) -> Card:
        """For the board itself, which needs no link to where it stands."""
        return replace(self, board_url=None)

    def speaker(self, reader: Player | None = None) -> Speaker:
        """Who speaks of this duel in formatted text."""
        return Speaker((names.shown(self.names[0]), names.shown(self.names[1])), reader)

    def heading(self, viewer: Player | None = None) -> str:
        """`### Number Match Duel · duel 57 · against Ben`."""
        against = f" · against {self.speaker().name(viewer.other)}" if viewer else ""
        return f"### {self.title} · duel {self.duel}{against}"

    def until(self) -> str:
        """Till when a move or an answer is due, in each reader's own time; empty where nothing is."""
        if self.due is None:
            return ""
        away = f"\n-# I was away, so this is {words.duration(self.put_off)} later than it was." if self.put_off else ""
        return f"until {words.moment(self.due)}{away}"


def standing(view: View, speaker: Speaker) -> str:
    """Both lives, each with the numbers that belong to it."""
    lines = []
    for player in Player if view.viewer is None else (view.viewer, view.viewer.other):
        bar = words.life_bar(view.life[player.index], view.full_life)
        lines.append(f"**{speaker.capital(speaker.name(player))}** {bar}")
        own = (pile for pile in view.piles if pile.owner is player and pile.name in ("tokens", "hand"))
        lines += [_owned(pile) for pile in own if pile.count or not view.outcome]
    return "\n".join(lines)


def _owned(pile: Pile) -> str:
    if pile.numbers is None:
        return words.count(pile.count, "card" if pile.name == "hand" else "token")
    return f"{pile.name.capitalize()}: {words.numbers(pile.numbers)}"


def shared(view: View, speaker: Speaker) -> str:
    """What belongs to nobody, and what is played and waits for its answer."""
    lines = []
    for pile in view.piles:
        match pile.name:
            case "pool":
                lines.append(f"Numbers left: {words.numbers(pile.numbers or ())}")
            case "discard" if pile.count:
                lines.append(f"Played: {words.numbers(pile.numbers or ())}")
            case "deck":
                lines.append(f"Deck: {words.count(pile.count, 'card')}")
            case "table":
                assert pile.owner is not None
                what = "a number, face down" if pile.numbers is None else words.numbers(pile.numbers)
                lines.append(f"*On the table: {what}, from {speaker.name(pile.owner)}*")
    return "\n".join(lines)
