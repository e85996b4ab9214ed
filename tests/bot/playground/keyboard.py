"""Steps that use only the keyboard."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.bot.playground.play import Page, Pane


def tab_to(page: Page, pane: Pane, label: str, key: str) -> None:
    """Press a key until a button has the focus. The focus must be visible."""
    for _ in range(40):
        page.page.keyboard.press(key)
        if pane.focused.count() and pane.focused.inner_text().strip() == label:
            break
    else:
        raise AssertionError(f"{label!r} can't be reached with {key}")
    outline = pane.focused.evaluate(
        "(element) => [getComputedStyle(element).outlineStyle, getComputedStyle(element).outlineWidth]"
    )
    assert outline == ["solid", "3px"]


def challenge_and_move(page: Page) -> None:
    """Ada challenges Ben to a siege, he accepts, and the starter attacks with 10."""
    keys = page.page.keyboard
    keys.press("Alt+Shift+Digit1")
    ada, ben = page.pane("Ada"), page.pane("Ben")
    expect(ada.composer).to_be_focused()
    suggested = ada.frame.locator(".command-popup [role=option]")
    for leave in (True, False):
        keys.type("/duel")
        expect(suggested.first).to_contain_text("/duel")
        keys.press("Enter")
        expect(ada.frame.locator('input[data-option="opponent"]')).to_be_focused()
        expect(suggested.first).to_have_text("Benben")  # the person last who can't be challenged: who asks
        expect(suggested.last).to_have_text("Adaada")
        if leave:
            keys.press("Escape")
            expect(ada.composer).to_be_focused()
            expect(ada.composer).to_have_value("")
    keys.press("Enter")
    expect(ada.frame.locator('input[data-option="game"]')).to_be_focused()
    keys.type("siege")
    keys.press("Enter")
    expect(ada.frame.locator('input[data-option="game"]')).to_have_value("siege")
    keys.press("Enter")
    expect(ben.newest).to_contain_text("Ada challenges Ben to Numerical Siege")
    expect(ben.button("Accept")).to_be_attached()
    keys.press("Alt+Shift+Digit3")
    expect(ben.composer).to_be_focused()
    tab_to(page, ben, "Accept", "Shift+Tab")
    keys.press("Enter")
    mover = page.mover()
    assert mover
    keys.press(f"Alt+Shift+Digit{2 if mover.title.startswith('Ada') else 4}")
    expect(mover.composer).to_be_focused()
    tab_to(page, mover, "10", "Shift+Tab")
    keys.press("Space")
    expect(mover.newest).to_contain_text("lies face down")
    # The focus stays on what has become of the panel, where a second press of the key is no other move.
    expect(mover.newest).to_be_focused()
    name = mover.title.split(":")[0]
    told = rf"{name}: Numerical Siege · against \w+\. Your token 10 lies face down: \w+ decides\. \w+ to defend\."
    expect(page.news).to_contain_text(re.compile(told))
    expect(page.news).not_to_contain_text("Callback")
