"""Golden playthroughs: whole duels as readable text, one file a game and rules version.

A file holds what is needed to play its duels again (seed, starter, moves) and, for each step, what each viewer sees: a
field of a view is written when it has changed. `python -m tests.games.golden [game ...]` writes the files that do not
exist yet, and never touches one that does.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from hashlib import sha256
from pathlib import Path
from random import Random

from games import Action, Duel, GameError, Move, Player, Seeded, View, get, names
from games.model import Control, Event, Pile
from tests.games.facts import facts
from tests.games.helpers import VIEWERS

DIRECTORY = Path(__file__).parents[1] / "golden"

MOST_BYTES = 60_000
CANDIDATES = 3_000
DUELS = 2

HEADER = """\
Golden playthrough of {name}, rules version {version}. Written by `python -m tests.games.golden`; never edited.
A field of a view is written when it has changed, and of its history what is new; `~`: nothing has changed.
A pile is (name owner numbers count); a control that heals is action+gain."""

OF_NO_RULES = ("offer", "may_offer", "starter_matters", "pick_title", "pick_news", "level_loser", "hint", "heals")
"""What the players say to each other, and how a game is spoken of: in none of its rules."""
GAINED = ("Showdown.changes",)
"""What events tell since the first files were written, each as the event's type and field."""
FIELDS = (*(field.name for field in fields(View) if field.name not in OF_NO_RULES), *GAINED)
"""What a new file tells of a view. An old one goes on with those that it names, so that views and events can grow."""


def file_name(name: str) -> str:
    """The playthrough of a game as it is registered now."""
    return f"{name}-v{get(name).rules_version}.txt"


def all_seals() -> dict[str, str]:
    """The sha256 of every playthrough ever written, by file: a published version's text never changes."""
    return {file: sealed for name in names() for file, sealed in facts(name).seals.items()}


# ---- the text


def text_of(value: object, names: Sequence[str] = FIELDS) -> str:
    """Any value of a view, in one line. What events have gained is told where `names` has it."""
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Action):
        return str(value)
    if isinstance(value, Player):
        return value.name
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, (tuple, frozenset)):
        items = [text_of(item, names) for item in value]
        return "[" + " ".join(sorted(items) if isinstance(value, frozenset) else items) + "]"
    # There are many piles and controls, so their fields go without names.
    if isinstance(value, Control):
        return "+".join(text_of(part) for part in (value.action, value.gain) if part is not None)
    if isinstance(value, Pile):
        return f"({' '.join(text_of(getattr(value, field.name)) for field in fields(value))})"
    if is_dataclass(value):
        kind = type(value).__name__
        told = [f.name for f in fields(value) if (gained := f"{kind}.{f.name}") not in GAINED or gained in names]
        return f"{kind}({', '.join(f'{name}={text_of(getattr(value, name))}' for name in told)})"
    return str(value)


def shown(view: View, before: View | None, names: Sequence[str]) -> Iterator[str]:
    """What has changed for a viewer: each field of the view, and each new event of its history."""
    for name in names:
        if name in GAINED:
            continue
        new, old = getattr(view, name), getattr(before, name, None)
        if before is not None and new == old:
            continue
        if name == "history":
            known = len(old) if old is not None and new[: len(old)] == old else 0
            yield f"history {len(new)}"
            yield from (f"  +{text_of(event, names)}" for event in new[known:])
        elif name == "recap" and view.history[len(view.history) - len(new) :] == new:
            yield f"recap the last {len(new)} of the history"
        else:
            yield f"{name} {text_of(new, names)}"


def told(duel: Duel, names: Sequence[str]) -> Iterator[str]:
    """A duel, step by step."""
    assert isinstance(duel.chance, Seeded)
    moves = duel.moves
    yield f"seed {duel.chance.seed.hex()}"
    yield f"starter {duel.starter.name}"
    yield "moves " + " ".join(f"{text_of(move.player)}:{move.token}" for move in moves)
    before: dict[Player | None, View] = {}
    for count in range(len(moves) + 1):
        duel = Duel.replay(duel.game.name, duel.chance, duel.starter, moves[:count])
        yield ""
        yield f"-- {count}: {text_of(moves[count - 1].player)} {moves[count - 1].token}" if count else "-- 0: dealt"
        for viewer in VIEWERS:
            view = duel.view(viewer)
            who = viewer.name if viewer else "SPECTATOR"
            lines = list(shown(view, before.get(viewer), names))
            yield from (f"{who:9} {line}" for line in lines or ["~"])
            before[viewer] = view


def written(name: str, duels: Sequence[Duel], fields_told: Sequence[str] = FIELDS) -> str:
    """The whole text of a file."""
    lines = HEADER.format(name=name, version=get(name).rules_version).splitlines()
    lines.append(f"fields {' '.join(fields_told)}")
    for number, duel in enumerate(duels, 1):
        lines += ["", f"== duel {number}", *told(duel, fields_told)]
    return "\n".join(lines) + "\n"


def remade(name: str, text: str) -> str:
    """The text as the rules of today tell it, from the seeds and moves that stand in it."""
    lines = text.splitlines()
    duels, fields_told = [], FIELDS
    for number, line in enumerate(lines):
        if line.startswith("fields "):
            fields_told = tuple(line.split(" ")[1:])
        if line.startswith("== duel "):
            seed, starter, moves = (words.split(" ")[1:] for words in lines[number + 1 : number + 4])
            log = [_move(word) for word in moves]
            duels.append(Duel.replay(name, Seeded(bytes.fromhex(seed[0])), Player[starter[0]], log))
    return written(name, duels, fields_told)


def _move(word: str) -> Move:
    player, token = word.split(":")
    return Move(None if player == "-" else Player[player], token)


# ---- what is wrong


def facts_of(file: str) -> str:
    """Where the seal of a playthrough stands."""
    return f"tests/games/facts/{file.rpartition('-v')[0]}.py"


def seal(text: str) -> str:
    """A file's sha256."""
    return sha256(text.encode()).hexdigest()


def problems(directory: Path = DIRECTORY, seals: Mapping[str, str] | None = None) -> list[str]:
    """What is wrong with the playthroughs, each in a sentence that says what to do. `seals`: other than the facts'."""
    seals, found = all_seals() if seals is None else seals, []
    there = {path.name: path.read_text(encoding="utf-8") for path in sorted(directory.glob("*.txt"))}
    for name in names():
        file = file_name(name)
        if file not in there:
            found.append(f"{file} is missing: write it with `python -m tests.games.golden {name}` and add its seal.")
            continue
        try:
            same = remade(name, there[file]) == there[file]
        except (GameError, AttributeError, LookupError, ValueError):
            same = False
        if not same:
            found.append(
                f"{file} is not what the rules of {name} give now. Duels of this version are in people's logs: "
                f"give the game a new rules_version, and write the playthrough of that one."
            )
    for file, text in there.items():
        if file not in seals:
            found.append(f"{file} has no seal: add {seal(text)} to the seals in {facts_of(file)}.")
        elif seals[file] != seal(text):
            found.append(
                f"{file} is not what was sealed. A published version's playthrough never changes: restore the file, "
                f"and if the rules have changed give the game a new rules_version."
            )
        if len(text.encode()) > MOST_BYTES:
            found.append(f"{file} is too long to be read: at most {MOST_BYTES} bytes.")
    found += [f"{file} is sealed but gone: restore it." for file in seals if file not in there]
    return found


# ---- writing new ones


@dataclass(frozen=True)
class Candidate:
    """A duel that could stand in a file, and the kinds of things that happen in it."""

    duel: Duel
    kinds: frozenset[str]


def kinds(event: Event) -> str:
    """What kind of thing an event is: its type, and every choice in it that is one of a few."""
    return " ".join([type(event).__name__, *(str(v) for v in vars(event).values() if isinstance(v, Enum))])


def candidate(name: str, number: int) -> Candidate:
    """A duel at random, with a leaning towards low numbers and towards matching what was played."""
    random = Random(number)
    seed, leaning = random.randbytes(8), random.random()
    duel = Duel.start(name, Seeded(seed), random.choice(list(Player)))
    found = set()
    while duel.to_act and len(duel.moves) < 60:
        player = random.choice(sorted(duel.to_act, key=lambda player: player.index))
        view = duel.view(player)
        found |= {f"{view.phase} {player} {len(view.to_act)}"}
        duel = duel.play(player, view.actions[0] if random.random() < leaning else random.choice(view.actions))
    if not duel.outcome:
        duel = duel.resign(random.choice(list(Player)))
    found |= {kinds(event) for viewer in VIEWERS for event in duel.view(viewer).history}
    return Candidate(duel, frozenset({*found, str(duel.outcome)}))


def chosen(name: str) -> list[Duel]:
    """A few duels in which as much as possible happens, as short as that can be had."""
    candidates = [candidate(name, number) for number in range(CANDIDATES)]
    duels: list[Duel] = []
    seen: frozenset[str] = frozenset()
    for _ in range(DUELS):
        best = max(candidates, key=lambda one: (len(one.kinds - seen), -len(one.duel.moves)))
        seen |= best.kinds
        duels.append(best.duel)
    return duels


def main(arguments: Sequence[str], directory: Path = DIRECTORY) -> int:
    """Writes what is missing; refuses to overwrite."""
    failed = 0
    for name in arguments or names():
        path = directory / file_name(name)
        if path.exists():
            print(f"{path.name} exists and is never overwritten: a change of the rules needs a new rules_version.")
            failed = 1 if arguments else failed
            continue
        text = written(name, chosen(name))
        directory.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        print(f"{path.name} written. Read it, and add its seal to the seals in {facts_of(path.name)}:")
        print(f'    "{path.name}": "{seal(text)}",')
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
