"""Number Match Duel.

Both have 20 life and five cards from one shuffled deck of 36: the numbers 1 to 9, four of each. The attacker plays a
card, openly. A defender who holds the same number chooses: play it, and nothing happens, or take the hit and keep it.
A defender who does not hold it is not asked and loses that much life. Then the attacker draws up to five, then the
defender; nobody draws above five. Then the roles change. Whoever brings the other to zero or below wins, and nothing is
drawn after that. There is no healing, and no draw.

When the deck runs out in the middle of a draw, the discard pile, the cards just played included, is the new deck. Both
can't be empty: ten cards are in hands and 26 are not. The deck is a bag of counts, so there is no secret order.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from games.game import Game
from games.model import (
    Action,
    Answer,
    Attacked,
    Control,
    Drew,
    Ending,
    Event,
    Outcome,
    Phase,
    Pile,
    Player,
    Private,
    Public,
    Reshuffled,
    State,
    Verb,
    replaced,
)

NUMBERS = tuple(range(1, 10))
COPIES = 4
HAND_SIZE = 5
"""Rule book, section Setup: 1 to 9, four copies of each, five cards in a hand."""

Cards = tuple[int, ...]


@dataclass(frozen=True)
class MatchPublic(Public):
    """`attack`: the card on the table. `discard` in the order played. `drawing`: who is still to draw, card by card."""

    attack: int | None = None
    discard: Cards = ()
    held: tuple[int, int] = (0, 0)
    deck: int = len(NUMBERS) * COPIES
    drawing: tuple[Player, ...] = ()


@dataclass(frozen=True)
class MatchPrivate(Private):
    """`hand`: this player's cards, lowest first."""

    hand: Cards = ()


@dataclass(frozen=True)
class MatchHidden:
    """`deck`: what is left of it, lowest first; the order is left to chance."""

    deck: Cards


Match = State[MatchPublic, MatchPrivate, MatchHidden]


def _less(cards: Cards, card: int) -> Cards:
    """The cards without one copy of `card`."""
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


class NumberMatchDuel(Game[MatchPublic, MatchPrivate, MatchHidden]):
    """Rule book "Number Match Duel"."""

    name = "match"
    title = "Number Match Duel"
    rules_version = 1
    start_life = 20
    full_life = 20
    tagline = "Hidden cards, and the luck of the draw"
    summary = "20 life and five hidden cards each. Only the same number defends."
    hint = "Each number is there four times: count those in your hand and those played."
    known = "No best play is known: much depends on the cards."
    how_to_play = """\
Both start with 20 life and five hidden cards from one deck: 1 to 9, four of each.
The attacker plays a card, openly. Only the same number defends: if you hold it, you may defend, and nothing happens.
If you don't hold it, or keep it, you take the hit and lose that much life.
Both then draw up to five cards, and the other attacks.
Being asked at all shows that you hold the number. When the deck is empty, the played cards are shuffled into a new one.
Whoever brings the other to 0 wins.

An exchange: you attack with 7, the other defends with a 7: nothing. They attack with 5, you have none: you lose 5."""

    def new_initial_state(self, starter: Player) -> Match:
        """Rule book, section Setup: five cards to the starter, then five to the other."""
        deck = tuple(number for number in NUMBERS for _ in range(COPIES))
        drawing = (starter,) * HAND_SIZE + (starter.other,) * HAND_SIZE
        public = MatchPublic((self.start_life, self.start_life), starter, drawing=drawing)
        return State(public, (MatchPrivate(), MatchPrivate()), MatchHidden(deck))

    def active_players(self, state: Match) -> frozenset[Player]:
        """The attacker; the defender where they hold the number; nobody while cards are drawn."""
        public = state.public
        if public.drawing:
            return frozenset()
        return frozenset({public.mover if public.attack is None else public.mover.other})

    def legal_actions(self, public: MatchPublic, private: MatchPrivate, player: Player) -> tuple[Action, ...]:
        """Each number held, once; or to match the attack or take the hit."""
        if public.attack is not None:
            return (Action(Verb.DEFEND, public.attack), Action(Verb.TAKE))
        return tuple(Action(Verb.ATTACK, number) for number in sorted(set(private.hand)))

    def chance_outcomes(self, state: Match) -> tuple[tuple[Action, int], ...]:
        """The next card to be drawn, by how many of each number are left."""
        if not state.public.drawing:
            return ()
        # An empty deck is refilled before the next card, and only then (section Hand Management).
        deck = state.hidden.deck or state.public.discard
        return tuple((Action(Verb.DRAW, number), count) for number, count in sorted(Counter(deck).items()))

    def apply_action(self, state: Match, player: Player | None, action: Action) -> Match:
        """An attack, an answer, or a card drawn."""
        if player is None:
            assert action.number is not None
            return self._drawn(state, action.number)
        if action.verb is Verb.ATTACK:
            assert action.number is not None
            return self._attacked(state, player, action.number)
        answer = Answer.DEFENDED if action.verb is Verb.DEFEND else Answer.LET_THROUGH
        return self._resolved(state, answer)

    def _attacked(self, state: Match, attacker: Player, number: int) -> Match:
        state = self._played(state, attacker, number)
        state = replace(state, public=replace(state.public, attack=number))
        can_defend = number in state.private[attacker.other.index].hand
        return state if can_defend else self._resolved(state, Answer.UNABLE)

    def _resolved(self, state: Match, answer: Answer) -> Match:
        """Section Attack Resolution to section Draw Phase."""
        attacker, number = state.public.mover, state.public.attack
        assert number is not None
        defended = answer is Answer.DEFENDED
        if defended:
            state = self._played(state, attacker.other, number)
        public, damage = state.public, 0 if defended else number
        left = public.life[attacker.other.index] - damage
        defence = number if defended else None
        exchange = public.exchange + 1
        drawing: tuple[Player, ...] = ()
        if left > 0:
            drawing = tuple(p for p in (attacker, attacker.other) for _ in range(HAND_SIZE - public.held[p.index]))
        after = replace(
            public,
            life=replaced(public.life, attacker.other, left),
            mover=attacker.other,
            exchange=exchange,
            events=(*public.events, Attacked(exchange, attacker, number, answer, defence, damage, left)),
            attack=None,
            drawing=drawing,
        )
        return replace(state, public=after)

    @staticmethod
    def _played(state: Match, player: Player, number: int) -> Match:
        """A card leaves the hand for the discard pile."""
        public, part = state.public, state.private[player.index]
        hand = _less(part.hand, number)
        public = replace(public, held=replaced(public.held, player, len(hand)), discard=(*public.discard, number))
        return replace(state, public=public, private=replaced(state.private, player, replace(part, hand=hand)))

    @staticmethod
    def _drawn(state: Match, number: int) -> Match:
        public, deck = state.public, state.hidden.deck
        if not deck:
            events: tuple[Event, ...] = (*public.events, Reshuffled(public.exchange))
            public, deck = replace(public, discard=(), events=events), tuple(sorted(public.discard))
        player, *waiting = public.drawing
        part, deck = state.private[player.index], _less(deck, number)
        hand = tuple(sorted((*part.hand, number)))
        *earlier, last = part.events or (None,)
        if isinstance(last, Drew) and last.exchange == public.exchange:
            drew = (*earlier, replace(last, numbers=(*last.numbers, number)))
        else:
            drew = (*part.events, Drew(public.exchange, player, (number,)))
        public = replace(public, held=replaced(public.held, player, len(hand)), deck=len(deck), drawing=tuple(waiting))
        private = replaced(state.private, player, replace(part, hand=hand, events=drew))
        return State(public, private, MatchHidden(deck))

    def outcome(self, state: Match) -> Outcome | None:
        """Somebody's life is gone."""
        for player in Player:
            if state.public.life[player.index] <= 0:
                return Outcome(player.other, Ending.LIFE)
        return None

    def phase(self, public: MatchPublic) -> Phase:
        """An attack, or the answer to one."""
        if public.drawing:
            return Phase.CHANCE
        return Phase.ATTACK if public.attack is None else Phase.DEFEND

    def piles(self, public: MatchPublic, private: MatchPrivate | None, viewer: Player | None) -> tuple[Pile, ...]:
        """One's own hand, the size of the other's, the attack, the discard pile and the size of the deck."""
        hands = tuple(
            Pile("hand", p, private.hand if private and p is viewer else None, public.held[p.index]) for p in Player
        )
        return (*hands, *self._open_piles(public), Pile("deck", None, None, public.deck))

    def revealed(self, public: MatchPublic, private: tuple[MatchPrivate, MatchPrivate]) -> tuple[Pile, ...]:
        """Both hands and the discard pile; never the deck."""
        hands = tuple(Pile("hand", p, private[p.index].hand, public.held[p.index]) for p in Player)
        return (*hands, *self._open_piles(public), Pile("deck", None, None, public.deck))

    @staticmethod
    def _open_piles(public: MatchPublic) -> tuple[Pile, ...]:
        if public.attack is None:
            return (Pile("discard", None, public.discard, len(public.discard)),)
        # The attack lies on the table until it is answered, and is discarded then.
        rest = public.discard[:-1]
        return (
            Pile("table", public.mover, (public.attack,), 1),
            Pile("discard", None, rest, len(rest)),
        )

    def controls(self, public: MatchPublic, private: MatchPrivate, player: Player) -> tuple[Control, ...]:
        """The numbers 1 to 9; for a defence also to take the hit."""
        defending = public.attack is not None and player is not public.mover
        verb = Verb.DEFEND if defending else Verb.ATTACK
        places = tuple(Control(Action(verb, number)) for number in NUMBERS)
        return (*places, Control(Action(Verb.TAKE))) if defending else places
