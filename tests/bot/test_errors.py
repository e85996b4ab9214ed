"""What a person is told of an error, and what the log is."""

from __future__ import annotations

import logging
import re
import string
from typing import Any

import pytest

from bot import errors, refusals
from bot.interactions.people import OF_A_MOVE
from bot.logs import describe
from games import DuelOver, GameError, IllegalAction, NotYourTurn, UnknownGame

KINDS = refusals.Refusal.__subclasses__()
FACTS: dict[str, Any] = {
    "duel": 2**63 - 1,
    "rematch": 7,
    "status": "cancelled",
    "limit": 25,
    "other": "Ben",
    "permission": "View Channel",
}
SECRET = "attack-7"


def fields(kind: type[refusals.Refusal]) -> set[str]:
    """What a sentence names in braces."""
    return {name for _, name, _, _ in string.Formatter().parse(kind.sentence) if name}


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_refusal_has_a_sentence_of_its_own(kind: type[refusals.Refusal]) -> None:
    facts = {name: FACTS[name] for name in fields(kind)}
    if kind is refusals.ChallengedAlready:
        facts["duel"] = 7  # it is shown beside the sentence
    sentence = errors.report(kind(**facts))
    assert re.fullmatch(r"[A-Z0-9][^{}\n]*[.]", sentence)
    assert all(str(facts[name]) in sentence for name in fields(kind))
    assert len(sentence) <= 200
    assert [other for other in KINDS if other.sentence == kind.sentence] == [kind]
    assert kind.sentence != refusals.Refusal.sentence


HINT = re.compile(
    r"/(duel|status|draw)\b|\*(Withdraw|Decline|Watch)\*|Choose |Wait |You can offer again|Accept that|Try again"
)
"""What a person can do instead: a command, a button, a choice, or to wait."""


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_refusal_says_what_to_do_instead_and_names_the_other(kind: type[refusals.Refusal]) -> None:
    # What can be played stands beside the sentence: tests/bot/render/test_choices.py.
    assert HINT.search(kind.sentence) or kind in OF_A_MOVE, kind.sentence
    assert not re.search(r"\b(other player|opponent has|your opponent|the challenger|this person)\b", kind.sentence)


@pytest.mark.parametrize("name", ["@everyone", "**x**", "a\nb", "[x](https://x.y)", "\u202eabc"])
def test_a_name_in_a_sentence_is_harmless(name: str) -> None:
    sentence = str(refusals.ChallengedAlready(1, name))
    assert sentence.endswith(" has challenged you already. Accept that, or decline it and challenge again.")
    assert not re.search(r"(?<!\\)[@*\[(]|\n|\u202e", sentence)
    assert str(refusals.ChallengedAlready(1, "\u200f")).startswith("somebody has")


@pytest.mark.parametrize("kind", GameError.__subclasses__(), ids=lambda kind: kind.__name__)
def test_what_a_game_raises_by_itself_is_nobodys_mistake(
    kind: type[GameError], caplog: pytest.LogCaptureFixture
) -> None:
    assert {UnknownGame, IllegalAction, NotYourTurn, DuelOver} == set(GameError.__subclasses__())
    sentence = errors.report(kind(SECRET))
    assert sentence.startswith("Something went wrong on my side")
    assert kind.__name__ in caplog.text
    assert SECRET not in sentence + caplog.text


def test_what_is_refused_is_not_logged(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    assert errors.report(refusals.NoDuel()) == "You have no open duel. /duel or /practice starts one."
    assert caplog.records == []


class Refused(Exception):
    """As a request that Discord refuses: its message repeats what was sent."""

    status, code = 400, 50035


class Worded(Exception):
    """An exception whose code is no number."""

    code = SECRET


def failing(error: Exception) -> Exception:
    """The error with a traceback, and with one beneath it that says the same."""
    try:
        try:
            raise ValueError(f"inner {SECRET}")
        except ValueError as cause:
            raise error from cause
    except Exception as raised:
        return raised


@pytest.mark.parametrize(
    ("error", "described"),
    [
        (RuntimeError(f"custom_id duel:1:0:{SECRET}"), "RuntimeError"),
        (Refused(f"custom_id duel:1:0:{SECRET}"), "Refused status=400 code=50035"),
        (Worded(SECRET), "Worded"),
        (KeyError(SECRET), "KeyError"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_an_unknown_error_is_logged_once_under_the_id_that_is_given(
    error: Exception, described: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    sentence = errors.report(failing(error))
    found = re.search(r"\bid ([0-9a-f]{6})\.$", sentence)
    assert found is not None
    (record,) = caplog.records
    assert (record.name, record.levelno, record.exc_info) == ("bot.errors", logging.ERROR, None)
    line = record.getMessage()
    assert line == f"error {found[1]}: {described}"
    assert "in failing" in (place := vars(record)["place"])
    assert SECRET not in line + sentence + place
    assert "inner" not in logging.Formatter().format(record).replace('f"inner', "")


def test_ids_differ() -> None:
    assert len({errors.report(RuntimeError()) for _ in range(20)}) > 1


def test_an_exception_that_stops_the_program_can_be_described() -> None:
    assert describe(KeyboardInterrupt()) == "KeyboardInterrupt"
