"""The pictures in texts: cards, tokens, numbers of a pool, life, sword and shield.

A renderer writes a picture as one private-use character. Names can't hold such characters (`names`). Before a message
is sent, each is replaced by the application's emoji or, where there is none, by plain text. Labels have no pictures.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

ID_LENGTH = 20
"""Most digits of an emoji's id: Discord's ids have 64 bits."""


@dataclass(frozen=True)
class Picture:
    """A picture's `name`, which is its emoji's and its file's, and the text that stands for it where there is none."""

    name: str
    plain: str


_FIRST = 0xE000
_NUMBERED = {"card": 9, "token": 10, "number": 9}
"""Kinds that have a picture for each number from 1 to this one."""
_OTHERS = {"face_down_card": "?", "face_down_token": "?", "used": "–", "life": "♥", "sword": "⚔", "shield": "🛡"}

_EVERY = [Picture(f"{kind}_{n}", str(n)) for kind, most in _NUMBERED.items() for n in range(1, most + 1)]
_EVERY += [Picture(name, plain) for name, plain in _OTHERS.items()]
PICTURES: Mapping[str, Picture] = {chr(_FIRST + place): picture for place, picture in enumerate(_EVERY)}
"""All pictures, by the characters that stand for them. A picture that is drawn anew needs another name."""

_CHARACTERS = {picture.name: character for character, picture in PICTURES.items()}
_RUN = re.compile(f"[{min(PICTURES)}-{max(PICTURES)}]+")


def card(number: int) -> str:
    """An open card from 1 to 9; `KeyError` for any other number."""
    return _CHARACTERS[f"card_{number}"]


def token(number: int) -> str:
    """An open token from 1 to 10; `KeyError` for any other number."""
    return _CHARACTERS[f"token_{number}"]


def number(value: int) -> str:
    """A number of a shared pool, or one picked, from 1 to 9; `KeyError` for any other."""
    return _CHARACTERS[f"number_{value}"]


FACE_DOWN = _CHARACTERS["face_down_card"]
FACE_DOWN_TOKEN = _CHARACTERS["face_down_token"]
USED = _CHARACTERS["used"]
"""The place of a token or a number that was played."""
LIFE = _CHARACTERS["life"]
SWORD = _CHARACTERS["sword"]
SHIELD = _CHARACTERS["shield"]


def drawn(text: str, ids: Mapping[str, int]) -> str:
    """The text with each picture as an emoji, whose id `ids` has by the picture's name. Where it has none, plain text
    stands for all pictures side by side: they need no space between them, plain texts do, and get one.
    """

    def run(found: re.Match[str]) -> str:
        pictures = [PICTURES[character] for character in found[0]]
        if any(picture.name not in ids for picture in pictures):
            return " ".join(picture.plain for picture in pictures)
        return "".join(f"<:{picture.name}:{ids[picture.name]}>" for picture in pictures)

    return _RUN.sub(run, text)


def longest(text: str) -> int:
    """Most characters of the text, with its pictures as emojis."""
    return len(drawn(text, _LONGEST))


_LONGEST = {picture.name: 10**ID_LENGTH - 1 for picture in _EVERY}
