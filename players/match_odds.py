"""Number Match Duel: what the other may hold, and how likely it is.

Every hand the other may hold has a weight: in how many ways it can have come about, by what has been shown. Who was
hit without being asked held no such number then; who was asked held one; who drew may have drawn anything. Times the
ways to draw it from the cards that are not seen, that is the odds. When the deck runs out, all cards not seen are in
the other's hand, and it is known.

A hand is a whole number whose octal digits count its cards: digit n is how many n it holds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import groupby
from math import perm
from typing import NamedTuple

from games.model import Answer, Attacked, Drew, Player, View

NUMBERS = range(1, 10)
COPIES = 4
HAND_SIZE = 5
DEALT_DECK = len(NUMBERS) * COPIES - 2 * HAND_SIZE
HIGHEST = 0.8
"""How often an attacker is taken to play their highest number, as good players mostly do (docs/players.md)."""

Hands = dict[int, float]


class Step(NamedTuple):
    """Something shown of the other's hand. `what`: attacks, defends, has, lacks, draws, is (then `card` is a hand)."""

    what: str
    card: int = 0


def packed(cards: Iterable[int]) -> int:
    """The hand of these cards."""
    return sum(1 << 3 * card for card in cards)


@cache
def kinds(hand: int) -> tuple[tuple[int, int], ...]:
    """Each number of a hand, lowest first, with how many there are."""
    return tuple((number, count) for number in NUMBERS if (count := hand >> 3 * number & 7))


def numbers(view: View, pile: str, owner: Player) -> tuple[int, ...]:
    """What the viewer sees of a pile; empty where there is none."""
    found = view.pile(pile, owner)
    return (found and found.numbers) or ()


def unseen(view: View) -> list[int]:
    """How many of each number (by index) the viewer doesn't see: those in the deck and in the other's hand."""
    left = [0] + [COPIES] * len(NUMBERS)
    for pile in view.piles:
        for card in pile.numbers or ():
            left[card] -= 1
    return left


def steps(view: View) -> tuple[Step, ...]:
    """What the viewer has been shown of the other's hand since it was known or dealt."""
    assert view.viewer
    other = view.viewer.other
    shown: list[Step] = [Step("draws")] * HAND_SIZE
    own, discard, deck = Counter[int](), Counter[int](), DEALT_DECK
    for _, group in groupby(view.history, key=lambda event: event.exchange):
        events = list(group)
        drawn = [card for event in events if isinstance(event, Drew) for card in event.numbers]
        attacked = next((event for event in events if isinstance(event, Attacked)), None)
        if not attacked:
            own.update(drawn)
            continue
        mine, defended = attacked.attacker is view.viewer, attacked.answer is Answer.DEFENDED
        shown.append(_shown(attacked, mine))
        discard[attacked.number] += 1 + defended
        own[attacked.number] -= mine or defended
        # The attacker draws first.
        for draws in (mine, not mine) if defended else (mine,):
            if not deck:
                known = Counter(dict.fromkeys(NUMBERS, COPIES)) - discard - own
                shown, discard, deck = [Step("is", packed(known.elements()))], Counter(), discard.total()
            deck -= 1
            if draws:
                own.update(drawn)
            else:
                shown.append(Step("draws"))
    shown.extend(Step("attacks", number) for number in numbers(view, "table", other))
    return tuple(shown)


def _shown(attacked: Attacked, mine: bool) -> Step:
    """What an exchange has shown of the other's hand, before anything is drawn."""
    if not mine:
        return Step("attacks", attacked.number)
    if attacked.answer is Answer.UNABLE:
        return Step("lacks", attacked.number)
    return Step("defends" if attacked.defence else "has", attacked.number)


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
    """How likely the other holds each number (by index), two of it, and both of two numbers."""

    one: list[float]
    two: list[float]
    both: list[list[float]]


def odds(view: View) -> Odds:
    """What the viewer can know of the other's hand."""
    ways = [[float(perm(left, count)) for count in range(HAND_SIZE + 1)] for left in unseen(view)]
    hands = possible(steps(view))
    weights = {hand: _weight(hand, shown, ways) for hand, shown in hands.items()}
    total = sum(weights.values())
    one, two, both = [0.0] * 10, [0.0] * 10, [[0.0] * 10 for _ in range(10)]
    for hand, weight in weights.items():
        if not weight:
            continue
        held = kinds(hand)
        share = weight / total
        for at, (number, count) in enumerate(held):
            one[number] += share
            if count > 1:
                two[number] += share
            row = both[number]
            for other, _ in held[:at]:
                row[other] += share
    for number in NUMBERS:
        for other in range(1, number):
            both[other][number] = both[number][other]
    return Odds(one, two, both)


def _weight(hand: int, shown: float, ways: list[list[float]]) -> float:
    """In how many ways the hand can have come about, those to draw it included."""
    for number, count in kinds(hand):
        shown *= ways[number][count]
    return shown
