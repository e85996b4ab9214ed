"""What the tests are told about Numerical Siege."""

from __future__ import annotations

from typing import Any

from games import Action, Player
from games.model import Control, Event, Phase, Pile
from games.rules.siege import NumericalSiege
from tests.games.facts import Ben, Facts, run
from tests.games.helpers import late, play
from tests.games.leaky import AnyState, honest, overheard, shown, whisper
from tests.games.secrecy import commitments_are_seen_when_answered


class SiegeInHistory(NumericalSiege):
    """Everybody reads in the history what is committed."""

    def apply_action(self, state: AnyState, player: Player | None, action: Action) -> Any:
        state = super().apply_action(state, player, action)
        return whisper(state, *(part.commitment for part in state.private))


class _Siege(SiegeInHistory):
    def events(self, public: Any, private: Any) -> tuple[Event, ...]:
        return honest(super().events(public, private))

    @staticmethod
    def committed(public: Any) -> int | None:
        """The token that waits for its answer."""
        return next((number for number in overheard(public) if number is not None), None)


class SiegeOnTable(_Siege):
    """Everybody sees what is committed."""

    def piles(self, public: Any, private: Any, viewer: Player | None) -> tuple[Pile, ...]:
        piles, committed = super().piles(public, private, viewer), self.committed(public)
        return piles if committed is None else shown(piles, "table", public.mover, (committed,))


class SiegeInTokens(_Siege):
    """Everybody sees the committed token missing among its owner's."""

    def piles(self, public: Any, private: Any, viewer: Player | None) -> tuple[Pile, ...]:
        piles, committed = super().piles(public, private, viewer), self.committed(public)
        rest = tuple(token for token in public.tokens[public.mover.index] if token != committed)
        return shown(piles, "tokens", public.mover, rest)


class SiegeInControls(_Siege):
    """The defender's panel has only what is high enough."""

    def controls(self, public: Any, private: Any, player: Player) -> tuple[Control, ...]:
        committed = self.committed(public) or 0
        return tuple(c for c in super().controls(public, private, player) if (c.action.number or 99) >= committed)


class SiegeInActions(_Siege):
    """The defender may choose only what is high enough."""

    def legal_actions(self, public: Any, private: Any, player: Player) -> tuple[Action, ...]:
        committed = self.committed(public) or 0
        return tuple(a for a in super().legal_actions(public, private, player) if (a.number or 99) >= committed)


TOKENS = frozenset(str(number) for number in range(1, 11))
FACTS = Facts(
    won=lambda duel: play(duel, "attack-10", "take", "attack-1", "take", "attack-9", "take"),
    # 20 tokens; each player can take the hits of four attacks of together at most 14, and one more ends it.
    most_moves=29,
    one_left=lambda: late("siege", life=(5, 5), tokens=((4,), (1, 2))),
    seen=commitments_are_seen_when_answered,
    hides_choices=True,
    always_private=True,
    leaky=(SiegeInHistory, SiegeOnTable, SiegeInTokens, SiegeInControls, SiegeInActions),
    seals={"siege-v1.txt": "a8db0294e37ebcea71cc827b0f9453fff2959fdee83ff6f254bf3c1bfbd1c1b4"},
    happens=("answer=defended", "answer=let_through", "answer=unable", "Skipped", "ending=numbers_used"),
    places={Phase.ATTACK: run("attack", 10), Phase.DEFEND: (*run("defend", 10), "take")},
    labels=(TOKENS, TOKENS | {"Take the hit"}),
    plan="attack-10 defend-4 offer decline attack-8 take attack-9 take",
    ben=Ben.CHANNEL,
    long_seed=33,
)
