"""What a person is told of an error. One that nobody expected is logged as well. Knows no Discord."""

from __future__ import annotations

import logging
import secrets

from bot.logs import describe, place_of
from bot.refusals import Refusal
from storage import Damaged, Unwritable

log = logging.getLogger(__name__)

CANT_SAVE = (
    "I can't save anything at the moment, so nothing was changed. Try again in a minute; if it goes on, report it "
    "with the id {id}."
)
DAMAGED = "I can't read my database, so I can't do that now. Whoever runs me has been told what to do."


def report(error: Exception) -> str:
    """The sentence for a person. Whatever is no `Refusal` is unexpected: it is logged here, once, with the id that the
    person is given.

    Only the exception's type and traceback are logged, because its text may repeat hidden numbers.
    """
    if isinstance(error, Refusal):
        return str(error)
    if isinstance(error, Damaged):
        if sentence := error.news():
            log.critical("%s", sentence)
        return DAMAGED
    error_id = secrets.token_hex(3)
    if isinstance(error, Unwritable):
        log.error("error %s: the database can't be written: %s", error_id, error.reason)
        return CANT_SAVE.format(id=error_id)
    log.error("error %s: %s", error_id, describe(error), extra={"place": place_of(error)})
    return f"Something went wrong on my side; nothing was lost. If it happens again, report it with the id {error_id}."


def log_set_aside(duel_id: int, error: Exception | None) -> None:
    """A duel was set aside: because of this error, or since a newer program has begun it."""
    error_id = secrets.token_hex(3)
    why = "its rules are of a newer version" if error is None else describe(error)
    extra = {} if error is None else {"place": place_of(error)}
    log.error("error %s: duel %d can't be replayed, so it is set aside: %s", error_id, duel_id, why, extra=extra)
