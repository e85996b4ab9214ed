"""The page: whole duels through it alone, restarts, live panes, several windows, both at once, private answers, time,
pictures.

Loading four panes is slow, so each test checks many things on one page.
"""

from __future__ import annotations

import json
import re
import sqlite3
import urllib.request
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.bot.playground.conftest import Open
from tests.bot.playground.keyboard import challenge_and_move
from tests.bot.playground.narrow import HEIGHT, controls_are_on_the_screen, narrow
from tests.bot.playground.own_pictures import own_pictures
from tests.bot.playground.play import TOLD_ONLY, Page

STARTED = "The bot was stopped, and a new one has started on the same database."
ENDED = re.compile("wins|You win!|You lose")
OWN = "· against Ben"
"""In the heading of each message of Ada's own about a duel."""
HANDS = (r"<:card_\d:\d+><:card_", r'alt=":card_\d:"[^>]*><img')
"""Cards side by side, as a hand is sent and as it is shown. What was played stands by itself."""


def test_a_whole_duel_begun_without_a_mouse_goes_on_through_restarts(play: Open, tmp_path: Path) -> None:
    file = tmp_path / "duels.db"
    page = play("--database", str(file))
    ada, ben = page.pane("Ada"), page.pane("Ben")
    restart = page.page.get_by_role("button", name="Restart the bot")
    challenge_and_move(page)

    # Half-typed text survives changes elsewhere, and restarts.
    ben.composer.press_sequentially("well played, b")
    ada.composer.press_sequentially("/duel")
    ada.frame.locator(".command-popup [role=option]").first.click()
    opponent = ada.frame.locator('input[data-option="opponent"]')
    opponent.fill("Be")
    before_move = ada.newest.inner_text()
    assert page.play_on(1) == 1
    expect(ada.newest).not_to_have_text(before_move, use_inner_text=True)
    before = ada.newest.inner_text()
    page.press("Restart the bot")
    expect(page.said).to_have_text(STARTED)
    expect(restart).to_be_focused()
    assert ada.newest.inner_text() == before
    assert page.play_on(1) == 1

    # A failed restart says why, and the old bot keeps running.
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
    expect(page.said).to_have_text(STARTED)
    duel = page.again(empty=True)
    expect(duel.said).to_have_text("Ada and Ben are in a duel.")
    expect(duel.games).to_be_hidden()

    assert page.play_on() > 0
    expect(ben.composer).to_have_value("well played, b")
    expect(opponent).to_have_value("Be")
    expect(ben.messages.first).to_contain_text(ENDED)  # below it his panel, which the new bot can't change
    for pane in (ada, page.dms("Ada"), page.dms("Ben")):
        expect(pane.newest).to_contain_text(ENDED)
        expect(pane.newest).to_be_in_viewport()
    expect(page.again(empty=True).games).to_be_visible()
    assert duel.complaints == []
    own_pictures(page, ben, file)


@pytest.mark.soak
@pytest.mark.parametrize("game", ["Numerical Siege", "Number Match Duel"])
def test_a_whole_duel_is_played_through_the_page(play: Open, game: str) -> None:
    """A long duel: Ada plays her weakest moves."""
    page = play()
    page.pane("Ada").command("duel", opponent="Ben", game=game, first="me")
    expect(page.pane("Ben").newest).to_contain_text(f"Ada challenges Ben to {game}")
    page.pane("Ben").button("Accept").click()
    assert page.play_on(ada=0) > 5
    for pane in (page.pane("Ada"), page.pane("Ben"), page.dms("Ada"), page.dms("Ben")):
        expect(pane.newest).to_contain_text(ENDED)
        expect(pane.newest).to_be_in_viewport()


@pytest.mark.soak
def test_presses_at_the_same_moment_all_count_and_a_narrow_window_has_tabs(play: Open) -> None:
    page = play("--game", "siege")
    mover = page.mover()
    assert mover
    first, second = ("Ada", "Ben") if mover.title.startswith("Ada") else ("Ben", "Ada")
    # A link to the board stays in the playground.
    mover.newest.get_by_role("link", name="Board").click()
    board = page.pane(first).messages.filter(has_text=re.compile("· duel 1"))
    expect(board.get_by_role("button", name=f"{first}: your move")).to_be_focused()
    assert len(page.page.context.pages) == 1

    siege = mover.fixed(mover.newest)
    page.pane(second).command("duel", opponent=first, game="Number Battle", first="me")
    page.pane(first).button("Accept").click()
    other = page.dms(second)
    expect(other.newest).to_contain_text("Number Battle")
    battle = other.fixed(other.newest)
    panes = [page.pane(name) for name in (first, second)]
    boards = [pane.messages.filter(has_text=re.compile("· duel 2")) for pane in panes]
    opens = [pane.button(f"{second}: your move", board) for pane, board in zip(panes, boards, strict=True)]
    for button in opens:
        expect(button).to_be_attached()
    expect(panes[0].newest).to_contain_text("Only you can see this")  # opened by "Accept"
    before = [str(pane.newest.get_attribute("data-message-id")) for pane in panes]
    page.at_once(
        (mover, mover.button("7", siege)),
        (other, other.button("9", battle)),
        *zip(panes, opens, strict=True),
    )
    for panel, picture, said in ((siege, ":token_7:", "lies face down"), (battle, ":number_9:", "15 → 6")):
        expect(panel.locator("p").filter(has_text=said).get_by_role("img", name=picture)).to_have_count(1)
    for pane, newest in zip(panes, before, strict=True):
        expect(pane.newest).not_to_have_attribute("data-message-id", newest)
        expect(pane.newest).to_contain_text("Only you can see this")
        expect(pane.messages.filter(has_text="Number Battle · against")).to_have_count(1)
    narrow(page)


@pytest.mark.soak
def test_both_secret_picks_of_one_round_count(play: Open) -> None:
    """Both players of one duel press at once, within one iteration of the page's event loop."""
    page = play("--game", "digit")
    for move in ("2:", "7:", "9:", "4:", "5:", "3", "1:", "6", "8"):  # heals have a colon
        mover = page.mover()
        assert mover
        page.play(mover, next(label for label in mover.moves if label.split()[0] == move))
    ada, ben = page.dms("Ada"), page.dms("Ben")
    page.until(lambda: (ada.moves and ben.moves) or None, "sudden death")
    page.at_once((ada, ada.button("1")), (ben, ben.button("5")))
    for pane, lives in ((ada, "you 12 → 8, Ben 12 → 16"), (ben, "Ada 12 → 8, you 12 → 16")):
        told = pane.newest.locator("p").filter(has_text=re.compile(f"Sudden death, .* against .*: {lives}"))
        for number in (1, 5):
            expect(told.get_by_role("img", name=f":number_{number}:")).to_have_count(1)


def test_an_outsider_is_sent_no_secret(play: Open) -> None:
    page = play("--seats", "3", "--game", "match", keep=True)
    # Every control has a name.
    expect(page.page.get_by_role("region")).to_have_count(6)
    for control in page.page.locator("button, iframe").all():
        assert control.get_attribute("title") or control.inner_text()
    expect(page.said).to_have_role("status")
    expect(page.said).to_have_attribute("aria-live", "polite")

    assert page.play_on(2) == 2
    mover = page.mover()
    assert mover
    label = f"{mover.title.split(':')[0]}: your move"
    page.pane("Ada").button(label).click()
    expect(page.pane("Ada").newest).to_contain_text(OWN)
    page.pane("Cy").button(label).click()
    expect(page.pane("Cy").newest).to_contain_text("Look again")
    page.pane("Ada").command("status")
    # Ada's panel in the channel is live: it shows each new move.
    assert page.play_on(1) == 1
    expect(page.pane("Cy").messages.first).to_contain_text(re.compile("→|deflected"))
    while (mover := page.mover()) and mover.title.startswith("Ada"):
        assert page.play_on(1) == 1
    # Her hand stands on no buttons while she waits.
    page.until(lambda: re.search(HANDS[1], page.dms("Ada").newest.inner_html()), "Ada's hand")
    looks = page.until(lambda: len(texts) if len(texts := _sent(page.received)) > 5 else None, "looks of Cy's")
    assert looks
    sent = [text for pane, text in page.received if "/pane/cy-" in pane]
    own = "".join(text for pane, text in page.received if "/pane/ada-" in pane) + "".join(_shown(page, "ada"))
    sources = _shown(page, "cy")
    assert any('"speed"' in text for text in sent), "what a pane asks of the playground was not seen"
    assert len(sources) == 2
    for secret in (*HANDS, ":attack-", OWN, "duel:1:resign"):
        assert re.search(secret, own), f"nobody is told {secret!r}, so this proves nothing"
        assert [text for text in [*sent, *sources] if re.search(secret, text)] == []
    with urllib.request.urlopen(f"{page.process.url}playground/world") as answer:
        keys = {pane["url"].split("#")[1] for seat in json.load(answer)["seats"] for pane in seat["panes"]}
    assert len(keys) == 6
    assert not any(key in text for key in keys for text in sent)
    expect(page.pane("Ada").messages.filter(has_text=OWN)).not_to_have_count(0)
    expect(page.pane("Ben").messages.filter(has_text=OWN)).to_have_count(0)
    expect(page.dms("Cy").messages).to_have_count(0)
    page.page.set_viewport_size({"width": 390, "height": HEIGHT})
    controls_are_on_the_screen(page, seats=3)


def _shown(page: Page, name: str) -> list[str]:
    return [frame.content() for frame in page.page.frames if f"/pane/{name}-" in frame.url]


def _sent(received: list[tuple[str, str]]) -> list[str]:
    return [text for pane, text in received if "/pane/cy-" in pane and "publishedRevision" in text]


def test_every_pane_of_every_window_shows_a_change_by_itself(play: Open) -> None:
    """No pane of the first window looks by itself here: it shows what it was told of."""
    page = play("--speed", "2", never=TOLD_ONLY)
    ada, ben = page.pane("Ada"), page.pane("Ben")
    ada.say("hello 1.")
    for pane in (ada, ben):
        expect(pane.newest).to_contain_text("hello 1.")
        expect(pane.newest).to_be_in_viewport()

    other = page.again()
    page.pane("Ben").say("hello 2.")
    for window in (page, other):
        expect(window.pane("Ada").newest).to_contain_text("hello 2.")

    # A browser opens at most six connections to a host. A hidden window must use none, or the seventh would get no
    # answer.
    assert page.streams() == ["open"]
    page.hide()
    assert page.streams() == ["closed"]
    other.pane("Ada").say("hello 3.")
    expect(other.pane("Ben").newest).to_contain_text("hello 3.")
    expect(ben.newest).to_contain_text("hello 2.")
    page.hide(False)
    expect(ben.newest).to_contain_text("hello 3.")
    assert page.streams() == ["closed", "open"]

    # Relative times run, and speed scales them: a minute is half of one here.
    with urllib.request.urlopen(f"{page.process.url}playground/time") as answer:
        began = json.load(answer)["began"]
    ada.say(f"hello <t:{began // 1000 + 1800}:R>")
    told = ben.newest.locator("time.discord-timestamp")
    expect(told).to_be_attached()  # before the page's clock is replaced
    expect(page.news.locator("p").last).to_have_text("hello in 30 minutes.")
    for minutes, text in ((1, "in 28 minutes"), (5, "in 20 minutes"), (25, "20 minutes ago")):
        page.page.clock.set_fixed_time(began / 1000 + 60 * minutes)
        expect(told).to_have_text(text)
    # That time has run on is not read aloud.
    ada.say("hello 4.")
    expect(page.news.locator("p").last).to_have_text("hello 4.")
    assert page.news.locator("p").all_inner_texts()[-2:] == ["hello in 30 minutes.", "hello 4."]
    assert page.complaints + other.complaints == []
