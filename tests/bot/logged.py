"""The log as the bot writes it, and what is made of it."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from bot.logs import Form, log_to_stderr


@contextmanager
def logging_as_run_does(level: int = logging.DEBUG, form: Form = "text") -> Iterator[None]:
    """The loggers as `python -m bot run` sets them up."""
    loggers = [logging.root, *(logging.getLogger(name) for name in ("bot", "storage"))]
    before = [(logger, logger.level, list(logger.handlers)) for logger in loggers]
    log_to_stderr(level, form)
    try:
        yield
    finally:
        for logger, was, handlers in before:
            logger.setLevel(was)
            logger.handlers[:] = handlers


class Lines(logging.Handler):
    """Keeps what is logged."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(f"{record.name} {record.getMessage()}")
