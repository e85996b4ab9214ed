"""What the tests are told about Number Battle."""

from __future__ import annotations

from typing import Any

from games import Player
from games.model import Event, Phase, Pile
from games.rules.battle import NumberBattle
from tests.games.facts import Ben, Facts, run
from tests.games.helpers import late, play
from tests.games.leaky import LuckyInHistory, honest, overheard
from tests.games.secrecy import all_is_seen


class BattleInHistory(LuckyInHistory, NumberBattle):
    """Everybody reads the lucky number in the history."""


class BattleInPiles(BattleInHistory):
    """Everybody sees it lie in a pile."""

    def events(self, public: Any, private: Any) -> tuple[Event, ...]:
        return honest(super().events(public, private))

    def piles(self, public: Any, private: Any, viewer: Player | None) -> tuple[Pile, ...]:
        return (*super().piles(public, private, viewer), Pile("deck", None, overheard(public), 1))


FACTS = Facts(
    won=lambda duel: play(duel, "attack-9", "attack-8", "attack-7"),
    most_moves=8,
    one_left=lambda: late("battle", life=(5, 5), pool=(4,)),
    seen=all_is_seen,
    leaky=(BattleInHistory, BattleInPiles),
    seals={"battle-v1.txt": "b5f2bee96685157245156be4aceac7e8b2e23ffe1cc61256703418bbf686eb6c"},
    happens=("Attacked", "ending=life"),
    places={Phase.ATTACK: run("attack", 9)},
    labels=(frozenset("123456789"),),
    plan="attack-9 offer decline attack-8 attack-7",
    ben=Ben.CLOSED,
)
