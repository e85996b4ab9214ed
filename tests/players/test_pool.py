"""The players of the games over one pool: hard is perfect from every position, and each level beats the one below."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from random import Random

import pytest

from games import Action, Duel, Player
from games.model import Verb
from players import Level, decided, player_for
from players.pool import Hard, position, solver
from players.pool_solver import LOST, WON, Position
from tests.games.helpers import LEVEL_AT_3, LEVEL_AT_8, LEVEL_AT_20, play, start
from tests.players.positions import POOL_GAMES, by_the_rules, duel_at, every_position, some_positions
from tools.strength import Timed, score


@cache
def keeping(name: str, there: Position) -> int:
    """How many moves keep what a position is worth to its mover, counted by the rules."""
    solved = solver(name)
    worth = [-solved.value(after) if after else end for _, after, end in by_the_rules(name, there)]
    return worth.count(solved.value(there))


def check_hard(name: str, positions: Iterable[Position]) -> None:
    """In a won position each move that hard may choose wins at once, or leaves a lost one; else it leaves few ways.

    A lost position is one from which every reply leads to a won one: so hard wins from there, whatever is replied.
    """
    hard = Hard(solver(name))
    for here in positions:
        after = {action: (there, end) for action, there, end in by_the_rules(name, here)}
        value, chosen = hard.solver.value(here), hard.moves(here)
        assert chosen
        kept = [a for a, (there, end) in after.items() if (-hard.solver.value(there) if there else end) == value]
        assert set(chosen) <= set(kept)
        if value == WON:
            ends = {action for action in kept if after[action][0] is None and action.verb is Verb.ATTACK}
            at_once = {action for action in ends if (action.number or 0) >= here.other}
            assert set(chosen) == (at_once or set(kept))
            continue
        left = {action: keeping(name, there) if (there := after[action][0]) else 0 for action in kept}
        assert set(chosen) == {action for action, ways in left.items() if ways == min(left.values())}


@pytest.mark.parametrize("name", POOL_GAMES)
def test_hard_is_perfect_at_some_positions(name: str) -> None:
    check_hard(name, some_positions(name, 400))


@pytest.mark.soak
@pytest.mark.parametrize("name", POOL_GAMES)
def test_hard_is_perfect_at_every_position(name: str) -> None:
    check_hard(name, every_position(name))


def every_reply(duel: Duel, hard: Player, met: set[tuple[Player, Position]]) -> int:
    """Plays hard in its seat against every reply, from each position once; returns how many duels ended, all won."""
    if duel.outcome:
        assert duel.outcome.winner is hard
        return 1
    (mover,) = duel.to_act
    here = (mover, position(duel.view(mover)))
    if here in met:
        return 0
    met.add(here)
    if mover is hard:
        action = decided(player_for(duel.game.name, Level.HARD), duel.view(hard), Random(len(met)))
        assert isinstance(action, Action)
        return every_reply(duel.play(hard, action), hard, met)
    return sum(every_reply(duel.play(mover, action), hard, met) for action in duel.view(mover).actions)


@pytest.mark.parametrize("name", POOL_GAMES)
@pytest.mark.parametrize("starter", Player)
def test_hard_wins_every_duel_that_it_begins(name: str, starter: Player) -> None:
    assert every_reply(start(name, starter), starter, set()) >= 3


@pytest.mark.parametrize("name", POOL_GAMES)
@pytest.mark.parametrize("mover", Player)
def test_hard_wins_from_won_positions_in_the_middle(name: str, mover: Player) -> None:
    won = [here for here in some_positions(name, 60) if solver(name).value(here) == WON]
    assert len(won) > 20
    for here in won:
        assert every_reply(duel_at(name, here, mover), mover, set())


def test_hard_sets_a_trap_where_it_has_lost() -> None:
    hard = Hard(solver("battle"))
    second = play(start("battle"), "attack-9")
    here = position(second.view(Player.TWO))
    assert hard.solver.value(here) == LOST
    ways = {str(action): keeping("battle", hard.solver.after(here, action)) for action in hard.solver.actions(here)}
    assert min(ways.values()) < max(ways.values())
    assert {ways[str(action)] for action in hard.moves(here)} == {min(ways.values())}


@pytest.mark.parametrize("line", [LEVEL_AT_3, LEVEL_AT_8, LEVEL_AT_20], ids=["3", "8", "20"])
@pytest.mark.parametrize(
    ("level", "picks"), [(Level.HARD, {5}), (Level.MEDIUM, {3, 4, 5}), (Level.EASY, set(range(1, 6)))]
)
def test_picks_of_sudden_death(line: tuple[str, ...], level: Level, picks: set[int]) -> None:
    duel = play(start("digit"), *line)
    player = player_for("digit", level)
    chosen = {player.choose(duel.view(seat), Random(seed)) for seat in Player for seed in range(40)}
    assert {action.number for action in chosen} == picks


@pytest.mark.parametrize("name", POOL_GAMES)
@pytest.mark.parametrize(("better", "worse"), [(Level.HARD, Level.MEDIUM), (Level.MEDIUM, Level.EASY)])
def test_each_level_beats_the_one_below(name: str, better: Level, worse: Level) -> None:
    """`make strength` plays more; here the target of 65 in a hundred is missed by luck at most."""
    one, two = (Timed(level, player_for(name, level)) for level in (better, worse))
    assert score(name, one, two, 200, 0) >= 0.6
