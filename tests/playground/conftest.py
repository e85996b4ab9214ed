"""A browser a module, and a playground a test."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.playground import chromium
from tests.playground.play import Page, Process

Open = Callable[..., Page]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    path = chromium.path()
    if path is None:
        (pytest.fail if chromium.needed() else pytest.skip)(chromium.MISSING)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=chromium.FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def start() -> Iterator[Callable[..., Process]]:
    """`start("--seats", "3")`: a playground as a process; ended with Ctrl-C, and its end must be clean."""
    running: list[Process] = []

    def start(*arguments: str) -> Process:
        running.append(Process.start(*arguments))
        return running[-1]

    yield start
    for process in running:
        process.end()


@pytest.fixture
def play(browser: Browser, start: Callable[..., Process]) -> Iterator[Open]:
    """`play("--game", "siege")`: the page of a fresh playground. What its scripts complain of fails the test."""
    pages: list[Page] = []

    def play(*arguments: str, width: int = 1280, height: int = 900) -> Page:
        context = browser.new_context(viewport={"width": width, "height": height})
        pages.append(Page(context.new_page(), start(*arguments)))
        return pages[-1]

    yield play
    for page in pages:
        page.close()
