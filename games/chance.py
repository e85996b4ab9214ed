"""Chance, which draws by an index: the same index always draws the same.

Knows no game. Nothing here asks the machine for randomness: the seed is given.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b
from typing import Protocol

from games.model import Action, IllegalAction

Outcomes = Sequence[tuple[Action, int]]

SEED_BYTES = 32
"""Length of a duel's seed: too long to be guessed from what is drawn."""


class Chance(Protocol):
    """Whoever decides what is drawn."""

    def draw(self, index: int, outcomes: Outcomes) -> Action:
        """The `index`-th draw of a duel (from 0), out of weighted outcomes (whole weights above 0)."""


@dataclass(frozen=True)
class Seeded:
    """Draws from a keyed hash of the index: stable for ever, and unpredictable without the seed (1 to 64 bytes).

    Raises `ValueError` for anything else as a seed: an empty one would be no secret.
    """

    seed: bytes = field(repr=False)

    def __post_init__(self) -> None:
        """Refuses what is no seed; says nothing of what it was."""
        if type(self.seed) is not bytes or not 1 <= len(self.seed) <= blake2b.MAX_KEY_SIZE:
            raise ValueError(f"A seed is 1 to {blake2b.MAX_KEY_SIZE} bytes.")

    @cached_property
    def _keyed(self) -> blake2b:
        """The hash of nothing, with the seed as its key: what is drawn goes on from a copy of it."""
        return blake2b(key=self.seed)

    def __reduce__(self) -> tuple[type[Seeded], tuple[bytes]]:
        """Copied and pickled as its seed: a hash can't be."""
        return type(self), (self.seed,)

    def draw(self, index: int, outcomes: Outcomes) -> Action:
        """See `Chance.draw`."""
        total = 0
        for _, weight in outcomes:
            total += weight
        # 512 bits against a total below 100: the bias of the remainder is below 10**-150.
        drawn = self._keyed.copy()
        drawn.update(index.to_bytes(8))
        ticket = int.from_bytes(drawn.digest()) % total
        for action, weight in outcomes:
            ticket -= weight
            if ticket < 0:
                return action
        raise AssertionError("the ticket is below the total weight")


@dataclass(frozen=True)
class Scripted:
    """Draws that were written down beforehand, for examples. Raises `IllegalAction` for one that can't be drawn."""

    draws: tuple[Action, ...]

    def draw(self, index: int, outcomes: Outcomes) -> Action:
        """See `Chance.draw`."""
        if index >= len(self.draws) or self.draws[index] not in {action for action, _ in outcomes}:
            raise IllegalAction(f"draw {index} of the script can't be drawn")
        return self.draws[index]
