"""Draws the pictures that stand in messages: SVG of the project's own, made into PNGs by Chromium (`make pictures`).

Only what has no file yet is drawn. A picture that is to look different gets a new name here and in
`bot/render/pictures.py`, since messages go on showing the old one; its old file goes.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import sync_playwright

FOLDER = Path(__file__).parents[1] / "bot" / "emojis" / "images"
SIZE = 96
"""Pixels of a side: Discord shows 22, on fine screens up to three times as many."""
VIEW = 64
"""Units of a side, in the drawings below."""

INK, PAPER, GREY = "#23252b", "#ffffff", "#80848e"
AMBER, TEAL, BLUE, RED, STEEL = "#f5b83d", "#0f766e", "#4752c4", "#e0383e", "#dfe4ec"

STROKES = {
    "0": "M18 0C30 0 36 12 36 30S30 60 18 60 0 48 0 30 6 0 18 0Z",
    "1": "M6 13 21 1V60",
    "2": "M2 15C3 5 9 0 18 0 28 0 34 6 34 15 34 26 26 34 2 60H36",
    "3": "M2 7C6 2 11 0 17 0 27 0 33 6 33 14 33 23 27 28 15 28 28 28 36 34 36 43 36 54 28 60 17 60 9 60 3 57 0 52",
    "4": "M27 60V0L0 43H38",
    "5": "M33 0H7L4 28C8 25 13 23 18 23 29 23 36 30 36 41 36 52 28 60 17 60 9 60 3 57 0 52",
    "6": "M31 3C27 1 23 0 20 0 8 0 1 13 1 35 1 51 8 60 18 60 28 60 35 53 35 42S28 24 19 24C10 24 3 30 1 40",
    "7": "M0 0H35L13 60",
    "8": "M18 28C9 28 3 22 3 14S9 0 18 0 33 6 33 14 27 28 18 28C7 28 0 35 0 44S7 60 18 60 36 53 36 44 29 28 18 28Z",
    "9": "M5 57C9 59 13 60 16 60 28 60 35 47 35 25 35 9 28 0 18 0 8 0 1 7 1 18S8 36 17 36C26 36 33 30 35 20",
    "?": "M2 14C3 5 9 0 18 0 28 0 34 6 34 15 34 28 18 28 18 41M18 59V60",
}
"""Each digit as a pen draws it, 36 wide and 60 high, so that no font is needed."""


def _written(text: str, colour: str, scale: float, *, width: float = 11.5, y: float = 32) -> str:
    """A text of digits in the middle, around the height `y`."""
    step, wide = 48.0, {"1": 28.0}
    widths = [wide.get(digit, 36.0) for digit in text]
    left = -(sum(widths) + (len(text) - 1) * (step - 36)) / 2
    paths = []
    for digit, room in zip(text, widths, strict=True):
        paths.append(f'<path transform="translate({left} -30)" d="{STROKES[digit]}"/>')
        left += room + step - 36
    pen = f'fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="round" stroke-linejoin="round"'
    return f'<g transform="translate(32 {y}) scale({scale})" {pen}>{"".join(paths)}</g>'


def _card(fill: str, edge: str, inside: str) -> str:
    frame = f'<rect x="9" y="2" width="46" height="60" rx="7" fill="{fill}" stroke="{edge}" stroke-width="4"/>'
    return frame + inside


def _token(fill: str, inside: str) -> str:
    return f'<circle cx="32" cy="32" r="29.5" fill="{fill}" stroke="{INK}" stroke-width="4"/>{inside}'


def _tile(inside: str) -> str:
    return f'<rect x="2" y="2" width="60" height="60" rx="5" fill="{TEAL}" stroke="{PAPER}" stroke-width="3"/>{inside}'


def _pip(x: float, y: float) -> str:
    return f'<path d="M{x} {y - 5}l4 5-4 5-4-5z" fill="{RED}"/>'


def drawings() -> Iterator[tuple[str, str]]:
    """Each picture's name and what is in its SVG."""
    for n in range(1, 10):
        yield f"card_{n}", _card(PAPER, INK, _pip(16.5, 11) + _pip(47.5, 53) + _written(str(n), INK, 0.58, width=12.5))
        yield f"number_{n}", _tile(_written(str(n), PAPER, 0.66))
    for n in range(1, 11):
        scale = 0.5 if n == 10 else 0.62
        yield f"token_{n}", _token(AMBER, _written(str(n), INK, scale))
    back = f'<rect x="15" y="8" width="34" height="48" rx="3" fill="none" stroke="{STEEL}" stroke-width="2.5"/>'
    yield "face_down_card", _card(BLUE, PAPER, back + _written("?", PAPER, 0.5))
    ring = f'<circle cx="32" cy="32" r="23" fill="none" stroke="{AMBER}" stroke-width="2.5"/>'
    yield "face_down_token", _token("#6b4a12", ring + _written("?", AMBER, 0.5))
    yield (
        "used",
        f'<circle cx="32" cy="32" r="26" fill="none" stroke="{GREY}" stroke-width="7" stroke-dasharray="11.4 9.02"/>'
        f'<path d="M22 32H42" stroke="{GREY}" stroke-width="8" stroke-linecap="round"/>',
    )
    yield (
        "life",
        f'<path d="M32 58C10 42 4 32 4 21 4 11 11 5 19 5 25 5 30 8 32 13 34 8 39 5 45 5 53 5 60 11 60 21 60 32 54 42 '
        f'32 58Z" fill="{RED}" stroke="{PAPER}" stroke-width="3" stroke-linejoin="round"/>'
        f'<path d="M13 22C13 17 16 14 20 14" fill="none" stroke="{PAPER}" stroke-width="4" stroke-linecap="round"/>',
    )
    yield (
        "sword",
        f'<g transform="rotate(45 32 32)" stroke="{INK}" stroke-width="3.5" stroke-linejoin="round">'
        f'<path d="M32 -8 39 0V41H25V0Z" fill="{STEEL}"/><path d="M32 2V40" stroke-width="2"/>'
        f'<rect x="27.5" y="47" width="9" height="15" fill="{AMBER}"/>'
        f'<rect x="14" y="40" width="36" height="8" rx="3" fill="{AMBER}"/>'
        f'<circle cx="32" cy="66" r="5.5" fill="{AMBER}"/></g>',
    )
    yield (
        "shield",
        f'<path d="M32 3 57 10V30C57 45 47 55 32 61 17 55 7 45 7 30V10Z" fill="{STEEL}" stroke="{INK}" '
        f'stroke-width="4" stroke-linejoin="round"/>'
        f'<path d="M32 11 49 16V30C49 41 42 48 32 53Z" fill="{BLUE}"/><path d="M32 11 15 16V30C15 41 22 48 32 53Z" '
        f'fill="#7e88e8"/>',
    )


def main() -> None:
    """Draw what is missing; say what is no longer wanted."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    wanted = dict(drawings())
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])  # root may run it, too
        page = browser.new_page(viewport={"width": SIZE, "height": SIZE})
        for name, inside in wanted.items():
            file = FOLDER / f"{name}.png"
            if not file.exists():
                svg = f'<svg width="{SIZE}" viewBox="0 0 {VIEW} {VIEW}">{inside}</svg>'
                page.set_content(f"<style>body{{margin:0}}svg{{display:block}}</style>{svg}")
                page.screenshot(path=file, omit_background=True)
                print(f"drawn: {name}")
        browser.close()
    for file in FOLDER.glob("*.png"):
        if file.stem not in wanted:
            print(f"no longer drawn: {file.name}", file=sys.stderr)


if __name__ == "__main__":
    main()
