"""How well the computer players play: many duels a pairing, over both seats, and how long their moves take.

`make strength` prints the table of all games. A duel that is drawn counts as half.
"""

from __future__ import annotations

import argparse
import resource
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import sqrt
from random import Random
from time import thread_time

from games import Action, Duel, Player, Seeded, names
from players import ComputerPlayer, decided
from tools.references import contestant, contestants, pairings, target
from tools.siege_exact import NoCompiler

Z = 1.96
"""Of a normal distribution: 95% lie within."""
LONGEST = 1000
"""Moves after which a duel counts as drawn: nobody here plays on for ever, unless it is a mistake."""


@dataclass
class Timed:
    """A contestant, and how long each of its moves took, in seconds of the processor: the machine may be busy."""

    name: str
    player: ComputerPlayer
    took: list[float] = field(default_factory=list)

    def next(self, duel: Duel, seat: Player, random: Random) -> Duel | None:
        """The duel after what the contestant does, or None where it waits."""
        view = duel.view(seat)
        begun = thread_time()
        step = decided(self.player, view, random)
        if isinstance(step, Action):
            self.took.append(thread_time() - begun)
        return duel.step(seat, step) if step else None


def played(duel: Duel, one: Timed, two: Timed, random: Random) -> float:
    """What a duel brings player one: 1, 0.5 or 0."""
    seats = ((Player.ONE, one), (Player.TWO, two))
    while not duel.outcome and len(duel.moves) < LONGEST:
        duel = next(after for seat, who in seats if (after := who.next(duel, seat, random)))
    winner = duel.outcome.winner if duel.outcome else None
    return 0.5 if winner is None else float(winner is Player.ONE)


def score(game: str, one: Timed, two: Timed, duels: int, seed: int) -> float:
    """What `one` makes of a duel on average. Each deal is played twice, once with each beginning."""
    total = 0.0
    for number in range(duels):
        random = Random(f"{seed} {number}")
        deal = Seeded(Random(f"{seed} {number // 2}").randbytes(32))
        total += played(Duel.start(game, deal, Player(number % 2 + 1)), one, two, random)
    return total / duels


def interval(share: float, duels: int) -> tuple[float, float]:
    """Where the true share lies with 95% (Wilson's interval; a draw counts as half a win, which widens it)."""
    spread = Z * Z / duels
    middle = (share + spread / 2) / (1 + spread)
    half = Z / (1 + spread) * sqrt(share * (1 - share) / duels + spread / (4 * duels))
    return middle - half, middle + half


def verdict(game: str, pairing: tuple[str, str], low: float) -> str:
    """The target of a pairing, if there is one, and whether it holds: the interval's lower end has to reach it."""
    aim = target(game, pairing)
    return "" if aim is None else f"{aim:.1%} {'holds' if low >= aim else 'is missed'}"


def row(game: str, pairing: tuple[str, str], duels: int, seed: int) -> Iterator[str]:
    """The cells of a pairing's line."""
    one, two = (Timed(name, contestant(game, name)) for name in pairing)
    share = score(game, one, two, duels, seed)
    low, high = interval(share, duels)
    took = sorted(one.took)
    yield from (game, one.name, two.name, f"{share:.1%}", f"{low:.1%} to {high:.1%}", verdict(game, pairing, low))
    for second in (took[len(took) // 2], took[len(took) * 99 // 100], took[-1]):
        yield f"{second * 1000:.2f}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(prog="python -m tools.strength", description="How well computer players play.")
    parser.add_argument("games", nargs="*", metavar="game", help=f"{', '.join(names())}; all, if none is named")
    parser.add_argument("--duels", type=int, default=1000, help="how many a pairing")
    parser.add_argument("--pairing", nargs=2, metavar="player")
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args(arguments)
    games = chosen.games or names()
    # Not by `choices`: with those, Python 3.11 takes no game at all for a wrong one.
    for game in chosen.games:
        if game not in names():
            parser.error(f"there is no game {game}: name one of {', '.join(names())}")
    for game, player in product(games, chosen.pairing or ()):
        if player not in contestants(game):
            parser.error(f"nobody is called {player} in {game}: name one of {', '.join(contestants(game))}")
    if chosen.duels < 1:
        parser.error("a pairing plays 1 duel at least")
    print("| game | player | against | wins | 95% | target | ms a move: median | 99% | worst |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    left_out = ""
    for game in games:
        for pairing in [tuple(chosen.pairing)] if chosen.pairing else pairings(game):
            try:
                print("|", " | ".join(row(game, pairing, chosen.duels, chosen.seed)), "|", flush=True)
            except NoCompiler as error:
                left_out = f"Pairings with a player that has to be compiled are left out: {error}."
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"\n{left_out}" if left_out else "")
    print(f"{chosen.duels} duels a pairing, seed {chosen.seed}. Peak memory of the process: {peak:.0f} MiB.")


if __name__ == "__main__":
    main()
