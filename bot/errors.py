"""What a person is told of an error. One that nobody expected is logged as well. Knows no Discord."""

from __future__ import annotations

import logging
import secrets

from bot.logs import describe, place_of
from bot.refusals import Refusal
from games import DuelOver, IllegalAction, NotYourTurn, UnknownGame
from storage import Unwritable

log = logging.getLogger(__name__)

CANT_SAVE = (
    "I can't save anything at the moment, so nothing was changed. Try again in a minute; if it goes on, report it "
    "with the id {id}."
)


def explain(error: Exception) -> str | None:
    """The sentence for a person, or None if the error is unexpected and has to be logged."""
    match error:
        case Refusal():
            return str(error)
        case UnknownGame():
            return "There is no such game. /rules lists those there are."
        case DuelOver() | NotYourTurn() | IllegalAction():
            return "That can't be played now. /status shows what can."
    return None


def report(error: Exception) -> str:
    """The sentence for a person. An unexpected error is logged here, once, with the id that the person is given.

    Only the exception's type and traceback are logged, because its text may repeat hidden numbers.
    """
    if (sentence := explain(error)) is not None:
        return sentence
    error_id = secrets.token_hex(3)
    if isinstance(error, Unwritable):
        log.error("error %s: the database can't be written: %s", error_id, error.reason)
        return CANT_SAVE.format(id=error_id)
    log.error("error %s: %s", error_id, describe(error), extra={"place": place_of(error)})
    return f"Something went wrong on my side; nothing was lost. If it happens again, report it with the id {error_id}."
