"""Texts with pictures in them, as somebody reads them where there are none."""

from __future__ import annotations

import re

from bot.render.pictures import PICTURES, drawn

CHARACTERS = {picture.name: character for character, picture in PICTURES.items()}
EMOJI = re.compile(r"<:(\w+):\d+>")


def in_plain_text(text: str) -> str:
    """The text as a renderer has written it, or as it was sent, with plain text for each picture."""
    return drawn(EMOJI.sub(lambda emoji: CHARACTERS[emoji[1]], text), {})
