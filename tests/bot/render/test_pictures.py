"""The pictures: each is a file of its own that looks like no other, and stands in a text until that is sent."""

from __future__ import annotations

import hashlib
import io
import itertools
import re
import unicodedata
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from bot.emojis import uploads
from bot.emojis.uploads import NAMES, image
from bot.render.layout import newest_that_fit
from bot.render.pictures import FACE_DOWN, LIFE, PICTURES, SWORD, card, drawn, longest, number, token

FOLDER = Path(uploads.__file__).with_name("images")
CHECKSUMS = Path(__file__).with_name("pictures.txt")
"""The name of each picture there ever was, and its checksum."""
ALL_BYTES, ONE = 300_000, 256 * 1024
"""Of all files together; of one, which is Discord's limit."""
SIZE = 22
"""Pixels of a side, as Discord shows it in a text."""
BACKGROUNDS = {"light": "#ffffff", "dark": "#313338"}
DIFFERENT = 6.0
"""By so many of 255 steps, on average over all pixels, two pictures differ at least in brightness."""


def seen(name: str, background: str) -> Image.Image:
    """A picture as it stands in a text, without its colours."""
    picture = Image.open(io.BytesIO(image(name))).convert("RGBA")
    page = Image.new("RGBA", picture.size, background)
    return Image.alpha_composite(page, picture).convert("L").resize((SIZE, SIZE), Image.Resampling.LANCZOS)


def test_each_character_is_private_and_means_one_picture() -> None:
    assert len({picture.name for picture in PICTURES.values()}) == len(PICTURES) == 9 + 10 + 9 + 6
    assert {unicodedata.category(character) for character in PICTURES} == {"Co"}
    written = [*map(card, range(1, 10)), *map(token, range(1, 11)), *map(number, range(1, 10))]
    assert written == list(PICTURES)[: len(written)]
    for make, beyond in ((card, 10), (token, 11), (number, 10), (card, 0)):
        with pytest.raises(KeyError):
            make(beyond)


def test_a_name_reads_well_and_is_one_that_discord_takes() -> None:
    assert [PICTURES[card(7)].name, PICTURES[token(10)].name, PICTURES[LIFE].name] == ["card_7", "token_10", "life"]
    for name in NAMES:
        assert re.fullmatch(r"[a-z]+(_[a-z]+)*(_[0-9]+)?", name)
        assert 2 <= len(name) <= 32


def test_there_is_a_small_file_for_each_and_no_other() -> None:
    assert sorted(file.name for file in FOLDER.iterdir()) == sorted(f"{name}.png" for name in NAMES)
    sizes = [len(image(name)) for name in NAMES]
    assert max(sizes) < ONE
    assert sum(sizes) < ALL_BYTES


def test_a_picture_that_is_changed_has_another_name() -> None:
    """Messages go on showing the old one, and an emoji that was uploaded is not uploaded again."""
    known = dict(line.split() for line in CHECKSUMS.read_text().splitlines())
    now = {name: hashlib.sha256(image(name)).hexdigest() for name in NAMES}
    assert now == {name: known.get(name) for name in NAMES}, f"give it another name, and {CHECKSUMS.name} a line"


@pytest.mark.parametrize("background", BACKGROUNDS.values(), ids=BACKGROUNDS)
def test_no_two_look_alike_in_a_text_even_without_colours(background: str) -> None:
    page = Image.new("L", (SIZE, SIZE), background)
    looks = {name: seen(name, background) for name in NAMES} | {"nothing": page}
    for (one, its), (other, others) in itertools.combinations(looks.items(), 2):
        (difference,) = ImageStat.Stat(ImageChops.difference(its, others)).mean
        assert difference > DIFFERENT, f"{one} and {other}"


def test_pictures_need_no_space_between_them_but_plain_texts_do() -> None:
    text = f"{LIFE} 12: {card(7)}{card(9)}{FACE_DOWN}, {SWORD}{token(10)}."
    ids = {"life": 1, "card_7": 2, "card_9": 3, "face_down_card": 4, "sword": 5}
    assert drawn(text, {}) == "♥ 12: 7 9 ?, ⚔ 10."
    assert drawn(text, ids) == "<:life:1> 12: <:card_7:2><:card_9:3><:face_down_card:4>, ⚔ 10."
    assert drawn("Ada <:life:1> 7", ids) == "Ada <:life:1> 7"


def test_what_fits_is_counted_as_it_is_sent() -> None:
    line = card(7) * 3
    assert longest(line) == len("<:card_7:18446744073709551615>") * 3
    assert newest_that_fit([line] * 9, 200) == f"…\n{line}\n{line}"
