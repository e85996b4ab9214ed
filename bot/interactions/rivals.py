"""Whether another process seems to answer interactions with the same token."""

from __future__ import annotations

import logging
from collections import deque
from weakref import WeakKeyDictionary

import discord

log = logging.getLogger(__name__)

ANSWERED_ALREADY = 40060
"""Discord's code for an interaction that has had its first answer."""
MANY = 3
WITHIN = 600.0
"""This many in so many seconds. One may come from an own answer that was sent again."""

_met: WeakKeyDictionary[discord.Client, deque[float]] = WeakKeyDictionary()


def suspect(client: discord.Client, error: BaseException) -> None:
    """A first answer was refused: if that is so again and again, the likely cause is logged, once."""
    if getattr(error, "code", None) != ANSWERED_ALREADY:
        return
    met, now = _met.setdefault(client, deque(maxlen=MANY)), client.loop.time()
    if met.maxlen != MANY:
        return
    met.append(now)
    if len(met) == MANY and now - met[0] <= WITHIN:
        _met[client] = deque(maxlen=0)
        log.error(
            "Somebody else answers first, again and again (%d). Another process seems to run with the same token: "
            "stop it, or reset the token.",
            ANSWERED_ALREADY,
        )
