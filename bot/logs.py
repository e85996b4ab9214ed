"""The log format: one line per event, as text or, for machines, as JSON, with the ids that the event is about.

A call passes the ids it knows: `log.info("duel %(duel)d: …", {"duel": 42})`. `log_context` adds those that only a
caller further up knows, such as the interaction. For an exception, only its type and its traceback's code locations are
logged, because its text may repeat a move or a token.
"""

from __future__ import annotations

import json
import logging
import traceback
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Literal

Form = Literal["text", "json"]

IDS = ("duel", "person", "interaction")
"""The ids a line can have: a duel's number, and Discord's ids of a person and of an interaction (click or command)."""
BY_DESIGN = ("Guilds intent seems to be disabled", "PyNaCl is not installed", "davey is not installed")
"""Warnings that discord.py logs at each start. This bot does without these features on purpose."""

_known: ContextVar[Mapping[str, int] | None] = ContextVar("_known", default=None)


@contextmanager
def log_context(**ids: int) -> Iterator[None]:
    """Add these `IDS` to all lines logged in this block and by the tasks that it starts."""
    token = _known.set({**(_known.get() or {}), **ids})
    try:
        yield
    finally:
        _known.reset(token)


class OneLine(logging.Formatter):
    """Formats a record as exactly one line."""

    def __init__(self, form: Form) -> None:
        super().__init__()
        self._form = form

    def format(self, record: logging.LogRecord) -> str:
        """Time, level, logger and message; then the ids that are not in the message; then an error's traceback."""
        message = record.getMessage()
        if record.name == "asyncio":
            message = message.partition("\n")[0]  # the lines below print a task with its exception's text
        place = getattr(record, "place", "")
        if record.exc_info and (error := record.exc_info[1]):
            message, place = f"{message}: {describe(error)}", place_of(error)
        time = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        named = record.args if isinstance(record.args, Mapping) else {}
        unsaid = {name: value for name, value in (_known.get() or {}).items() if name not in named}
        if self._form == "json":
            line = {"time": time, "level": record.levelname, "logger": record.name, "message": message}
            ids = {name: value for name, value in {**unsaid, **named}.items() if name in IDS}
            return json.dumps({**line, **ids, **({"traceback": place} if place else {})})
        ids_besides = "".join(f", {name} {value}" for name, value in unsaid.items())
        text = f"{time} {record.levelname} {record.name}: {message}{ids_besides}\n{place}"
        return " | ".join(part.strip() for part in text.splitlines())


def log_to_stderr(level: int, form: Form = "text") -> None:
    """Log to stderr in this form from now on, at this level (see `set_level`)."""
    handler = logging.StreamHandler()
    handler.setFormatter(OneLine(form))
    handler.addFilter(lambda record: not record.getMessage().startswith(BY_DESIGN))
    logging.root.addHandler(handler)
    set_level(level)


def set_level(level: int) -> None:
    """Log our own packages at `level`, and libraries at INFO or above: at DEBUG they log the data they handle."""
    logging.root.setLevel(max(level, logging.INFO))
    for ours in ("bot", "storage"):
        logging.getLogger(ours).setLevel(level)


def describe(error: BaseException) -> str:
    """An exception's type, with the status and code of a refused request. Safe to log."""
    facts = [f"{name}={value}" for name in ("status", "code") if isinstance(value := getattr(error, name, None), int)]
    return " ".join([type(error).__name__, *facts])


def place_of(error: BaseException) -> str:
    """An exception's traceback, innermost call last: lines of code, without any values. Where it was raised in another
    process (`elsewhere`), that one's follows.
    """
    return "".join(traceback.format_tb(error.__traceback__)) + getattr(error, "elsewhere", "")
