"""Checks of a narrow window, where the panes are tabs."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.bot.playground.play import Page

HEIGHT = 844
BROKEN = """
    (rows) => rows.filter((row) => new Set([...row.children].map((child) => child.offsetTop)).size > 1)
        .map((row) => row.innerText)
"""
"""The rows of buttons that are longer than their message is wide."""


def narrow(page: Page) -> None:
    """Needs two players, and a duel that waits for a move."""
    page.page.set_viewport_size({"width": 390, "height": HEIGHT})
    tab = {name: page.page.get_by_role("tab", name=name) for name in ("Ada: #duels", "Ada: direct messages")}
    tab["Ada: #duels"].click()
    expect(page.pane("Ada").newest).to_be_visible()
    expect(page.page.locator("section:visible")).to_have_count(1)
    for pane in (page.pane("Ada"), page.dms("Ada"), page.dms("Ben")):
        assert pane.frame.locator(".component-row").evaluate_all(BROKEN) == []
    tab["Ada: #duels"].focus()
    page.page.keyboard.press("ArrowRight")
    expect(tab["Ada: direct messages"]).to_be_focused()
    expect(tab["Ada: direct messages"]).to_have_attribute("aria-selected", "true")
    expect(page.dms("Ada").newest).to_be_visible()
    expect(page.page.locator("section:visible")).to_have_count(1)
    expect(page.page.get_by_role("tabpanel", name="Ada: direct messages")).to_be_visible()
    page.page.keyboard.press("End")
    expect(page.page.get_by_role("tab", name="Ben: direct messages")).to_be_focused()
    page.page.keyboard.press("Home")
    expect(tab["Ada: #duels"]).to_be_focused()
    expect(page.pane("Ada").newest).to_be_visible()
    assert page.page.evaluate("document.documentElement.scrollWidth") == 390
    controls_are_on_the_screen(page, seats=2)

    # A hidden tab is marked when something new comes.
    page.page.get_by_role("tab", name="Ada: #duels").click()
    page.pane("Ada").say("hello.")
    expect(page.page.get_by_role("tab", name="Ben: #duels, new messages")).to_be_visible()
    page.page.get_by_role("tab", name="Ben: #duels").click()
    expect(page.page.get_by_role("tab", name="Ben: #duels", exact=True)).to_be_visible()


def controls_are_on_the_screen(page: Page, seats: int) -> None:
    """Every tab and button is on the screen, whichever pane is shown."""
    expect(page.page.get_by_role("tab")).to_have_count(2 * seats)
    expect(page.page.locator("#tools button")).to_have_count(2 + seats)
    for pane in (page.pane("Ada"), page.dms("Ben")):
        tab = page.page.get_by_role("tab", name=pane.title)
        tab.click()
        expect(tab).to_have_attribute("aria-selected", "true")
        for control in page.page.locator("#tabs button, #tools button").all():
            box = control.bounding_box()
            assert box
            assert 0 <= box["x"] < box["x"] + box["width"] <= 390, control.inner_text()
            assert 0 <= box["y"] < box["y"] + box["height"] < 300, control.inner_text()
            assert control.evaluate("(button) => button.scrollWidth <= button.clientWidth"), control.inner_text()
        send = pane.frame.get_by_role("button", name="Send").bounding_box()
        assert send
        assert send["x"] + send["width"] <= 390 - 8
        assert send["y"] + send["height"] <= HEIGHT - 8
