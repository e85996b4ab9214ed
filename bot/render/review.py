"""The review of a duel that is over, for one of its players: where it turned, the chance to win, and every move."""

from __future__ import annotations

from collections.abc import Iterable

from discord import ComponentType

from bot.drawing import Layout
from bot.render.header import Header
from bot.render.layout import TEXT_LIMIT, Accent, message, small, stacked, utf16
from games.model import Player
from players.review import Review
from players.review_words import Line, basis, chances, lines, turning_point

ROOM = TEXT_LIMIT - 1500
"""Most characters of the moves of one page. What stands above and below them on the first needs the rest."""
SEPARATOR, GALLERY = ComponentType.separator.value, ComponentType.media_gallery.value
PICTURE = "chance.png"
DESCRIPTION_LIMIT = 1024
"""Most characters of the description of a picture: Discord's limit."""


def pages(review: Review, header: Header, reader: Player) -> list[Layout]:
    """The review, in as many messages as it needs."""
    names = _names(header, reader)
    whose = [f"**Your chance to win**, round by round: {chances(review, reader)}"]
    if not review.is_open:
        other = names[reader.other.index]
        whose.append(f"{other}'s, by what {other} knew: {chances(review, reader.other)}")
    every = list(_split(map(_written, lines(review, names))))
    above = stacked(turning_point(review, names), *whose)
    return [
        message(
            f"### The review of duel {header.duel}{f' · page {at} of {len(every)}' if len(every) > 1 else ''}",
            *((above, {"type": SEPARATOR}) if at == 1 else ()),
            page,
            *(({"type": SEPARATOR}, small([basis(review)])) if at == len(every) else ()),
            accent=Accent.WAITING,
        )
        for at, page in enumerate(every, 1)
    ]


def picture(review: Review, header: Header, reader: Player) -> Layout:
    """A message that holds the file `PICTURE`, described in words for those who can't see it."""
    words = f"A line of your chance to win, round by round: {chances(review, reader)}"
    item = {"media": {"url": f"attachment://{PICTURE}"}, "description": words[:DESCRIPTION_LIMIT]}
    gallery = {"type": GALLERY, "items": [item]}
    return message(f"### Your chance to win, round by round · duel {header.duel}", gallery, accent=Accent.WAITING)


def _names(header: Header, reader: Player) -> tuple[str, str]:
    """Both players' names; the reader is "You", unless the other is called that."""
    one, two = header.players().names
    if (one, two)[reader.other.index].casefold() == "you":
        return one, two
    return ("You", two) if reader is Player.ONE else (one, "You")


def _written(line: Line) -> str:
    """A move, and below it in small print what is said of it."""
    mark = f"**{line.mark}** " if line.mark else ""
    return f"{line.played}\n-# {mark}{line.judged}"


def _split(moves: Iterable[str]) -> Iterable[str]:
    """The lines, joined, as many at a time as a page has room for."""
    page: list[str] = []
    for line in moves:
        if page and sum(map(utf16, page)) + len(page) + utf16(line) > ROOM:
            yield "\n".join(page)
            page = []
        page.append(line)
    yield "\n".join(page)
