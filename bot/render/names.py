"""Names of people, made harmless: shown as they are read, and doing nothing.

Knows no duel. Discord's markdown, mentions, links and time stamps all need ASCII punctuation, and a backslash before
any of it shows the character itself; what can't be seen or turns text round is left out.
"""

from __future__ import annotations

import re
import unicodedata

NAME_LIMIT = 32
"""Characters of a name: Discord's own limit for display names and nicknames."""
NEUTRAL = "somebody"
"""For a name of which nothing is left."""

_INVISIBLE = {"Cc", "Cf", "Cs", "Co", "Cn"}
_BLANK = {
    "\N{HANGUL FILLER}",
    "\N{HALFWIDTH HANGUL FILLER}",
    "\N{HANGUL CHOSEONG FILLER}",
    "\N{HANGUL JUNGSEONG FILLER}",
    "\N{BRAILLE PATTERN BLANK}",
}
_PUNCTUATION = re.compile(r"([!-/:-@\[-`{-~])")


def plain(name: str) -> str:
    """The name on one line without anything invisible, 1 to 32 characters: for buttons, menus and files."""
    visible = "".join(" " if c.isspace() else c for c in name if c not in _BLANK and _is_visible(c))
    short = " ".join(visible.split())[:NAME_LIMIT].rstrip()
    # Marks that belong to a letter, such as variation selectors, show nothing without one.
    return short if any(not unicodedata.category(c).startswith(("M", "Z")) for c in short) else NEUTRAL


def shown(name: str) -> str:
    """The name for text that Discord formats: every ASCII punctuation mark escaped, at most 64 characters."""
    return _PUNCTUATION.sub(r"\\\1", plain(name))


def _is_visible(character: str) -> bool:
    return character.isspace() or unicodedata.category(character) not in _INVISIBLE
