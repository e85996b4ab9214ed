"""The page from its opening to its end, in a low window: what begins a duel, what stays in view and in focus."""

from __future__ import annotations

import re

from playwright.sync_api import ViewportSize, expect

from bot.playground.server import GAMES
from tests.bot.playground.conftest import Open
from tests.bot.playground.narrow import HEIGHT
from tests.bot.playground.play import Page, Pane

LOW, HIGH = 640, 900
"""Heights of the window, in pixels. In the low one a panel is higher than its pane."""
WIDTH = 1280
WINDOW = ViewportSize(width=WIDTH, height=LOW)
PHONE = ViewportSize(width=390, height=HEIGHT)

WHOLE = "(button) => button.scrollWidth <= button.clientWidth && button.scrollHeight <= button.clientHeight"
SHOWN = """
    (title) => {
        const [seen, pinned] = ["channel-timeline", "pane-headline"].map((id) => document.getElementById(id));
        const [{ top, bottom }, box] = [title, seen].map((part) => part.getBoundingClientRect());
        return pinned.textContent.startsWith(title.textContent) || (box.top <= top && bottom <= box.bottom) || null;
    }
"""
"""Whether the headline of a message is in view, by itself or above what is in view of the message."""


def in_view(page: Page, pane: Pane) -> None:
    """Wait until the newest message's headline and buttons are in view."""
    if pane.messages.count():
        for button in pane.newest.locator(".component-button").all():
            expect(button).to_be_in_viewport(ratio=0.99)  # rounded
        title = pane.newest.locator("h3").first
        page.until(lambda: title.evaluate(SHOWN), f"the headline in {pane.title}")


def test_one_click_begins_a_duel_and_what_matters_stays_in_view(play: Open) -> None:
    page = play()
    ada, ben = page.pane("Ada"), page.pane("Ben")
    panes = (ada, page.dms("Ada"), ben, page.dms("Ben"))
    keys = page.page.keyboard
    beginnings = page.games.get_by_role("button")
    offered = ["Play against the computer", *(f"{game['title']} {game['tagline']}" for game in GAMES)]
    expect(beginnings).to_have_text(offered, use_inner_text=True)
    assert GAMES[0]["title"] == "Numerical Siege"
    for size in PHONE, WINDOW:
        page.page.set_viewport_size(size)
        assert page.page.evaluate("document.documentElement.scrollWidth") == size["width"]
        for button in beginnings.all():
            expect(button).to_be_in_viewport(ratio=0.99)
            assert button.evaluate(WHOLE), f"cut off: {button.inner_text()}"
    beginnings.filter(has_text="Numerical Siege").click()
    expect(ben.newest).to_contain_text("Ada challenges Ben to Numerical Siege")
    expect(ben.newest).to_contain_text("Ada used /duel")
    expect(ben.button("Accept")).to_be_focused()
    expect(page.news.locator("p")).to_have_text(
        re.compile(r"^Ada challenges Ben to Numerical Siege\. 15 life ")
    )  # told once
    expect(page.games).to_be_hidden()

    # Tab leads to the newest message's buttons, Shift+Tab from there to the older ones.
    page.press("New duel")
    beginnings.filter(has_text="Digit Duel").click()
    expect(ada.messages).to_have_count(2)
    expect(ben.newest.locator(":focus")).to_have_text("Accept")
    page.page.get_by_role("button", name="Close Ben's DMs").focus()
    keys.press("Tab")
    expect(ada.newest.locator(":focus")).to_have_text("Accept")
    keys.press("Shift+Tab")
    expect(ada.messages.first.locator(":focus")).to_have_count(1)
    keys.press("Tab")

    # After a press the focus is on what replaced the message, or came after it.
    ben.button("Decline").focus()
    keys.press("Enter")
    expect(ben.newest).to_contain_text("declined")
    expect(ben.newest).to_be_focused()
    ben.button("Accept", ben.messages.first).click()
    for _ in range(3):
        mover = page.mover()
        assert mover
        for height in (HIGH, LOW):
            page.page.set_viewport_size({"width": WIDTH, "height": height})
            for pane in panes:
                in_view(page, pane)
        page.play(mover, mover.moves[0])

    # A message that goes takes neither the view nor the focus along.
    ada.say("hello.")
    hello = ada.messages.filter(has_text="hello.")
    expect(hello).to_have_count(1)
    ada.rests()
    hello.hover()
    page.page.on("dialog", lambda dialog: dialog.accept())
    hello.get_by_role("button", name="Delete").click()
    expect(hello).to_have_count(0)
    in_view(page, ada)
    expect(ada.newest).to_be_focused()

    # A link to the board leads to its headline, though it is not the newest message.
    page.dms("Ada").newest.get_by_role("link", name="Board").click()
    board = ada.messages.first
    expect(board.locator("h3").first).to_be_in_viewport(ratio=0.99)
    expect(board.locator(":focus")).to_have_count(1)

    # When the playground ends, the page says so loudly.
    page.process.end()
    ended = page.page.get_by_role("alert")
    expect(ended).to_have_text(re.compile(f"The playground is closed. Start it again on port {page.process.port}"))
    expect(page.page).to_have_title("Closed · Playground")
    assert page.page.locator("main").evaluate("(main) => main.inert")
    page.complaints.clear()  # the panes' polls fail now
