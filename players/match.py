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
from players.match_odds import HAND_SIZE, Odds, odds, packed, unseen
from players.match_value import value
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
            return random.choice([Action(Verb.ATTACK, number) for number in _hand(view)])
        else:
            worth = _damage(view)
        return max(view.actions, key=worth.__getitem__)


def chances(view: View) -> dict[Action, float]:
    """For each of the viewer's actions the chance to win, as far as the viewer can know; estimated."""
    assert view.viewer
    me, other = view.viewer, view.viewer.other
    own, known, left = packed(_hand(view)), odds(view), unseen(view)
    life, pile = (view.life[me.index], view.life[other.index]), view.pile("hand", other)
    assert pile
    held, worth = pile.count, {}
    for action in view.actions:
        number = action.number or 0
        rest = own - (1 << 3 * number) if number else own
        if action.verb is Verb.ATTACK:
            worth[action] = _attack(number, rest, known, left, life, held)
        else:
            loss = 0 if number else _attacked_with(view)
            worth[action] = _alive(True, rest, known.one, left, (life[0] - loss, life[1]), held)
    return worth


def _attack(number: int, rest: int, known: Odds, left: list[int], life: tuple[int, int], held: int) -> float:
    """The chance to win with that attack, `rest` being the hand without it."""
    met = known.one[number]
    worth = 0.0
    if met < 1:
        lacking = [(one - both) / (1 - met) for one, both in zip(known.one, known.both[number], strict=True)]
        lacking[number] = 0.0
        worth += (1 - met) * _alive(False, rest, lacking, left, (life[0], life[1] - number), held)
    if met:
        # What the other keeps once it has defended.
        keeping = [both / met for both in known.both[number]]
        keeping[number] = known.two[number] / met
        fewer = [count - (at == number) for at, count in enumerate(left)]
        worth += met * _alive(False, rest, keeping, fewer, life, held - 1)
    return worth


def _alive(attacks: bool, own: int, other: list[float], left: list[int], life: tuple[int, int], held: int) -> float:
    """See `value`; certain where the duel is over."""
    return float(life[1] <= 0) if min(life) <= 0 else value(attacks, own, other, left, life, held)


def _damage(view: View) -> dict[Action, float]:
    """For each attack what it does on average, if the other's cards could be any that the viewer doesn't see."""
    left = unseen(view)
    total = sum(left)
    worth = {}
    for action in view.actions:
        number = action.number or 0
        worth[action] = number * comb(total - left[number], HAND_SIZE) / comb(total, HAND_SIZE)
    return worth


def _hand(view: View) -> tuple[int, ...]:
    pile = view.pile("hand", view.viewer)
    assert pile and pile.numbers
    return pile.numbers


def _attacked_with(view: View) -> int:
    pile = view.pile("table", view.viewer and view.viewer.other)
    assert pile and pile.numbers
    return pile.numbers[0]
