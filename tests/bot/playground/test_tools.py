"""The page's own buttons, and presses that fail."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.bot.playground.conftest import Open
from tests.bot.playground.play import NOTICE


@pytest.mark.soak
def test_direct_messages_and_failed_presses(play: Open) -> None:
    page = play(never=NOTICE)
    ada, ben = page.pane("Ada"), page.pane("Ben")

    # Two people press on one message at once. The first press removes the buttons, and the second person is told so.
    ada.command("duel", opponent="Ben", game="Numerical Siege")
    expect(ben.button("Decline")).to_be_attached()
    expect(ada.button("Withdraw")).to_be_attached()
    page.at_once((ada, ada.button("Withdraw")), (ben, ben.button("Decline")))
    notices = [pane.frame.locator("#pane-notice") for pane in (ada, ben)]
    page.until(lambda: any("That came to nothing" in notice.inner_text() for notice in notices) or None, "a notice")
    expect(ada.newest).to_have_text(re.compile("withdrew the challenge|Ben declined"))
    expect(ben.messages).to_have_count(1)
    assert sorted(notice.inner_text() for notice in notices)[0] == ""
    for notice in notices:  # it would cover the next button
        notice.evaluate("(notice) => notice.remove()")

    # A duel goes on with closed direct messages, and after they are opened again.
    page.press("Close Ben's DMs")
    expect(page.said).to_contain_text("Ben takes no direct messages any more")
    expect(page.page.get_by_role("heading", name="Ben: direct messages · closed to the bot")).to_be_visible()
    ada.command("duel", opponent="Ben", game="Numerical Siege", first="opponent")
    ben.button("Accept").click()
    expect(ben.says(re.compile(r"it is your turn in duel \d+, and I can't send you direct messages"))).to_be_visible()
    expect(page.dms("Ben").messages).to_have_count(0)
    board = ben.messages.filter(has=ben.frame.get_by_role("button", name="Ben: your move")).first
    ben.button("Ben: your move", board).click()
    expect(ben.newest).to_contain_text("Your attack")
    page.press("Open Ben's DMs")
    expect(page.said).to_contain_text("Ben takes direct messages again")
    expect(page.page.get_by_role("button", name="Close Ben's DMs")).to_be_visible()
    expect(page.page.get_by_role("heading", name="closed to the bot")).to_have_count(0)
    ben.button("3").click()
    expect(page.dms("Ada").newest).to_contain_text("Your defence")
    page.dms("Ben").command("status")  # so the bot learns that direct messages are open
    expect(page.dms("Ben").messages).to_have_count(1)
    page.dms("Ada").button("1").click()
    expect(ada.messages.filter(has_text=re.compile(r"1 ·"))).not_to_have_count(0)

    # A button's result line disappears after a while.
    page.page.clock.install(time=0)
    page.page.clock.pause_at(1)
    page.press("Close Ada's DMs")
    expect(page.said).to_contain_text("Ada takes no direct messages any more")
    page.page.clock.fast_forward(9_000)
    expect(page.said).to_contain_text("Ada takes no direct messages any more")
    page.page.clock.fast_forward(2_000)
    expect(page.said).to_have_text("")
