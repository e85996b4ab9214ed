"""What the tests of the rules share: to play by tokens, to read a pile, to build a late position, to play at random."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

from games import Action, Duel, Player, Scripted, Seeded, View
from games.model import Event, State, Verb
from games.rules.match import MatchPrivate, shuffled

ONE, TWO = Player.ONE, Player.TWO
VIEWERS: tuple[Player | None, ...] = (ONE, TWO, None)
SEED = bytes(range(32))


def start(name: str, starter: Player = ONE, seed: bytes = SEED) -> Duel:
    """A new duel whose luck does not matter to the test."""
    return Duel.start(name, Seeded(seed), starter)


def play(duel: Duel, *tokens: str) -> Duel:
    """Plays each token for the player who is to act; where both are, for ONE."""
    for token in tokens:
        player = min(duel.to_act, key=lambda player: player.index)
        duel = duel.play(player, Action.parse(token))
    return duel


def late(name: str, *, life: tuple[int, int], mover: Player = ONE, **public: Any) -> Duel:
    """A position in the middle of a game; it need not be reached by play."""
    return with_state(start(name), life=life, mover=mover, **public)


def with_state(duel: Duel, *, private: tuple[Any, Any] | None = None, hidden: Any = None, **public: Any) -> Duel:
    """The duel with another position."""
    old = duel.state
    state: State[Any, Any, Any] = State(
        replace(old.public, **public),
        old.private if private is None else private,
        old.hidden if hidden is None else hidden,
    )
    return replace(duel, state=state)


MATCH_DECK = tuple(number for number in range(1, 10) for _ in range(4))


def deck(duel: Duel) -> list[int]:
    """The cards that are left in the deck of a match, lowest first."""
    return [card.number for card, count in duel.state.hidden[0] for _ in range(count)]


def scripted(*draws: int) -> Scripted:
    """Luck that draws these cards."""
    return Scripted(tuple(Action.parse(f"draw-{number}") for number in draws))


def match_position(
    one: list[int], two: list[int], *, deck: list[int], draws: tuple[int, ...] = (), **public: Any
) -> Duel:
    """A late position: these hands and this deck; what is left of the 36 cards is discarded."""
    rest = Counter(MATCH_DECK) - Counter(one) - Counter(two) - Counter(deck)
    assert rest.total() == len(MATCH_DECK) - len(one) - len(two) - len(deck)
    return replace(
        with_state(
            start("match"),
            private=(MatchPrivate(hand=tuple(one)), MatchPrivate(hand=tuple(two))),
            hidden=(shuffled(tuple(deck)), ()),
            held=(len(one), len(two)),
            deck=len(deck),
            discard=tuple(rest.elements()),
            **public,
        ),
        chance=scripted(*draws),
        draws=0,
    )


def numbers(duel: Duel, pile: str, owner: Player | None = None, viewer: Player | None = None) -> list[int] | None:
    """What `viewer` sees lie in a pile; None where they may not see it."""
    found = duel.view(viewer).pile(pile, owner)
    assert found is not None, f"no pile {pile} of {owner}"
    return None if found.numbers is None else list(found.numbers)


def left(duel: Duel) -> list[int] | None:
    """The shared pool, as everybody sees it."""
    return numbers(duel, "pool")


def life(duel: Duel) -> tuple[int, int]:
    """Both lives, as everybody sees them."""
    return duel.view(None).life


def tokens(view: View) -> list[str]:
    """The viewer's legal actions."""
    return [str(action) for action in view.actions]


def last(duel: Duel, viewer: Player | None = None) -> Event:
    """The last event, as `viewer` sees it."""
    return duel.view(viewer).history[-1]


def random_play(duel: Duel, random: Random, bound: int = 400) -> Iterator[Duel]:
    """The duel and every duel after it, played at random until it ends or for `bound` moves."""
    yield duel
    for _ in range(bound):
        if not duel.to_act:
            return
        player = random.choice(sorted(duel.to_act, key=lambda player: player.index))
        duel = duel.play(player, random.choice(duel.view(player).actions))
        yield duel


def stalling_play(seed: int, bound: int = 60) -> Iterator[Duel]:
    """A match in which attacks are mostly matched, so that it outlasts the deck."""
    random = Random(seed)
    duel = start("match", ONE if seed % 2 else TWO, seed.to_bytes(2))
    yield duel
    while duel.to_act and len(duel.moves) < bound:
        (player,) = duel.to_act
        actions = duel.view(player).actions
        held = duel.state.private[player.other.index].hand
        matched = [a for a in actions if a.verb is Verb.DEFEND or (a.verb is Verb.ATTACK and a.number in held)]
        duel = duel.play(player, random.choice(matched) if matched and random.random() < 0.9 else actions[0])
        yield duel


def line(text: str) -> tuple[str, ...]:
    """Tokens out of one string."""
    return tuple(text.split())


LEVEL_AT_20 = line("defend-8 defend-7 attack-4 defend-3 attack-1 defend-6 defend-9 defend-2 defend-5")
LEVEL_AT_8 = line("attack-8 defend-2 defend-5 defend-7 defend-6 attack-9 attack-3 attack-4 defend-1")
LEVEL_AT_3 = line("defend-1 defend-9 attack-3 defend-7 attack-8 attack-6 attack-5 attack-2 attack-4")
"""Lines of Digit Duel that use up all digits and end level: sudden death begins."""


def hands(duel: Duel) -> tuple[list[int] | None, list[int] | None]:
    """Each player's hand, as they see it."""
    return (numbers(duel, "hand", ONE, viewer=ONE), numbers(duel, "hand", TWO, viewer=TWO))


def count(duel: Duel, pile: str, owner: Player | None = None) -> int:
    """How many cards everybody sees lie in a pile."""
    found = duel.view(None).pile(pile, owner)
    assert found is not None
    return found.count
