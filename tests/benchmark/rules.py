"""Random moves a second of the rules alone, each game against OpenSpiel's tic-tac-toe that is written in Python."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from functools import partial
from random import Random

import pyspiel
from open_spiel.python.games import tic_tac_toe  # noqa: F401 - importing it registers it

from games import Duel, Player, Seeded, names
from tests.benchmark.row import Must, Row, in_turn

SECONDS = 0.5
"""Of the processor, at least, for each figure."""


async def rows() -> AsyncIterator[Row]:
    """One row a game."""
    open_spiel, *ours = await in_turn(theirs, *(partial(played, game) for game in names()))
    for game, rates in zip(names(), ours, strict=True):
        against = "OpenSpiel's `python_tic_tac_toe`"
        yield Row(f"random moves of `{game}`", against, rates, open_spiel, "moves/s", Must.BE_TIMES_OR_MORE, 1)


async def played(game: str) -> float:
    """Moves a second: what is legal is listed, one of it is played, until the end; then the next duel."""
    random, moves, began = Random(1), 0, time.process_time()
    while (took := time.process_time() - began) < SECONDS:
        duel = Duel.start(game, Seeded(random.randbytes(32)), random.choice(tuple(Player)))
        while duel.to_act:
            player = next(iter(duel.to_act))
            duel = duel.play(player, random.choice(duel.legal[player.index]))
            moves += 1
    return moves / took


async def theirs() -> float:
    """The same of OpenSpiel, in the loop of its documentation."""
    game = pyspiel.load_game("python_tic_tac_toe")
    random, moves, began = Random(1), 0, time.process_time()
    while (took := time.process_time() - began) < SECONDS:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
            moves += 1
    return moves / took
