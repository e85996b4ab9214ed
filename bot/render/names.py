"""Makes people's names safe to show: they look as written, but can't format text, ping or link.

Knows no duel. Discord's markdown, mentions, links and time stamps all need ASCII punctuation, and a backslash before
such a character shows it as it is. Invisible characters and those that change the text direction are removed.
"""

from __future__ import annotations

import re
import unicodedata

NAME_LIMIT = 32
"""Most characters of a name: Discord's limit for display names and nicknames."""
NEUTRAL = "somebody"
"""Replaces a name that has no visible characters."""

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
    """The name on one line, without invisible characters, 1 to 32 characters long: for buttons, menus and files."""
    visible = "".join(" " if c.isspace() else c for c in name if c not in _BLANK and _is_visible(c))
    short = " ".join(visible.split())[:NAME_LIMIT].rstrip()
    # Combining marks, such as variation selectors, show nothing without a letter.
    return short if any(not unicodedata.category(c).startswith(("M", "Z")) for c in short) else NEUTRAL


def shown(name: str) -> str:
    """The name for text that Discord formats: every ASCII punctuation mark escaped, at most 64 characters."""
    return _PUNCTUATION.sub(r"\\\1", plain(name))


def _is_visible(character: str) -> bool:
    return character.isspace() or unicodedata.category(character) not in _INVISIBLE
