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

from dataclasses import dataclass

from games.changes import out_of_life, replace, replaced
from games.game import Game
from games.model import (
    Action,
    Answer,
    Attacked,
    Control,
    Drew,
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
    numbered,
)

NUMBERS = tuple(range(1, 10))
COPIES = 4
HAND_SIZE = 5
"""Rule book, section Setup: 1 to 9, four copies of each, five cards in a hand."""
ATTACKS, DEFENCES, TAKE = numbered(Verb.ATTACK, NUMBERS), numbered(Verb.DEFEND, NUMBERS), Action(Verb.TAKE)
DRAWS = tuple(numbered(Verb.DRAW, NUMBERS).values())
FULL_DECK = tuple((draw, COPIES) for draw in DRAWS)

Cards = tuple[int, ...]
Drawing = tuple[tuple[Player, int], ...]
Bag = tuple[tuple[Action, int], ...]


@dataclass(frozen=True)
class MatchPublic(Public):
    """`attack`: the card on the table. `discard` in the order played. `drawing`: who is to draw, and how many cards."""

    attack: int | None = None
    discard: Cards = ()
    held: tuple[int, int] = (0, 0)
    deck: int = len(NUMBERS) * COPIES
    drawing: Drawing = ()


@dataclass(frozen=True)
class MatchPrivate(Private):
    """`hand`: this player's cards, lowest first."""

    hand: Cards = ()


MatchHidden = tuple[Bag, Cards]
"""The deck, as what can be drawn and how many: the order is left to chance. And what is drawn and in no hand yet."""
Parts = tuple[MatchPrivate, MatchPrivate]
Match = State[MatchPublic, MatchPrivate, MatchHidden]


def _less(cards: Cards, card: int) -> Cards:
    """The cards without one copy of `card`."""
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def _less_one(deck: Bag, drawn: Action) -> Bag:
    """The deck without one copy of what is drawn."""
    for at, (card, count) in enumerate(deck):
        if card == drawn:
            left = ((card, count - 1),) if count > 1 else ()
            return deck[:at] + left + deck[at + 1 :]
    raise AssertionError("only what is in the deck is drawn")


def shuffled(cards: Cards) -> Bag:
    """A deck of these cards."""
    return tuple([(draw, count) for draw in DRAWS if (count := cards.count(draw.number))])


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
        drawing = ((starter, HAND_SIZE), (starter.other, HAND_SIZE))
        public = MatchPublic((self.start_life, self.start_life), starter, drawing=drawing)
        return State(public, (MatchPrivate(), MatchPrivate()), (FULL_DECK, ()))

    def active_players(self, state: Match) -> frozenset[Player]:
        """The attacker; the defender where they hold the number; nobody while cards are drawn."""
        public = state.public
        if public.drawing:
            return frozenset()
        return (public.mover if public.attack is None else public.mover.other).alone

    def legal_actions(self, public: MatchPublic, private: MatchPrivate, player: Player) -> tuple[Action, ...]:
        """Each number held, once; or to match the attack or take the hit."""
        if public.attack is not None:
            return (DEFENCES[public.attack], TAKE)
        return tuple([ATTACKS[number] for number in dict.fromkeys(private.hand)])

    def chance_outcomes(self, state: Match) -> tuple[tuple[Action, int], ...]:
        """The next card to be drawn, by how many of each number are left."""
        if not state.public.drawing:
            return ()
        # An empty deck is refilled before the next card, and only then (section Hand Management).
        deck, _ = state.hidden
        return deck or shuffled(state.public.discard)

    def apply_action(self, state: Match, player: Player | None, action: Action) -> Match:
        """An attack, an answer, or a card drawn."""
        if player is None:
            return self._drawn(state, action)
        public, private = state.public, state.private
        if action.number is None:  # the hit is taken
            return self._resolved(state, public.held, public.discard, private, Answer.LET_THROUGH)
        # A card leaves the hand for the discard pile.
        part = private[player.index]
        hand = _less(part.hand, action.number)
        private = replaced(private, player, replace(part, hand=hand))
        held, discard = replaced(public.held, player, len(hand)), (*public.discard, action.number)
        if public.attack is not None:
            return self._resolved(state, held, discard, private, Answer.DEFENDED)
        if action.number not in private[player.other.index].hand:
            return self._resolved(state, held, discard, private, Answer.UNABLE)
        return State(replace(public, attack=action.number, held=held, discard=discard), private, state.hidden)

    @staticmethod
    def _resolved(state: Match, held: tuple[int, int], discard: Cards, private: Parts, answer: Answer) -> Match:
        """Section Attack Resolution to section Draw Phase."""
        public, attacker, defender = state.public, state.public.mover, state.public.mover.other
        # An attack that can't be met never lay on the table.
        number = discard[-1] if public.attack is None else public.attack
        damage, defence = (0, number) if answer is Answer.DEFENDED else (number, None)
        left = public.life[defender.index] - damage
        exchange = public.exchange + 1
        drawing: Drawing = ()
        if left > 0:
            both = (attacker, defender)
            drawing = tuple([(one, HAND_SIZE - held[one.index]) for one in both if held[one.index] < HAND_SIZE])
        after = replace(
            public,
            life=replaced(public.life, defender, left),
            mover=defender,
            exchange=exchange,
            events=(*public.events, Attacked(exchange, attacker, number, answer, defence, damage, left)),
            attack=None,
            discard=discard,
            held=held,
            drawing=drawing,
        )
        return State(after, private, state.hidden)

    @staticmethod
    def _drawn(state: Match, drawn: Action) -> Match:
        """A card more. Those of one player are taken up together, once the last is drawn."""
        assert drawn.number is not None
        public, private, (deck, cards) = state
        cards += (drawn.number,)
        if not deck:
            events: tuple[Event, ...] = (*public.events, Reshuffled(public.exchange))
            public = replace(public, discard=(), deck=public.deck + len(public.discard), events=events)
            deck = shuffled(state.public.discard)
        deck = _less_one(deck, drawn)
        player, count = public.drawing[0]
        if len(cards) < count:
            return State(public, private, (deck, cards))
        part = private[player.index]
        hand, own = tuple(sorted(part.hand + cards)), (*part.events, Drew(public.exchange, player, cards))
        held = replaced(public.held, player, len(hand))
        public = replace(public, held=held, deck=public.deck - count, drawing=public.drawing[1:])
        private = replaced(private, player, replace(part, hand=hand, events=own))
        return State(public, private, (deck, ()))

    def outcome(self, state: Match) -> Outcome | None:
        """Somebody's life is gone."""
        return out_of_life(state.public.life)

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
        places = tuple(map(Control, (DEFENCES if defending else ATTACKS).values()))
        return (*places, Control(TAKE)) if defending else places
