"""Number Match Duel: each level's choice.

Easy attacks with any card. Medium looks one exchange ahead: damage times the chance that it lands, by the cards it has
seen; it forgets what the other has shown. Both always defend. Hard reckons what the other may hold (`match_odds`) and
chooses what leaves the best chance to win (`match_value`), a defence declined included.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb
from random import Random

from games.model import Action, Verb, View
from players.match_odds import HAND_SIZE, Odds, numbers, odds, packed, unseen
from players.match_value import Position, value
from players.model import Level


@dataclass(frozen=True)
class MatchPlayer:
    """Plays at one level. Only `EASY` makes use of chance."""

    level: Level

    def choose(self, view: View, random: Random) -> Action:
        """See `ComputerPlayer.choose`."""
        if self.level is Level.HARD:
            worth = chances(view)
        elif view.actions[0].verb is Verb.DEFEND:
            return view.actions[0]
        elif self.level is Level.EASY:
            return random.choice(view.actions)
        else:
            worth = _damage(view)
        return max(view.actions, key=worth.__getitem__)


def chances(view: View) -> dict[Action, float]:
    """For each of the viewer's actions the chance to win, as far as the viewer can know; estimated."""
    assert view.viewer
    me, other = view.viewer, view.viewer.other
    own, known, pile = packed(numbers(view, "hand", me)), odds(view), view.pile("hand", other)
    assert pile
    life = view.life[me.index], view.life[other.index]
    now = Position(True, own, known.one, unseen(view), life, pile.count)
    worth = {}
    for action in view.actions:
        rest = now._replace(own=own - packed([action.number])) if action.number else now
        if action.verb is Verb.TAKE:
            (attack,) = numbers(view, "table", other)
            rest = rest._replace(life=(life[0] - attack, life[1]))
        worth[action] = value(rest) if action.verb is not Verb.ATTACK else _attack(action.number or 0, rest, known)
    return worth


def _attack(number: int, now: Position, known: Odds) -> float:
    """The chance to win with that attack, already taken from the hand."""
    met, worth = known.one[number], 0.0
    if met < 1:
        lacking = [max(0.0, one - both) / (1 - met) for one, both in zip(known.one, known.both[number], strict=True)]
        lacking[number] = 0.0
        life = now.life[0], now.life[1] - number
        worth += (1 - met) * value(now._replace(attacks=False, other=lacking, life=life))
    if met:
        keeping = [both / met for both in known.both[number]]
        keeping[number] = known.two[number] / met
        fewer = [count - (at == number) for at, count in enumerate(now.unseen)]
        worth += met * value(now._replace(attacks=False, other=keeping, unseen=fewer, held=now.held - 1))
    return worth


def _damage(view: View) -> dict[Action, float]:
    """For each attack what it does on average, if the other's cards could be any that the viewer doesn't see."""
    left = unseen(view)
    hands = comb(sum(left), HAND_SIZE)
    return {a: a.number * comb(sum(left) - left[a.number], HAND_SIZE) / hands for a in view.actions if a.number}
