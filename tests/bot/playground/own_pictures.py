"""Checks that an emoji of the bot's is shown in a pane as the project's own file, as large as in Discord."""

from __future__ import annotations

import sqlite3
import urllib.error
import urllib.request
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import expect

from bot.emojis.uploads import NAMES, image
from tests.bot.playground.play import Page, Pane

DRAWN = "image => image.decode().then(() => [image.naturalWidth, image.clientWidth, image.clientHeight])"


def own_pictures(page: Page, pane: Pane, file: Path) -> None:
    """`file`: the playground's database."""
    with closing(sqlite3.connect(file)) as db:
        ids = dict(db.execute("SELECT name, emoji_id FROM emojis"))
    assert sorted(ids) == sorted(NAMES)
    pane.say(f"I hold <:card_7:{ids['card_7']}><:face_down_token:{ids['face_down_token']}>.")
    expect(pane.newest).to_contain_text("I hold")
    pictures = pane.newest.locator("img.custom-emoji")
    expect(pictures).to_have_count(2)
    assert [picture.get_attribute("alt") for picture in pictures.all()] == [":card_7:", ":face_down_token:"]
    assert [picture.evaluate(DRAWN) for picture in pictures.all()] == [[96, 22, 22]] * 2

    url = page.process.url
    with urllib.request.urlopen(f"{url}playground/emojis/card_7.png") as answer:
        assert answer.read() == image("card_7")
    for name in ("card_12", "..%2F..%2F__init__", "%2Fetc%2Fpasswd"):
        with pytest.raises(urllib.error.HTTPError, match="404"):
            urllib.request.urlopen(f"{url}playground/emojis/{name}.png")
