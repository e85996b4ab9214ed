"""Makes people's names safe to show: they look as written, but can't format text, ping or link.

Knows no duel. Discord's markdown, mentions, links and time stamps all need ASCII punctuation, and a backslash before
such a character shows it as it is. Invisible characters and those that change the text direction are removed.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from functools import lru_cache

NAME_LIMIT = 32
"""Most characters of a name: Discord's limit for display names and nicknames."""
NEUTRAL = "somebody"
"""Replaces a name that has no visible characters."""

REMEMBERED = 1024
"""Names of which it is kept how they are shown: some 200 KiB. Each message of a duel asks for the same two."""

_INVISIBLE = {"Cc", "Cf", "Cs", "Co", "Cn"}
_BLANK = {
    "\N{HANGUL FILLER}",
    "\N{HALFWIDTH HANGUL FILLER}",
    "\N{HANGUL CHOSEONG FILLER}",
    "\N{HANGUL JUNGSEONG FILLER}",
    "\N{BRAILLE PATTERN BLANK}",
}
# Unicode's Default_Ignorable_Code_Points (DerivedCoreProperties.txt) that are no control characters: they show nothing.
_IGNORABLE = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]")
_PUNCTUATION = re.compile(r"([!-/:-@\[-`{-~])")


def plain(name: str) -> str:
    """The name on one line, without invisible characters, 1 to 32 characters long: for buttons, menus and files."""
    return _short(name) or NEUTRAL


@lru_cache(maxsize=REMEMBERED)
def _short(name: str) -> str:
    """The same; empty where nothing in it can be seen."""
    seen = "".join(" " if c.isspace() else c for c in name if c not in _BLANK and _is_visible(c))
    short = " ".join(seen.split())[:NAME_LIMIT].rstrip()
    # Combining marks, such as variation selectors, show nothing without a letter.
    return short if any(not unicodedata.category(c).startswith(("M", "Z")) for c in short) else ""


@lru_cache(maxsize=REMEMBERED)
def shown(name: str) -> str:
    """The name for text that Discord formats: every ASCII punctuation mark escaped, at most 64 characters."""
    return _PUNCTUATION.sub(r"\\\1", plain(name))


def visible(name: str, username: str) -> str:
    """The name, or the username if nothing in the name can be seen."""
    return name if _short(name) else username


@lru_cache(maxsize=REMEMBERED)
def told_apart(*people: tuple[str, str]) -> tuple[str, ...]:
    """The names of people who appear together, from pairs of name and username. Those whose names look the same go by
    their usernames, which are unique; an empty one is not known.
    """
    found = [name for name, _ in people]
    while True:
        alike = Counter(map(_key, found))
        pairs = zip(found, people, strict=True)
        again = [username if alike[_key(name)] > 1 and username else name for name, (_, username) in pairs]
        if again == found:
            return tuple(found)
        found = again


def _key(name: str) -> str:
    """The same for names that look the same but for upper and lower case."""
    for _ in range(2):  # what can't be seen may have kept a letter and its accent apart
        folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
        name = plain(_IGNORABLE.sub("", folded))
    return name


def _is_visible(character: str) -> bool:
    return character.isspace() or unicodedata.category(character) not in _INVISIBLE
