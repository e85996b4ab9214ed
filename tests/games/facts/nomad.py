"""What the tests are told about Number Nomad."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from games import Player
from games.model import Control, Event, Phase, Pile
from games.rules.nomad import NumberNomad
from tests.games.facts import Ben, Facts, run
from tests.games.helpers import late, play
from tests.games.leaky import LuckyInHistory, honest, overheard
from tests.games.secrecy import all_is_seen


class NomadInHistory(LuckyInHistory, NumberNomad):
    """Everybody reads the lucky number in the history."""


class NomadInControls(NomadInHistory):
    """The panel says of the lucky number that it heals more."""

    def events(self, public: Any, private: Any) -> tuple[Event, ...]:
        return honest(super().events(public, private))

    def controls(self, public: Any, private: Any, player: Player) -> tuple[Control, ...]:
        controls = super().controls(public, private, player)
        return tuple(replace(c, gain=10) if c.action.number in overheard(public) else c for c in controls)


class NomadInTheEnd(NomadInHistory):
    """It is shown at the end, as a deck never is."""

    def events(self, public: Any, private: Any) -> tuple[Event, ...]:
        return honest(super().events(public, private))

    def revealed(self, public: Any, private: Any) -> tuple[Pile, ...]:
        return (*super().revealed(public, private), Pile("deck", None, overheard(public), 1))


FACTS = Facts(
    won=lambda duel: play(duel, "attack-7", "defend-2", "attack-9"),
    most_moves=9,
    one_left=lambda: late("nomad", life=(5, 5), pool=(4,)),
    seen=all_is_seen,
    leaky=(NomadInHistory, NomadInControls, NomadInTheEnd),
    seals={"nomad-v1.txt": "cb848a07e867d0a1ed7e106ffa1e9d0c94e08f89a0636d7168b19fcce5f31535"},
    happens=("Attacked", "Healed", "ending=life"),
    places={Phase.MOVE: run("attack", 9) + run("defend", 9)},
    labels=(frozenset({f"{n}" for n in range(1, 10)} | {f"{n}: +0" for n in range(1, 10)}),),
    plan="attack-9 defend-8 offer decline attack-7",
    ben=Ben.CHANNEL,
    long_seed=41,
)
