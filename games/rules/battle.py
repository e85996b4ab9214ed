"""Number Battle.

Both have 15 life. The numbers 1 to 9 lie in one shared pool. The mover takes a number; the opponent loses that much
life; the number is gone. Whoever brings the other to zero or below wins. There is no healing, no passing, and no draw:
the pool can't run out with both alive, since its numbers add up to 45 and two players survive 14 + 14 at most.
"""

from __future__ import annotations

from games.model import Player, Private, State
from games.pool import PoolGame, PoolPublic


class NumberBattle(PoolGame[PoolPublic, Private]):
    """Rule book "Number Battle"."""

    name = "battle"
    title = "Number Battle"
    rules_version = 1
    start_life = 15
    full_life = 15
    tagline = "A race, all in the open"
    summary = "15 life each, one pool of 1 to 9. Every number hits."
    hint = "Look two attacks ahead: what you leave, the other attacks with."
    known = "Whoever begins can win with best play; in a rematch the other begins."
    how_to_play = """\
Both start with 15 life, and the numbers 1 to 9 lie between you.
On your turn attack with one number: the other loses that much life, and the number is gone for both.
You have to attack, and nobody heals. Whoever brings the other to 0 wins.

An exchange: both have 15. You attack with 9, the other is at 6. They attack with 8, you are at 7.
You attack with 7: they are at 0, and you win."""

    def new_initial_state(self, starter: Player) -> State[PoolPublic, Private, None]:
        """Rule book, section Setup."""
        public = PoolPublic((self.start_life, self.start_life), starter)
        return State(public, (Private(), Private()), None)
