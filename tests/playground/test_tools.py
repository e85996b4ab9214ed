"""The page's own buttons, its tabs, and the keyboard alone."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.playground.conftest import Open
from tests.playground.play import Page, Pane


def test_the_bot_is_restarted_under_the_players_eyes(play: Open) -> None:
    page = play("--game", "siege")
    assert page.play_on(3) == 3
    before = page.pane("Ada").newest.inner_text()
    page.press("Restart the bot")
    expect(page.said).to_have_text("The bot was stopped, and a new one has started on the same database.")
    expect(page.page.get_by_role("button", name="Restart the bot")).to_be_focused()
    assert page.pane("Ada").newest.inner_text() == before
    page.press("Restart the bot")
    expect(page.page.get_by_role("button", name="Restart the bot")).to_be_enabled()
    page.play_on()
    expect(page.pane("Ben").newest).to_contain_text("wins")


def test_a_restart_that_fails_says_why_and_the_old_bot_runs_on(play: Open, tmp_path: Path) -> None:
    file = tmp_path / "duels.db"
    page = play("--game", "siege", "--database", str(file))
    with closing(sqlite3.connect(file)) as db:
        [version] = db.execute("PRAGMA user_version").fetchone()
        db.execute("PRAGMA user_version = 99")
    page.press("Restart the bot")
    expect(page.said).to_contain_text("The bot was not restarted, and the old one runs on")
    expect(page.said).to_contain_text("was written by a newer version of this program")
    assert page.play_on(1) == 1
    with closing(sqlite3.connect(file)) as db:
        db.execute(f"PRAGMA user_version = {version}")
    page.press("Restart the bot")
    expect(page.said).to_contain_text("a new one has started")
    assert page.play_on(2) == 2


def test_a_duel_goes_on_with_direct_messages_closed_and_open_again(play: Open) -> None:
    page = play()
    page.press("Close Ben's DMs")
    expect(page.page.get_by_role("button", name="Close Ben's DMs", pressed=True)).to_be_visible()
    expect(page.said).to_contain_text("Ben takes no direct messages any more")
    page.pane("Ada").command("duel", opponent="Ben", game="Numerical Siege", first="opponent")
    ben = page.pane("Ben")
    ben.button("Accept").click()
    expect(ben.says("it is your turn in duel 1, and I can't send you direct messages")).to_be_visible()
    expect(page.dms("Ben").messages).to_have_count(0)
    ben.button("Your move", ben.messages.first).click()
    expect(ben.newest).to_contain_text("Your attack")
    page.press("Close Ben's DMs")
    expect(page.said).to_contain_text("Ben takes direct messages again")
    expect(page.page.get_by_role("button", name="Close Ben's DMs", pressed=False)).to_be_visible()
    ben.button("3").click()
    expect(page.dms("Ada").newest).to_contain_text("Your defence")
    page.dms("Ben").command("status")  # so the bot learns that the door is open
    expect(page.dms("Ben").messages).to_have_count(1)
    page.dms("Ada").button("1").click()
    expect(page.pane("Ada").messages.first).to_contain_text("1 ·")


def test_on_a_narrow_window_the_panes_are_tabs(play: Open) -> None:
    page = play("--game", "battle", width=390, height=844)
    tab = {name: page.page.get_by_role("tab", name=name) for name in ("Ada: #duels", "Ada: direct messages")}
    expect(page.page.get_by_role("tab")).to_have_count(4)
    expect(page.pane("Ada").newest).to_be_visible()
    expect(page.page.locator("section:visible")).to_have_count(1)
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
    page.pane("Ben").frame.locator("body").evaluate("document.title = 'still laid out: ' + innerWidth")
    # What comes to a tab that is not shown is marked on it.
    pane = page.mover()
    assert pane
    mover, other = ("Ada", "Ben") if pane.title.startswith("Ada") else ("Ben", "Ada")
    page.page.get_by_role("tab", name=f"{mover}: direct messages").click()
    pane.button("4").click()
    expect(page.page.get_by_role("tab", name=f"{other}: direct messages, new messages")).to_be_visible()
    page.page.get_by_role("tab", name=f"{other}: direct messages").click()
    expect(page.page.get_by_role("tab", name=f"{other}: direct messages", exact=True)).to_be_visible()


@pytest.mark.parametrize("seats", [2, 3])
def test_on_a_narrow_window_every_tab_and_tool_is_on_the_screen(play: Open, seats: int) -> None:
    page = play("--seats", str(seats), "--game", "battle", width=390, height=844)
    expect(page.page.get_by_role("tab")).to_have_count(2 * seats)
    expect(page.page.locator("#tools button")).to_have_count(1 + seats)
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


def test_a_link_to_the_board_stays_in_the_playground(play: Open) -> None:
    page = play("--game", "siege")
    page.dms("Ada").newest.get_by_role("link", name="Board").click()
    expect(page.pane("Ada").newest.get_by_role("button", name="Your move")).to_be_focused()
    assert len(page.page.context.pages) == 1


def tab_to(page: Page, pane: Pane, label: str, key: str) -> None:
    """Go on with a key until a button has the focus; where it is has to be seen."""
    for _ in range(40):
        page.page.keyboard.press(key)
        focused = pane.frame.locator(":focus")
        if focused.count() and focused.inner_text().strip() == label:
            break
    else:
        raise AssertionError(f"{label!r} can't be reached with {key}")
    outline = focused.evaluate(
        "(element) => [getComputedStyle(element).outlineStyle, getComputedStyle(element).outlineWidth]"
    )
    assert outline == ["solid", "3px"]


def test_a_challenge_and_a_move_without_a_mouse(play: Open) -> None:
    page = play()
    keys = page.page.keyboard
    keys.press("Alt+Shift+Digit1")
    ada, ben = page.pane("Ada"), page.pane("Ben")
    expect(ada.composer).to_be_focused()
    keys.type("/duel")
    expect(ada.frame.locator(".command-popup [role=option]").first).to_be_visible()
    keys.press("Enter")
    expect(ada.frame.locator('input[data-option="opponent"]')).to_be_focused()
    keys.type("Ben")
    expect(ada.frame.locator(".command-popup [role=option]")).to_have_text("Benben")
    keys.press("Enter")
    expect(ada.frame.locator('input[data-option="game"]')).to_be_focused()
    keys.type("siege")
    keys.press("Enter")
    expect(ada.frame.locator('input[data-option="game"]')).to_have_value("siege")
    keys.press("Enter")
    expect(ben.newest).to_contain_text("Ada challenges Ben to Numerical Siege")
    keys.press("Alt+Shift+Digit3")
    expect(ben.composer).to_be_focused()
    tab_to(page, ben, "Accept", "Shift+Tab")
    keys.press("Enter")
    mover = page.mover()
    assert mover
    keys.press(f"Alt+Shift+Digit{2 if mover.title.startswith('Ada') else 4}")
    tab_to(page, mover, "10", "Shift+Tab")
    keys.press("Space")
    expect(mover.newest).to_contain_text("You attacked with 10.")


def test_every_control_of_the_page_has_a_name(play: Open) -> None:
    page = play("--seats", "3")
    expect(page.page.get_by_role("region")).to_have_count(6)
    for control in page.page.locator("button, iframe").all():
        assert control.get_attribute("title") or control.inner_text()
    expect(page.said).to_have_role("status")
    expect(page.said).to_have_attribute("aria-live", "polite")


def test_when_the_playground_ends_the_page_says_so(play: Open) -> None:
    page = play()
    page.process.end()
    closed = f"The playground is closed. Start it again on port {page.process.port}, and this page goes on by itself."
    expect(page.said).to_have_text(closed)
    page.press("Restart the bot")
    expect(page.page.get_by_role("button", name="Restart the bot")).to_be_enabled()
    expect(page.said).to_have_text(closed)
    page.complaints.clear()  # the panes' looks that nobody answers


def test_the_page_says_how_to_begin_or_where_the_duel_is(play: Open) -> None:
    page = play()
    expect(page.said).to_have_text("Type /duel in a channel to begin.")
    page = play("--game", "siege", "--seats", "3")
    expect(page.said).to_have_text("Ada and Ben are in a duel: their panels are in their direct messages.")
    page.play_on()
    expect(page.again().said).to_have_text("Type /duel in a channel to begin.")


def test_what_a_tool_said_does_not_stay(play: Open) -> None:
    page = play()
    page.page.clock.install()
    page.press("Close Ada's DMs")
    expect(page.said).to_contain_text("Ada takes no direct messages any more")
    page.page.clock.fast_forward(9_000)
    expect(page.said).to_contain_text("Ada takes no direct messages any more")
    page.page.clock.fast_forward(2_000)
    expect(page.said).to_have_text("")
