"""Numerical Siege, solved: starts `siege_exact.cpp` and asks it. Needs g++, 1.1 GiB and a minute of CPU."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from shutil import which
from subprocess import PIPE, Popen, run

from players.siege_solver import Position, numbers

_TOOLS = Path(__file__).parent
_BUILD = _TOOLS.parent / "build"


class NoCompiler(SystemExit):
    """There is no g++ here. Ends a program that can do nothing without it, and says so."""


@dataclass(frozen=True)
class Answer:
    """What is best in a position, as in `players.siege_solver.exchange`."""

    value: float
    attacks: list[float]
    answers: list[float]
    matrix: list[list[float]]


def built(name: str, *options: str) -> Path:
    """The program, compiled anew from `tools/NAME.cpp`. Raises `NoCompiler`."""
    if which("g++") is None:
        raise NoCompiler("g++ is not installed")
    _BUILD.mkdir(exist_ok=True)
    program = _BUILD / name
    run(["g++", "-std=c++20", *options, "-march=native", "-o", program, _TOOLS / f"{name}.cpp"], check=True)
    return program


@cache
def running() -> Popen[str]:
    """The program, ready to be asked; it ends when its input does, and so with this process."""
    process = Popen([built("siege_exact", "-O3")], stdin=PIPE, stdout=PIPE, text=True, bufsize=1)
    assert process.stdout
    process.stdout.readline()
    return process


@lru_cache(maxsize=10_000)
def exact(position: Position) -> Answer:
    """Raises `ValueError` for a position that can't arise."""
    process = running()
    assert process.stdin
    assert process.stdout
    process.stdin.write(" ".join(map(str, position)) + "\n")
    value, *rest = map(float, process.stdout.readline().split())
    rows, columns = len(numbers(position.own)), len(numbers(position.other)) + 1
    entries = rest[rows + columns :]
    matrix = [entries[row * columns : (row + 1) * columns] for row in range(rows)]
    return Answer(value, rest[:rows], rest[rows : rows + columns], matrix)
