"""`python -m games`: lists the games, or plays one in the terminal, two people at one keyboard or one and the computer.

The only module of `games` that touches the machine: the arguments, the streams and a random seed.
"""

from __future__ import annotations

import argparse
import io
import os
import secrets
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from hashlib import blake2b
from random import Random
from textwrap import fill

from games import SEED_BYTES, Duel, Player, Seeded, UnknownGame, get, names, words
from games.terminal import CLEAR, Opponent, Session, toss

if sys.platform != "win32":
    import termios

OK, FAILED, MISUSED, INTERRUPTED = 0, 1, 2, 130
"""Exit codes; the last is a shell's for Ctrl-C."""

COMMAND = "python -m games"
STDOUT = 1


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command and returns its exit code."""
    parser = argparse.ArgumentParser(prog=COMMAND, description="Number duels at the keyboard.")
    parser.add_argument("game", nargs="?", help="which game to play; without it, the games are listed")
    parser.add_argument("--seed", metavar="TEXT", help="any text: the same one repeats the coin toss and the deal")
    parser.add_argument("--against", metavar="LEVEL", help="play against the computer: easy, medium or hard")
    chosen = parser.parse_args(arguments)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal may know plain letters only
    try:
        return _run(chosen.game, chosen.seed, chosen.against)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read what we print has gone (`| head`). Python would complain once more when it closes the stream.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED


def _run(game: str | None, seed: str | None, level: str | None) -> int:
    if game is None:
        _write(_listing())
        return OK
    key = secrets.token_bytes(SEED_BYTES) if seed is None else _key(seed)
    try:
        duel = Duel.start(game, Seeded(key), toss(key))
    except UnknownGame as unknown:
        return _misused(f"{unknown} Choose: {', '.join(names())}.")
    try:
        opponent = None if level is None else _opponent(game, level, key)
    except ValueError as unknown:
        return _misused(str(unknown))
    # A stream that was closed from the start is None.
    reader = sys.stdin or io.StringIO()
    if isinstance(reader, io.TextIOWrapper):
        # Bytes that are no text are refused like any other odd line. A carriage return in a line does not end it, or
        # this stream would keep the rest, out of the reach of `_discard`.
        reader.reconfigure(errors="replace", newline="\n")
    Session(duel, reader, _write, _discard, opponent=opponent, review=_review).play()
    return OK


def _opponent(game: str, level: str, key: bytes) -> Opponent:
    """The computer at that level, by luck that the seed repeats. Raises `ValueError` for a level that is none."""
    # Two people need no computer, nor the package that it is in.
    from players import Level, decided, manner, player_for  # noqa: PLC0415

    if level not in list(Level):
        raise ValueError(f"There is no level of that name. Choose: {', '.join(Level)}.")
    player, random = player_for(game, Level(level)), Random(key)  # noqa: S311 - no secret comes of it
    introduction = f"You are Player 1. Player 2 is the computer, which plays {manner(game, level)}."
    return Opponent(introduction, lambda view: decided(player, view, random))


def _review(duel: Duel) -> words.Lines:
    """What was best in a duel that is over, move by move."""
    from players import MOST_MOVES, NO_REVIEW, reviewed, told  # noqa: PLC0415 - as above

    assert duel.outcome
    review = reviewed(duel.decisions(MOST_MOVES), duel.outcome)
    return told(review, (words.name(Player.ONE), words.name(Player.TWO))) if review else (NO_REVIEW,)


def _misused(sentence: str) -> int:
    print(fill(sentence, words.WIDTH), file=sys.stderr)
    return MISUSED


def _discard() -> None:
    """Throws away what was typed at a terminal and is not read yet; not on Windows. A pipe is read as it comes."""
    if sys.platform != "win32" and sys.stdin and sys.stdin.isatty():
        with suppress(termios.error):  # a terminal that has gone: reading from it tells
            termios.tcflush(sys.stdin, termios.TCIFLUSH)


def _hide_when_stopped() -> None:
    """Whatever ends or suspends the process clears the screen first, as Ctrl-C does."""
    for name in ("SIGTERM", "SIGHUP", "SIGQUIT"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.default_int_handler)
    if hasattr(signal, "SIGTSTP"):
        signal.signal(signal.SIGTSTP, _suspend)


def _suspend(number: int, _frame: object) -> None:
    """Ctrl-Z: no secret stays on the screen meanwhile.

    Past `sys.stdout`, whose buffer can't be written from a signal handler while it is being flushed.
    """
    with suppress(OSError):
        os.write(STDOUT, CLEAR.encode())
    signal.signal(number, signal.SIG_DFL)
    signal.raise_signal(number)
    signal.signal(number, _suspend)
    with suppress(OSError):
        os.write(STDOUT, b"Welcome back. Type status to see where you are.\n> ")


def _key(text: str) -> bytes:
    """The seed that a text stands for. An argument that is no text arrives with surrogates in it."""
    return blake2b(text.encode("utf-8", "surrogateescape"), digest_size=SEED_BYTES).digest()


def _listing() -> str:
    lines = ["Number duels for two:", ""]
    width = max(map(len, names()))
    for name in names():
        game = get(name)
        margin = " " * (width + 4)
        lines += [f"  {name:<{width}}  {game.title}"]
        lines += [fill(f"{game.tagline}. {game.summary}", words.WIDTH, initial_indent=margin, subsequent_indent=margin)]
    start = f"{COMMAND} {names()[0]}"
    lines += ["", f"Start one with: {start}", f"Or against the computer: {start} --against medium", ""]
    return "\n".join(lines)


def _write(text: str) -> None:
    """Prints at once, if there is where to."""
    if sys.stdout:
        print(text, end="", flush=True)


if __name__ == "__main__":
    _hide_when_stopped()
    raise SystemExit(main())
