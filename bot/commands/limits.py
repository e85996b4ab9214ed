"""Finds commands that Discord would refuse, before they are synced: one invalid command makes Discord refuse them all.

discord.py checks names by itself, and does not check these limits.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from discord import app_commands

LONGEST_TEXT = 100
"""Characters of a description, and of a choice's name and value."""
MOST = 25
"""Options of a command, and choices of an option."""

Payload = Mapping[str, Any]


def take_out_faulty(tree: app_commands.CommandTree[Any], guild: Any = None) -> dict[str, list[str]]:
    """Remove the slash commands that Discord would refuse from the tree; returns their names, each with its faults."""
    found = {}
    for command in tree.get_commands(guild=guild):
        if wrong := list(faults(command.to_dict(tree))):
            found[command.name] = wrong
            tree.remove_command(command.name, guild=guild)
    return found


def faults(payload: Payload) -> Iterator[str]:
    """The faults of a command, or of one of its options."""
    name, options = payload["name"], payload.get("options") or []
    yield from _long(f"the description of {name}", payload["description"])
    yield from _many(f"options of {name}", options)
    required = [bool(option.get("required")) for option in options]
    if required != sorted(required, reverse=True):
        yield f"{name} has a required option after one that is not"
    yield from _twice(f"option of {name}", [option["name"] for option in options])
    for option in options:
        yield from faults(option)
    choices = payload.get("choices") or []
    yield from _many(f"choices of {name}", choices)
    yield from _twice(f"choice of {name}", [choice["name"] for choice in choices])
    for choice in choices:
        yield from _long(f"a choice of {name}", choice["name"])
        if isinstance(choice["value"], str):
            yield from _long(f"the value of a choice of {name}", choice["value"])


def _long(what: str, text: str) -> Iterator[str]:
    if not 1 <= len(text.strip()) <= len(text) <= LONGEST_TEXT:
        yield f"{what} has {len(text)} characters, not 1 to {LONGEST_TEXT}"


def _many(what: str, things: list[Any]) -> Iterator[str]:
    if len(things) > MOST:
        yield f"there are {len(things)} {what}, and {MOST} is the most"


def _twice(what: str, names: list[str]) -> Iterator[str]:
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield f"{name!r} is the name of more than one {what}"
