"""`make bench`: one table of how fast the bot is, each figure measured against another in turn in the same run.

What is compared are the ratios: they depend less on the machine than what was measured.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
from importlib import import_module
from pathlib import Path

import discord

from tests.benchmark.row import HEADING

GROUPS = ("rules", "replay", "start", "append", "wire", "memory", "scale")
"""Modules beside this one, in the order of the table. What one of them imports is needed for its own rows alone."""


async def main() -> None:
    """Measure, and print each row when it is there."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmark", description="How fast the bot is.")
    parser.add_argument("groups", nargs="*", metavar="group", help=f"of {', '.join(GROUPS)}; all, if none is named")
    chosen = parser.parse_args().groups
    if unknown := set(chosen) - set(GROUPS):
        parser.error(f"there is no group {', '.join(sorted(unknown))}: choose of {', '.join(GROUPS)}")
    print(f"{machine()}\n\n{HEADING}", flush=True)
    for group in chosen or GROUPS:
        async for row in import_module(f"tests.benchmark.{group}").rows():
            print(row, flush=True)


def machine() -> str:
    """What the figures were measured on, in a sentence."""
    info = Path("/proc/cpuinfo")  # Linux alone has it
    lines = info.read_text().splitlines() if info.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    model = names[0] if names else platform.machine()
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{os.cpu_count()} processors ({model}), {platform.system()}, {python}, discord.py {discord.__version__}."


if __name__ == "__main__":
    asyncio.run(main())
