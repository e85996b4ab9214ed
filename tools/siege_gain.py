"""How much the best reply gains against the hard player of Numerical Siege: `python -m tools.siege_gain`.

In each position of duels that it plays with itself, one side's mix is laid open to the other for one exchange;
afterwards both play best. What the other then gets above the value of the position is the gain, in wins a duel.
"""

from __future__ import annotations

import argparse
from random import Random
from time import thread_time

from games import Duel, Seeded
from games.model import Phase, Player
from players import Level, player_for
from players.siege import is_exact, matrix, mixes, position_of
from players.siege_solver import Position
from tools.siege_exact import exact


def positions(count: int, random: Random, levels: tuple[Level, Level]) -> list[Position]:
    """Those in which somebody attacks, in duels one after the other."""
    found: list[Position] = []
    while len(found) < count:
        duel = Duel.start("siege", Seeded(random.randbytes(32)), random.choice(list(Player)))
        while not duel.outcome:
            (player,) = duel.to_act
            view = duel.view(player)
            if view.phase is Phase.ATTACK:
                found.append(position_of(view))
            duel = duel.play(player, player_for("siege", levels[player.index]).choose(view, random))
    return found[:count]


def gains(position: Position) -> tuple[float, float]:
    """The best answer's gain on the mix of attacks, and the best attack's on the mix of answers."""
    best, (attacks, answers) = exact(position), mixes(position)
    columns = zip(*best.matrix, strict=True)
    by_answer = (sum(a * entry for a, entry in zip(attacks, column, strict=True)) for column in columns)
    by_attack = (sum(a * entry for a, entry in zip(answers, row, strict=True)) for row in best.matrix)
    return (best.value - min(by_answer)) / sum(attacks), (max(by_attack) - best.value) / sum(answers)


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(prog="python -m tools.siege_gain", description=__doc__)
    parser.add_argument("--positions", type=int, default=2000)
    parser.add_argument("--levels", type=Level, nargs=2, default=(Level.HARD, Level.HARD), help="who plays the duels")
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    met = positions(chosen.positions, Random(chosen.seed), tuple(chosen.levels))
    print("| mix | gain: mean | 99% | worst |\n| --- | --- | --- | --- |")
    for name, side in zip(("attack", "answer"), zip(*map(gains, met), strict=True), strict=True):
        ordered = sorted(side)
        print(f"| {name} | {sum(side) / len(side):.4f} | {ordered[len(side) * 99 // 100]:.3f} | {ordered[-1]:.3f} |")
    pairs = [
        (found, known) for p in met if is_exact(p) for found, known in zip(matrix(p), exact(p).matrix, strict=True)
    ]
    off = max(abs(a - b) for found, known in pairs for a, b in zip(found, known, strict=True))
    print(f"\nWhere the player is exact, its values are {off:.0e} off.")
    took = []
    for position in met:
        mixes.cache_clear()
        begun = thread_time()
        mixes(position)
        took.append((thread_time() - begun) * 1000)
    took.sort()
    median, most = took[len(took) // 2], took[len(took) * 99 // 100]
    print(f"ms to find both mixes, with nothing known: median {median:.1f}, 99% {most:.1f}, worst {took[-1]:.1f}")


if __name__ == "__main__":
    main()
