"""Fixtures: one browser per test process, and one playground per test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.bot.playground import chromium
from tests.bot.playground.play import Page, Process
from tests.children import PATIENCE, environment

Open = Callable[..., Page]


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    path = chromium.path()
    if path is None:
        (pytest.fail if chromium.needed() else pytest.skip)(chromium.MISSING)
    # The user's home may be read-only.
    home = str(tmp_path_factory.mktemp("chromium"))
    env = environment(HOME=home, XDG_CONFIG_HOME=home, XDG_CACHE_HOME=home, XDG_RUNTIME_DIR=home, TZ="UTC")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path, args=chromium.FLAGS, env=dict(env), timeout=PATIENCE * 1000
        )
        yield browser
        browser.close()


@pytest.fixture
def start() -> Iterator[Callable[..., Process]]:
    """`start("--seats", "3")`: a playground process. At the end it gets Ctrl-C, and must end cleanly."""
    with ExitStack() as running:
        yield lambda *arguments, **more: running.enter_context(Process.started(*arguments, **more))


@pytest.fixture
def play(browser: Browser, start: Callable[..., Process]) -> Iterator[Open]:
    """`play("--game", "siege")`: the page of a new playground. An error in its scripts fails the test."""
    pages: list[Page] = []

    def play(*arguments: str, keep: bool = False, never: int | None = None) -> Page:
        context = browser.new_context(viewport={"width": 1280, "height": 900})
        pages.append(Page(context.new_page(), start(*arguments), keep=keep, never=never))
        return pages[-1]

    yield play
    for page in pages:
        page.close()
