"""What the rules of several games do alike: make a position out of the one before, and find that a life is gone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from games.model import Ending, Outcome, Player

T = TypeVar("T")

if TYPE_CHECKING:
    from dataclasses import replace as replace  # noqa: PLC0414 - offered to the games, with its fields checked by type
else:

    def replace(value: T, /, **fields: Any) -> T:
        """`dataclasses.replace` in a fifth of its time, for what does nothing when it is made."""
        every = value.__dict__ | fields
        assert len(every) == len(value.__dict__), "only fields that are there"
        new = object.__new__(type(value))
        object.__setattr__(new, "__dict__", every)
        return new


def replaced(pair: tuple[T, T], player: Player, value: T) -> tuple[T, T]:
    """The pair with `player`'s half replaced."""
    return (pair[0], value) if player.index else (value, pair[1])


def out_of_life(life: tuple[int, int]) -> Outcome | None:
    """The end where somebody's life is gone."""
    one, two = life
    if one > 0 and two > 0:
        return None
    return Outcome(Player.TWO if one <= 0 else Player.ONE, Ending.LIFE)
