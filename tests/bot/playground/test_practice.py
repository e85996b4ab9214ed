"""Play against the computer on the page: the first button, and then one pane."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.bot.playground.conftest import Open
from tests.bot.playground.play import Page


def alone(page: Page, game: str, level: str) -> None:
    """Press the first button, choose a level, and begin."""
    page.press("Play against the computer")
    expect(page.page.get_by_text("You play against the computer.")).to_be_visible()
    page.page.get_by_label("at level").select_option(level)
    page.page.locator("#games button").filter(has_text=game).click()


@pytest.mark.soak
def test_one_plays_against_the_computer_in_one_pane(play: Open) -> None:
    page = play()
    ada = page.pane("Ada")
    alone(page, "Number Battle", "hard")
    expect(ada.newest).to_contain_text("practice at level hard")
    expect(page.page.locator("section:visible")).to_have_count(1)
    expect(page.page.get_by_role("tab", name="Ada: #duels")).to_have_attribute("aria-selected", "true")
    while page.mover(ada):
        page.play(ada, ada.moves[0])
    expect(ada.newest).to_contain_text(re.compile("You win!|You lose"))
    expect(page.page.locator("section:visible")).to_have_count(1)
    # The other panes are a tab away, and come back with a duel of two.
    page.press("New duel")
    page.press("Play against the computer")
    page.page.locator("#games button").filter(has_text="Numerical Siege").click()
    expect(page.pane("Ben").newest).to_contain_text("Ada challenges Ben to Numerical Siege")
    expect(page.page.locator("section:visible")).to_have_count(4)
    assert page.complaints == []


@pytest.mark.soak
def test_on_a_phone_the_level_stands_beside_its_label(play: Open) -> None:
    page = play()
    page.page.set_viewport_size({"width": 390, "height": 844})
    page.press("Play against the computer")
    label, choice = (page.page.locator(which).bounding_box() for which in ("#levels", "#level"))
    assert label
    assert choice
    assert choice["x"] - label["x"] > 20
    assert label["x"] + label["width"] <= 390


@pytest.mark.soak
def test_alone_there_is_nobody_else(play: Open) -> None:
    page = play("--seats", "1", "--game", "siege")
    expect(page.said).to_have_text("Ada plays against the bot.")
    expect(page.page.get_by_role("tab")).to_have_count(2)
    expect(page.pane("Ada").newest).to_contain_text("practice at level medium")
    page.press("New duel")
    expect(page.page.get_by_role("button", name="Play against the computer")).to_be_hidden()
    page.page.locator("#games button").filter(has_text="Digit Duel").click()
    expect(page.pane("Ada").newest).to_contain_text("Digit Duel")
    assert page.complaints == []
