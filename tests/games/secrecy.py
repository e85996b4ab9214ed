"""Secrecy: equal views for equal knowledge.

A `Tale` is a duel told alongside what each viewer has learned of it by the rules alone: which moves and cards they have
seen. Two tales of which a viewer knows the same must look the same to that viewer. `leaks` makes twins - tales that
differ in a card, a commitment, a pick or the luck to come - and reports every difference that a viewer should not see.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from random import Random

from games import Action, Chance, Duel, GameError, Move, Player, Seeded, View
from games.chance import Outcomes
from tests.games.facts import facts
from tests.games.helpers import VIEWERS

Fact = tuple[object, ...]
"""One thing that a viewer has learned."""

ENDINGS: dict[str, Callable[[Duel, Move], Duel]] = {
    "!resign": lambda duel, move: duel.resign(move.player or Player.ONE),
    "!time": lambda duel, move: duel.expire(move.player or Player.ONE),
    "!draw": lambda duel, _: duel.agree_draw(),
    "!void": lambda duel, _: duel.void(),
}


# ---- luck


class Parted(Exception):
    """A twin can't go on in the same way: the card is not there."""


@dataclass(frozen=True)
class Replayed:
    """Luck that draws what is written down, and goes on by another luck."""

    drawn: tuple[Action, ...]
    then: Chance

    def draw(self, index: int, outcomes: Outcomes) -> Action:
        """See `Chance.draw`. Raises `Parted`."""
        if index >= len(self.drawn):
            return self.then.draw(index, outcomes)
        if self.drawn[index] not in {action for action, _ in outcomes}:
            raise Parted
        return self.drawn[index]


@dataclass(frozen=True)
class Recorder:
    """Luck that remembers what was drawn last at each index."""

    chance: Chance
    drawn: dict[int, Action] = field(default_factory=dict, compare=False)

    def draw(self, index: int, outcomes: Outcomes) -> Action:
        """See `Chance.draw`."""
        self.drawn[index] = self.chance.draw(index, outcomes)
        return self.drawn[index]


# ---- what is learned of a move: from the rules, not from the game's own views. Each game's facts name one of these


@dataclass(frozen=True)
class Step:
    """A move as it happened.

    `attacker`: whose attack it is or answers; `waiting`: the moves before it in this exchange; `over`: whether it was
    the exchange's last.
    """

    move: Move
    drawn: tuple[Action, ...]
    attacker: Player
    waiting: tuple[Move, ...]
    over: bool


def all_is_seen(step: Step, viewer: Player | None) -> Fact:
    """Everybody sees every move; luck plays no part."""
    return (step.move,)


def cards_are_seen_by_their_owner(step: Step, viewer: Player | None) -> Fact:
    """Attacks and answers are public; the attacker draws the first card, the defender the second."""
    owners = (step.attacker, step.attacker.other)
    drawn = [(owner, card if owner is viewer else None) for owner, card in zip(owners, step.drawn, strict=False)]
    return (step.move, *drawn)


def commitments_are_seen_when_answered(step: Step, viewer: Player | None) -> Fact:
    """That something is committed is public; what it is, is its owner's secret until the exchange is over."""
    if step.over:
        return (*step.waiting, step.move)
    return (step.move if step.move.player is viewer else step.move.player,)


def picks_are_seen_when_both_are_in(step: Step, viewer: Player | None) -> Fact:
    """Attacks and healing are public; picks are committed."""
    if step.move.token.startswith("pick"):
        return commitments_are_seen_when_answered(step, viewer)
    return (step.move,)


@dataclass(frozen=True)
class Tale:
    """A duel, the cards drawn in it, the moves not yet shown, and what each of `VIEWERS` knows of it."""

    duel: Duel
    drawn: tuple[Action, ...]
    waiting: tuple[Move, ...]
    known: tuple[tuple[Fact, ...], ...]

    @classmethod
    def begin(cls, name: str, chance: Chance, starter: Player) -> Tale:
        """A new duel, dealt."""
        luck = Recorder(chance)
        duel = Duel.start(name, luck, starter)
        drawn = tuple(luck.drawn[index] for index in range(duel.draws))
        half = len(drawn) // 2 if facts(name).deals_half_to_each else 0
        dealt = {starter: drawn[:half], starter.other: drawn[half : 2 * half]}
        return cls(duel, drawn, (), tuple((dealt[viewer] if viewer else (),) for viewer in VIEWERS))

    def with_luck(self, chance: Chance) -> Tale:
        """The same so far, with other luck from here on."""
        return replace(self, duel=replace(self.duel, chance=Recorder(chance)))

    def after(self, move: Move) -> Tale:
        """The tale after a move or an ending. Raises `Parted`, or what `Duel.play` raises, where that can't be."""
        if move.token in ENDINGS:
            return replace(self, duel=ENDINGS[move.token](self.duel, move))._told(lambda _: (move,))
        assert move.player
        before, duel = self.duel, self.duel.play(move.player, Action.parse(move.token))
        assert isinstance(duel.chance, Recorder)
        new = tuple(duel.chance.drawn[index] for index in range(before.draws, duel.draws))
        over = duel.state.public.exchange > before.state.public.exchange
        step = Step(move, new, before.state.public.mover, self.waiting, over)
        seen = facts(duel.game.name).seen
        waiting = () if over else (*self.waiting, move)
        return replace(self, duel=duel, drawn=self.drawn + new, waiting=waiting)._told(
            lambda viewer: seen(step, viewer)
        )

    def _told(self, fact: Callable[[Player | None], Fact]) -> Tale:
        """Everybody sees who is asked next; at the end hands, commitments and picks are shown to all."""
        shown: Fact = (self.duel.to_act, self.duel.outcome)
        if self.duel.outcome:
            shown += tuple(_content(part) for part in self.duel.state.private)
        facts = zip(self.known, VIEWERS, strict=True)
        return replace(self, known=tuple((*known, fact(viewer), shown) for known, viewer in facts))


def _content(part: object) -> Fact:
    """What lies in a drawer, but for the memory of how it came there."""
    assert is_dataclass(part)
    return tuple((field.name, getattr(part, field.name)) for field in fields(part) if field.name != "events")


# ---- tales and their twins


def tell(name: str, random: Random) -> list[Tale]:
    """A duel at random, after each of its moves, until its end or an ending that is no move."""
    starter = random.choice(list(Player))
    tales = [Tale.begin(name, Seeded(random.randbytes(8)), starter)]
    openings = facts(name).openings
    for token in random.choice(openings) if openings and random.random() < 0.8 else ():
        player = min(tales[-1].duel.to_act, key=lambda player: player.index)
        tales.append(tales[-1].after(Move(player, token)))
    for _ in range(random.randrange(1, 30)):
        duel = tales[-1].duel
        if not duel.to_act:
            return tales
        player = random.choice(sorted(duel.to_act, key=lambda player: player.index))
        action = random.choice(_mostly_low(duel.view(player).actions, random))
        tales.append(tales[-1].after(Move(player, str(action))))
    if not tales[-1].duel.outcome:
        loser, token = random.choice(list(Player)), random.choice(list(ENDINGS))
        tales.append(tales[-1].after(Move(loser if token in ("!resign", "!time") else None, token)))
    return tales


def _mostly_low(actions: Sequence[Action], random: Random) -> Sequence[Action]:
    """Low numbers make long duels."""
    return actions[: max(1, len(actions) // 2)] if random.random() < 0.5 else actions


Twin = tuple[int, Iterator[Tale]]
"""A tale told from one place on, to be compared with the first from the same place on."""


def twins(tales: list[Tale], random: Random) -> Iterator[Twin]:
    """Tales that differ from the one told in something that somebody does not see, and go on by the same moves."""
    duel, drawn = tales[-1].duel, tales[-1].drawn
    name, starter, moves = duel.game.name, duel.starter, duel.moves
    luck = Seeded(random.randbytes(8))
    # Another deal, and other cards to come.
    yield 0, _told(lambda: Tale.begin(name, luck, starter), moves)
    at = random.randrange(len(tales))
    yield at, _told(lambda: tales[at].with_luck(luck), moves[at:])
    # Another card drawn, by either player; it is swapped with one that was to come later, where there is one.
    for _ in range(6 if drawn else 0):
        swapped, index, card = (
            list(drawn),
            random.randrange(len(drawn)),
            Action.parse(f"draw-{random.randrange(1, 10)}"),
        )
        if later := [i for i in range(index + 1, len(drawn)) if drawn[i] == card]:
            swapped[random.choice(later)] = drawn[index]
        swapped[index] = card
        chance = Replayed(tuple(swapped), luck)
        yield 0, _told(lambda chance=chance: Tale.begin(name, chance, starter), moves)  # type: ignore[misc]
    # Another commitment or pick.
    for at, move in enumerate(moves):
        if tales[at + 1].waiting[-1:] == (move,) and "-" in move.token:
            other = Move(move.player, f"{move.token.split('-')[0]}-{random.randrange(1, 11)}")
            same = tales[at].with_luck(Replayed(drawn, luck))
            yield at, _told(lambda same=same: same, (other, *moves[at + 1 :]))  # type: ignore[misc]


def _told(begin: Callable[[], Tale], moves: Sequence[Move]) -> Iterator[Tale]:
    """The tale after each of its moves, as far as it can go."""
    try:
        tale = begin()
        yield tale
        for move in moves:
            tale = tale.after(move)
            yield tale
    except (Parted, GameError):
        return


# ---- the check


@dataclass
class Check:
    """What was found.

    `compared` counts, by viewer, pairs that have to look the same; `differing` those whose positions are not the same.
    """

    leaks: list[str] = field(default_factory=list)
    compared: dict[Player | None, int] = field(default_factory=lambda: dict.fromkeys(VIEWERS, 0))
    differing: dict[Player | None, int] = field(default_factory=lambda: dict.fromkeys(VIEWERS, 0))


def leaks(name: str, seed: int, rounds: int, *, stop_at_first: bool = False) -> Check:
    """Compares many twins. A leak is told with the viewer, the moves and what differs."""
    check, random = Check(), Random(seed)
    for _ in range(rounds):
        tales = tell(name, random)
        for at, twin in twins(tales, random):
            for ours, theirs in zip(tales[at:], twin, strict=False):
                same = [viewer for viewer, a, b in zip(VIEWERS, ours.known, theirs.known, strict=True) if a == b]
                for viewer in same:
                    _compare(ours.duel, theirs.duel, viewer, check)
                if not same or (check.leaks and stop_at_first):
                    break
        if check.leaks and stop_at_first:
            break
    return check


def _compare(ours: Duel, theirs: Duel, viewer: Player | None, check: Check) -> None:
    check.compared[viewer] += 1
    check.differing[viewer] += ours.state != theirs.state
    one, two = ours.view(viewer), theirs.view(viewer)
    if one != two or repr(one) != repr(two):
        played = " ".join(move.token for move in ours.moves)
        check.leaks.append(f"{viewer} after [{played}] sees {difference(one, two)}")


def difference(one: View, two: View) -> str:
    """The fields in which two views differ."""
    return "; ".join(
        f"{field.name}: {getattr(one, field.name)!r} or {getattr(two, field.name)!r}"
        for field in fields(View)
        if repr(getattr(one, field.name)) != repr(getattr(two, field.name))
    )
