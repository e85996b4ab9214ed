"""What the tests are told about Digit Duel."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from games import Action, Duel, Player
from games.model import Control, Event, Phase, Pile
from games.rules.digit import DigitDuel
from tests.games.facts import Facts, run
from tests.games.helpers import LEVEL_AT_3, LEVEL_AT_8, LEVEL_AT_20, late, play, start
from tests.games.leaky import AnyState, honest, overheard, shown, whisper
from tests.games.secrecy import picks_are_seen_when_both_are_in


class DigitInHistory(DigitDuel):
    """Everybody reads in the history what was picked."""

    def apply_action(self, state: AnyState, player: Player | None, action: Action) -> Any:
        state = super().apply_action(state, player, action)
        return whisper(state, *(part.pick for part in state.private))


class _Digit(DigitInHistory):
    def events(self, public: Any, private: Any) -> tuple[Event, ...]:
        return honest(super().events(public, private))


class DigitOnTable(_Digit):
    """Everybody sees a pick that waits for the other."""

    def piles(self, public: Any, private: Any, viewer: Player | None) -> tuple[Pile, ...]:
        piles = super().piles(public, private, viewer)
        for player, pick in zip(Player, overheard(public), strict=False):
            piles = piles if pick is None else shown(piles, "table", player, (pick,))
        return piles


class DigitInControls(_Digit):
    """The panel tells what a pick would bring."""

    def controls(self, public: Any, private: Any, player: Player) -> tuple[Control, ...]:
        controls = super().controls(public, private, player)
        picked = (*overheard(public), None, None)[player.other.index]
        return controls if picked is None else tuple(replace(c, gain=(c.action.number or 0) - picked) for c in controls)


class DigitInActions(_Digit):
    """One may not pick what the other has picked."""

    def legal_actions(self, public: Any, private: Any, player: Player) -> tuple[Action, ...]:
        actions = super().legal_actions(public, private, player)
        picked = overheard(public) if public.sudden_death else ()
        return tuple(a for a in actions if a.number not in picked)


ROUNDS = 200


def sudden_death() -> Duel:
    """So many level rounds of sudden death."""
    return play(start("digit"), *LEVEL_AT_20, *("pick-5",) * 2 * ROUNDS)


DIGITS = frozenset(label for number in range(1, 10) for label in (f"{number}", f"{number}: +{number}"))
FACTS = Facts(
    won=lambda duel: play(duel, "attack-9", "attack-8", "attack-7"),
    openings=(LEVEL_AT_8, LEVEL_AT_20, LEVEL_AT_3),
    one_left=lambda: late("digit", life=(5, 5), pool=(4,)),
    longest=sudden_death,
    seen=picks_are_seen_when_both_are_in,
    hides_choices=True,
    leaky=(DigitInHistory, DigitOnTable, DigitInControls, DigitInActions),
    seals={"digit-v1.txt": "8daceecc9abc330351e790fb38d8989448ed32d8d6679d8cdde95bb4a36b36e0"},
    happens=("Healed", "Attacked", "Showdown", "phase pick", "ending=life", "(table ONE - 1)"),
    places={Phase.MOVE: run("attack", 9) + run("defend", 9), Phase.PICK: run("pick", 5)},
    labels=(DIGITS, DIGITS - {"1", "1: +1"}),
    plan="defend-1 defend-9 attack-3 defend-7 offer decline attack-8 attack-6 attack-5 attack-2 attack-4 pick-1 pick-4",
    long_seed=3,
)
