"""An emoji of the bot's is shown in a pane as the project's own file, as large as in Discord."""

from __future__ import annotations

import json
import sqlite3
import urllib.error
import urllib.request
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from bot.emojis.uploads import NAMES, image
from tests.bot.playground.play import WAIT, Process

DRAWN = "image => image.decode().then(() => [image.naturalWidth, image.clientWidth, image.clientHeight])"


def test_a_pane_shows_the_projects_own_pictures(
    start: Callable[..., Process], browser: Browser, tmp_path: Path
) -> None:
    file = tmp_path / "duels.db"
    process = start("--database", str(file))
    with closing(sqlite3.connect(file)) as db:
        ids = dict(db.execute("SELECT name, emoji_id FROM emojis"))
    assert sorted(ids) == sorted(NAMES)
    with urllib.request.urlopen(f"{process.url}playground/world") as answer:
        pane = json.load(answer)["seats"][0]["panes"][0]["url"]
    with closing(browser.new_page()) as page:
        page.goto(process.url.rstrip("/") + pane, timeout=WAIT)
        composer = page.locator("textarea#channel-composer-input")
        expect(composer).to_be_enabled()
        composer.fill(f"I hold <:card_7:{ids['card_7']}><:face_down_token:{ids['face_down_token']}>.")
        composer.press("Enter")
        pictures = page.locator("#channel-message-list img.custom-emoji")
        expect(pictures).to_have_count(2)
        assert [picture.get_attribute("alt") for picture in pictures.all()] == [":card_7:", ":face_down_token:"]
        assert [picture.evaluate(DRAWN) for picture in pictures.all()] == [[96, 22, 22]] * 2

    with urllib.request.urlopen(f"{process.url}playground/emojis/card_7.png") as answer:
        assert answer.read() == image("card_7")
    for name in ("card_12", "..%2F..%2F__init__", "%2Fetc%2Fpasswd"):
        with pytest.raises(urllib.error.HTTPError, match="404"):
            urllib.request.urlopen(f"{process.url}playground/emojis/{name}.png")
