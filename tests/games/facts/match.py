"""What the tests are told about Number Match Duel."""

from __future__ import annotations

from typing import Any

from games import Action, Duel, Player
from games.model import Control, Event, Phase, Pile, Verb
from games.rules.match import NumberMatchDuel
from tests.games.facts import Facts, run
from tests.games.helpers import match_position, play, stalling_play
from tests.games.leaky import AnyState, honest, overheard, shown, whisper
from tests.games.secrecy import cards_are_seen_by_their_owner


class MatchInHistory(NumberMatchDuel):
    """Everybody reads in the history what both hold."""

    def apply_action(self, state: AnyState, player: Player | None, action: Action) -> Any:
        state = super().apply_action(state, player, action)
        return whisper(state, *(part.hand for part in state.private), state.hidden[0])


class _Match(MatchInHistory):
    def events(self, public: Any, private: Any) -> tuple[Event, ...]:
        return honest(super().events(public, private))


class MatchInHands(_Match):
    """Everybody sees both hands."""

    def piles(self, public: Any, private: Any, viewer: Player | None) -> tuple[Pile, ...]:
        piles = super().piles(public, private, viewer)
        one, two, _ = overheard(public)
        return shown(shown(piles, "hand", Player.ONE, one), "hand", Player.TWO, two)


class MatchInDeck(_Match):
    """Everybody sees what is left in the deck."""

    def piles(self, public: Any, private: Any, viewer: Player | None) -> tuple[Pile, ...]:
        return shown(super().piles(public, private, viewer), "deck", None, overheard(public)[2])


class MatchInControls(_Match):
    """The panel leaves out what the other holds."""

    def controls(self, public: Any, private: Any, player: Player) -> tuple[Control, ...]:
        held = overheard(public)[player.other.index]
        return tuple(c for c in super().controls(public, private, player) if c.action.number not in held)


class MatchInActions(_Match):
    """One's legal actions leave out what the other could match."""

    def legal_actions(self, public: Any, private: Any, player: Player) -> tuple[Action, ...]:
        held = overheard(public)[player.other.index]
        actions = super().legal_actions(public, private, player)
        return tuple(a for a in actions if a.verb is not Verb.ATTACK or a.number not in held) or actions


def stalled() -> Duel:
    """The longest of some duels in which attacks are mostly matched."""
    return max((list(stalling_play(seed, 400))[-2] for seed in range(12)), key=lambda duel: len(duel.moves))


FACTS = Facts(
    won=lambda _: play(match_position([9, 8], [1, 2], deck=[3], life=(1, 9)), "attack-9"),
    one_left=lambda: match_position([4], [1, 2], deck=[3]),
    longest=stalled,
    seen=cards_are_seen_by_their_owner,
    always_private=True,
    deals_half_to_each=True,
    leaky=(MatchInHistory, MatchInHands, MatchInDeck, MatchInControls, MatchInActions),
    seals={"match-v1.txt": "53c5d105a3acfa25222643f0ab453e75199e5b19cb05678ab5567507eba1114e"},
    happens=("answer=defended", "answer=let_through", "answer=unable", "Reshuffled", "Drew", "outcome Outcome"),
    places={Phase.ATTACK: run("attack", 9), Phase.DEFEND: (*run("defend", 9), "take")},
    plan="attack-9 attack-1 offer decline defend-1 attack-9 attack-3 take attack-8",
    long_seed=101,
)
