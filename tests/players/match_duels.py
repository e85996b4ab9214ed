"""Duels of Number Match Duel at random, for the tests of what can be known of the other's hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from random import Random

from games import Action, Duel, Player
from games.model import Verb
from players.match_odds import HIGHEST
from tests.games.helpers import start

Choice = Callable[[tuple[Action, ...], Random], Action]


def as_expected(actions: tuple[Action, ...], random: Random) -> Action:
    """Attacks with the highest number as often as `HIGHEST` says, else with any other; defends or not by a coin."""
    *others, highest = actions
    if highest.verb is Verb.TAKE or not others:
        return random.choice(actions)
    return highest if random.random() < HIGHEST else random.choice(others)


def lowest(actions: tuple[Action, ...], random: Random) -> Action:
    """Attacks with the lowest number and always defends: the longest duels, in which the deck runs out."""
    return actions[0]


def positions(seeds: Iterable[int], chosen: Choice = as_expected) -> Iterator[tuple[Duel, Player]]:
    """Every moment at which a player is asked, with that player."""
    for seed in seeds:
        random, duel = Random(seed), start("match", seed=seed.to_bytes(4))
        while not duel.outcome:
            (player,) = duel.to_act
            yield duel, player
            duel = duel.play(player, chosen(duel.view(player).actions, random))


def hand(duel: Duel, player: Player) -> tuple[int, ...]:
    """What a player holds."""
    cards: tuple[int, ...] = duel.state.private[player.index].hand
    return cards
