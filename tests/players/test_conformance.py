"""Every player of every registered game, at every level: legal moves, no memory, and no knowledge but its view."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Iterator
from random import Random

import pytest

from games import Action, Player, View, names
from games.model import Phase
from players import ComputerPlayer, Level, is_own, player_for
from tests.games.facts import facts
from tests.games.helpers import start
from tests.games.secrecy import Tale, tell, twins

PLAYERS = [pytest.param(game, level, id=f"{game}-{level}") for game in names() for level in Level]
HARD_FIRST = [
    pytest.param(game, level, id=f"{game}-{level}", marks=() if level is Level.HARD else pytest.mark.soak)
    for game in names()
    for level in Level
]
"""The same; `make test` tries hard alone, which knows the most."""
PLACES_OF_A_TALE = 10
"""At how many the player is asked: some think for 10 ms a move."""


def asked(player: ComputerPlayer, tale: Tale, seat: Player, luck: int) -> Action:
    """What the player chooses in that seat."""
    view = tale.duel.view(seat)
    action = player.choose(view, Random(luck))
    assert action in view.actions
    return action


def differences(game: str, player: ComputerPlayer, tales_told: int = 20) -> tuple[list[str], int]:
    """Tells tales and their twins, and asks the player where the seat knows the same and the positions differ.

    Returns where the choices differ, with the same luck, and how many were compared.
    """
    random, compared = Random(1), 0
    found: list[str] = []
    for _ in range(tales_told):
        places = list(_twin_places(tell(game, random), random))
        for seat, *pair in random.sample(places, min(len(places), PLACES_OF_A_TALE)):
            compared += 1
            one, other = (asked(player, tale, seat, compared) for tale in pair)
            if one != other:
                found.append(f"{seat} after {pair[0].duel.moves}: {one} or {other}")
    return found, compared


def _twin_places(tales: list[Tale], random: Random) -> Iterator[tuple[Player, Tale, Tale]]:
    """A seat that is to move, and two tales which are the same as far as it knows."""
    for at, twin in twins(tales, random):
        for ours, theirs in zip(tales[at:], twin, strict=False):
            if ours.duel.state != theirs.duel.state:
                for seat in sorted(ours.duel.to_act & theirs.duel.to_act, key=lambda seat: seat.index):
                    if ours.known[seat.index] == theirs.known[seat.index]:  # of `VIEWERS`, the players come first
                        yield seat, ours, theirs


@pytest.mark.parametrize(("game", "level"), HARD_FIRST)
def test_what_a_player_must_not_know_changes_nothing(game: str, level: Level) -> None:
    found, compared = differences(game, player_for(game, level))
    assert found == []
    assert compared > 20 or not facts(game).hides


class Peeking:
    """A player that cheats: it finds the duel itself in the memory of whoever asks it."""

    def choose(self, view: View, random: Random) -> Action:
        tale = sys._getframe(1).f_locals["tale"]
        return Random(f"{tale.duel.state} {random.random()}").choice(view.actions)


@pytest.mark.parametrize("game", [game for game in names() if facts(game).hides])
def test_a_player_that_knows_more_is_found_out(game: str) -> None:
    assert differences(game, Peeking())[0]


@pytest.mark.parametrize(("game", "level"), HARD_FIRST)
def test_equal_views_make_equal_moves_with_equal_luck_in_any_order(game: str, level: Level) -> None:
    used = player_for(game, level)
    tales = enumerate(tale for seed in range(3) for tale in tell(game, Random(seed)))
    places = [(at, tale, min(tale.duel.to_act, key=lambda seat: seat.index)) for at, tale in tales if tale.duel.to_act]
    chosen = [asked(used, tale, seat, at) for at, tale, seat in places]
    for (at, tale, seat), action in reversed(list(zip(places, chosen, strict=True))):
        view: View = pickle.loads(pickle.dumps(tale.duel.view(seat)))
        assert player_for(game, level).choose(view, Random(at)) == asked(used, tale, seat, at) == action


@pytest.mark.parametrize(("game", "level"), PLAYERS)
def test_a_player_plays_whole_duels_from_both_seats(game: str, level: Level) -> None:
    player = player_for(game, level)
    for starter in Player:
        duel, random = start(game, starter), Random(level)
        # Two who always pick the same never end a sudden death.
        while duel.to_act and duel.view(None).phase is not Phase.PICK:
            (seat,) = duel.to_act
            duel = duel.play(seat, player.choose(duel.view(seat), random))


def test_every_registered_game_has_a_player_of_its_own_or_says_that_it_has_none() -> None:
    assert [name for name in names() if is_own(name)]
    assert not is_own("shelter")
    assert all(player_for("shelter", level) for level in Level)
