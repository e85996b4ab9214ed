"""How lines are logged: one an event, as text or, for machines, as JSON, with the ids of what they are about.

A call names the ids that it knows: `log.info("duel %(duel)d: …", {"duel": 42})`. `about` adds what only the caller
knows, as which click it was. Of an exception a line has the kind and the place: its text may repeat a move or a token.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Literal

from bot.errors import describe, place_of

Form = Literal["text", "json"]

IDS = ("duel", "person", "interaction")
"""What a line can be about: a duel's number, and Discord's ids of a person, and of a click or a command."""
BY_DESIGN = ("Guilds intent seems to be disabled", "PyNaCl is not installed", "davey is not installed")
"""What discord.py warns of at each start, and what this bot does without on purpose."""

_known: ContextVar[Mapping[str, int] | None] = ContextVar("_known", default=None)


@contextmanager
def about(**ids: int) -> Iterator[None]:
    """All that is logged in this block, and by the tasks that it begins, is about these `IDS`."""
    token = _known.set({**(_known.get() or {}), **ids})
    try:
        yield
    finally:
        _known.reset(token)


class OneLine(logging.Formatter):
    """A record as one line, whatever is in it."""

    def __init__(self, form: Form) -> None:
        super().__init__()
        self._form = form

    def format(self, record: logging.LogRecord) -> str:
        """Time, level, logger and message; the ids that the message does not say; the place of an error."""
        message = record.getMessage()
        if record.name == "asyncio":
            message = message.partition("\n")[0]  # below it, a task is printed with the text of its exception
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
    """From now on, log in this form, and as much as `set_level` says."""
    handler = logging.StreamHandler()
    handler.setFormatter(OneLine(form))
    handler.addFilter(lambda record: not record.getMessage().startswith(BY_DESIGN))
    logging.root.addHandler(handler)
    set_level(level)


def set_level(level: int) -> None:
    """Log our own parts at `level`, and the libraries at INFO at the most: below, they log what they are handed."""
    logging.root.setLevel(max(level, logging.INFO))
    for ours in ("bot", "storage"):
        logging.getLogger(ours).setLevel(level)
