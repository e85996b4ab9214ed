"""Number Nomad.

Both have 10 life, and 10 is the most. The numbers 1 to 9 lie in one shared pool. The mover takes a number and either
attacks with it (the opponent loses that much) or heals with it (the mover gains half of it, rounded down). The number
is gone. Whoever brings the other to zero or below wins. When the numbers are used up, more life wins; at equal life
whoever took the last turn loses. There is no passing, and no draw.
"""

from __future__ import annotations

from games.model import Ending, Outcome, Player, Private, State, Verb
from games.pool import PoolGame, PoolPublic


class NumberNomad(PoolGame[PoolPublic, Private]):
    """Rule book "Number Nomad"."""

    name = "nomad"
    title = "Number Nomad"
    rules_version = 1
    start_life = 10
    full_life = 10
    tagline = "Attack in full, heal by half"
    summary = "10 life each, one pool of 1 to 9. Level at the end, whoever moved last loses."
    hint = "Attack while you can: healing brings only half."
    known = "Whoever begins can win with best play; in a rematch the other begins."
    verbs = (Verb.ATTACK, Verb.DEFEND)
    level_loser = "moved last"
    how_to_play = """\
Both start with 10 life, which is also the most you can have. The numbers 1 to 9 lie between you.
On your turn take one number. Attack: the other loses that much. Heal: you gain half of it, rounded down.
Either way the number is gone for both. Whoever brings the other to 0 wins.
When all numbers are used, more life wins; if you are level, whoever moved last loses.

An exchange: both have 10. You attack with 7, the other is at 3. They heal with 2 and are at 4.
You attack with 9: they are at 0, and you win."""

    def new_initial_state(self, starter: Player) -> State[PoolPublic, Private, None]:
        """Rule book, section Setup."""
        public = PoolPublic((self.start_life, self.start_life), starter)
        return State(public, (Private(), Private()), None)

    def healing(self, number: int) -> int:
        """Half, rounded down (section Rules and Mechanics, 2)."""
        return number // 2

    def on_empty_pool(self, public: PoolPublic) -> Outcome:
        """At equal life the player who took the last turn loses (section Rules and Mechanics, 4)."""
        # The turn has passed already: the mover is the one who did not take the last turn.
        return super().on_empty_pool(public) or Outcome(public.mover, Ending.NUMBERS_USED)
