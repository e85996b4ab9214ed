"""`PanelState`: what a player's private messages show, as an ordered value: a later state is a greater one."""

from __future__ import annotations

from dataclasses import dataclass

from bot.service.saved_duel import SavedDuel
from games import Player

_WAITS_BITS = 2
_VERSION_BITS = 22
LAST_VERSION = (1 << _VERSION_BITS) - 1
"""Far more changes than any duel has seen; later ones are not told apart."""
_TALK_BITS = 3
"""Between two moves at most two draws are offered, and two declined."""
MAY_CALL_OFF = 2
Turn = tuple[bool, int, bool]
"""One turn of a player's, or one wait between two."""
_OVER = 2**62
"""Above every count of moves."""


@dataclass(frozen=True, order=True)
class PanelState:
    """`moves`: how many the player has made; `acting`: they are to move; `talk`: entries about a draw since the last
    move; `version`: the duel's, which grows with all that a message can show; `waits`: 1 while the other player can't
    be reached, `MAY_CALL_OFF` when the duel may be called off for that, else 0.
    """

    over: bool = False
    moves: int = 0
    acting: bool = False
    talk: int = 0
    version: int = 0
    waits: int = 0

    @classmethod
    def of(cls, saved: SavedDuel, player: Player) -> PanelState:
        """What the player's messages are to show now."""
        duel = saved.duel
        if duel is None or duel.outcome:
            return cls(over=True)
        waits = 0
        if player.other in saved.unreached:
            waits = MAY_CALL_OFF if saved.row.may_call_off else 1
        return cls(False, duel.turn(player), player in duel.to_act, duel.talk, cls.version_of(saved), waits)

    @staticmethod
    def version_of(saved: SavedDuel) -> int:
        """The duel's version, as far as it is counted."""
        return min(saved.row.version, LAST_VERSION)

    @property
    def turn(self) -> Turn:
        """The same for all states of one turn of the player's, or of one wait between two."""
        return (self.over, self.moves, self.acting)

    @property
    def talk_of_turn(self) -> tuple[Turn, int]:
        """The same for all states in which the player has nothing new to answer."""
        return (self.turn, self.talk)

    @property
    def is_quiet(self) -> bool:
        """The duel goes on, and the player has nothing to answer and nothing to hear."""
        return not (self.over or self.acting or self.talk or self.waits)

    def pack(self) -> int:
        """As the store keeps it: a whole number in the same order."""
        if self.over:
            return _OVER
        talk = ((2 * self.moves + self.acting) << _TALK_BITS) + self.talk
        return ((talk << _VERSION_BITS) + self.version << _WAITS_BITS) + self.waits

    @classmethod
    def unpack(cls, number: int) -> PanelState:
        """The way back."""
        if number >= _OVER:
            return cls(over=True)
        rest, waits = divmod(number, 2**_WAITS_BITS)
        rest, version = divmod(rest, 2**_VERSION_BITS)
        turn, talk = divmod(rest, 2**_TALK_BITS)
        return cls(False, turn // 2, bool(turn % 2), talk, version, waits)


OVER = PanelState(over=True)
"""Of a player's message that shows the end."""
