"""Names are hostile text: whatever somebody calls themselves does nothing and can be read."""

from __future__ import annotations

import string
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.render import names
from tests.bot.drawn import NAMES

JOY = "\N{FACE WITH TEARS OF JOY}"
HEART = "\N{HEAVY BLACK HEART}\N{VARIATION SELECTOR-16}"

KNOWN = [
    ("Ada", "Ada", "Ada"),
    ("  Ada \t Ben\n", "Ada Ben", "Ada Ben"),
    ("@everyone", "@everyone", r"\@everyone"),
    ("<@1>", "<@1>", r"\<\@1\>"),
    ("<@&2>", "<@&2>", r"\<\@\&2\>"),
    ("https://x.y", "https://x.y", r"https\:\/\/x\.y"),
    ("[a](https://x.y)", "[a](https://x.y)", r"\[a\]\(https\:\/\/x\.y\)"),
    ("`code`", "`code`", r"\`code\`"),
    ("||spoiler||", "||spoiler||", r"\|\|spoiler\|\|"),
    ("**bold** _it_ ~~no~~", "**bold** _it_ ~~no~~", r"\*\*bold\*\* \_it\_ \~\~no\~\~"),
    ("# big", "# big", r"\# big"),
    ("-# small", "-# small", r"\-\# small"),
    ("1. one", "1. one", r"1\. one"),
    ("<t:1:R>", "<t:1:R>", r"\<t\:1\:R\>"),
    ("a\nb", "a b", "a b"),
    ("a\u2028b\u0085c", "a b c", "a b c"),
    ("\\", "\\", r"\\"),
    ("\u202eevil", "evil", "evil"),
    ("a\u200bb\u200d\ufeffc", "abc", "abc"),
    ("\u2066\u2067x\u2069", "x", "x"),
    ("", "somebody", "somebody"),
    ("\u200b\u202e\u2060", "somebody", "somebody"),
    ("\u3164\uffa0\u115f\u1160\u2800", "somebody", "somebody"),
    ("\ufe0f\u034f\u17b4\u17b5\u180b", "somebody", "somebody"),
    ("\U000e0041\U000e0100", "somebody", "somebody"),
    (" \u3000\xa0 ", "somebody", "somebody"),
    ("\ud800", "somebody", "somebody"),
    (JOY * 32, JOY * 32, JOY * 32),
    (JOY * 40, JOY * 32, JOY * 32),
    (HEART, HEART, HEART),
    ("*" * 32, "*" * 32, r"\*" * 32),
    ("a" * 31 + " b", "a" * 31, "a" * 31),
    ("\u05d0\u05d1", "\u05d0\u05d1", "\u05d0\u05d1"),
    ("Zoë", "Zoë", "Zoë"),
]


def acts(shown: str) -> bool:
    """Whether anything is left that Discord's formatting could take for its own: a mark without its backslash."""
    rest = iter(shown)
    for character in rest:
        if character == "\\":
            if next(rest, " ") not in string.punctuation:
                return True
        elif character in string.punctuation:
            return True
    return False


@pytest.mark.parametrize(("name", "plain", "shown"), KNOWN, ids=[ascii(one[0])[:30] for one in KNOWN])
def test_known_names(name: str, plain: str, shown: str) -> None:
    assert names.plain(name) == plain
    assert names.shown(name) == shown
    assert not acts(names.shown(name))


def test_what_acts_is_found() -> None:
    for text in ("*a*", "<@1>", r"\\*", "https://x", "a\\", "`", r"\a"):
        assert acts(text)
    assert not acts(r"\*\\a")


hostile = st.text(
    st.one_of(
        st.sampled_from(
            string.punctuation + string.whitespace + "\u200b\u202e\u200f\u3164\u2800\u1160\ufe0f\u2028" + JOY
        ),
        st.characters(),
    ),
    max_size=80,
)


@given(hostile)
@example("*" * 100)
@example("a " * 40)
@example("\ud83d")
@example("\ufe0f")
@example("\u0301" * 32 + "e")
def test_a_name_is_short_visible_and_on_one_line(name: str) -> None:
    plain = names.plain(name)
    assert 1 <= len(plain) <= 32
    assert not {unicodedata.category(character) for character in plain} & {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
    assert not set(plain) & (set(string.whitespace) - {" "})
    assert plain == plain.strip()
    assert "  " not in plain
    assert any(unicodedata.category(character)[0] not in "MZ" for character in plain)
    plain.encode()


@given(hostile)
def test_making_it_plain_again_changes_nothing(name: str) -> None:
    assert names.plain(names.plain(name)) == names.plain(name)
    assert names.shown(names.plain(name)) == names.shown(name)


@given(hostile)
def test_a_shown_name_is_the_plain_one_and_does_nothing(name: str) -> None:
    shown = names.shown(name)
    assert len(shown) <= 64
    assert not acts(shown)
    unescaped, rest = "", iter(shown)
    for character in rest:
        unescaped += next(rest) if character == "\\" else character
    assert unescaped == names.plain(name)


@given(st.text(string.ascii_letters + string.digits + "äöüßéñçЖ日本語", min_size=1, max_size=32))
def test_an_ordinary_name_is_left_as_it_is(name: str) -> None:
    assert names.plain(name) == names.shown(name) == name


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES.keys())
def test_the_names_that_messages_are_tried_with_do_nothing(name: str) -> None:
    assert not acts(names.shown(name))


@pytest.mark.parametrize(
    ("people", "shown_as"),
    [
        ((("Ada", "ada_1"), ("Ben", "ben_1")), ("Ada", "Ben")),
        ((("Ada", "ada_1"), ("ADA", "ben_1")), ("ada_1", "ben_1")),
        ((("\N{LATIN SMALL LIGATURE FI}x", "a"), ("fix", "b")), ("a", "b")),
        ((("A\N{COMBINING GRAPHEME JOINER}da", "a"), ("Ada", "b")), ("a", "b")),
        ((("Ren\N{LATIN SMALL LETTER E WITH ACUTE}", "a"), ("Rene\u200b\u0301", "b")), ("a", "b")),
        ((("Ada", "ada"), ("Ada", "ben"), ("ben", "cy")), ("ada", "ben", "cy")),
        ((("Ada", ""), ("Ada", "")), ("Ada", "Ada")),
        ((("Ada", ""), ("Ada", "ben")), ("Ada", "ben")),
    ],
)
def test_names_that_look_the_same_are_told_apart(
    people: tuple[tuple[str, str], ...], shown_as: tuple[str, ...]
) -> None:
    assert names.told_apart(*people) == shown_as


def test_a_name_with_nothing_to_see_in_it_gets_the_username() -> None:
    assert names.visible("\N{HANGUL FILLER}\u200d", "ada_1") == "ada_1"
    assert names.visible("somebody", "ada_1") == "somebody"
