"""Fits hard's networks for Number Match Duel: `python -m tools.fit_match [--duels N]` writes `players/match.bin`.

`match_fit.cpp`, which needs g++, has the rules and the player a second time, because fitting takes a million duels.
Afterwards it is compared with `games` and `players`: over a number of its own duels every draw and every move must be
legal there, hard must choose the same and value it the same, and the same player must win.
"""

from __future__ import annotations

import argparse
import subprocess
from pathlib import Path
from random import Random

from games import Action, Duel, Player, Scripted
from games.model import Verb
from players import Level, player_for
from players.match import chances
from tools.siege_exact import built

NETWORKS = Path(__file__).parent.parent / "players" / "match.bin"
CLOSE = 1e-4
"""How far two values of one choice may lie apart: the networks are computed in single and in double precision."""


def compare(program: Path, duels: int) -> int:
    """How many choices were compared. Raises `AssertionError` where the two differ."""
    run = subprocess.run([program, "trace", str(duels), NETWORKS], check=True, capture_output=True, text=True)
    return sum(_compared(line.split()) for line in run.stdout.splitlines())


def _compared(line: list[str]) -> int:
    *tokens, winner = line
    draws = tuple(Action.parse(token) for token in tokens if token.startswith(Verb.DRAW))
    duel, hard, choices = Duel.start("match", Scripted(draws)), player_for("match", Level.HARD), 0
    for token in tokens:
        if token.startswith(Verb.DRAW):
            continue
        move, _, worth = token.partition("=")
        (player,) = duel.to_act
        view, action = duel.view(player), Action.parse(move)
        worths = chances(view)
        assert abs(worths[action] - float(worth)) < CLOSE, (view, token, worths)
        chosen = hard.choose(view, Random(0))
        assert chosen == action or worths[chosen] - worths[action] < CLOSE, (view, token, worths)
        duel, choices = duel.play(player, action), choices + 1
    assert duel.outcome
    assert duel.outcome.winner is Player(int(winner))
    assert duel.draws == len(draws)
    return choices


def main() -> None:
    """Fits anew, then compares."""
    parser = argparse.ArgumentParser(prog="python -m tools.fit_match", description=__doc__)
    parser.add_argument("--duels", type=int, default=1_000_000, help="how many to learn from; 0 only compares")
    parser.add_argument("--compare", type=int, default=200, help="how many to compare")
    parser.add_argument("--play", nargs=2, metavar="player", help="instead, play that pairing, quickly")
    chosen = parser.parse_args()
    program = built("match_fit", "-O3")
    if chosen.play:
        subprocess.run([program, "play", *chosen.play, str(chosen.duels), NETWORKS], check=True)
        return
    if chosen.duels:
        subprocess.run([program, "fit", str(chosen.duels), NETWORKS], check=True)
    print(f"{compare(program, chosen.compare)} choices are the same in both.")


if __name__ == "__main__":
    main()
