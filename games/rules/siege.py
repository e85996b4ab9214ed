"""Numerical Siege.

Both have 15 life and tokens 1 to 10 of their own. The attacker commits a token in secret. The defender, who does not
see it, commits one of theirs or takes the hit; then both are shown, and both are gone. A defence at least as high
deflects the attack; a lower one takes its number off; without one it hits in full. Then the roles change.

A defender without tokens is not asked: the attack hits in full at once. An attacker without tokens is skipped. Whoever
brings the other to zero or below wins. When neither has a token left, more life wins, and equal life is a draw.

Remaining tokens are public. One that is committed and not yet answered still counts among its owner's tokens for
everybody but its owner: taking it away would tell which it is.
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
    Ending,
    Event,
    Outcome,
    Phase,
    Pile,
    Player,
    Private,
    Public,
    Skipped,
    State,
    Verb,
    numbered,
)

TOKENS = tuple(range(1, 11))
"""Rule book, section Setup: tokens 1 to 10, each once."""
ATTACKS, DEFENCES, TAKE = numbered(Verb.ATTACK, TOKENS), numbered(Verb.DEFEND, TOKENS), Action(Verb.TAKE)

Tokens = tuple[int, ...]


@dataclass(frozen=True)
class SiegePublic(Public):
    """`tokens`: what each has left, a committed one included. `committed`: whether an attack waits for its answer."""

    tokens: tuple[Tokens, Tokens] = (TOKENS, TOKENS)
    committed: bool = False


@dataclass(frozen=True)
class SiegePrivate(Private):
    """`commitment`: the attack token, until it is answered."""

    commitment: int | None = None


Siege = State[SiegePublic, SiegePrivate, None]


def _without(tokens: Tokens, token: int | None) -> Tokens:
    return tuple([t for t in tokens if t != token])


class NumericalSiege(Game[SiegePublic, SiegePrivate, None]):
    """Rule book "Numerical Siege"."""

    name = "siege"
    title = "Numerical Siege"
    rules_version = 1
    start_life = 15
    full_life = 15
    tagline = "Bluff with hidden tokens"
    summary = "15 life and tokens 1 to 10 each. Each token counts once."
    hint = "What the other has left is open: look at it before you attack or defend."
    known = "No best play is known: what is good depends on what the other expects."
    how_to_play = """\
Both start with 15 life and tokens 1 to 10, each to be used once, for attack or defence.
The attacker plays a token face down. The defender defends with one, or takes the hit. Then both are shown.
As high or higher: the attack is deflected. Lower: the defender loses the difference. Take the hit: the full number.
Both tokens are gone, and the other attacks. What each of you has left is open to both.
Whoever brings the other to 0 wins. When no tokens are left, more life wins; level is a draw.

An exchange: you attack with 6, the other defends with 4 and loses 2. They attack with 7, you defend with 7: nothing."""

    def new_initial_state(self, starter: Player) -> Siege:
        """Rule book, section Setup."""
        public = SiegePublic((self.start_life, self.start_life), starter)
        return State(public, (SiegePrivate(), SiegePrivate()), None)

    def active_players(self, state: Siege) -> frozenset[Player]:
        """The attacker; once a token is committed, the defender."""
        return self._actor(state.public).alone

    def legal_actions(self, public: SiegePublic, private: SiegePrivate, player: Player) -> tuple[Action, ...]:
        """One's own tokens; a defender may also take the hit."""
        own = public.tokens[player.index]
        if not public.committed:
            return tuple([ATTACKS[token] for token in own])
        return (*[DEFENCES[token] for token in own], TAKE)

    def apply_action(self, state: Siege, player: Player | None, action: Action) -> Siege:
        """A commitment, or its answer. A defender without tokens is not asked."""
        assert player is not None  # chance never acts in a siege
        public = state.public
        if public.committed:
            return self._resolved(state, action.number)
        parts = replaced(state.private, player, replace(state.private[player.index], commitment=action.number))
        state = State(replace(public, committed=True), parts, None)
        return state if public.tokens[player.other.index] else self._resolved(state, None)

    def _resolved(self, state: Siege, defence: int | None) -> Siege:
        """Both tokens are shown and gone (section Rules and Mechanics, 3 and 4), and the roles change."""
        public, attacker = state.public, state.public.mover
        defender = attacker.other
        number = state.private[attacker.index].commitment
        assert number is not None
        if defence is not None:
            answer = Answer.DEFENDED
        else:
            answer = Answer.LET_THROUGH if public.tokens[defender.index] else Answer.UNABLE
        damage = max(0, number - (defence or 0))
        left = public.life[defender.index] - damage
        tokens = replaced(public.tokens, attacker, _without(public.tokens[attacker.index], number))
        tokens = replaced(tokens, defender, _without(tokens[defender.index], defence))
        exchange = public.exchange + 1
        events: tuple[Event, ...] = (Attacked(exchange, attacker, number, answer, defence, damage, left),)
        mover = defender
        if left > 0 and not tokens[defender.index] and tokens[attacker.index]:
            events += (Skipped(exchange, defender),)
            mover = attacker
        after = replace(
            public,
            life=replaced(public.life, defender, left),
            mover=mover,
            exchange=exchange,
            events=public.events + events,
            tokens=tokens,
            committed=False,
        )
        return State(after, (SiegePrivate(), SiegePrivate()), None)

    def outcome(self, state: Siege) -> Outcome | None:
        """Somebody's life is gone, or all tokens are (section Examples, note; equal life is a draw)."""
        public = state.public
        if (end := out_of_life(public.life)) or any(public.tokens):
            return end
        one, two = public.life
        winner = None if one == two else Player.ONE if one > two else Player.TWO
        return Outcome(winner, Ending.NUMBERS_USED)

    def phase(self, public: SiegePublic) -> Phase:
        """An attack, or the answer to one."""
        return Phase.DEFEND if public.committed else Phase.ATTACK

    def is_secret(self, public: SiegePublic) -> bool:
        """Both the attack and the answer are chosen unseen."""
        return True

    def piles(self, public: SiegePublic, private: SiegePrivate | None, viewer: Player | None) -> tuple[Pile, ...]:
        """Both sets of tokens and what is committed; only its owner knows which token that is."""
        own = private.commitment if private else None
        piles = []
        for player in Player:
            tokens = public.tokens[player.index]
            left = _without(tokens, own) if player is viewer else tokens
            piles.append(Pile("tokens", player, left, len(left)))
        if public.committed:
            piles.append(Pile("table", public.mover, None if own is None else (own,), 1))
        return tuple(piles)

    def revealed(self, public: SiegePublic, private: tuple[SiegePrivate, SiegePrivate]) -> tuple[Pile, ...]:
        """Both sets of tokens, and a commitment that was never answered."""
        piles, table = [], []
        for player in Player:
            committed = private[player.index].commitment
            left = _without(public.tokens[player.index], committed)
            piles.append(Pile("tokens", player, left, len(left)))
            if committed is not None:
                table.append(Pile("table", player, (committed,), 1))
        return (*piles, *table)

    def controls(self, public: SiegePublic, private: SiegePrivate, player: Player) -> tuple[Control, ...]:
        """Tokens 1 to 10, for attack unless one is to defend; for defence also to take the hit."""
        defending = public.committed and player is self._actor(public)
        places = tuple(map(Control, (DEFENCES if defending else ATTACKS).values()))
        return (*places, Control(TAKE)) if defending else places

    @staticmethod
    def _actor(public: SiegePublic) -> Player:
        return public.mover.other if public.committed else public.mover
