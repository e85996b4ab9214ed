"""The playground as a person uses it: a process, its page, and the panes."""

from __future__ import annotations

import re
import signal
import subprocess
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from playwright.sync_api import FrameLocator, Locator, Request, Route, expect
from playwright.sync_api import Page as BrowserPage

from bot.playground.simcord_pages import FALLBACK
from tests.children import PATIENCE, PYTHON, child, environment

T = TypeVar("T")

COMMAND = [PYTHON, "-m", "bot", "playground", "--no-browser"]
NO_MOVES = {"Resign", "Rematch", "Rules", "Watch", "Accept", "Decline", "Withdraw", "Course", "Review", "Look again"}
NO_MOVES |= {"Draw?", "Accept draw", "Decline draw"}
WAIT = PATIENCE * 1000

PANES = re.compile(r"/(pane|playground)/")
EMPTY = '<ol id="channel-message-list"></ol>'
"""Replaces the panes in a window that only has to be open, because panes are expensive."""
CLOSED = 2
"""`EventSource.CLOSED`."""
STREAMS = """
    window.streams = [];
    window.EventSource = class extends EventSource {
        constructor(url) { super(url); streams.push(this); }
    };
"""
NEVER = """
    const wait = window.setTimeout;
    window.setTimeout = (work, time, ...more) => wait(work, time === %d ? 2 ** 31 - 1 : time, ...more);
"""
"""Stops timers of this many milliseconds in the page and its panes."""
TOLD_ONLY = FALLBACK
"""The timer to stop so that a pane does not poll: it then shows only changes that it was told of."""
NOTICE = 5000
"""The timer to stop so that a pane's notice stays until the test has seen it."""

expect.set_options(timeout=WAIT)


class Process:
    """A running playground."""

    def __init__(self, process: subprocess.Popen[str], lines: list[str]) -> None:
        self.process = process
        self.lines = lines
        self.err = ""
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", lines[0])
        assert found, lines
        self.url, self.port = found[0], int(found[1])

    @classmethod
    @contextmanager
    def started(cls, *arguments: str, **more: str) -> Iterator[Process]:
        """Start a playground; it gets Ctrl-C at the end of the block if it still runs."""
        port = () if "--port" in arguments else ("--port", "0")
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        with child(*COMMAND, *port, *arguments, env=environment(**more), **pipes) as process:
            assert process.stdout is not None
            line = process.stdout.readline()
            if not line:
                raise AssertionError(process.communicate(timeout=PATIENCE))
            playground = cls(process, [line])
            yield playground
            playground.end()

    def end(self, number: signal.Signals = signal.SIGINT) -> str:
        """Send Ctrl-C; returns the rest of the output. The process must end cleanly."""
        if self.process.returncode is not None:
            return ""
        self.process.send_signal(number)
        out, self.err = self.process.communicate(timeout=PATIENCE)
        assert self.process.returncode == 0, self.err
        assert self.err == "", self.err
        return out


class Page:
    """The page in the browser."""

    def __init__(
        self, page: BrowserPage, process: Process, *, keep: bool = False, empty: bool = False, never: int | None = None
    ) -> None:
        """`keep`: save every response to a pane in `received`, as its URL and text. `empty`: without panes."""
        self.page = page
        self.process = process
        self.complaints: list[str] = []
        self.received: list[tuple[str, str]] = []
        page.set_default_timeout(WAIT)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda m: self.complaints.append(m.text) if m.type == "error" else None)
        page.on("request", self._asked)
        if keep:
            page.route(PANES, self._keep)
        if never:
            page.add_init_script(NEVER % never)
        if empty:
            page.route("**/pane/**", lambda route: route.fulfill(body=EMPTY, content_type="text/html"))
        page.add_init_script(STREAMS)
        page.goto(process.url)
        expect(page.locator("section")).not_to_have_count(0)
        for frame in page.locator("iframe").all() if not empty else ():
            expect(frame.content_frame.locator("#preview-app")).to_have_attribute("aria-busy", "false")

    def _asked(self, request: Request) -> None:
        if not request.url.startswith((self.process.url, "blob:", "data:")):
            self.complaints.append(f"asked {request.url}")

    def _keep(self, route: Route) -> None:
        request = route.request
        pane = request.url if request.is_navigation_request() else request.frame.url
        if "/pane/" not in pane:
            route.continue_()
            return
        response = route.fetch()
        self.received.append((pane, response.body().decode(errors="replace")))
        route.fulfill(response=response)

    def again(self, *, empty: bool = False) -> Page:
        """Open the same playground in another window; behind this one, where it is empty: only the window in front is
        sure to be drawn, and told of what is new.
        """
        other = Page(self.page.context.new_page(), self.process, empty=empty)
        if empty:
            self.page.bring_to_front()
        return other

    def streams(self) -> list[str]:
        """The state of each event stream that the page has opened."""
        states: list[int] = self.page.evaluate("streams.map((stream) => stream.readyState)")
        return ["closed" if state == CLOSED else "open" for state in states]

    def hide(self, hidden: bool = True) -> None:
        """Act as if another tab covered the page, which never happens in a headless browser."""
        self.page.evaluate(
            """(hidden) => {
                Object.defineProperty(document, "hidden", { configurable: true, value: hidden });
                document.dispatchEvent(new Event("visibilitychange"));
            }""",
            hidden,
        )
        if not hidden:
            self.page.bring_to_front()

    def close(self) -> None:
        """Leave the page."""
        self.page.unroute_all(behavior="ignoreErrors")
        self.page.context.close()
        assert self.complaints == []

    def pane(self, name: str, place: str = "#duels") -> Pane:
        """A pane: one person's view of the channel, or their direct messages."""
        return Pane(self.page, f"{name}: {place}")

    def dms(self, name: str) -> Pane:
        return self.pane(name, "direct messages")

    def press(self, label: str) -> None:
        """Press one of the page's own buttons."""
        self.page.get_by_role("button", name=label, exact=True).click()

    @property
    def games(self) -> Locator:
        """The buttons that begin a duel, and the sentence above them."""
        return self.page.get_by_role("group", name="You play both sides.")

    @property
    def news(self) -> Locator:
        """What a screen reader was told."""
        return self.page.get_by_role("log", name="What has happened")

    @property
    def said(self) -> Locator:
        """The line that says what a button of the page did."""
        return self.page.locator("#said")

    def at_once(self, *buttons: tuple[Pane, Locator]) -> None:
        """Press several buttons in different panes within one iteration of the page's event loop."""
        keys = [(pane.title, button.get_attribute("data-control-key")) for pane, button in buttons]
        self.page.evaluate(
            """(keys) => {
                for (const [title, key] of keys)
                    document.querySelector(`iframe[title="${title}"]`).contentDocument
                        .querySelector(`[data-control-key="${key}"]`).click();
            }""",
            keys,
        )

    def until(self, found: Callable[[], T | None], what: str) -> T:
        """Wait for a condition that spans several places on the page."""
        deadline = time.monotonic() + PATIENCE
        while (value := found()) is None:
            assert time.monotonic() < deadline, f"in vain: {what}"
            self.page.wait_for_timeout(20)
        return value

    def mover(self, *among: Pane) -> Pane | None:
        """Whose panel has enabled moves, by default among both players; None at the end of the duel.

        A pane enables no button until all that was done in it is done, so one without moves says nothing yet.
        """
        return self.until(lambda: self._mover(among or (self.dms("Ada"), self.dms("Ben"))), "a move, or the end")[0]

    def _mover(self, among: Iterable[Pane]) -> tuple[Pane | None] | None:
        for pane in among:
            if pane.is_over:
                return (None,)
            if pane.moves:
                return (pane,)
        return None

    def play_on(self, moves: int = 200, ada: int = -1) -> int:
        """Play to the end. Both make their last choice, which ends a duel soon, or Ada another; returns the moves."""
        for made in range(moves):
            mover = self.mover()
            if mover is None:
                return made
            self.play(mover, mover.moves[ada if mover.title.startswith("Ada") else -1])
        return moves

    def play(self, mover: Pane, move: str) -> None:
        """Make a move on the newest panel."""
        panel = mover.fixed(mover.newest)
        said = panel.locator(".text-display").first
        before = said.all_inner_texts()
        mover.button(move, panel).click()
        self.until(lambda: said.all_inner_texts() != before or None, "what came of the move")


class Pane:
    """One pane of the page."""

    def __init__(self, page: BrowserPage, title: str) -> None:
        self.page = page
        self.title = title
        self.frame: FrameLocator = page.frame_locator(f'iframe[title="{title}"]')

    @property
    def messages(self) -> Locator:
        return self.frame.locator("article.channel-message")

    @property
    def newest(self) -> Locator:
        return self.messages.last

    def fixed(self, message: Locator) -> Locator:
        """The same message, even if newer ones follow."""
        return self.frame.locator(f'article[data-message-id="{message.get_attribute("data-message-id")}"]')

    def says(self, text: str | re.Pattern[str]) -> Locator:
        """A paragraph of a message."""
        return self.messages.locator("p.markdown-paragraph").filter(has_text=text)

    def button(self, label: str, message: Locator | None = None) -> Locator:
        """An enabled button, in the newest message unless another is given."""
        name = self.frame.locator(".button-label").get_by_text(label, exact=True)
        return (message or self.newest).locator('button.component-button[aria-disabled="false"]').filter(has=name)

    @property
    def moves(self) -> list[str]:
        """The labels of the newest message's enabled move buttons."""
        found = self.newest.locator('button.component-button[aria-disabled="false"] .button-label')
        return [label for label in found.all_inner_texts() if label not in NO_MOVES]

    @property
    def is_over(self) -> bool:
        """Whether the newest message shows a result."""
        return bool(re.search(r"\b(win|wins|lose|draw)\b", " ".join(self.newest.locator("h3").all_inner_texts())))

    @property
    def focused(self) -> Locator:
        """What has the focus in this pane."""
        return self.frame.locator(":focus")

    @property
    def send(self) -> Locator:
        return self.frame.get_by_role("button", name="Send")

    @property
    def composer(self) -> Locator:
        return self.frame.locator("textarea#channel-composer-input")

    def rests(self) -> None:
        """Wait until what was done in this pane is done: until then it drops whatever else is."""
        expect(self.send).to_be_enabled()

    def say(self, text: str) -> None:
        """Send a message."""
        self.rests()
        self.composer.fill(text)
        self.composer.press("Enter")

    def command(self, name: str, **options: str) -> None:
        """Type a slash command with its options, and send it."""
        self.composer.press_sequentially(f"/{name}")
        self.frame.locator(".command-popup [role=option]").filter(has_text=f"/{name}").first.click()
        for option, value in options.items():
            field = self.frame.locator(f'input[data-option="{option}"]')
            if not field.is_visible():
                self.frame.locator("button.command-ghost").click()
                self.frame.locator(".command-suggestion-label").get_by_text(option, exact=True).click()
            field.fill(value)
            self.frame.locator(".command-suggestion-label").filter(
                has_text=re.compile(f"^{re.escape(value)}(:|$)")
            ).first.click()
        self.send.click()
