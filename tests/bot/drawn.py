"""Messages as they would go over the wire, and Discord's limits for them that discord.py does not check."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from discord.enums import ComponentType

from bot.drawing import Layout
from bot.render.header import URL, Header
from bot.render.pictures import longest
from tests.pictures import in_plain_text

MAX_ID = 2**63 - 1
"""The largest snowflake and the largest number of a duel."""
LATEST = 9_999_999_999_999
"""A deadline that is as long to write as any within some centuries."""
EXTENDED_BY = 119 * 60 * 1000
"""A delay that is as long to write as can be: 119 minutes."""
LONGEST_URL = URL.format(guild=MAX_ID, channel=MAX_ID, message=MAX_ID)

NAMES = {
    "plain": "Ada",
    "stars": "*" * 32,
    "underscores": "_" * 32,
    "backslashes": "\\" * 32,
    "emoji": "\N{FACE WITH TEARS OF JOY}" * 32,
    "right to left": "\u202e\u2066" + "\u05d0" * 40,
    "marks alone": "\u200f\u202e\u2067" * 11,
    "mention": "@everyone <@1> <@&2> <#3> </duel:4>",
    "link": "[x](https://x.y) https://x.y/z?q",
    "lines": "a\n# b\n> c\n-# d\n",
    "spoiler": "||a|| `b` ```c``` ~~d~~ <t:1:R>",
}
"""Names as people write them."""


def named(
    name: str = "Ada", other: str = "Ben", *, duel: int = 42, title: str = "Number Battle", url: str = "", **time: Any
) -> Header:
    """A duel as its messages name it. `time`: what is to be said of its deadline."""
    return Header(duel, title, (name, other), url or None, **time)


def longest_header(name: str, title: str = "Number Match Duel") -> Header:
    """The same with all that can be long as long as can be."""
    return named(name, name, duel=MAX_ID, title=title, url=LONGEST_URL, due=LATEST, extended_by=EXTENDED_BY)


def parts(layout: Layout) -> list[dict[str, Any]]:
    """Every component of a message, however deep, as it is sent."""

    def walk(components: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
        for component in components:
            yield component
            yield from walk(component.get("components", []))

    return list(walk(layout.components))


def of(layout: Layout, kind: ComponentType) -> list[dict[str, Any]]:
    """The components of one kind."""
    return [part for part in parts(layout) if part["type"] == kind.value]


def texts(layout: Layout) -> list[str]:
    """A message's blocks of text, with plain text for their pictures."""
    return [in_plain_text(part["content"]) for part in of(layout, ComponentType.text_display)]


def text(layout: Layout) -> str:
    """All that a message says, its blocks one below the other."""
    return "\n".join(texts(layout))


def labels(layout: Layout) -> list[str]:
    """The labels of its buttons, in order."""
    return [part["label"] for part in of(layout, ComponentType.button)]


def rows(layout: Layout) -> list[list[str]]:
    """The labels of its buttons, row by row."""
    found = [[part.get("label", "") for part in row["components"]] for row in of(layout, ComponentType.action_row)]
    return [row for row in found if any(row)]


def accent(layout: Layout) -> int | None:
    """The colour of a message's bar."""
    (container,) = of(layout, ComponentType.container)
    return cast("int | None", container["accent_color"])


def length(words: str) -> int:
    """Characters as a client that counts in UTF-16 counts them: never fewer than Discord does."""
    return len(words.encode("utf-16-le")) // 2


def beyond_limits(layout: Layout) -> list[str]:
    """What Discord would refuse in a message; empty where nothing is."""
    wrong = []

    def check(what: str, size: int, low: int, high: int) -> None:
        if not low <= size <= high:
            wrong.append(f"{what}: {size} is not {low} to {high}")

    check("components", len(parts(layout)), 1, 40)
    written = [part["content"] for part in of(layout, ComponentType.text_display)]
    check("text in all", sum(map(length, texts(layout))), 1, 4000)
    check("text in all with pictures", sum(map(longest, written)), 1, 4000)
    for words in texts(layout):
        check("a text", length(words.strip()), 1, 4000)
    for row in of(layout, ComponentType.action_row):
        check("things in a row", len(row["components"]), 1, 5)
    for button in of(layout, ComponentType.button):
        check(f"label {button['label']}", len(button["label"].strip()), 1, 80)
        if "url" in button:
            check("link", len(button["url"]), 1, 512)
        else:
            check("custom id", len(button["custom_id"]), 1, 100)
    for menu in of(layout, ComponentType.select):
        check("options", len(menu["options"]), 1, 25)
        check("placeholder", len(menu["placeholder"]), 1, 150)
        check("custom id", len(menu["custom_id"]), 1, 100)
        for option in menu["options"]:
            check("option", len(option["label"].strip()), 1, 100)
            check("its description", len(option["description"].strip()), 1, 100)
            check("its value", len(option["value"]), 1, 100)
        check("repeated values", len(menu["options"]) - len({option["value"] for option in menu["options"]}), 0, 0)
    ids = [part["custom_id"] for part in parts(layout) if part.get("custom_id")]
    check("repeated custom ids", len(ids) - len(set(ids)), 0, 0)
    return wrong
