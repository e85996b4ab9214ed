"""Makes `players/siege.bin`, which `players/siege_estimate.py` reads: `python -m tools.fit_siege`.

Needs g++, 1.3 GiB and some minutes of CPU. The same seed gives the same file on the same kind of processor alone.
`python -m tools.siege_gain` tells how good it is.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from subprocess import run

from tools.siege_exact import built

FILE = Path(__file__).parent.parent / "players/siege.bin"


def main() -> None:
    """Writes the file anew."""
    parser = argparse.ArgumentParser(prog="python -m tools.fit_siege", description=__doc__)
    parser.add_argument("--millions", type=int, default=100, help="of examples to learn from")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    run([built("siege_fit", "-Ofast"), FILE, str(chosen.millions), str(chosen.seed)], check=True)


if __name__ == "__main__":
    main()
