"""Number Match Duel: what the other may hold, and how likely it is.

Every hand the other may hold has a weight: in how many ways it can have come about, by what has been shown. Who was
hit without being asked held no such number then; who was asked held one; who drew may have drawn anything. Times the
ways to draw it from the cards that are not seen, that is the odds. When the deck runs out, all cards not seen are in
the other's hand, and it is known.

A hand is a whole number whose octal digits count its cards: digit n is how many n it holds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from math import perm
from typing import NamedTuple

from games.model import Answer, Attacked, Drew, Player, Reshuffled, View

NUMBERS = range(1, 10)
COPIES = 4
HAND_SIZE = 5
DEALT_DECK = len(NUMBERS) * COPIES - 2 * HAND_SIZE
HIGHEST = 0.8
"""How often an attacker is taken to play the highest card of several: most attack so, and it costs little to be wrong."""

Hands = dict[int, float]


class Step(NamedTuple):
    """What was shown of the other's hand. `what` is attacks, defends, has, lacks, draws or is; `card` a number or hand."""

    what: str
    card: int = 0


def packed(cards: Iterable[int]) -> int:
    """The hand of these cards."""
    return sum(1 << 3 * card for card in cards)


@cache
def kinds(hand: int) -> tuple[tuple[int, int], ...]:
    """Each number of a hand, lowest first, with how many there are."""
    return tuple((number, count) for number in NUMBERS if (count := hand >> 3 * number & 7))


def unseen(view: View) -> list[int]:
    """How many of each number (by index, from 0) lie where the viewer doesn't see them: in the deck or the other's hand."""
    left = [0] + [COPIES] * len(NUMBERS)
    for pile in view.piles:
        for card in pile.numbers or ():
            left[card] -= 1
    return left


def steps(view: View) -> tuple[Step, ...]:
    """What the viewer has been shown of the other's hand since it was known or dealt."""
    shown: list[Step] = [Step("draws")] * HAND_SIZE
    own, discard, deck = Counter[int](), Counter[int](), DEALT_DECK
    exchanges: dict[int, tuple[Attacked | None, bool, tuple[int, ...]]] = {}
    for event in view.history:
        attacked, reshuffled, drawn = exchanges.get(event.exchange, (None, False, ()))
        if isinstance(event, Attacked):
            attacked = event
        elif isinstance(event, Drew):
            drawn = event.numbers
        reshuffled |= isinstance(event, Reshuffled)
        exchanges[event.exchange] = (attacked, reshuffled, drawn)
    for attacked, reshuffled, drawn in exchanges.values():
        if attacked:
            mine = attacked.attacker is view.viewer
            played = [attacked.number] * (2 if attacked.defence else 1)
            discard.update(played)
            if mine or attacked.defence:
                own[attacked.number] -= 1
            shown.extend(_shown(attacked, mine))
            draws = [mine, not mine] if attacked.defence else [mine]
            for own_draw in draws:
                if reshuffled and not deck:
                    known = Counter(dict.fromkeys(NUMBERS, COPIES)) - discard - own
                    shown, discard, deck = [Step("is", packed(known.elements()))], Counter(), discard.total()
                deck -= 1
                if own_draw:
                    own.update(drawn)
                else:
                    shown.append(Step("draws"))
        else:
            own.update(drawn)
    table = view.pile("table", view.viewer and view.viewer.other)
    if table and table.numbers:
        shown.append(Step("attacks", table.numbers[0]))
    return tuple(shown)


def _shown(attacked: Attacked, mine: bool) -> Iterator[Step]:
    """What an exchange has shown of the other's hand, before anything is drawn."""
    if not mine:
        yield Step("attacks", attacked.number)
    elif attacked.answer is Answer.UNABLE:
        yield Step("lacks", attacked.number)
    else:
        yield Step("defends" if attacked.defence else "has", attacked.number)


@lru_cache(maxsize=32)
def possible(shown: tuple[Step, ...]) -> Hands:
    """The hands that the other may hold after these steps, with the number of ways (not yet those to draw it)."""
    if not shown:
        return {0: 1.0}
    what, card = shown[-1]
    if what == "is":
        return {card: 1.0}
    before, digit = possible(shown[:-1]), 3 * card
    match what:
        case "draws":
            return _drawn(before)
        case "lacks":
            return {hand: ways for hand, ways in before.items() if not hand >> digit & 7}
        case "has":
            return {hand: ways for hand, ways in before.items() if hand >> digit & 7}
        case "defends":
            return {hand - (1 << digit): ways for hand, ways in before.items() if hand >> digit & 7}
    return {hand - (1 << digit): ways * _tendency(hand, card) for hand, ways in before.items() if hand >> digit & 7}


def _drawn(before: Hands) -> Hands:
    after: Hands = {}
    for card in NUMBERS:
        one, full = 1 << 3 * card, COPIES << 3 * card
        for hand, ways in before.items():
            if hand & full == 0:
                after[hand + one] = after.get(hand + one, 0.0) + ways
    return after


def _tendency(hand: int, card: int) -> float:
    """How likely an attacker with that hand is to have played that card."""
    held = kinds(hand)
    if len(held) == 1:
        return 1.0
    return HIGHEST if held[-1][0] == card else (1 - HIGHEST) / (len(held) - 1)


class Odds(NamedTuple):
    """By number (from index 0, which stays empty) how likely the other holds it, holds two of it, and by two numbers both."""

    one: list[float]
    two: list[float]
    both: list[list[float]]


def odds(view: View) -> Odds:
    """What the viewer can know of the other's hand."""
    assert isinstance(view.viewer, Player)
    ways = [[float(perm(left, count)) for count in range(HAND_SIZE)] for left in unseen(view)]
    one, two, both = [0.0] * 10, [0.0] * 10, [[0.0] * 10 for _ in range(10)]
    total = 0.0
    for hand, weight in possible(steps(view)).items():
        held = kinds(hand)
        for number, count in held:
            weight *= ways[number][count]
        if not weight:
            continue
        total += weight
        for at, (number, count) in enumerate(held):
            one[number] += weight
            if count > 1:
                two[number] += weight
            row = both[number]
            for other, _ in held[:at]:
                row[other] += weight
    for number in NUMBERS:
        one[number] /= total
        two[number] /= total
        for other in range(1, number):
            both[number][other] = both[other][number] = both[number][other] / total
    return Odds(one, two, both)
